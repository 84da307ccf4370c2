// SPDX-License-Identifier: Apache-2.0

// Requests outlive the process that scheduled them. They are stored in files of
// `$XDG_STATE_HOME/user-notifications/APPID`, one for each running process (the app, its extension,
// a second instance). Each file has a lock file, whose lock the kernel releases when the process
// ends in any way. The next process of the app adopts the files without a locked lock file.

package import FocusCore
import Glibc
import Synchronization

/// The files with which a process of the app leaves its state to the next one.
package final class RequestArchive: Sendable {
    /// Maximum number of stored delivered notifications. The newest are stored.
    static let maximumDelivered = 100

    private let directory: String
    private let adopts: Bool
    private let name = UUID().uuidString
    /// The descriptor of the locked lock file of this process; nil before the first write.
    private let lock = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - directory: The directory of the files, created if it is missing.
    ///   - adopts: True to adopt the files of ended processes. An extension, which ends soon,
    ///     leaves them to its app.
    package init(directory: String, adopts: Bool) {
        self.directory = directory
        self.adopts = adopts
    }

    /// Makes the archive of an app; nil if the id is not a valid file name.
    package convenience init?(
        of app: AppID, environment: [String: String], adopts: Bool
    ) {
        guard !app.rawValue.isEmpty, !app.rawValue.hasPrefix("."), !app.rawValue.contains("/"),
            !app.rawValue.utf8.contains(0), app.rawValue.utf8.count <= Limits.appIDBytes
        else { return nil }
        // The XDG Base Directory Specification requires that a relative path is ignored.
        let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let state = given ?? NSHomeDirectory() + "/.local/state"
        self.init(directory: "\(state)/user-notifications/\(app)", adopts: adopts)
    }

    deinit {
        // A remaining file is for the next process. Without a file, the lock file is removed too.
        guard let lock = lock.withLock({ $0 }) else { return }
        if unsafe access(path(name), F_OK) != 0 { unsafe unlink(lockPath(name)) }
        close(lock)
    }

    /// Adopts the state of ended processes, and returns it.
    func takeUp() -> ArchivedState {
        var state = ArchivedState()
        guard adopts, unsafe access(directory, F_OK) == 0 else { return state }
        alone {
            var taken: [(name: String, lock: Int32)] = []
            for other in names where other != name {
                guard let lock = Self.hold(lockPath(other)) else { continue }
                taken.append((other, lock))
                guard let data = FileManager.default.contents(atPath: path(other)),
                    let left = try? PropertyListDecoder().decode(ArchivedState.self, from: data)
                else { continue }
                state.pending += left.pending
                state.delivered += left.delivered
            }
            write(state)
            // In this order, a crash between the two steps duplicates state, but loses none.
            for (other, lock) in taken {
                unsafe unlink(path(other))
                unsafe unlink(lockPath(other))
                close(lock)
            }
        }
        return state
    }

    /// Writes the state, in place of the previous state.
    func write(_ state: ArchivedState) {
        if state.pending.isEmpty, state.delivered.isEmpty {
            unsafe unlink(path(name))
            return
        }
        makePlace()
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        // On a full disk, the state does not outlive the process, but the process continues.
        try? encoder.encode(state).write(to: URL(fileURLWithPath: path(name)), options: .atomic)
    }

    // MARK: Files

    private func path(_ name: String) -> String { "\(directory)/\(name).plist" }

    private func lockPath(_ name: String) -> String { "\(directory)/\(name).lock" }

    /// The names of the processes with files in the directory.
    private var names: [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: directory)
        return (files ?? []).sorted().filter { $0.hasSuffix(".lock") }
            .map { String($0.dropLast(".lock".count)) }
    }

    /// Creates the directory and locks this process's lock file in it.
    private func makePlace() {
        lock.withLock { lock in
            guard lock == nil else { return }
            try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            lock = Self.hold(lockPath(name))
        }
    }

    /// Executes the function while no other process of the app can adopt files.
    private func alone(_ body: () -> Void) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX) == 0 { body() }
    }

    /// Locks a file and returns its descriptor; nil if another process has the lock.
    private static func hold(_ path: String) -> Int32? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
