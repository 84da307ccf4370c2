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
        return String(result)
    }

    /// Returns the entity at the beginning of the text, and its end.
    private static func entity(
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

/// Tag that notifications use: from the specification, from Pango, or from common apps.
private struct MarkupTag {
    /// Text that replaces the tag.
    let text: String
    let end: String.Index

    private static let names: Set<String> = [
        "a", "b", "big", "br", "em", "i", "img", "p", "s", "small", "span", "strong", "sub", "sup",
        "tt", "u",
    ]
    private static let longestName = 6

    /// Reads the tag at the beginning of the text. Returns nil if there is none.
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

    /// Returns the index of the `>` that ends the tag. Ignores `>` in quotes. A tag contains no
    /// `<`, so many unclosed tags cost no more than their length.
    private static func close(of text: Substring.UnicodeScalarView) -> String.Index? {
        var quote: Unicode.Scalar?
        for (index, scalar) in zip(text.indices, text) {
            if scalar == "<" { return nil }
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == ">" {
                return index
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            }
        }
        return nil
    }

    /// Returns the text of a picture, from its attribute `alt`.
    private static func alternative(in attributes: Substring.UnicodeScalarView) -> String {
        var rest = attributes
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].split(whereSeparator: \.properties.isWhitespace).last
            rest = rest[equals...].dropFirst().drop(while: \.properties.isWhitespace)
            guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
            rest.removeFirst()
            let value = rest.prefix { $0 != quote }
            // The attribute may contain entities, but no `<`.
            if let name, String(name) == "alt" { return String(value).withoutMarkup }
            rest = rest[value.endIndex...].dropFirst()
        }
        return ""
    }
}
