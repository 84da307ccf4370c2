// SPDX-License-Identifier: Apache-2.0

import FocusStore
import Glibc

/// An open directory that belongs to focusd. All operations use the descriptor, even if the path
/// leads elsewhere meanwhile.
struct OwnDirectory: ~Copyable {
    let descriptor: Int32

    /// Opens a directory that the user owns.
    ///
    /// - Parameters:
    ///   - parent: an open directory that the path is relative to.
    ///   - mayBeLink: true if the last part of the path may be a symbolic link.
    init(
        _ path: String, in parent: Int32 = AT_FDCWD, mayBeLink: Bool = false
    ) throws(SystemError) {
        let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | (mayBeLink ? 0 : O_NOFOLLOW)
        descriptor = unsafe openat(parent, path, flags)
        guard descriptor >= 0 else { throw SystemError(call: "open", number: errno, path: path) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_uid == getuid() else {
            Glibc.close(descriptor)
            throw SystemError(call: "directory of another user", number: EPERM, path: path)
        }
    }

    deinit { Glibc.close(descriptor) }

    /// Removes other users' permissions on the directory.
    func makePrivate(_ path: String) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return }
        guard status.st_mode & 0o7777 != 0o700, fchmod(descriptor, 0o700) != 0 else { return }
        // A read-only file system refuses the change. focusd writes nothing there.
        guard errno != EROFS else { return }
        throw SystemError(call: "chmod", number: errno, path: path)
    }

    /// Returns the names that `isWanted` accepts, among the first `Limits.ownDirectoryNames`.
    func names(_ isWanted: (String) -> Bool) -> [String] {
        StoreDirectory.names(in: descriptor, isWanted)
    }

    /// Returns the length of a regular file in bytes, or nil for any other file.
    func size(of name: String) -> Int? {
        status(of: name).flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
    }

    private func status(of name: String) -> stat? {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return nil
        }
        return status
    }

    /// Creates a file that only the user can access, and replaces a file of the same name.
    ///
    /// - Returns: the file's descriptor, open for writing.
    func make(_ name: String) throws(SystemError) -> Int32 {
        let file = StoreDirectory.makeFile(name, in: descriptor)
        guard file >= 0 else { throw SystemError(call: "open", number: errno, path: name) }
        return file
    }

    /// Removes a file or link, but not a directory.
    func remove(_ name: String) {
        _ = unsafe unlinkat(descriptor, name, 0)
    }

    /// Removes other users' permissions on a file or socket. Ignores links, which may lead
    /// anywhere.
    func makePrivate(file name: String) {
        guard let status = status(of: name), status.st_mode & 0o077 != 0,
            [S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
        else { return }
        _ = unsafe fchmodat(descriptor, name, 0o600, AT_SYMLINK_NOFOLLOW)
    }
}
