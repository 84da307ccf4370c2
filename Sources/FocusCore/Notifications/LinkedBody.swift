// SPDX-License-Identifier: Apache-2.0

/// The body of a notification with its links, as the settings window shows it. Lists in a terminal
/// show `String.withoutMarkup`; the server gets the body with its markup.
///
/// A link is `<a href="…">` or a bare web address. Only addresses of http, https and mailto are
/// links: a notification must not open files, nor programs that claim another scheme.
package struct LinkedBody: Hashable, Sendable {
    /// A piece of the text.
    package struct Part: Hashable, Sendable {
        package var text: String
        /// The address that a click opens; nil for plain text.
        package var address: String?

        package init(_ text: String, address: String? = nil) {
            self.text = text
            self.address = address
        }
    }

    /// The pieces in their order. No piece is empty.
    package private(set) var parts: [Part] = []

    /// Reads a body as an app sent it.
    package init(body: String) {
        var open: String?
        var plain = ""
        var rest = body.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "<", let tag = MarkupTag(at: rest) {
                if tag.name == "a" {
                    append(plain, address: open)
                    plain = ""
                    open = tag.isEnd ? nil : tag.attribute("href").flatMap(Self.address)
                }
                plain += tag.text
                rest = rest[tag.end...]
            } else if scalar == "&", let (decoded, end) = String.entity(at: rest) {
                plain.unicodeScalars.append(decoded)
                rest = rest[end...]
            } else {
                plain.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        append(plain, address: open)
    }

    /// The addresses of the links, each once.
    package var addresses: [String] {
        var addresses: [String] = []
        for case let address? in parts.map(\.address) where !addresses.contains(address) {
            addresses.append(address)
        }
        return addresses
    }

    /// Maximum number of bytes of an address.
    private static let addressBytes = 2_048

    /// Returns the address if a click may open it: a scheme of ``schemes``, and no blanks and
    /// control characters.
    package static func address(_ text: String) -> String? {
        guard text.utf8.count <= addressBytes,
            let colon = text.firstIndex(of: ":"),
            schemes.contains(text[..<colon].lowercased()),
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7f...0x9f).contains($0.value) })
        else { return nil }
        let rest = text[colon...].dropFirst()
        guard text[..<colon].lowercased() != "mailto" else { return rest.isEmpty ? nil : text }
        return rest.hasPrefix("//") && rest.count > 2 ? text : nil
    }

    private static let schemes: Set<String> = ["http", "https", "mailto"]

    private mutating func append(_ text: String, address: String?) {
        guard !text.isEmpty else { return }
        let safe = text.withJoiners
        guard address == nil else { return parts.append(Part(safe, address: address)) }
        appendBare(safe)
    }

    /// Appends plain text, in which web addresses become links.
    private mutating func appendBare(_ text: String) {
        var plain = ""
        var rest = text[...]
        while !rest.isEmpty {
            let word = rest.prefix { !$0.isWhitespace }
            let found = Self.link(in: word)
            if let found {
                plain += word[..<found.startIndex]
                if !plain.isEmpty { parts.append(Part(plain)) }
                parts.append(Part(String(found), address: String(found)))
                plain = String(word[found.endIndex...])
            } else {
                plain += word
            }
            rest = rest[word.endIndex...]
            let blanks = rest.prefix { $0.isWhitespace }
            plain += blanks
            rest = rest[blanks.endIndex...]
        }
        if !plain.isEmpty { parts.append(Part(plain)) }
    }

    /// Returns the web address in a word, without the punctuation of the sentence around it.
    private static func link(in word: Substring) -> Substring? {
        // Only these characters begin a word before an address.
        let start = word.drop { "([{<\"'“„‘".contains($0) }
        guard ["https://", "http://"].contains(where: { start.lowercased().hasPrefix($0) }) else {
            return nil
        }
        var link = start
        while let last = link.last, ".,;:!?)]}>\"'”“’".contains(last) {
            // A bracket that the address has opened is its own.
            if last == ")", link.contains("(") { break }
            link.removeLast()
        }
        return address(String(link)) == nil ? nil : link
    }
}
