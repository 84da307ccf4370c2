// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The file system functions for FocusFiles; failures are problems of the file.
package enum FileSystem {
    /// Returns the names in a directory with this ending, sorted; none if the directory does not
    /// exist.
    ///
    /// Scans at most ``FocusFileLimits/scannedNames`` names.
    static func names(
        in directory: String, ending: String, limit: Int = FocusFileLimits.scannedNames
    ) throws(FileProblem) -> [String] {
        let scan = try DirectoryScan(directory, ending: ending, limit: limit, known: [])
        while !scan.step(FocusFileLimits.namesPerTurn) {}
        return scan.choice().names
    }

    /// Returns true if a path exists.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Returns true if the path is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns true if the path is a directory or a link to a directory.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the directory itself or the nearest existing directory above it.
    static func nearestDirectory(of path: String) -> String {
        var path = path[...]
        while !isDirectory(String(path)) {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
            path = path[..<slash]
        }
        return String(path)
    }

    /// Returns a file's bytes, at most one more than a key file may have; nil if there is no file.
    static func read(_ path: String) throws(FileProblem) -> [UInt8]? {
        try readWithState(path)?.bytes
    }

    /// Returns a file's bytes like ``read(_:)``, and the state of the file.
    static func readWithState(
        _ path: String
    ) throws(FileProblem) -> (bytes: [UInt8], state: FileState)? {
        // Nonblocking: opening a pipe would wait for its writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            let reason = failure(path)
            throw isBrokenLink(path) ? .brokenLink(path) : reason
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            throw FileProblem(
                file: path,
                reason: isDirectory ? "a directory, not a file; move it away" : "not a file")
        }
        return (try bytes(of: descriptor, path), FileState(status))
    }

    /// Returns the rest of an open file, at most one byte more than a key file may have.
    static func bytes(of descriptor: Int32, _ path: String) throws(FileProblem) -> [UInt8] {
        guard let bytes = OpenFile.read(descriptor, upTo: KeyFile.maximumBytes + 1) else {
            throw failure(path)
        }
        return bytes
    }

    /// Creates a directory and its parents, for the user alone.
    static func makeDirectory(_ path: String) throws(FileProblem) {
        var made = ""
        for component in path.split(separator: "/") {
            made += "/" + component
            if unsafe mkdir(made, 0o700) != 0, errno != EEXIST { throw failure(made) }
        }
    }

    /// Returns the problem of a file for errno.
    static func failure(_ path: String) -> FileProblem { failure(path, errno) }

    /// Returns the problem of a file for an error number.
    static func failure(_ path: String, _ number: Int32) -> FileProblem {
        FileProblem(file: path, reason: unsafe String(cString: strerror(number)))
    }
}

/// The state of a file, which differs for another file or other content.
struct FileState: Equatable, Sendable {
    private let device: UInt
    private let number: UInt
    let size: Int
    private let changed: Int
    private let written: Int
    /// True if the last change is old enough that the next change gets another time.
    let isSettled: Bool

    /// Longer than the clock tick of file systems.
    private static let settlingSeconds = 1

    init(_ status: stat) {
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
        size = Int(status.st_size)
        // The nanoseconds of a time after 2262 do not fit. Two times still differ.
        changed = status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
        written = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
        let age = Int(KernelClock.wall / 1_000) - max(status.st_ctim.tv_sec, status.st_mtim.tv_sec)
        isSettled = age > Self.settlingSeconds
    }

    /// Reads the state of a path's target; nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Returns true if the file is another one than that of the earlier state.
    func isReplacement(of earlier: FileState) -> Bool {
        device != earlier.device || number != earlier.number
    }

    static func == (left: FileState, right: FileState) -> Bool {
        left.device == right.device && left.number == right.number && left.size == right.size
            && left.changed == right.changed && left.written == right.written
    }
}
