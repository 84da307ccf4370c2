// SPDX-License-Identifier: Apache-2.0

/// Tag that notifications use: from the specification, from Pango, or from common apps.
struct MarkupTag {
    /// The name in lower case.
    let name: String
    /// True for `</a>`.
    let isEnd: Bool
    /// Text that replaces the tag.
    let text: String
    let end: String.Index
    private let attributes: Substring.UnicodeScalarView

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
        attributes = behind[..<close]
        (self.name, self.isEnd) = (name, isEnd)
        switch name {
        case "br": self.text = "\n"
        case "p": self.text = isEnd ? "\n" : ""
        // The text of a picture.
        case "img": self.text = Self.attribute("alt", in: attributes) ?? ""
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

    /// Returns the value of an attribute with decoded entities; nil if the tag does not have it.
    func attribute(_ name: String) -> String? { Self.attribute(name, in: attributes) }

    private static func attribute(
        _ wanted: String, in attributes: Substring.UnicodeScalarView
    ) -> String? {
        var rest = attributes
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].split(whereSeparator: \.properties.isWhitespace).last
            rest = rest[equals...].dropFirst().drop(while: \.properties.isWhitespace)
            guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
            rest.removeFirst()
            let value = rest.prefix { $0 != quote }
            // The attribute may contain entities, but no `<`.
            if let name, String(name).lowercased() == wanted { return String(value).withoutMarkup }
            rest = rest[value.endIndex...].dropFirst()
        }
        return nil
    }
}
