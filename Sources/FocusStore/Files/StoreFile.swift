// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The file of the database: created for its user alone, renamed when it is damaged.
enum StoreFile {
    /// Creates the file and its directories if they are missing (0600 and 0700).
    ///
    /// Never opens an existing file: closing it again would drop the locks that another connection
    /// of this process holds on it (POSIX). Renames anything but a file with the name of one of
    /// SQLite's other files: SQLite would wait for the other end of a pipe.
    static func prepare(_ path: String) throws(StoreError) {
        let doing: StaticString = "creating the store's file"
        try makeDirectories(above: path)
        try checkDirectory(of: path)
        for suffix in ["-wal", "-shm", "-journal"] {
            guard let kind = try kind(path + suffix), kind != S_IFREG else { continue }
            try move(path + suffix, to: freeName(beside: path + suffix))
        }
        let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if file >= 0 {
            _ = close(file)
            return
        }
        guard errno == EEXIST else { throw StoreError(errno: errno, doing: doing) }
        // The user may have moved the file to another disk and left a link to it.
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else {
            if errno == ENOENT { return }
            throw StoreError(errno: errno, doing: doing)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.cannotOpen, "\(doing): what has its name is no file; move it away")
        }
    }

    /// Takes the permissions of other users away from a database that is known to be the store's,
    /// and from SQLite's files beside it.
    ///
    /// Follows a link: the database is the store's wherever it lies. Works by path, because an open
    /// file would have to be closed, which drops SQLite's locks (see ``prepare(_:)``).
    static func protect(_ path: String) {
        let path = resolved(path)
        for suffix in ["", "-wal", "-shm"] {
            var facts = stat()
            guard unsafe lstat(path + suffix, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
                facts.st_mode & 0o077 != 0
            else { continue }
            _ = unsafe chmod(path + suffix, 0o600)
        }
    }

    /// Returns the path of the file behind symbolic links: SQLite names its log after that file.
    static func resolved(_ path: String) -> String {
        guard let found = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// Returns the type of the file at a path, as in `S_IFMT`; nil if there is none.
    private static func kind(_ path: String) throws(StoreError) -> mode_t? {
        var facts = stat()
        if unsafe lstat(path, &facts) == 0 { return facts.st_mode & S_IFMT }
        if errno == ENOENT { return nil }
        throw StoreError(errno: errno, doing: "looking for the store's files")
    }

    /// Refuses another user's directory: its owner could exchange the files.
    private static func checkDirectory(of path: String) throws(StoreError) {
        var facts = stat()
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe stat(directory, &facts) == 0 else {
            throw StoreError(errno: errno, doing: "looking at the store's directory")
        }
        guard facts.st_uid == geteuid() else {
            throw StoreError(.cannotOpen, "the store's directory belongs to another user")
        }
    }

    /// Renames a file.
    static func move(_ path: String, to other: String) throws(StoreError) {
        guard unsafe rename(path, other) == 0 || errno == ENOENT else {
            throw StoreError(errno: errno, doing: "renaming a file that is not the store's")
        }
    }

    private static func makeDirectories(above path: String) throws(StoreError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let directory = String(path[..<slash])
        if unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else {
            throw StoreError(errno: errno, doing: "creating the store's directory")
        }
        try makeDirectories(above: directory)
        guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw StoreError(errno: errno, doing: "creating the store's directory")
        }
    }

    /// Opens a journal of a fixed size. Creates it if it is missing, and allocates its blocks, so
    /// that a full disk cannot refuse later writes.
    static func openAllocated(
        _ path: String, size: Int, doing: StaticString
    ) throws(StoreError) -> Int32 {
        let file = unsafe open(
            path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
        guard file >= 0 else { throw StoreError(errno: errno, doing: doing) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            _ = close(file)
            throw StoreError(.cannotOpen, "\(doing): it is not a regular file")
        }
        _ = fchmod(file, 0o600)
        let result = posix_fallocate(file, 0, off_t(size))
        guard result == 0 else {
            // Its content may still be readable.
            if facts.st_size == 0 { _ = unsafe unlink(path) }
            _ = close(file)
            throw StoreError(errno: result, doing: doing)
        }
        return file
    }

    /// Writes all bytes at a place of an open file.
    ///
    /// - Returns: False with the reason in `errno` if the disk refuses them.
    static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at place: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = unsafe pwrite(file, rest.baseAddress, rest.count, off_t(place + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Returns the first `count` bytes of an open file, or fewer if they cannot all be read.
    static func read(_ file: Int32, count: Int, from offset: Int = 0) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                guard let start = buffer.baseAddress else { return }
                let got = unsafe pread(
                    file, start + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }

    /// Returns true if the path still names the open file, with that size.
    static func isOpen(_ path: String, as file: Int32, of size: Int) -> Bool {
        var mine = stat()
        var named = stat()
        guard unsafe fstat(file, &mine) == 0, unsafe lstat(path, &named) == 0 else { return false }
        return mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
            && mine.st_size >= off_t(size)
    }

    /// Renames the file and its WAL to `PATH.corrupt-TIME`, the time in seconds since 1970.
    ///
    /// The WAL is renamed too, because SQLite would replay it into the new file.
    /// - Returns: The new name.
    static func setAside(_ path: String) throws(StoreError) -> String {
        let aside = freeName(beside: path)
        // The WAL first: after only one of the two renames, the damaged file is found again.
        for suffix in ["-wal", "-shm", ""] {
            guard unsafe rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                throw StoreError(errno: errno, doing: "renaming the damaged store")
            }
        }
        return aside
    }

    /// Returns the damaged files beside a store, present and earlier ones, ordered by name.
    static func damaged(beside path: String) -> [String] {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let directory = path[..<slash].isEmpty ? "." : String(path[..<slash])
        let opened = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return [] }
        defer { _ = close(opened) }
        let store = String(path[slash...])
        let names = StoreDirectory.names(in: opened) { StoreNames.isDamaged($0, of: store) }
        return names.map { path[..<slash] + $0 }.sorted()
    }

    /// Returns `PATH.corrupt-TIME`, with a later second if the name is taken.
    static func freeName(beside path: String) -> String {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        var seconds = now.tv_sec
        var facts = stat()
        while unsafe lstat("\(path).corrupt-\(seconds)", &facts) == 0 { seconds += 1 }
        return "\(path).corrupt-\(seconds)"
    }
}
