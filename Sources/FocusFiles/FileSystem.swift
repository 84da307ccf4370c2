// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// What FocusFiles asks of the file system; failures are problems of the file.
enum FileSystem {
    /// The names in a directory, sorted; none when it does not exist.
    static func names(in directory: String) throws(FileProblem) -> [String] {
        guard let stream = unsafe opendir(directory) else {
            if errno == ENOENT { return [] }
            throw failure(directory)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                // d_name ends in NUL within the entry.
                let characters = unsafe UnsafeRawPointer(pointer)
                return unsafe String(cString: characters.assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
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
        // Nonblocking: opening a pipe would wait for its writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
        let limit = KeyFile.maximumBytes + 1
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
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

    /// Writes a file so that a reader, and a crash, finds either the old text or the new one.
    ///
    /// A symbolic link stays one: what it points to is replaced. An existing file keeps its mode, a
    /// new one is the user's alone.
    static func write(_ text: String, to path: String) throws(FileProblem) {
        let target = resolved(path)
        let (directory, name) = split(target)
        // Without the ending, and hidden: nobody takes it for a Focus file.
        var template = Array("\(directory)/.\(name).XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { throw failure(path) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var status = stat()
        let mode = unsafe stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o600
        let written = write(Array(text.utf8), to: descriptor)
        let isSafe = written && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        let reason = failure(path)
        close(descriptor)
        guard isSafe else {
            _ = unsafe unlink(template)
            throw reason
        }
        guard unsafe rename(template, target) == 0 else {
            let reason = failure(path)
            _ = unsafe unlink(template)
            throw reason
        }
        synchronize(directory)
    }

    /// Removes a file; nothing happens when there is none.
    static func remove(_ path: String) throws(FileProblem) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
        synchronize(split(path).directory)
    }

    /// Makes a directory and those above it, for the user alone.
    static func makeDirectory(_ path: String) throws(FileProblem) {
        var made = ""
        for component in path.split(separator: "/") {
            made += "/" + component
            if unsafe mkdir(made, 0o700) != 0, errno != EEXIST { throw failure(made) }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// A rename lasts through a crash once its directory is on disk; not every file system can.
    private static func synchronize(_ directory: String) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func resolved(_ path: String) -> String {
        guard let pointer = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(pointer) }
        return unsafe String(cString: pointer)
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// What errno says, about a file.
    private static func failure(_ path: String) -> FileProblem {
        FileProblem(file: path, reason: unsafe String(cString: strerror(errno)))
    }
}
