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
        return differs ? "\u{2068}\(part)\u{2069}" : part
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
