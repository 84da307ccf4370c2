// SPDX-License-Identifier: Apache-2.0

/// Reports changes to the files of a directory, until it is cancelled or dropped.
///
/// It watches the directory and not its files, so a file that is replaced by renaming (editors,
/// atomic saves) stays watched. GLib looks every few seconds for a directory that does not exist.
/// Events name subdirectories but not their content.
@LoopActor public final class FileMonitor {
    /// One change.
    public struct Event: Hashable, Sendable {
        /// The kinds of change.
        public enum Kind: Hashable, Sendable {
            /// A new file, created or moved in from elsewhere. It may be incomplete: `changed`
            /// follows if so.
            case created
            /// A file's content was written and the file closed, or its attributes changed.
            case changed
            /// A file was removed or moved elsewhere.
            case deleted
            /// A file was renamed within the directory to `to`, and may have replaced another file.
            case moved(to: String)
        }

        /// The file's name within the directory; empty for the directory itself, or for any number
        /// of its files.
        public let name: String
        /// The kind of change.
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

/// The reason why a directory cannot be watched. Usually the system is out of inotify watches.
public struct FileMonitorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The directory to watch.
    public let directory: String
    /// The system's description of the error.
    public let reason: String

    /// `cannot watch DIRECTORY: reason`.
    public var description: String { "cannot watch \(directory): \(reason)" }
}
