// SPDX-License-Identifier: Apache-2.0

// Apps choose the texts of notifications. Printed unchanged, a text could move the cursor, clear
// the screen, change the window's title, reverse the direction of writing or make the terminal send
// input. This file replaces or removes every character that a terminal executes instead of drawing
// it. Every printed text passes through one of these two functions.

extension StringProtocol {
    /// The text on one line, safe to print. A run of blanks, tabs and line breaks becomes one
    /// blank.
    var harmlessLine: String {
        String(
            String(harmlessText.map { $0.isNewline ? " " : $0 }).split(separator: " ").joined(
                separator: " "))
    }

    /// The text, safe to print, with `\n` as the only line break and no other control characters.
    var harmlessText: String {
        var result = String.UnicodeScalarView()
        var marks = 0
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            defer { previous = scalar }
            // Of a line break with two characters, the first was replaced.
            if scalar == "\n", previous == "\r" { continue }
            guard let harmless = scalar.harmless else { continue }
            marks = harmless.properties.isGraphemeExtend ? marks + 1 : 0
            if marks <= HarmlessLimits.marks { result.append(harmless) }
        }
        return String(result)
    }

    /// Returns the start of the text, cut between characters, so that layout time is bounded. A cut
    /// text is not changed by the same call.
    func bounded(to count: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex),
            end != endIndex
        else { return String(self) }
        return String(self[..<end]) + "…"
    }
}

extension Unicode.Scalar {
    /// The printed replacement of the character; nil for none.
    fileprivate var harmless: Unicode.Scalar? {
        switch value {
        case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: return "\n"
        case 0x09: return " "
        // The pictures of the control characters are at U+2400 and later, in the same order.
        case 0..<0x20: return Unicode.Scalar(0x2400 + value)
        case 0x7F: return "\u{2421}"
        case 0x80..<0xA0: return "\u{FFFD}"
        // Joiners shape words in some scripts and combine emoji.
        case 0x200C, 0x200D: return self
        default: break
        }
        // The other format characters are invisible: directional embeddings, overrides, isolates
        // and marks, and tags that hide text.
        return properties.generalCategory == .format ? nil : self
    }
}
