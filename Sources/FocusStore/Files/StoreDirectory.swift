// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Opens and lists focusd's directories by descriptor, without following a link, and with a limit
/// on the names.
package enum StoreDirectory {
    /// Opens a directory.
    ///
    /// - Returns: The descriptor; -1, with the reason in `errno`, if there is no directory of that
    ///   name.
    static func open(_ path: String) -> Int32 {
        unsafe Glibc.open(
            path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }

    /// Returns the names in an open directory that `isWanted` accepts. The directory stays open.
    package static func names(in directory: Int32, _ isWanted: (String) -> Bool) -> [String] {
        // A stream owns its descriptor and its position.
        let copy = unsafe openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = unsafe fdopendir(copy) else {
            _ = close(copy)
            return []
        }
        defer { _ = unsafe closedir(stream) }
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

    /// Opens a regular file in a directory. Refuses a link, a pipe and a device.
    ///
    /// - Parameter flags: `O_RDONLY` or other flags of `open(2)`.
    /// - Returns: The descriptor, -1 with `errno` set.
    static func openFile(_ name: String, in directory: Int32, _ flags: Int32) -> Int32 {
        // Nonblocking: opening a pipe would wait for its other end.
        let file = unsafe openat(
            directory, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { return -1 }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            _ = close(file)
            errno = EINVAL
            return -1
        }
        return file
    }

    /// Creates a file that only the user may read, in place of anything with its name.
    ///
    /// - Returns: The descriptor, -1 with `errno` set.
    package static func makeFile(_ name: String, in directory: Int32) -> Int32 {
        let flags = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC
        let file = unsafe openat(directory, name, flags, 0o600)
        guard file < 0, errno == EEXIST else { return file }
        // Writing through a link or a second name would change another file.
        guard unsafe unlinkat(directory, name, 0) == 0 else { return -1 }
        return unsafe openat(directory, name, flags, 0o600)
    }
}
