// SPDX-License-Identifier: Apache-2.0

/// A compiled `LIKE` pattern: `?` matches one character, `*` any number of characters, and every
/// other character itself.
///
/// A character is a Swift `Character`, so `?` matches a composed é, a decomposed é and an emoji.
struct LikePattern: Sendable {
    private let folding: Folding
    private let ascii: [LikeElement<UInt8>]?
    private let characters: [LikeElement<Int>]
    /// The pattern's characters, numbered. Comparing two spellings of a character normalizes both,
    /// and matching may compare each character of the pattern with each of the text.
    private let numbers: [Character: Int]

    init(_ text: String, _ folding: Folding) {
        self.folding = folding
        ascii =
            isASCII(text)
            ? text.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "?"): .one
                case UInt8(ascii: "*"): .run
                default: .unit(folding.fold(byte))
                }
            } : nil
        var numbers: [Character: Int] = [:]
        characters = folding.string(of: text).map { character in
            switch character {
            case "?": return .one
            case "*": return .run
            default:
                let number = numbers[character] ?? numbers.count
                numbers[character] = number
                return .unit(number)
            }
        }
        self.numbers = numbers
    }

    /// The number of all characters that are not in the pattern.
    private static let otherCharacter = -1

    /// Returns true if the pattern matches the whole text.
    func matches(_ text: String, _ meter: inout WorkMeter) throws(PredicateEvaluationError) -> Bool
    {
        if let ascii, isASCII(text) {
            return try wildcardMatch(ascii, text.utf8.map { folding.fold($0) }, &meter)
        }
        let text = folding.string(of: text).map { numbers[$0] ?? Self.otherCharacter }
        return try wildcardMatch(characters, text, &meter)
    }
}

private enum LikeElement<Unit: Equatable & Sendable>: Sendable {
    case unit(Unit)
    case one
    case run
}

/// Matches greedily and goes back to the last `*` only. The worst case is pattern length times text
/// length, so going back is metered.
private func wildcardMatch<Unit>(
    _ pattern: [LikeElement<Unit>], _ text: [Unit], _ meter: inout WorkMeter
) throws(PredicateEvaluationError) -> Bool {
    var position = 0
    var index = 0
    var afterRun: Int?
    var runEnd = 0
    var tried = 0
    while position < text.count {
        if index < pattern.count, pattern[index].isRun {
            index += 1
            afterRun = index
            runEnd = position
        } else if index < pattern.count, pattern[index].accepts(text[position]) {
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
    return pattern[index...].allSatisfy(\.isRun)
}

extension LikeElement {
    fileprivate var isRun: Bool {
        if case .run = self { true } else { false }
    }

    fileprivate func accepts(_ unit: Unit) -> Bool {
        switch self {
        case .unit(let expected): expected == unit
        case .one: true
        case .run: false
        }
    }
}
