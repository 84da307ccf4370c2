// SPDX-License-Identifier: Apache-2.0

/// The directions of texts that stand in each other, such as a Hebrew name in an English sentence.
enum TextDirection {
    /// Returns a part of a sentence, isolated if its direction may differ from the sentence's:
    /// without that, the words and marks around a name trade places with it.
    ///
    /// - Parameter isRightToLeft: True for a part of a sentence of a right-to-left script.
    static func isolated(_ part: String, inRightToLeft isRightToLeft: Bool) -> String {
        let differs =
            isRightToLeft
            ? part.unicodeScalars.contains { $0.properties.isAlphabetic } : hasRightToLeft(part)
        // First strong isolate, and pop directional isolate.
        return differs ? "\u{2068}\(balanced(part))\u{2069}" : part
    }

    /// Returns a text with a mark of its direction before it if its first letter stands in a part
    /// that was isolated: Pango takes a paragraph's direction from the first letter, also within an
    /// isolate.
    static func marked(_ text: String, isRightToLeft: Bool) -> String {
        guard let isolate = text.unicodeScalars.firstIndex(of: "\u{2068}"),
            !text.unicodeScalars[..<isolate].contains(where: { $0.properties.isAlphabetic })
        else { return text }
        return (isRightToLeft ? "\u{200F}" : "\u{200E}") + text
    }

    /// Returns the text without the ends of isolates that it has not begun, and with an end for
    /// each of its own: the words around it stay outside.
    private static func balanced(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { (0x2066...0x2069).contains($0.value) }) else {
            return text
        }
        var result = String.UnicodeScalarView()
        var open = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x2066...0x2068: open += 1
            case 0x2069:
                if open == 0 { continue }
                open -= 1
            default: break
            }
            result.append(scalar)
        }
        return String(result) + String(repeating: "\u{2069}", count: open)
    }

    /// Returns true for a text with a character of a right-to-left script, or with one that changes
    /// the direction.
    static func hasRightToLeft(_ text: String) -> Bool {
        // Smaller bytes begin no character of these scripts.
        guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return text.unicodeScalars.contains { scalar in
            switch scalar.value {
            // Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan and Mandaic, and their forms.
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
                0x1E800...0x1EFFF:
                true
            // Marks, embeddings, overrides and isolates.
            case 0x200F, 0x202A...0x202E, 0x2067: true
            default: false
            }
        }
    }
}
