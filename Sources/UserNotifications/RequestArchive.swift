// SPDX-License-Identifier: Apache-2.0

// Requests outlive the process that scheduled them: they lie in files of
// `$XDG_STATE_HOME/user-notifications/APPID`, one for each process that runs (the app, its extension, a
// second instance), with a lock beside it that the kernel lets go when the process ends, however it
// ends. The next process of the app takes up what nobody holds.

package import FocusCore
import Glibc
import Synchronization

/// What a process of the app leaves for the next one.
package final class RequestArchive: Sendable {
    /// Delivered notifications that are remembered, the newest.
    static let maximumDelivered = 100

    private let directory: String
    private let adopts: Bool
    private let name = UUID().uuidString
    /// The descriptor that holds the lock of this process's file; nil before there is one.
    private let lock = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - directory: Made where it is missing.
    ///   - adopts: Whether what others left is taken up; an extension, which soon ends, leaves that to
    ///     its app.
    package init(directory: String, adopts: Bool) {
        self.directory = directory
        self.adopts = adopts
    }

    /// The archive of an app; nil for an id that is no file name.
    package convenience init?(
        of app: AppID, environment: [String: String], adopts: Bool
    ) {
        guard !app.rawValue.isEmpty, !app.rawValue.hasPrefix("."), !app.rawValue.contains("/"),
            !app.rawValue.utf8.contains(0), app.rawValue.utf8.count <= Limits.appIDBytes
        else { return nil }
        // A relative path is to be ignored, says the XDG Base Directory Specification.
        let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let state = given ?? NSHomeDirectory() + "/.local/state"
        self.init(directory: "\(state)/user-notifications/\(app)", adopts: adopts)
    }

    deinit {
        // What is left lies there for the next process; nothing left leaves nothing.
        guard let lock = lock.withLock({ $0 }) else { return }
        if unsafe access(path(name), F_OK) != 0 { unsafe unlink(lockPath(name)) }
        close(lock)
    }

    /// What processes that have ended left, as this process's own from now on.
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
            // In this order: a crash in between leaves something twice, and loses nothing.
            for (other, lock) in taken {
                unsafe unlink(path(other))
                unsafe unlink(lockPath(other))
                close(lock)
            }
        }
        return state
    }

    /// Keeps that, and nothing else.
    func write(_ state: ArchivedState) {
        if state.pending.isEmpty, state.delivered.isEmpty {
            unsafe unlink(path(name))
            return
        }
        makePlace()
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        // A full disk costs what would have outlived the process, and nothing now.
        try? encoder.encode(state).write(to: URL(fileURLWithPath: path(name)), options: .atomic)
    }

    // MARK: Files

    private func path(_ name: String) -> String { "\(directory)/\(name).plist" }

    private func lockPath(_ name: String) -> String { "\(directory)/\(name).lock" }

    /// The processes that have files here.
    private var names: [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: directory)
        return (files ?? []).sorted().filter { $0.hasSuffix(".lock") }
            .map { String($0.dropLast(".lock".count)) }
    }

    /// The directory, and this process's lock in it.
    private func makePlace() {
        lock.withLock { lock in
            guard lock == nil else { return }
            try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            lock = Self.hold(lockPath(name))
        }
    }

    /// Lets no other process of the app take anything up meanwhile.
    private func alone(_ body: () -> Void) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX) == 0 { body() }
    }

    /// The descriptor that holds a lock; nil where another process holds it.
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
