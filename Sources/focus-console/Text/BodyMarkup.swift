// SPDX-License-Identifier: Apache-2.0

/// Reads the markup of bodies (Desktop Notifications Specification 1.2, "Markup"): `<b>`, `<i>`,
/// `<u>`, `<a href>`, `<img>`, the `<br>` that many apps send, and the entities of XML.
///
/// Many apps send text that is not markup. Unknown elements are text and stay visible, as in `if a
/// < b`, and elements need no end tag.
struct BodyMarkup {
    private var text = StyledText()
    private var styles: [String: Int] = [:]
    private var link: (target: String, start: Int)?

    /// Returns the body as styled, harmless text.
    static func read(_ untrusted: String) -> StyledText {
        var reader = BodyMarkup()
        var rest = untrusted.bounded(to: HarmlessLimits.body)[...]
        while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            reader.add(rest[..<next])
            rest = rest[next...]
            if let (tag, behind) = Tag.read(rest), reader.apply(tag) {
                rest = rest[behind...]
            } else if let (character, behind) = entity(rest) {
                reader.add(String(character))
                rest = rest[behind...]
            } else {
                reader.add(rest.prefix(1))
                rest = rest.dropFirst()
            }
        }
        reader.add(rest)
        reader.endLink()
        return reader.text
    }

    private mutating func add(_ untrusted: some StringProtocol) {
        var style: TextStyle = []
        if styles["b", default: 0] > 0 { style.insert(.bold) }
        if styles["i", default: 0] > 0 { style.insert(.italic) }
        if styles["u", default: 0] > 0 || link != nil { style.insert(.underlined) }
        text.append(untrusted, style)
    }

    /// Applies a tag. Returns false for an unknown element.
    private mutating func apply(_ tag: Tag) -> Bool {
        switch tag.name {
        case "b", "i", "u":
            let depth = styles[tag.name, default: 0]
            styles[tag.name] = tag.isEnd ? max(0, depth - 1) : depth + 1
        case "a":
            endLink()
            if !tag.isEnd, let target = tag.attributes["href"] {
                link = (target, text.cells.count)
            }
        case "img":
            // A terminal draws no picture and shows its description instead.
            if let description = tag.attributes["alt"], !description.isEmpty { add(description) }
        case "br":
            add("\n")
        default:
            return false
        }
        return true
    }

    /// Ends a link and adds its target, unless the link's text is the target.
    private mutating func endLink() {
        guard let link else { return }
        self.link = nil
        let target = link.target.bounded(to: HarmlessLimits.name).harmlessLine
        let label = String(text.cells[link.start...].map(\.character))
        if !target.isEmpty, label != target { text.append(" <\(target)>", .faint) }
    }

    /// Returns the character of an entity at the start of the text.
    private static func entity(_ text: Substring) -> (Character, String.Index)? {
        guard text.first == "&", let end = text.prefix(12).firstIndex(of: ";") else { return nil }
        let name = text[..<end].dropFirst()
        let behind = text.index(after: end)
        let named: [Substring: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
        ]
        if let character = named[name] { return (character, behind) }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let number =
            digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
        return (Character(scalar), behind)
    }

    /// A tag: `<name attribute="value">`, `</name>` or `<name/>`.
    private struct Tag {
        var name = ""
        var isEnd = false
        var attributes: [String: String] = [:]

        /// Returns the tag at the start of the text and the index after it; nil if there is none.
        static func read(_ text: Substring) -> (Tag, String.Index)? {
            var rest = text.dropFirst()
            guard text.first == "<" else { return nil }
            var tag = Tag()
            if rest.first == "/" {
                tag.isEnd = true
                rest = rest.dropFirst()
            }
            tag.name = word(&rest)
            guard !tag.name.isEmpty else { return nil }
            while true {
                rest = rest.drop(while: \.isWhitespace)
                if rest.first == "/" { rest = rest.dropFirst() }
                if rest.first == ">" { return (tag, rest.index(after: rest.startIndex)) }
                guard let (name, value) = attribute(&rest) else { return nil }
                tag.attributes[name] = value
            }
        }

        private static func attribute(_ rest: inout Substring) -> (String, String)? {
            let name = word(&rest)
            guard !name.isEmpty, rest.first == "=" else { return nil }
            rest = rest.dropFirst()
            guard let quote = rest.first, quote == "\"" || quote == "'",
                let end = rest.dropFirst().firstIndex(of: quote)
            else { return nil }
            let value = rest[..<end].dropFirst()
            rest = rest[rest.index(after: end)...]
            return (name, decoded(value))
        }

        private static func word(_ rest: inout Substring) -> String {
            let word = rest.prefix { $0.isASCII && ($0.isLetter || $0 == "-") }
            rest = rest.dropFirst(word.count)
            return word.lowercased()
        }

        private static func decoded(_ value: Substring) -> String {
            var result = ""
            var rest = value
            while let character = rest.first {
                if let (decoded, behind) = entity(rest) {
                    result.append(decoded)
                    rest = rest[behind...]
                } else {
                    result.append(character)
                    rest = rest.dropFirst()
                }
            }
            return result
        }
    }
}
