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
struct SearchNeedle: Sendable {
    /// The needle without folding.
    let text: String
    private let folding: Folding
    private let ascii: PreparedNeedle<UInt8>?
    private let scalars: PreparedNeedle<Unicode.Scalar>

    init(_ text: String, _ folding: Folding) {
        self.text = text
        self.folding = folding
        ascii = isASCII(text) ? PreparedNeedle(text.utf8.map { folding.fold($0) }) : nil
        scalars = PreparedNeedle(folding.scalars(of: text))
    }

    /// Returns true if the text contains the needle at the place.
    func isFound(in text: String, _ place: SearchPlace) -> Bool {
        guard !scalars.units.isEmpty else { return false }
        if let ascii, isASCII(text) { return find(ascii, in: text.utf8Span.span, place) }
        return find(scalars, in: folding.scalars(of: text), place)
    }

    /// Searches in ASCII, which has no combining marks: every match consists of whole characters.
    /// Allocates nothing.
    private func find(
        _ needle: PreparedNeedle<UInt8>, in text: Span<UInt8>, _ place: SearchPlace
    ) -> Bool {
        let count = needle.units.count
        guard count <= text.count else { return false }
        switch place {
        case .start, .end:
            let start = place == .start ? 0 : text.count - count
            for index in 0..<count where folding.fold(text[start + index]) != needle.units[index] {
                return false
            }
            return true
        case .anywhere, .word:
            var matched = 0
            for index in text.indices {
                matched = needle.matched(after: matched, folding.fold(text[index]))
                if matched == count {
                    if place == .anywhere { return true }
                    let isWord = WordBoundary.isWord(from: index + 1 - count, to: index + 1) {
                        text.indices.contains($0) ? Unicode.Scalar(text[$0]) : nil
                    }
                    if isWord { return true }
                    matched = needle.borders[count - 1]
                }
            }
            return false
        }
    }

    private func find(
        _ needle: PreparedNeedle<Unicode.Scalar>, in text: [Unicode.Scalar], _ place: SearchPlace
    ) -> Bool {
        let count = needle.units.count
        guard count <= text.count else { return false }
        switch place {
        case .start:
            return text.starts(with: needle.units) && isBoundary(count, in: text)
        case .end:
            return text[(text.count - count)...].elementsEqual(needle.units)
        case .anywhere, .word:
            var matched = 0
            for index in text.indices {
                matched = needle.matched(after: matched, text[index])
                if matched == count {
                    let isWord =
                        place == .anywhere
                        || WordBoundary.isWord(from: index + 1 - count, to: index + 1) {
                            text.indices.contains($0) ? text[$0] : nil
                        }
                    if isWord, isBoundary(index + 1, in: text) { return true }
                    matched = needle.borders[count - 1]
                }
            }
            return false
        }
    }

    private func isBoundary(_ index: Int, in text: [Unicode.Scalar]) -> Bool {
        index == text.count || !combines(text[index])
    }
}

/// A needle and its borders. A border belongs to each prefix of the needle: it is the length of the
/// longest proper prefix that is also a suffix of that prefix.
private struct PreparedNeedle<Unit: Equatable & Sendable>: Sendable {
    let units: [Unit]
    let borders: [Int]

    init(_ units: [Unit]) {
        self.units = units
        var borders = Array(repeating: 0, count: units.count)
        var length = 0
        for index in units.indices.dropFirst() {
            while length > 0, units[index] != units[length] { length = borders[length - 1] }
            if units[index] == units[length] { length += 1 }
            borders[index] = length
        }
        self.borders = borders
    }

    /// Returns the length of the needle's prefix that ends at `unit`, if a prefix of `matched`
    /// units (fewer than all) ended before it.
    func matched(after matched: Int, _ unit: Unit) -> Int {
        var matched = matched
        while matched > 0, units[matched] != unit { matched = borders[matched - 1] }
        return units[matched] == unit ? matched + 1 : matched
    }
}
