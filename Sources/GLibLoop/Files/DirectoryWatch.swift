// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One directory's events, made from the kernel's reports.
@LoopActor final class DirectoryWatch {
    /// The time between two searches for a missing directory.
    static let searchPause = Duration.seconds(4)

    private let directory: String
    private var handler: (@LoopActor (FileMonitor.Event) -> Void)?
    /// The kernel's number of the watch; nil while the directory is missing.
    private var number: Int32?
    private var search: Timer?
    /// The cookie of a renaming that was reported with its first half.
    private var toldCookie: UInt32?

    init(_ directory: String, _ handler: @escaping @LoopActor (FileMonitor.Event) -> Void) {
        self.directory = directory
        self.handler = handler
    }

    /// Starts to watch, or to search for the directory.
    func begin() throws(FileMonitorError) {
        switch DirectoryEvents.shared.add(self, directory) {
        case .success(let number): self.number = number
        case .failure(let failure):
            guard [ENOENT, ENOTDIR, EACCES, ELOOP].contains(failure.number) else {
                throw FileMonitorError(directory: directory, reason: failure.reason)
            }
            lookAgain()
        }
    }

    /// Ends the watch.
    func cancel() {
        handler = nil
        search = nil
        release()
    }

    /// Ends the watch when its owner is freed, on any thread.
    nonisolated func drop() {
        if LoopActor.executor.isIsolatingCurrentContext() == true {
            LoopActor.assumeIsolated { cancel() }
        } else {
            Task { @LoopActor in self.cancel() }
        }
    }

    private func release() {
        guard let number else { return }
        self.number = nil
        DirectoryEvents.shared.remove(ObjectIdentifier(self), number)
    }

    private func lookAgain() {
        search = Timer(after: Self.searchPause) { [weak self] in self?.look() }
    }

    private func look() {
        switch DirectoryEvents.shared.add(self, directory) {
        case .success(let number):
            self.number = number
            search = nil
            tell("", .created)
        case .failure: lookAgain()
        }
    }

    /// Reports the events of one of the kernel's reports.
    ///
    /// - Parameter next: The report after it, which may be the second half of a renaming.
    func handle(_ report: DirectoryEvents.Report, before next: DirectoryEvents.Report?) {
        let mask = report.mask
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { return tell("", .changed) }
        let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
        if mask & ends != 0 {
            // A moved directory would be watched under a name that is no longer its own.
            release()
            lookAgain()
            return tell("", .deleted)
        }
        if report.name.isEmpty { return tell("", .changed) }
        if mask & UInt32(IN_MOVED_FROM) != 0 {
            if let next, next.mask & UInt32(IN_MOVED_TO) != 0, next.cookie == report.cookie,
                next.watch == report.watch
            {
                toldCookie = report.cookie
                return tell(report.name, .moved(to: next.name))
            }
            return tell(report.name, .deleted)
        }
        if mask & UInt32(IN_MOVED_TO) != 0 {
            if toldCookie == report.cookie {
                toldCookie = nil
                return
            }
            tell(report.name, .created)
            return tell(report.name, .changed)
        }
        if mask & UInt32(IN_DELETE) != 0 { return tell(report.name, .deleted) }
        if mask & UInt32(IN_CREATE) != 0 {
            tell(report.name, .created)
            guard mask & UInt32(IN_ISDIR) != 0 || isWhole(report.name) else { return }
        }
        tell(report.name, .changed)
    }

    /// Returns true for a file that is not going to be written and closed: a link, a pipe, a second
    /// name of a file.
    private func isWhole(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat("\(directory)/\(name)", &status) == 0
            && (status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1)
    }

    private func tell(_ name: String, _ kind: FileMonitor.Event.Kind) {
        handler?(FileMonitor.Event(name: name, kind: kind))
    }
}
