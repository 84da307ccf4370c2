// SPDX-License-Identifier: Apache-2.0

// Text from notifications, apps and files is untrusted. Printed unchanged, it could move the
// cursor, change the terminal's title, hide earlier text, or make the terminal send input. All
// characters that a terminal acts on are replaced before printing. No other character changes.

extension Unicode.Scalar {
    /// True if a terminal, or its bidirectional algorithm, acts on the character instead of drawing
    /// it: C0, DEL, C1, line and paragraph separators, embeddings, overrides and isolates.
    var isUnsafeInTerminals: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Character that replaces an unsafe one, or nil to remove it.
    fileprivate var harmless: Unicode.Scalar? {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
        // Pictures of the control characters, from U+2400 on in the same order.
        case 0..<0x20: Unicode.Scalar(0x2400 + value)
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0: "\u{FFFD}"
        default: nil
        }
    }
}

extension String {
    /// The text on one line, safe to print. A sequence of line breaks and tabs becomes one blank.
    var printable: String {
        // Nearly all texts are already safe.
        guard unicodeScalars.contains(where: \.isUnsafeInTerminals) else { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard scalar.isUnsafeInTerminals else {
                result.append(scalar)
                continue
            }
            guard let replacement = scalar.harmless else { continue }
            if replacement == " ", result.last == " " || result.isEmpty { continue }
            result.append(replacement)
        }
        while result.last == " " { result.removeLast() }
        return String(result)
    }

    /// Lines of the text, each safe to print, without empty lines at the end.
    var printableLines: [String] {
        var lines = split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { String($0).printable }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension Sequence<String> {
    /// The names with commas between them, each printable. A name that a reader could take for
    /// several, or for none, has quotes: `“Doe, Jane”, Jane`.
    var namesWithCommas: String { map(\.quotedIfUnclear).joined(separator: ", ") }
}

extension [String] {
    /// The clauses with commas between them and “and” before the last one: `a`, `a and b`,
    /// `a, b and c`.
    var joinedWithAnd: String { joined(with: "and") }

    /// The clauses as in ``joinedWithAnd``, with another word before the last one.
    func joined(with word: String) -> String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
    }
}

extension String {
    /// The text, printable, in quotes if it has a comma or begins or ends with a blank.
    var quotedIfUnclear: String {
        let text = printable
        let isClear = !text.contains { ",;".contains($0) } && text == text.trimmingBlanks
        return isClear && !text.isEmpty ? text : "“\(text)”"
    }
}
