// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

// How a file of the user's is changed: read, change, write beside it, put in its place. Two programs
// may do so at the same time, and an editor may save meanwhile. Those that take the directory's
// lock (``FileLock``) wait for each other. An editor does not, so what comes out of the file's place is compared with
// what was read: a save in between is put back, and the change begins again with its text.

extension FileSystem {
    /// The result of a replacement.
    enum Replacement: Equatable {
        case done
        /// The file was not what was expected, and is as it was.
        case changedMeanwhile
    }

    /// Replaces a file's text, if it is as expected, so that a reader and a crash find either the old
    /// text or the new one.
    ///
    /// A symbolic link stays one: what it points to is replaced. An existing file keeps its mode, a
    /// new one is the user's alone.
    /// - Parameter expected: what was read; nil where there was no file.
    static func replace(
        _ path: String, _ expected: [UInt8]?, with text: String
    ) throws(FileProblem) -> Replacement {
        let target = resolved(path)
        if try isBusy(target, expected) { return .changedMeanwhile }
        let (directory, name) = split(target)
        let new = Array(text.utf8)
        // Without the ending, and hidden: nobody takes it for a Focus file.
        var template = Array("\(directory)/.\(name).XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { throw failure(path) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let written = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { _ = unsafe unlink(written) }
        var status = stat()
        let mode = unsafe stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o600
        let isSafe =
            write(new, to: descriptor) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        let reason = failure(path)
        close(descriptor)
        guard isSafe else { throw reason }
        let result =
            if let expected {
                try exchange(written, target, expected: expected, new: new)
            } else {
                try put(written, target)
            }
        synchronize(directory)
        return result
    }

    /// True if a file is not what is expected, or somebody has it open for writing.
    private static func isBusy(_ target: String, _ expected: [UInt8]?) throws(FileProblem) -> Bool {
        guard let expected else {
            if exists(target), FileState(target) == nil {
                throw FileProblem(
                    file: target,
                    reason: "a link to a file that is not there; make it, or remove the link")
            }
            return exists(target)
        }
        return try read(target) != expected || FileExchange.hasWriter(target)
    }

    /// Gives a file a name that nothing has.
    private static func put(
        _ written: String, _ target: String
    ) throws(FileProblem) -> Replacement {
        switch FileExchange.rename(written, toUnused: target) {
        case 0: return .done
        case EEXIST: return .changedMeanwhile
        case EINVAL, ENOSYS: break
        case let number: throw failure(target, number)
        }
        // Refused as well where the name is taken, on file systems that have links.
        if unsafe link(written, target) == 0 { return .done }
        if errno == EEXIST || exists(target) { return .changedMeanwhile }
        guard unsafe rename(written, target) == 0 else { throw failure(target) }
        return .done
    }

    /// Exchanges two files, and looks at what has come out of the target's place.
    private static func exchange(
        _ written: String, _ target: String, expected: [UInt8], new: [UInt8]
    ) throws(FileProblem) -> Replacement {
        if try isBusy(target, expected) { return .changedMeanwhile }
        switch FileExchange.exchange(written, target) {
        case 0: break
        case ENOENT: return .changedMeanwhile
        case EINVAL, ENOSYS:
            guard unsafe rename(written, target) == 0 else { throw failure(target) }
            return .done
        case let number: throw failure(target, number)
        }
        // A writer that saves in place would go on in a file without a name.
        if !FileExchange.hasWriter(written), try read(written) == expected { return .done }
        // Somebody has saved, or is about to: that goes back. What is saved before it is back is
        // newer still, and takes its place.
        var inPlace = new
        while let saved = try read(written) {
            switch FileExchange.exchange(written, target) {
            case 0: break
            case ENOENT: return .changedMeanwhile
            case let number: throw failure(target, number)
            }
            if try read(written) == inPlace { break }
            inPlace = saved
        }
        return .changedMeanwhile
    }

    /// Removes a file; nothing happens when there is none.
    static func remove(_ path: String) throws(FileProblem) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
        synchronize(split(path).directory)
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
}
