// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// What FocusFiles asks of the file system; failures are problems of the file.
enum FileSystem {
    /// The names in a directory with one of these endings, sorted; none when it does not exist.
    ///
    /// Looks at no more than ``FocusFileLimits/scannedNames``.
    static func names(
        in directory: String, ending: String, limit: Int = FocusFileLimits.scannedNames
    ) throws(FileProblem) -> [String] {
        let scan = try DirectoryScan(directory, ending: ending, limit: limit, known: [])
        while !scan.step(FocusFileLimits.namesPerTurn) {}
        return scan.choice().names
    }

    /// True if there is something at a path.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Whether there is a directory, or a link to one, at a path.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The directory itself or the nearest one above it that exists.
    static func nearestDirectory(of path: String) -> String {
        var path = path[...]
        while !isDirectory(String(path)) {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
            path = path[..<slash]
        }
        return String(path)
    }

    /// A file's bytes, one more than a key file may have at most; nil when there is no such file.
    static func read(_ path: String) throws(FileProblem) -> [UInt8]? {
        try readWithState(path)?.bytes
    }

    /// The same, and how the file system describes the file that was read.
    static func readWithState(
        _ path: String
    ) throws(FileProblem) -> (bytes: [UInt8], state: FileState)? {
        // Nonblocking: opening a pipe would wait for its writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileProblem(file: path, reason: "not a file")
        }
        return (try bytes(of: descriptor, path), FileState(status))
    }

    /// The rest of an open file, one byte more than a key file may have at most.
    static func bytes(of descriptor: Int32, _ path: String) throws(FileProblem) -> [UInt8] {
        let limit = KeyFile.maximumBytes + 1
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = unsafe Glibc.read(descriptor, &chunk, wanted)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// Makes a directory and those above it, for the user alone.
    static func makeDirectory(_ path: String) throws(FileProblem) {
        var made = ""
        for component in path.split(separator: "/") {
            made += "/" + component
            if unsafe mkdir(made, 0o700) != 0, errno != EEXIST { throw failure(made) }
        }
    }

    /// What errno says, about a file.
    static func failure(_ path: String) -> FileProblem { failure(path, errno) }

    /// What an error's number says, about a file.
    static func failure(_ path: String, _ number: Int32) -> FileProblem {
        FileProblem(file: path, reason: unsafe String(cString: strerror(number)))
    }
}

/// What tells that a file is another one or has another content.
struct FileState: Equatable, Sendable {
    private let device: UInt
    private let number: UInt
    private let size: Int
    private let changed: Int
    private let written: Int
    /// True if the last change is so long ago that the next one gets another time.
    let isSettled: Bool

    /// Longer than a tick of the clock that file systems stamp with.
    private static let settlingSeconds = 1

    init(_ status: stat) {
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
        size = Int(status.st_size)
        changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
        written = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        let age = now.tv_sec - max(status.st_ctim.tv_sec, status.st_mtim.tv_sec)
        isSettled = age > Self.settlingSeconds
    }

    /// The state of the file that a path leads to; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    static func == (left: FileState, right: FileState) -> Bool {
        left.device == right.device && left.number == right.number && left.size == right.size
            && left.changed == right.changed && left.written == right.written
    }
}
