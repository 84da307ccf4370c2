// SPDX-License-Identifier: Apache-2.0

import GLibLoop

extension ConfigurationFile {
    /// Reads the file with its text; an empty text without a file.
    package func read() throws(FocusFileError) -> ConfigurationText {
        try parse(contents())
    }

    /// The settings without the file: the defaults, and those of the administrator.
    package var withoutFile: ConfigurationText? { try? parse([]) }

    /// The bytes of the file, which may be refused; none without a file.
    package func contents() throws(FocusFileError) -> [UInt8] { try userFile().bytes() ?? [] }

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
        try userFile().edit { (bytes) throws(FocusFileError) -> (ConfigurationText, [UInt8]?) in
            var text = try parse(bytes ?? [])
            try change(&text)
            let after = Array(text.contents.utf8)
            if after == bytes ?? [] { return (text, nil) }
            try refuseLocked(bytes, after)
            return (text, after)
        }
    }

    /// Replaces the whole text; nil removes the file.
    ///
    /// - Parameter before: the text that the new text was made from.
    /// - Returns: false if the file has another text than `before` now.
    package func replace(
        from before: [UInt8], with contents: [UInt8]?
    ) throws(FocusFileError) -> Bool {
        let file = userFile()
        return try file.locked { () throws(FocusFileError) in
            guard try file.bytes() == before else { return false }
            guard let contents else { return try file.replace(before, with: nil) }
            try refuseLocked(before, contents)
            return try file.replace(before, with: Array(parse(contents).contents.utf8))
        }
    }

    /// The reason why the file cannot be written now; nil if it can.
    package var writingProblem: FileProblem? { userFile().writingProblem }

    func parse(_ bytes: [UInt8]) throws(FocusFileError) -> ConfigurationText {
        do throws(FileProblems) {
            return try ConfigurationText(
                bytes: bytes, path: path, administrator: administratorFiles)
        } catch {
            throw .refused(error)
        }
    }
}
