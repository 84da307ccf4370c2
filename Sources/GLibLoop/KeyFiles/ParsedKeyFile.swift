// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Owns one GKeyFile, which is loaded once and never changed.
@safe final class ParsedKeyFile: @unchecked Sendable {
    // Unchecked: after init only GKeyFile's getters use the pointer, and they write nothing.
    private let pointer: OpaquePointer

    init() {
        unsafe pointer = g_key_file_new()
    }

    deinit {
        unsafe g_key_file_unref(pointer)
    }

    /// Returns a parsed text, or GKeyFile's objection.
    static func parse(_ contents: String) -> Result<ParsedKeyFile, KeyFileRefusal> {
        var contents = contents
        return contents.withUTF8 { bytes in unsafe parse(bytes) }
    }

    fileprivate static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Result<ParsedKeyFile, KeyFileRefusal> {
        // An empty buffer may have no address, and GLib accepts no NULL.
        guard let base = bytes.baseAddress else { return .success(ParsedKeyFile()) }
        let parsed = ParsedKeyFile()
        // GLib may drop comments, because edits work on the text.
        let loaded = unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { text in
            unsafe catchError { error in
                unsafe g_key_file_load_from_data(
                    parsed.pointer, text, gsize(bytes.count), G_KEY_FILE_KEEP_TRANSLATIONS, error)
            }
        }
        switch loaded {
        case .success: return .success(parsed)
        case .failure(let failure): return .failure(KeyFileRefusal(code: failure.code))
        }
    }

    var groups: [String] {
        unsafe takeStrings(g_key_file_get_groups(pointer, nil))
    }

    func keys(in group: String) -> [String] {
        unsafe takeStrings(g_key_file_get_keys(pointer, group, nil, nil))
    }

    /// Returns nil for an unknown entry.
    func rawValue(_ group: String, _ key: String) -> String? {
        unsafe takeString(g_key_file_get_value(pointer, group, key, nil))
    }

    /// Returns nil for an unknown entry or a bad escape sequence, as do the functions below.
    func string(_ group: String, _ key: String) -> String? {
        // For a bad escape GKeyFile returns a value and sets an error as well.
        var value: String?
        let outcome = unsafe catchError { error in
            unsafe value = takeString(g_key_file_get_string(pointer, group, key, error))
            return value == nil ? 0 : 1
        }
        if case .failure = outcome { return nil }
        return value
    }

    /// Returns the locale of the translation that g_key_file_get_locale_string selects; nil for
    /// none.
    func translation(of key: String, in group: String, for locale: String?) -> String? {
        // Without a translation, GLib 2.74 returns null, and GLib 2.84 “C”.
        unsafe takeString(g_key_file_get_locale_for_key(pointer, group, key, locale))
            .flatMap { rawValue(group, "\(key)[\($0)]") == nil ? nil : $0 }
    }

    func strings(_ group: String, _ key: String) -> [String]? {
        guard let list = unsafe g_key_file_get_string_list(pointer, group, key, nil, nil) else {
            return nil
        }
        return unsafe takeStrings(list)
    }

    /// Returns a text in a key file's spelling.
    static func escaped(_ value: String) -> String {
        let scratch = ParsedKeyFile()
        unsafe g_key_file_set_string(scratch.pointer, "group", "key", value)
        return scratch.rawValue("group", "key") ?? ""
    }

    /// Returns a list in a key file's spelling.
    static func escaped(_ values: [String]) -> String {
        // A list has escapes of its own for each element, and `;` ends each element.
        values.map { element in
            let scratch = ParsedKeyFile()
            unsafe withCStrings([element]) { pointers in
                unsafe g_key_file_set_string_list(
                    scratch.pointer, "group", "key", pointers, 1)
            }
            return scratch.rawValue("group", "key") ?? ""
        }.joined()
    }
}

/// GKeyFile's refusal of a text, which names no line.
struct KeyFileRefusal: Error {
    /// A GKeyFileError code.
    let code: Int32

    /// Returns the error with its line.
    func located(in contents: String) -> KeyFileError {
        let text = KeyFileLines(contents)
        let line = firstBadLine(of: text)
        guard line <= text.lines.count else { return KeyFileError(.syntax, "cannot be parsed") }
        let bad = text.lines[line - 1]
        let content = String(decoding: text.bytes[bad.start..<bad.contentEnd], as: UTF8.self)
        switch UInt32(bitPattern: code) {
        case G_KEY_FILE_ERROR_UNKNOWN_ENCODING.rawValue:
            return KeyFileError(.encoding, line: line, "the encoding must be UTF-8")
        case G_KEY_FILE_ERROR_GROUP_NOT_FOUND.rawValue:
            return KeyFileError(.syntax, line: line, "an entry before the first [group]")
        default:
            return KeyFileError(.syntax, line: line, Self.reason(content, bad.content))
        }
    }

    /// GKeyFile reads line by line, so the first bad line is the last of the shortest bad prefix.
    private func firstBadLine(of text: KeyFileLines) -> Int {
        var good = 0
        var bad = text.lines.count
        while good + 1 < bad {
            let middle = (good + bad) / 2
            let isGood = unsafe text.bytes.withUnsafeBufferPointer { bytes in
                let end = text.lines[middle - 1].end
                let prefix = unsafe UnsafeBufferPointer(rebasing: bytes[..<end])
                if case .success = unsafe ParsedKeyFile.parse(prefix) { return true }
                return false
            }
            if isGood { good = middle } else { bad = middle }
        }
        return bad
    }

    private static func reason(_ line: String, _ content: KeyFileLines.Line.Content) -> String {
        let quoted = "“\(line.shortened)”"
        return switch content {
        case .header: "malformed group header \(quoted)"
        case .entry(let key, _): "malformed key “\(key.shortened)”"
        case .blank, .comment: "\(quoted) is neither a [group], a key=value nor a # comment"
        }
    }
}
