// SPDX-License-Identifier: Apache-2.0

extension Character {
    /// Columns of the character in a terminal (Unicode Standard Annex #11, and emoji).
    package var columns: Int {
        // Not the first scalar alone: a keycap emoji begins with an ASCII one, and is wide.
        if isASCII { return 1 }
        guard let first = unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isEmoji =
            first.properties.isEmojiPresentation || unicodeScalars.contains { $0 == "\u{FE0F}" }
        return isEmoji || first.isWide ? 2 : 1
    }
}

extension Unicode.Scalar {
    /// True for East Asian wide and fullwidth characters, by block.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension StringProtocol {
    /// Columns of the text in a terminal.
    package var columns: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
    }

    /// Returns the text, cut to at most `limit` columns. A cut text ends with `…`.
    package func fitted(to limit: Int) -> String {
        guard columns > limit else { return String(self) }
        var result = ""
        var used = 0
        for character in self {
            guard used + character.columns < limit else { break }
            used += character.columns
            result.append(character)
        }
        return limit > 0 ? result + "…" : ""
    }
}

extension String {
    /// Columns of the text in a terminal, without colour sequences.
    package var shownColumns: Int {
        guard contains("\u{1B}") else { return columns }
        var shown = ""
        var isSequence = false
        for scalar in unicodeScalars {
            if scalar == "\u{1B}" { isSequence = true }
            if !isSequence { shown.unicodeScalars.append(scalar) }
            if isSequence, scalar == "m" { isSequence = false }
        }
        return shown.columns
    }

    /// Returns the text with blanks added up to `width` columns.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - columns))
    }
}
