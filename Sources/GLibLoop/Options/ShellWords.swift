// SPDX-License-Identifier: Apache-2.0

import CGLib

/// Splits a command line into words as a POSIX shell does, with quotes and backslashes but without
/// expansion.
///
/// - Throws: ``ShellWordsError`` for an empty line or an unclosed quote.
public func shellWords(_ line: String) throws(ShellWordsError) -> [String] {
    var count: gint = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
    var error: UnsafeMutablePointer<GError>?
    guard unsafe g_shell_parse_argv(line, &count, &words, &error) != 0, let words = unsafe words
    else {
        defer { unsafe g_clear_error(&error) }
        let reason = unsafe error.map { unsafe String(cString: $0.pointee.message) }
        throw ShellWordsError(reason: reason ?? "it cannot be split into words")
    }
    defer { unsafe g_strfreev(words) }
    return (0..<Int(count)).compactMap { index in
        unsafe words[index].map { unsafe String(cString: $0) }
    }
}

/// Returns the word as a POSIX shell reads it back: unchanged if it is plain, else in single
/// quotes.
public func shellQuoted(_ word: String) -> String {
    let isPlain =
        !word.isEmpty
        && word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._-+=:,@".utf8.contains(byte)
            }
        }
    return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
}

/// The reason why a command line cannot be split.
public struct ShellWordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the mistake.
    public let reason: String

    /// The reason.
    public var description: String { reason }
}
