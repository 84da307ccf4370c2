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

    /// `PATH.corrupt-TIME`, or the next second's where that is taken.
    static func freeName(beside path: String) -> String {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        var seconds = now.tv_sec
        while unsafe access("\(path).corrupt-\(seconds)", F_OK) == 0 { seconds += 1 }
        return "\(path).corrupt-\(seconds)"
    }
}
