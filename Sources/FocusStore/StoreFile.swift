// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The database file as a file: made for its user alone, set aside when it is damaged.
enum StoreFile {
    /// Makes the file and the directories above it where they are missing (0600 and 0700).
    ///
    /// An existing file is not opened: closing it again would drop the locks that another
    /// connection of this process holds on it (POSIX).
    static func prepare(_ path: String) throws(StoreError) {
        let doing: StaticString = "making the store's file"
        try makeDirectories(above: path)
        let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if file >= 0 {
            _ = close(file)
        } else if errno == EEXIST {
            _ = unsafe chmod(path, 0o600)
        } else {
            throw StoreError(errno: errno, doing: doing)
        }
    }

    private static func makeDirectories(above path: String) throws(StoreError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let directory = String(path[..<slash])
        if unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else {
            throw StoreError(errno: errno, doing: "making the store's directory")
        }
        try makeDirectories(above: directory)
        guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw StoreError(errno: errno, doing: "making the store's directory")
        }
    }

    /// Opens a journal of a size that never changes: makes it where it is missing, and allocates its
    /// blocks, so that a full disk cannot refuse what is written later.
    static func openAllocated(
        _ path: String, size: Int, doing: StaticString
    ) throws(StoreError) -> (file: Int32, wasEmpty: Bool) {
        let file = unsafe open(
            path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw StoreError(errno: errno, doing: doing) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            _ = close(file)
            throw StoreError(.cannotOpen, "\(doing): it is no file")
        }
        _ = fchmod(file, 0o600)
        let result = posix_fallocate(file, 0, off_t(size))
        guard result == 0 else {
            // What it holds may still be read.
            if facts.st_size == 0 { _ = unsafe unlink(path) }
            _ = close(file)
            throw StoreError(errno: result, doing: doing)
        }
        return (file, facts.st_size == 0)
    }

    /// Whether an open file still is the one of that name, and as long as that.
    static func isOpen(_ path: String, as file: Int32, of size: Int) -> Bool {
        var mine = stat()
        var named = stat()
        guard unsafe fstat(file, &mine) == 0, unsafe lstat(path, &named) == 0 else { return false }
        return mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
            && mine.st_size >= off_t(size)
    }

    /// Renames the file and its WAL to `PATH.corrupt-TIME`, the time in seconds since 1970.
    ///
    /// The WAL goes along: left behind, it would be replayed into the new file.
    /// - Returns: the new name.
    static func setAside(_ path: String) throws(StoreError) -> String {
        let aside = freeName(beside: path)
        // The WAL first: if only one of the two renames happens, the damaged file is found again.
        for suffix in ["-wal", "-shm", ""] {
            guard unsafe rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                throw StoreError(errno: errno, doing: "setting the damaged store aside")
            }
        }
        return aside
    }

    /// The damaged files that were kept beside a store, now or earlier, in the order of their names.
    static func damaged(beside path: String) -> [String] {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let directory = path[..<slash].isEmpty ? "." : String(path[..<slash])
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { _ = unsafe closedir(stream) }
        var found: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
                    unsafe String(cString: characters)
                }
            }
            guard name.hasPrefix(path[slash...]),
                name.split(separator: ".").last?.hasPrefix("corrupt-") == true
            else { continue }
            found.append(path[..<slash] + name)
        }
        return found.sorted()
    }

    /// `PATH.corrupt-TIME`, or the next second's where that is taken.
    static func freeName(beside path: String) -> String {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        var seconds = now.tv_sec
        while unsafe access("\(path).corrupt-\(seconds)", F_OK) == 0 { seconds += 1 }
        return "\(path).corrupt-\(seconds)"
    }
}
