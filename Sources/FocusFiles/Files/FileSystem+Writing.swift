// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

// Changes a user's file: read, change, write a new file beside it, put the new file in its place.
// Two programs may do so at the same time, and an editor may save meanwhile. Programs that take the
// directory's lock (``FileLock``) wait for each other. An editor does not, so the replaced file is
// compared with the text that was read. If an editor has saved in between, its file is put back,
// and the change starts again with its text.

extension FileSystem {
    /// The result of a replacement.
    enum Replacement: Equatable {
        case done
        /// The file differed from the expected text, and is unchanged.
        case changedMeanwhile
    }

    /// Replaces a file's text if the file is as expected. A reader or a crash finds either the old
    /// text or the new text.
    ///
    /// Keeps a symbolic link and replaces its target. An existing file keeps its mode; a new file
    /// is accessible only to the user.
    /// - Parameter expected: the text that was read; nil if there was no file.
    static func replace(
        _ path: String, _ expected: [UInt8]?, with text: String
    ) throws(FileProblem) -> Replacement {
        try replace(path, expected, with: Array(text.utf8))
    }

    static func replace(
        _ path: String, _ expected: [UInt8]?, with new: [UInt8]
    ) throws(FileProblem) -> Replacement {
        let target = resolved(path)
        if try isBusy(target, expected) { return .changedMeanwhile }
        let (directory, name) = split(target)
        // Without the ending, and hidden: no program takes the file for a Focus file.
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
            OpenFile.write(new.span, to: descriptor)
            && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
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

    /// Returns true if a file differs from the expected text, or if a program has it open for
    /// writing.
    private static func isBusy(_ target: String, _ expected: [UInt8]?) throws(FileProblem) -> Bool {
        guard let expected else {
            if isBrokenLink(target) { throw FileProblem.brokenLink(target) }
            return exists(target)
        }
        return try read(target) != expected || FileExchange.hasWriter(target)
    }

    /// Renames a file to an unused name.
    private static func put(
        _ written: String, _ target: String
    ) throws(FileProblem) -> Replacement {
        switch FileExchange.rename(written, toUnused: target) {
        case 0: return .done
        case EEXIST: return .changedMeanwhile
        case EINVAL, ENOSYS: break
        case let number: throw failure(target, number)
        }
        // Hard links refuse an existing name, too, on file systems that support them.
        if unsafe link(written, target) == 0 { return .done }
        if errno == EEXIST || exists(target) { return .changedMeanwhile }
        guard unsafe rename(written, target) == 0 else { throw failure(target) }
        return .done
    }

    /// Exchanges two files, then checks the file that was in the target's place.
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
        // A writer that saves in place would continue in a file without a name.
        if !FileExchange.hasWriter(written), try read(written) == expected { return .done }
        // Another program has saved the file or is about to, so its file goes back. A save before
        // the file is back is newer still, and takes its place.
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

    /// Removes a file; does nothing if there is no file.
    static func remove(_ path: String) throws(FileProblem) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
        synchronize(split(path).directory)
    }

    /// Makes a rename durable: its directory must be on disk. Not all file systems support this.
    private static func synchronize(_ directory: String) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Tries to write beside a file, as ``replace(_:_:with:)`` does.
    ///
    /// - Throws: The reason, with the place that a symbolic link leads to.
    static func tryWriting(_ path: String) throws(FileProblem) {
        let target = resolved(path)
        let (directory, name) = split(target)
        try makeDirectory(directory)
        var template = Array("\(directory)/.\(name).XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { throw failure(target) }
        let written = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { _ = unsafe unlink(written) }
        // A full disk may still have room for an empty file.
        let isWritten = OpenFile.write(String(repeating: " ", count: 4096), to: descriptor)
        let reason = failure(target)
        close(descriptor)
        if !isWritten { throw reason }
    }

    /// Returns the path without symbolic links; the same path for a file that is missing.
    package static func resolved(_ path: String) -> String {
        guard let pointer = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(pointer) }
        return unsafe String(cString: pointer)
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
