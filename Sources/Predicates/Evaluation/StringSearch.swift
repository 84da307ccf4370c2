// SPDX-License-Identifier: Apache-2.0

/// The place in a text where a needle must stand.
enum SearchPlace: Hashable, Sendable {
    case anywhere, start, end
    /// Anywhere, but not inside a longer word.
    case word
}

/// A text to search for, prepared once.
///
/// The search follows `NSString.range(of:)`: canonically equivalent forms match, a match consists
/// of whole characters (a search for e does not find a decomposed é), and an empty needle never
/// matches. The time is linear in needle and text, for any content (Knuth, Morris, Pratt).
package struct SearchNeedle: Hashable, Sendable {
    /// The needle without folding.
    let text: String
    private let folding: Folding
    /// The UTF-8 of the folded decomposition. It begins with a whole scalar, so it is found only
    /// where a scalar of a text begins.
    private let units: [UInt8]
    /// A border for each prefix of the units: the length of its longest proper prefix that is also
    /// its suffix.
    private let borders: [Int]

    /// A text without differences of letter case and of accents, as in `[cd]`. A text of accents
    /// alone is found nowhere.
    package init(ignoringCaseAndAccents text: String) {
        self.init(text, .all)
    }

    init(_ text: String, _ folding: Folding) {
        self.text = text
        self.folding = folding
        let units = Array(folding.decomposed(text).utf8)
        var borders = Array(repeating: 0, count: units.count)
        var length = 0
        for index in units.indices.dropFirst() {
            while length > 0, units[index] != units[length] { length = borders[length - 1] }
            if units[index] == units[length] { length += 1 }
            borders[index] = length
        }
        self.units = units
        self.borders = borders
    }

    /// Returns true if the text contains the needle.
    package func isFound(in text: String) -> Bool {
        !units.isEmpty && isFound(in: isASCII(text) ? text : folding.decomposed(text), .anywhere)
    }

    /// Returns true if the text contains the needle at the place. Allocates nothing for an ASCII
    /// text: it is its own decomposition, and its case is folded while it is read.
    func isFound(in text: String, _ place: SearchPlace, _ folded: inout FoldedTexts) -> Bool {
        guard !units.isEmpty else { return false }
        return isFound(in: isASCII(text) ? text : folded.decomposed(text, folding), place)
    }

    private func isFound(in text: String, _ place: SearchPlace) -> Bool {
        let bytes = text.utf8Span.span
        let count = units.count
        guard count <= bytes.count else { return false }
        switch place {
        case .start, .end:
            let start = place == .start ? 0 : bytes.count - count
            for index in 0..<count where folding.fold(bytes[start + index]) != units[index] {
                return false
            }
            return isWhole(from: start, in: text, place)
        case .anywhere, .word:
            var matched = 0
            for index in bytes.indices {
                let byte = folding.fold(bytes[index])
                while matched > 0, units[matched] != byte { matched = borders[matched - 1] }
                if units[matched] == byte { matched += 1 }
                if matched == count {
                    if isWhole(from: index + 1 - count, in: text, place) { return true }
                    matched = borders[count - 1]
                }
            }
            return false
        }
    }

    /// Returns true if the match at an offset of a decomposed text consists of whole characters, or
    /// words.
    private func isWhole(from offset: Int, in text: String, _ place: SearchPlace) -> Bool {
        let start = text.utf8.index(text.startIndex, offsetBy: offset)
        let end = text.utf8.index(start, offsetBy: units.count)
        if end < text.endIndex, combines(text.unicodeScalars[end]) { return false }
        return place != .word || WordBoundary.isWord(start..<end, in: text)
    }
}
