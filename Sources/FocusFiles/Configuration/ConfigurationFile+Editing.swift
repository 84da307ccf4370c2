// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

extension ConfigurationFile {
    /// Reads the file with its text; an empty text without a file.
    package func read() throws(FocusFileError) -> ConfigurationText {
        try parse(try bytes() ?? [])
    }

    /// The settings without the file: the defaults, and those of the administrator.
    package var withoutFile: ConfigurationText? { try? parse([]) }

    /// The bytes of the file, which may be refused; none without a file.
    package func contents() throws(FocusFileError) -> [UInt8] { try bytes() ?? [] }

    /// Changes the file: reads it, passes it to `change`, writes the result. Keeps comments.
    ///
    /// Other programs that edit at the same time wait for their turn. If an editor has saved the
    /// file meanwhile, its text is read and changed instead.
    ///
    /// - Parameter change: may be called several times, the last time with the text that is kept.
    /// - Returns: the bytes before, nil for no file, and the file after the change.
    @discardableResult
    package func edit(
        _ change: (inout ConfigurationText) throws(FocusFileError) -> Void
    ) throws(FocusFileError) -> (before: [UInt8]?, after: ConfigurationText) {
        let patience = FocusFileLimits.lockWait
        let end = ContinuousClock.now + patience
        return try FileLock.hold(directory, patience: patience) { () throws(FocusFileError) in
            var pause: UInt32 = 1_000
            while true {
                let bytes = try bytes()
                var text = try parse(bytes ?? [])
                try change(&text)
                let after = Array(text.contents.utf8)
                if after == bytes ?? [] { return (bytes, text) }
                try refuseLocked(bytes, after)
                if try replace(bytes, with: text.contents) { return (bytes, text) }
                guard ContinuousClock.now < end else {
                    throw .system(
                        FileProblem(
                            file: path,
                            reason: "another program is writing it; try again when it is done"))
                }
                usleep(pause)
                pause = min(pause * 2, 50_000)
            }
        }
    }

    /// Replaces the whole text; nil removes the file.
    ///
    /// - Parameter before: the text that the new text was made from.
    /// - Returns: false if the file has another text than `before` now.
    package func replace(
        from before: [UInt8], with contents: [UInt8]?
    ) throws(FocusFileError) -> Bool {
        let patience = FocusFileLimits.lockWait
        return try FileLock.hold(directory, patience: patience) { () throws(FocusFileError) in
            guard try bytes() == before else { return false }
            guard let contents else {
                do throws(FileProblem) { try FileSystem.remove(path) } catch {
                    throw .system(error)
                }
                return true
            }
            try refuseLocked(before, contents)
            return try replace(before, with: parse(contents).contents)
        }
    }

    /// Returns the reason why the file cannot be written now; nil if it can.
    package var writingProblem: FileProblem? {
        do throws(FileProblem) {
            try FileSystem.tryWriting(path)
            return nil
        } catch {
            return error
        }
    }

    func replace(
        _ before: [UInt8]?, with contents: String
    ) throws(FocusFileError) -> Bool {
        do throws(FileProblem) {
            guard try FileSystem.replace(path, before, with: contents) == .done else {
                return false
            }
            history?.record(path, before, Array(contents.utf8))
            return true
        } catch {
            throw .system(error)
        }
    }

    /// Returns the bytes of the file; nil if there is none.
    func bytes() throws(FocusFileError) -> [UInt8]? {
        do throws(FileProblem) {
            return try FileSystem.read(path)
        } catch {
            throw .system(error)
        }
    }

    func parse(_ bytes: [UInt8]) throws(FocusFileError) -> ConfigurationText {
        do throws(FileProblems) {
            return try ConfigurationText(
                bytes: bytes, path: path, administrator: administratorFiles)
        } catch {
            throw .refused(error)
        }
    }
}
