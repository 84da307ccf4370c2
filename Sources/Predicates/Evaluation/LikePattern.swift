// SPDX-License-Identifier: Apache-2.0

/// A compiled `LIKE` pattern: `?` matches one character, `*` any number of characters, and every
/// other character itself.
///
/// A character is a Swift `Character`, so `?` matches a composed é, a decomposed é and an emoji.
struct LikePattern: Sendable {
    private let text: String
    private let folding: Folding
    /// The folded pattern, if it is ASCII.
    private let ascii: [UInt8]?

    init(_ text: String, _ folding: Folding) {
        self.text = text
        self.folding = folding
        ascii = isASCII(text) ? text.utf8.map { folding.fold($0) } : nil
    }

    /// Returns true if the pattern matches the whole text.
    func matches(
        _ text: String, _ folded: inout FoldedTexts, _ meter: inout WorkMeter
    ) throws(PredicateEvaluationError) -> Bool {
        if let ascii, isASCII(text) {
            return try wildcardMatch(ascii, text.utf8.map { folding.fold($0) }, &meter)
        }
        // Characters are compared by number: comparing two spellings of a character normalizes
        // both, and matching may compare each character of the pattern with each of the text.
        try meter.charge(self.text.utf8.count / 4)
        return try wildcardMatch(
            folded.characters(of: self.text, folding), folded.characters(of: text, folding),
            &meter)
    }
}

/// Matches greedily and goes back to the last `*` only. The worst case is pattern length times text
/// length, so going back is metered.
private func wildcardMatch<Unit: FixedWidthInteger>(
    _ pattern: [Unit], _ text: [Unit], _ meter: inout WorkMeter
) throws(PredicateEvaluationError) -> Bool {
    let one = Unit(UInt8(ascii: "?"))
    let run = Unit(UInt8(ascii: "*"))
    var position = 0
    var index = 0
    var afterRun: Int?
    var runEnd = 0
    var tried = 0
    while position < text.count {
        if index < pattern.count, pattern[index] == run {
            index += 1
            afterRun = index
            runEnd = position
        } else if index < pattern.count,
            pattern[index] == one || pattern[index] == text[position]
        {
            index += 1
            position += 1
        } else if let start = afterRun {
            // Going back reads the units since the run again, 32 of them for a step.
            tried += 1 + position - runEnd
            try meter.charge(tried / 32)
            tried %= 32
            runEnd += 1
            position = runEnd
            index = start
        } else {
            return false
        }
    }
    return pattern[index...].allSatisfy { $0 == run }
}
