// SPDX-License-Identifier: Apache-2.0

/// The lines of a key file's text, with the kinds that GKeyFile distinguishes.
///
/// GKeyFile keeps no line numbers, and its own output would separate comments from the entries that
/// they describe. Error messages and edits therefore work on the text.
struct KeyFileLines {
    /// One line of the text.
    struct Line {
        enum Content {
            /// Empty, or only white space.
            case blank
            case comment
            case header(group: String)
            /// `value` is the index of the value's first byte, after `=` and white space.
            case entry(key: String, value: Int)
        }

        let content: Content
        /// The index of the line's first byte.
        let start: Int
        /// The index of the line ending.
        let contentEnd: Int
        /// The index of the next line.
        let end: Int
    }

    let bytes: [UInt8]
    let lines: [Line]

    /// Splits text that GKeyFile has accepted. Other text keeps only its line structure.
    init(_ contents: String) {
        bytes = Array(contents.utf8)
        lines = Self.split(bytes)
    }

    /// The line ending of the first line, for added lines.
    var lineEnding: [UInt8] {
        guard let first = lines.first, first.end - first.contentEnd == 2 else { return [newline] }
        return [carriageReturn, newline]
    }

    private static func split(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = 0
        while start < bytes.count {
            let newlineIndex = bytes[start...].firstIndex(of: newline)
            let end = newlineIndex.map { $0 + 1 } ?? bytes.count
            var contentEnd = newlineIndex ?? bytes.count
            // GKeyFile drops a carriage return only before a newline.
            if newlineIndex != nil, contentEnd > start, bytes[contentEnd - 1] == carriageReturn {
                contentEnd -= 1
            }
            let content = content(of: bytes, start..<contentEnd)
            lines.append(Line(content: content, start: start, contentEnd: contentEnd, end: end))
            start = end
        }
        return lines
    }

    private static func content(of bytes: [UInt8], _ range: Range<Int>) -> Line.Content {
        guard let first = range.first(where: { !isSpace(bytes[$0]) }) else { return .blank }
        switch bytes[first] {
        case UInt8(ascii: "#"):
            return .comment
        case UInt8(ascii: "["):
            let close = bytes[first..<range.upperBound].lastIndex(of: UInt8(ascii: "]"))
            return .header(group: text(bytes[(first + 1)..<(close ?? range.upperBound)]))
        default:
            let rest = bytes[first..<range.upperBound]
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return .comment }
            let keyEnd = rest[..<equals].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? equals
            let value = rest[(equals + 1)...].firstIndex { !isSpace($0) } ?? range.upperBound
            return .entry(key: text(bytes[first..<keyEnd]), value: value)
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

/// The lines of the groups and keys of a key file, counted from 1.
struct KeyFileIndex {
    private(set) var groups: [String: [Int]] = [:]
    private(set) var entries: [String: [String: [Int]]] = [:]

    init(_ text: KeyFileLines) {
        var group = ""
        for (index, line) in text.lines.enumerated() {
            switch line.content {
            case .blank, .comment: break
            case .header(let name):
                group = name
                groups[name, default: []].append(index + 1)
            case .entry(let key, _):
                entries[group, default: [:]][key, default: []].append(index + 1)
            }
        }
    }
}

let newline = UInt8(ascii: "\n")
let carriageReturn = UInt8(ascii: "\r")

/// Returns true for white space as `g_ascii_isspace` defines it.
private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte) && byte != 11
}
