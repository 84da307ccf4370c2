// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// An open directory of focusd's own: all that is done is done in this very directory, wherever its
/// path leads by then.
struct OwnDirectory: ~Copyable {
    let descriptor: Int32

    /// Opens a directory that the user owns.
    ///
    /// - Parameters:
    ///   - parent: an open directory that the path is relative to.
    ///   - mayBeLink: whether the last part of the path may be a symbolic link.
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

    /// Takes from everybody but the user what may be done with the directory.
    func makePrivate(_ path: String) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return }
        guard status.st_mode & 0o7777 != 0o700, fchmod(descriptor, 0o700) != 0 else { return }
        // What cannot be written cannot be made private either, and gets nothing new.
        guard errno != EROFS else { return }
        throw SystemError(call: "chmod", number: errno, path: path)
    }

    /// The names that `isWanted` takes, of the first ``Limits/ownDirectoryNames``.
    func names(_ isWanted: (String) -> Bool) -> [String] {
        // A stream owns its descriptor and its position.
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = unsafe fdopendir(copy) else {
            Glibc.close(copy)
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        for _ in 0..<Limits.ownDirectoryNames {
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                // d_name ends in NUL within the entry.
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isWanted(name) { names.append(name) }
        }
        return names
    }

    /// The length of a regular file; nil for anything else.
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

    /// Makes a file for the user alone, in the place of whatever has its name.
    ///
    /// - Returns: its descriptor, open for writing.
    func make(_ name: String) throws(SystemError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        var file = unsafe openat(descriptor, name, flags, 0o600)
        // Written through, a link or a second name of a file would change what is elsewhere.
        if file < 0, errno == EEXIST, unsafe unlinkat(descriptor, name, 0) == 0 {
            file = unsafe openat(descriptor, name, flags, 0o600)
        }
        guard file >= 0 else { throw SystemError(call: "open", number: errno, path: name) }
        return file
    }

    /// Removes a file, a link, or what else is no directory.
    func remove(_ name: String) {
        _ = unsafe unlinkat(descriptor, name, 0)
    }

    /// Takes from everybody but the user what may be done with a file or socket; a link is left
    /// alone, as it may lead anywhere.
    func makePrivate(file name: String) {
        guard let status = status(of: name), status.st_mode & 0o077 != 0,
            [S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
        else { return }
        _ = unsafe fchmodat(descriptor, name, 0o600, AT_SYMLINK_NOFOLLOW)
    }
}
