// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The lock of a directory: one program at a time changes its files.
///
/// The lock is the kernel's (flock(2)), so it does not need focusd and ends with the program.
struct FileLock {
    /// The name of the lock file: hidden, so that no program takes it for a Focus file.
    static let name = ".lock"

    private let descriptor: Int32

    /// Runs `body` with the lock of a directory, and makes a missing directory.
    ///
    /// - Throws: A problem if another program keeps the lock longer than `patience`.
    static func hold<Result>(
        _ directory: String, patience: Duration, _ body: () throws(FocusFileError) -> Result
    ) throws(FocusFileError) -> Result {
        let lock: FileLock
        do throws(FileProblem) {
            try FileSystem.makeDirectory(directory)
            lock = try FileLock(directory, patience: patience)
        } catch {
            throw .system(error)
        }
        defer {
            // A process that this one is starting has a copy of the descriptor until it executes
            // its program, and a copy alone keeps a lock.
            flock(lock.descriptor, LOCK_UN)
            close(lock.descriptor)
        }
        return try body()
    }

    private init(_ directory: String, patience: Duration) throws(FileProblem) {
        let path = directory + "/" + Self.name
        descriptor = unsafe open(
            path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure(path) }
        var status = stat()
        do throws(FileProblem) {
            guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw FileProblem(file: path, reason: "not a file; remove it")
            }
            try wait(path, patience)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private func wait(_ path: String, _ patience: Duration) throws(FileProblem) {
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: break
            // A file system without locks: the comparison with the expected text still protects the
            // file.
            case ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL: return
            default: throw FileSystem.failure(path)
            }
            guard ContinuousClock.now < end else {
                throw FileProblem(
                    file: path,
                    reason: "another program has kept these files locked for "
                        + "\(patience.components.seconds) s; try again when it is done")
            }
            // The kernel's own wait has no limit.
            usleep(5_000)
        }
    }
}
