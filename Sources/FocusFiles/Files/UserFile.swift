// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file of the user that several programs change: a Focus's file, `always.focus` or
/// `focusd.conf`.
struct UserFile {
    /// The directory of the file, which the lock is for.
    let directory: String
    let name: String
    /// Maximum time that a change waits for other programs that change the same files.
    let lockWait: Duration
    /// The record of changes; nil to keep none.
    var history: EditHistory?
    /// True if nothing may be written: neither the file nor its directory or lock.
    var isRehearsed = false

    var path: String { directory + "/" + name }

    /// Returns the bytes of the file; nil if there is none.
    func bytes() throws(FocusFileError) -> [UInt8]? {
        do throws(FileProblem) {
            return try FileSystem.read(path)
        } catch {
            throw .system(error)
        }
    }

    /// The reason why the file cannot be written now; nil if it can.
    var writingProblem: FileProblem? {
        guard !isRehearsed else { return nil }
        do throws(FileProblem) {
            try FileSystem.tryWriting(path)
            return nil
        } catch {
            return error
        }
    }

    /// The error for a file that another program does not stop to write.
    var busy: FocusFileError {
        .system(
            FileProblem(
                file: path, reason: "another program is writing it; try again when it is done"))
    }

    /// Runs `body` with the lock of the directory.
    func locked<Result>(
        _ body: () throws(FocusFileError) -> Result
    ) throws(FocusFileError) -> Result {
        guard !isRehearsed else { throw .rehearsed }
        return try FileLock.hold(directory, patience: lockWait, body)
    }

    /// Replaces the bytes of the file; nil removes the file.
    ///
    /// - Parameter before: the expected bytes; nil for no file.
    /// - Returns: false if a file to replace has other bytes, and is unchanged.
    func replace(_ before: [UInt8]?, with new: [UInt8]?) throws(FocusFileError) -> Bool {
        guard !isRehearsed else { throw .rehearsed }
        do throws(FileProblem) {
            if let new {
                guard try FileSystem.replace(path, before, with: new) == .done else { return false }
            } else {
                try FileSystem.remove(path)
            }
        } catch {
            throw .system(error)
        }
        history?.record(path, before, new)
        return true
    }

    /// Changes the file under the lock. If an editor has saved the file meanwhile, `change` gets
    /// the bytes of the editor.
    ///
    /// - Parameter change: returns the changed content, and the bytes to write; nil bytes if
    ///   there is nothing to write.
    /// - Returns: the bytes before, nil for no file, and the last content from `change`.
    func edit<Content>(
        _ change: ([UInt8]?) throws(FocusFileError) -> (Content, [UInt8]?)
    ) throws(FocusFileError) -> (before: [UInt8]?, after: Content) {
        if isRehearsed {
            let before = try bytes()
            let (content, new) = try change(before)
            guard new == nil else { throw .rehearsed }
            return (before, content)
        }
        return try locked { () throws(FocusFileError) -> (before: [UInt8]?, after: Content) in
            let end = ContinuousClock.now + lockWait
            var pause: UInt32 = 1_000
            while true {
                let before = try bytes()
                let (content, new) = try change(before)
                guard let new else { return (before, content) }
                if try replace(before, with: new) { return (before, content) }
                guard ContinuousClock.now < end else { throw busy }
                usleep(pause)
                pause = min(pause * 2, 50_000)
            }
        }
    }
}
