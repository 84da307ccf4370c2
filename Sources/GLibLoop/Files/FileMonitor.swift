// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reports changes to the files of a directory, until it is dropped.
///
/// It watches the directory and not its files, so a file that is replaced by renaming (editors,
/// atomic saves) stays watched. It looks every four seconds for a directory that does not exist.
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

    /// The time between two searches for a missing directory.
    private static let searchPause = Duration.seconds(4)

    private let directory: String
    let handler: @LoopActor (Event) -> Void
    /// The kernel's number of the watch; nil while the directory is missing.
    private var number: Int32?
    private var search: Timer?
    /// The cookie of a renaming that was reported with its first half.
    private var toldCookie: UInt32?

    /// Calls `handler` for each event in `directory`.
    public init(
        directory: String, _ handler: @escaping @LoopActor (Event) -> Void
    ) throws(FileMonitorError) {
        self.directory = directory
        self.handler = handler
        switch DirectoryEvents.shared.add(self, directory) {
        case .success(let number): self.number = number
        case .failure(let error):
            guard [ENOENT, ENOTDIR, EACCES, ELOOP].contains(error.number) else {
                throw FileMonitorError(directory: directory, reason: error.description)
            }
            lookAgain()
        }
    }

    /// Calls `handler` for each event that names one file, as the old name or as the new one.
    ///
    /// - Parameter path: The file's path. The file may be missing.
    package convenience init(
        file path: String, _ handler: @escaping @LoopActor (Event) -> Void
    ) throws(FileMonitorError) {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let name = String(path[start...])
        try self.init(directory: start == path.startIndex ? "." : String(path[..<start])) { event in
            let isNewName = if case .moved(let to) = event.kind { to == name } else { false }
            if event.name == name || isNewName { handler(event) }
        }
    }

    deinit {
        guard let number else { return }
        if LoopActor.executor.isIsolatingCurrentContext() == true {
            LoopActor.assumeIsolated { DirectoryEvents.shared.remove(nil, number) }
        } else {
            Task { @LoopActor in DirectoryEvents.shared.remove(nil, number) }
        }
    }

    private func release() {
        guard let number else { return }
        self.number = nil
        DirectoryEvents.shared.remove(self, number)
    }

    private func lookAgain() {
        search = Timer(after: Self.searchPause) { [weak self] in self?.look() }
    }

    private func look() {
        switch DirectoryEvents.shared.add(self, directory) {
        case .success(let number):
            self.number = number
            search = nil
            handler(Event(name: "", kind: .created))
        case .failure: lookAgain()
        }
    }

    /// Returns the events of one of the kernel's reports.
    ///
    /// - Parameter next: The report after it, which may be the second half of a renaming.
    func events(
        of report: DirectoryEvents.Report, before next: DirectoryEvents.Report?
    ) -> [Event] {
        let (mask, name) = (report.mask, report.name)
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { return renew() }
        let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
        if mask & ends != 0 {
            // A moved directory would be watched under a name that is no longer its own.
            release()
            lookAgain()
            return [Event(name: "", kind: .deleted)]
        }
        if name.isEmpty { return [Event(name: "", kind: .changed)] }
        let created = Event(name: name, kind: .created)
        let changed = Event(name: name, kind: .changed)
        if mask & UInt32(IN_MOVED_FROM) != 0 {
            if let next, next.mask & UInt32(IN_MOVED_TO) != 0, next.cookie == report.cookie,
                next.watch == report.watch
            {
                toldCookie = report.cookie
                return [Event(name: name, kind: .moved(to: next.name))]
            }
            return [Event(name: name, kind: .deleted)]
        }
        if mask & UInt32(IN_MOVED_TO) != 0 {
            if toldCookie == report.cookie {
                toldCookie = nil
                return []
            }
            return [created, changed]
        }
        if mask & UInt32(IN_DELETE) != 0 { return [Event(name: name, kind: .deleted)] }
        if mask & UInt32(IN_CREATE) != 0 {
            return mask & UInt32(IN_ISDIR) != 0 || isWhole(name) ? [created, changed] : [created]
        }
        return [changed]
    }

    /// Begins to watch again, after reports were lost: one may have told of the directory's end.
    private func renew() -> [Event] {
        release()
        switch DirectoryEvents.shared.add(self, directory) {
        case .success(let number):
            self.number = number
            return [Event(name: "", kind: .changed)]
        case .failure:
            lookAgain()
            return [Event(name: "", kind: .deleted)]
        }
    }

    /// Returns true for a file that is not going to be written and closed: a link, a pipe, a second
    /// name of a file.
    private func isWhole(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat("\(directory)/\(name)", &status) == 0
            && (status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1)
    }
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
