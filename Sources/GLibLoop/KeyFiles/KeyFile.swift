// SPDX-License-Identifier: Apache-2.0

/// A key file as GLib's GKeyFile reads it: groups of `key=value` lines, with comments between them.
///
/// Reading follows GKeyFile: a group that appears twice is one group, and the last of two equal
/// keys counts. Editing changes only the necessary lines and leaves every other byte unchanged, so
/// comments and layout survive.
public struct KeyFile: Sendable {
    /// Maximum number of bytes of a text. A person writes far less, and a longer text would block a
    /// daemon that reads it on its main loop.
    public static let maximumBytes = 1 << 20

    /// Maximum number of combining marks in sequence. Swift sorts such a sequence before it
    /// compares a text, which takes minutes for one of ``maximumBytes``.
    public static let maximumMarks = 30

    /// The whole text, with all edits.
    public private(set) var contents: String

    private var parsed: ParsedKeyFile
    private var index: KeyFileIndex

    /// An empty key file.
    public init() {
        contents = ""
        parsed = ParsedKeyFile()
        index = KeyFileIndex(KeyFileLines(""))
    }

    /// Parses a text; the error names the first bad line.
    ///
    /// Leaves out a byte order mark at the beginning, which editors of Windows write: GKeyFile
    /// refuses it. The first edit removes the mark from the file.
    public init(contents: String) throws(KeyFileError) {
        if contents.unicodeScalars.first == "\u{FEFF}" {
            try self.init(unmarked: String(contents.unicodeScalars.dropFirst()))
        } else {
            try self.init(unmarked: contents)
        }
    }

    private init(unmarked contents: String) throws(KeyFileError) {
        guard contents.utf8.count <= Self.maximumBytes else { throw .tooLarge }
        if let nul = contents.utf8.firstIndex(of: 0) {
            let line = contents.utf8[..<nul].count { $0 == newline } + 1
            throw KeyFileError(.encoding, line: line, "a NUL character")
        }
        if let line = Self.firstLongRun(contents.unicodeScalars) {
            throw KeyFileError(
                .encoding, line: line, "more than \(Self.maximumMarks) combining marks in sequence")
        }
        switch ParsedKeyFile.parse(contents) {
        case .success(let parsed): self.parsed = parsed
        case .failure(let failure): throw failure.located(in: contents)
        }
        self.contents = contents
        index = KeyFileIndex(KeyFileLines(contents))
    }

    /// Returns the line of the first sequence of more than ``maximumMarks`` combining marks.
    private static func firstLongRun(_ scalars: String.UnicodeScalarView) -> Int? {
        var line = 1
        var marks = 0
        for scalar in scalars {
            // No mark is before U+0300.
            if scalar.value < 0x300 {
                if scalar == "\n" { line += 1 }
                marks = 0
            } else if scalar.properties.canonicalCombiningClass != .notReordered {
                marks += 1
                if marks > maximumMarks { return line }
            } else {
                marks = 0
            }
        }
        return nil
    }

    /// Parses the bytes of a file, which must be UTF-8.
    public init(bytes: [UInt8]) throws(KeyFileError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
        if let contents = String(validating: bytes, as: UTF8.self) {
            try self.init(contents: contents)
            return
        }
        // No byte of a multi-byte character is a newline, so lines can be checked one by one.
        let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
        let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
        throw KeyFileError(.encoding, line: bad.map { $0 + 1 }, "not UTF-8")
    }

    // MARK: Groups, keys and lines

    /// The names of all groups, each once, in the order of their first appearance.
    public var groups: [String] { parsed.groups }

    /// Returns the keys of a group, each once, in order; empty for an unknown group.
    ///
    /// Translations are separate keys (`Title[de]`).
    public func keys(in group: String) -> [String] {
        var seen: Set<String> = []
        return parsed.keys(in: group).filter { seen.insert($0).inserted }
    }

    /// Returns true if the group exists, even as a header without entries.
    public func contains(group: String) -> Bool { index.groups[group] != nil }

    /// Returns the first line of a group's header or, with a key, the line whose value counts. The
    /// first line is 1.
    public func line(ofGroup group: String, key: String? = nil) -> Int? {
        guard let key else { return index.groups[group]?.first }
        return lines(ofGroup: group, key: key).last
    }

    /// Returns the lines of all headers of a group; several if the file repeats the group.
    public func lines(ofGroup group: String) -> [Int] { index.groups[group] ?? [] }

    /// Returns the lines of all entries of a key; several if the file repeats the key.
    public func lines(ofGroup group: String, key: String) -> [Int] {
        index.entries[group]?[key] ?? []
    }

    // MARK: Values

    /// Returns the value as the file spells it, with escapes; nil for an unknown key.
    public func rawValue(_ group: String, _ key: String) -> String? {
        parsed.rawValue(group, key)
    }

    /// Returns a text; nil for an unknown key. Throws for an escape sequence unknown to GKeyFile.
    public func string(_ group: String, _ key: String) throws(KeyFileError) -> String? {
        guard parsed.rawValue(group, key) != nil else { return nil }
        guard let value = parsed.string(group, key) else { throw badEscape(group, key) }
        return value
    }

    /// Returns a text in the language of `locale` (`de_DE.UTF-8`), else the untranslated text, else
    /// nil.
    ///
    /// - Parameters:
    ///   - group: The name of the group.
    ///   - key: The key, without a locale.
    ///   - locale: nil for the languages of the environment.
    public func localizedString(
        _ group: String, _ key: String, locale: String? = nil
    ) throws(KeyFileError) -> String? {
        // Not g_key_file_get_locale_string, which hides bad escapes.
        guard let translation = parsed.translation(of: key, in: group, for: locale) else {
            return try string(group, key)
        }
        return try string(group, "\(key)[\(translation)]")
    }

    /// Returns a list in the language of `locale`, as ``localizedString(_:_:locale:)`` does.
    public func localizedStrings(
        _ group: String, _ key: String, locale: String? = nil
    ) throws(KeyFileError) -> [String]? {
        guard let translation = parsed.translation(of: key, in: group, for: locale) else {
            return try strings(group, key)
        }
        return try strings(group, "\(key)[\(translation)]")
    }

    /// Returns a list (`a;b;`); nil for an unknown key, empty for an empty value.
    public func strings(_ group: String, _ key: String) throws(KeyFileError) -> [String]? {
        guard parsed.rawValue(group, key) != nil else { return nil }
        guard let value = parsed.strings(group, key) else { throw badEscape(group, key) }
        return value
    }

    /// Returns the value of `true`, `false`, `1` or `0`; nil for an unknown key.
    public func boolean(_ group: String, _ key: String) throws(KeyFileError) -> Bool? {
        guard let text = trimmedValue(group, key) else { return nil }
        switch text {
        case "true", "1": return true
        case "false", "0": return false
        default: throw badValue(group, key, text, expected: "true or false")
        }
    }

    /// Returns a whole number; nil for an unknown key.
    public func integer(_ group: String, _ key: String) throws(KeyFileError) -> Int? {
        guard let text = trimmedValue(group, key) else { return nil }
        guard let value = Int(text) else {
            throw badValue(group, key, text, expected: "a whole number")
        }
        return value
    }

    private func trimmedValue(_ group: String, _ key: String) -> String? {
        guard let text = parsed.rawValue(group, key) else { return nil }
        // GKeyFile has dropped leading white space; for this type it ignores trailing white space.
        let end = text.lastIndex { !$0.isWhitespace }
        return end.map { String(text[...$0]) } ?? ""
    }

    private func badValue(
        _ group: String, _ key: String, _ text: String, expected: String
    ) -> KeyFileError {
        KeyFileError(
            .invalidValue, line: line(ofGroup: group, key: key),
            "\(key): expected \(expected), got “\(text.shortened)”")
    }

    private func badEscape(_ group: String, _ key: String) -> KeyFileError {
        KeyFileError(
            .invalidValue, line: line(ofGroup: group, key: key),
            "\(key): unknown escape sequence (a backslash is written \\\\)")
    }
}

extension KeyFileError {
    fileprivate static var tooLarge: KeyFileError {
        KeyFileError(.tooLarge, "larger than \(KeyFile.maximumBytes) bytes")
    }
}

extension String {
    /// The text, or its first 79 characters and an ellipsis, for an error message.
    var shortened: String { count > 80 ? prefix(79) + "…" : self }
}
