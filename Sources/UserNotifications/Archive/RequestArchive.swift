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
    /// Maximum number of stored delivered notifications. The newest are stored, those that the user
    /// has not acted on first.
    static let maximumDelivered = 100

    private let directory: String
    private let adopts: Bool
    private let replace: Replacement
    private let name = UUID().uuidString
    private let held = Mutex(HeldFiles())

    /// Writes data to a file in one step: the file has its old or its new content.
    typealias Replacement = @Sendable (Data, URL) throws -> Void

    /// The lock files that this process has locked.
    private struct HeldFiles {
        /// The descriptor of this process's own lock file; nil before the first write.
        var own: Int32?
        /// The names and descriptors of ended processes, whose state this process has not written
        /// yet.
        var adopted: [(name: String, lock: Int32)] = []
    }

    /// - Parameters:
    ///   - directory: The directory of the files, created if it is missing.
    ///   - adopts: True to adopt the files of ended processes. An extension, which ends soon,
    ///     leaves them to its app.
    package convenience init(directory: String, adopts: Bool) {
        self.init(directory: directory, adopts: adopts) { data, file in
            try data.write(to: file, options: .atomic)
        }
    }

    /// - Parameter replace: The function that writes this process's file.
    init(directory: String, adopts: Bool, replace: @escaping Replacement) {
        self.directory = directory
        self.adopts = adopts
        self.replace = replace
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
        let held = held.withLock { $0 }
        // Files whose state was never written are for the next process.
        for (_, lock) in held.adopted { Self.release(lock) }
        // A remaining file is for the next process. Without a file, the lock file is removed too.
        guard let lock = held.own else { return }
        if unsafe access(path(name), F_OK) != 0 { unsafe unlink(lockPath(name)) }
        Self.release(lock)
    }

    /// Adopts the state of ended processes, and returns it. Deletes their files once this process's
    /// state is written.
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
                state.categories = (state.categories ?? []) + (left.categories ?? [])
            }
            held.withLock { $0.adopted += taken }
            write(state)
        }
        return state
    }

    /// Writes the state, in place of the previous state.
    ///
    /// On a full disk, the previous state and the files of ended processes remain, and the process
    /// continues.
    func write(_ state: ArchivedState) {
        guard store(state) else { return }
        // In this order, a crash between the two steps duplicates state, but loses none.
        let taken = held.withLock { held in
            defer { held.adopted = [] }
            return held.adopted
        }
        for (other, lock) in taken {
            unsafe unlink(path(other))
            unsafe unlink(lockPath(other))
            close(lock)
        }
    }

    /// Returns true if the file has the state. An empty state needs no file.
    private func store(_ state: ArchivedState) -> Bool {
        if state.pending.isEmpty, state.delivered.isEmpty {
            unsafe unlink(path(name))
            return true
        }
        // The next process finds a file only by its lock file.
        guard makePlace() else { return false }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        do {
            try replace(encoder.encode(state), URL(fileURLWithPath: path(name)))
            return true
        } catch {
            return false
        }
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

    /// Creates the directory and locks this process's lock file in it. Returns false if either
    /// fails.
    private func makePlace() -> Bool {
        held.withLock { held in
            guard held.own == nil else { return true }
            try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            held.own = Self.hold(lockPath(name))
            return held.own != nil
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

    /// Unlocks a file and closes its descriptor. A process that this one is starting has a copy of
    /// the descriptor until it executes its program, and a copy alone keeps a lock.
    private static func release(_ lock: Int32) {
        flock(lock, LOCK_UN)
        close(lock)
    }
}
