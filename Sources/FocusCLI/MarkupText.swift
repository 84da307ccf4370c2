// SPDX-License-Identifier: Apache-2.0

// The body of a notification may be marked up ("Markup" of the notification specification). Servers
// show what is no valid markup as it is, and so does this: only tags and entities that are known
// are taken for such, and `a < b` stays. What comes out is as unsafe as what came in, or more so:
// `&#27;` is an escape.

extension String {
    /// The text without tags, its entities decoded: what a server shows, but for how it looks. Not
    /// yet safe to print.
    var withoutMarkup: String {
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
        return String(result)
    }

    /// The entity that begins the text.
    private static func entity(
        at text: Substring.UnicodeScalarView
    ) -> (Unicode.Scalar, String.Index)? {
        // None that is known is longer.
        guard let end = text.prefix(10).firstIndex(of: ";") else { return nil }
        let name = text[..<end].dropFirst()
        guard let scalar = named[String(name)] ?? numbered(name) else { return nil }
        return (scalar, text.index(after: end))
    }

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    /// `#39` or `#x27`.
    private static func numbered(_ name: Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = UInt32(
            String(isHexadecimal ? digits.dropFirst() : digits), radix: isHexadecimal ? 16 : 10)
        return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
}

/// One tag of those that notifications have: the specification's, Pango's, and what else apps send.
private struct MarkupTag {
    /// What stands in its place.
    let text: String
    let end: String.Index

    private static let names: Set<String> = [
        "a", "b", "big", "br", "em", "i", "img", "p", "s", "small", "span", "strong", "sub", "sup",
        "tt", "u",
    ]
    private static let longestName = 6
    /// Scalars of one tag; beyond, it is none. Without a bound many that never end would cost the
    /// square of their number.
    private static let maximumLength = 4_096

    /// The tag that begins the text, if one does.
    init?(at text: Substring.UnicodeScalarView) {
        var inside = text.dropFirst()
        let isEnd = inside.first == "/"
        if isEnd { inside.removeFirst() }
        let word = inside.prefix(Self.longestName + 1).prefix { $0.properties.isAlphabetic }
        let name = String(word).lowercased()
        let behind = inside[word.endIndex...]
        guard Self.names.contains(name), let next = behind.first,
            next == ">" || next == "/" || next.properties.isWhitespace,
            let close = Self.close(of: behind)
        else { return nil }
        end = text.index(after: close)
        switch name {
        case "br": self.text = "\n"
        case "p": self.text = isEnd ? "\n" : ""
        case "img": self.text = Self.alternative(in: behind[..<close])
        default: self.text = ""
        }
    }

    /// Where the `>` is that ends the tag; one in quotes does not.
    private static func close(of text: Substring.UnicodeScalarView) -> String.Index? {
        var quote: Unicode.Scalar?
        let near = text.prefix(maximumLength)
        for (index, scalar) in zip(near.indices, near) {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == ">" {
                return index
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == "<" {
                return nil
            }
        }
        return nil
    }

    /// The words that stand for a picture: the attribute `alt`.
    private static func alternative(in attributes: Substring.UnicodeScalarView) -> String {
        let text = Substring(attributes)
        guard let match = text.firstMatch(of: /(?:^|\s)alt\s*=\s*(?:"([^"]*)"|'([^']*)')/) else {
            return ""
        }
        // It may hold entities; `<` can stand in none.
        return String(match.1 ?? match.2 ?? "").withoutMarkup
    }
}
