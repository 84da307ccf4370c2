// SPDX-License-Identifier: Apache-2.0

/// The boundaries of words, for the option `w`.
///
/// A boundary is between two scalars unless both are letters, marks, digits or underscores. So a
/// word with punctuation, such as `C++` or `#urgent`, has a boundary on that side anyway. In
/// scripts that write words without blanks between them, and in Korean, whose particles join the
/// word, a boundary is between any two characters: there, every part of a text is found.
enum WordBoundary {
    /// Returns true if the part of a text begins and ends at a boundary.
    static func isWord(_ part: Range<String.Index>, in text: String) -> Bool {
        isBoundary(part.lowerBound, text.unicodeScalars)
            && isBoundary(part.upperBound, text.unicodeScalars)
    }

    private static func isBoundary(
        _ index: String.Index, _ scalars: String.UnicodeScalarView
    ) -> Bool {
        guard index > scalars.startIndex, index < scalars.endIndex else { return true }
        return !(isInWord(scalars[scalars.index(before: index)]) && isInWord(scalars[index]))
    }

    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": return true
        case ..."\u{7f}": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .connectorPunctuation:
            return !unspaced.contains { $0.contains(scalar.value) }
        default: return false
        }
    }

    /// Scripts without blanks between words, and Hangul.
    private static let unspaced: [ClosedRange<UInt32>] = [
        0x0e00...0x0fff,  // Thai, Lao, Tibetan
        0x1000...0x109f,  // Burmese
        0x1100...0x11ff,  // Hangul's letters
        0x1780...0x17ff,  // Khmer
        0x1950...0x1aaf,  // Tai Le, New Tai Lue, Khmer's symbols, Buginese, Tai Tham
        0x1b00...0x1b7f,  // Balinese
        0x2e80...0x31ff,  // Han's radicals, kana, Bopomofo, Hangul's letters
        0x3400...0x4dbf, 0x4e00...0xa4cf,  // Han, Yi
        0xa960...0xa9ff,  // Hangul's letters, Javanese, Burmese
        0xaa60...0xaadf,  // Burmese, Tai Viet
        0xac00...0xd7ff,  // Hangul
        0xf900...0xfaff,  // Han
        0xff65...0xffdc,  // kana and Hangul of half width
        0x1aff0...0x1b16f,  // kana
        0x20000...0x3ffff,  // Han
    ]
}
