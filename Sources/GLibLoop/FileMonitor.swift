// SPDX-License-Identifier: Apache-2.0

/// Tells what happens to the files of a directory, until it is cancelled or dropped.
///
/// It watches the directory, not its files, so files that are replaced by renaming (editors, atomic
/// saves) stay watched. A directory that does not exist yet, or goes away, is looked for every few
/// seconds. Subdirectories are named, not entered.
@LoopActor public final class FileMonitor {
    /// One thing that happened.
    public struct Event: Hashable, Sendable {
        /// What can happen.
        public enum Kind: Hashable, Sendable {
            /// A file is there that was not: made, or moved in from elsewhere. It may be incomplete;
            /// `changed` follows when it is not, or no longer.
            case created
            /// A file's content was written and the file closed, or its attributes changed.
            case changed
            /// A file is gone: removed, or moved elsewhere.
            case deleted
            /// A file was renamed within the directory, to `to`, which it may have replaced.
            case moved(to: String)
        }

        /// The file's name within the directory; empty when the directory itself is meant, or any
        /// number of its files.
        public let name: String
        /// What happened to it.
        public let kind: Kind
    }

    private let watch: DirectoryWatch

    /// Calls `handler` for each event in `directory`.
    public init(
        directory: String, _ handler: @escaping @LoopActor (Event) -> Void
    ) throws(FileMonitorError) {
        watch = DirectoryWatch(directory, handler)
        try watch.begin()
    }

    /// Stops watching; the handler is not called again.
    public func cancel() {
        watch.cancel()
    }

    deinit { watch.drop() }
}

/// Why a directory cannot be watched; usually the system is out of inotify watches.
public struct FileMonitorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The directory that was to be watched.
    public let directory: String
    /// The system's words.
    public let reason: String

    /// `cannot watch DIRECTORY: reason`.
    public var description: String { "cannot watch \(directory): \(reason)" }
}
