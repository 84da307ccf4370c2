// SPDX-License-Identifier: Apache-2.0

// Body texts of notifications may contain markup ("Markup" of the notification specification).
// Servers show invalid markup unchanged. This code also changes known tags and entities only, so
// `a < b` stays. The result is not safe to print: `&#27;` decodes to an escape.

extension String {
    /// The text as markup that a server shows as this text.
    package var escapedAsMarkup: String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        // Scalars, not characters: a markup parser sees an ampersand with an accent as an
        // ampersand.
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The text without tags and with decoded entities, as a server shows it without its style. Not
    /// safe to print.
    package var withoutMarkup: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return self
        }
        var result = UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "<", let tag = MarkupTag(at: rest) {
                result.append(contentsOf: tag.text.unicodeScalars)
                rest = rest[tag.end...]
            } else if scalar == "&", let (decoded, end) = Self.entity(at: rest) {
                result.append(decoded)
                rest = rest[end...]
            } else {
                result.append(scalar)
                rest.removeFirst()
            }
        }
        return String(result).withJoiners
    }

    /// The text with an invisible joiner after each 30 combining marks in sequence, as texts of
    /// messages have it, so that comparing it takes linear time. Without tags, and with decoded
    /// entities, a text may have longer sequences.
    var withJoiners: String {
        let most = 30
        // A mark takes at least two bytes.
        guard utf8.count > 2 * most else { return self }
        var result = UnicodeScalarView()
        var marks = 0
        for scalar in unicodeScalars {
            if scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered {
                if marks == most {
                    result.append("\u{34F}")
                    marks = 0
                }
                marks += 1
            } else {
                marks = 0
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// Returns the entity at the beginning of the text, and its end.
    static func entity(
        at text: Substring.UnicodeScalarView
    ) -> (Unicode.Scalar, String.Index)? {
        // All known entities are shorter.
        guard let end = text.prefix(10).firstIndex(of: ";") else { return nil }
        let name = text[..<end].dropFirst()
        guard let scalar = named[String(name)] ?? numbered(name) else { return nil }
        return (scalar, text.index(after: end))
    }

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    /// Returns the character of `#39` or `#x27`.
    private static func numbered(_ name: Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = UInt32(
            String(isHexadecimal ? digits.dropFirst() : digits), radix: isHexadecimal ? 16 : 10)
        return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
}
