// SPDX-License-Identifier: Apache-2.0

import Predicates

// Most rules about any app need a certain text: `summary CONTAINS[c] "invoice"`. One pass over a
// notification's texts notes the pairs of neighbouring letters in them. A rule whose text has other
// pairs cannot match, and is not evaluated.
//
// The pairs are of ASCII letters, by the five bits that upper and lower case share. The comparisons
// of predicates also fold letters beyond ASCII; texts with letters that fold to ASCII count as having
// every pair.

/// The attributes whose texts are noted.
struct TextFields: OptionSet, Sendable {
    let rawValue: UInt8

    static let summary = TextFields(rawValue: 1)
    static let body = TextFields(rawValue: 2)
    static let appName = TextFields(rawValue: 4)
    static let category = TextFields(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init?(keyPath: String) {
        switch keyPath {
        case "summary": self = .summary
        case "body": self = .body
        case "appName": self = .appName
        case "category": self = .category
        default: return nil
        }
    }
}

/// The pairs of letters in a notification's texts.
struct TextPairs {
    private var bits = InlineArray<16, UInt64>(repeating: 0)
    /// True if a letter beyond ASCII folds to an ASCII letter.
    private var isStrange = false
    private var isASCII = true

    init(_ notification: Notification, _ fields: TextFields) {
        if fields.contains(.summary) { note(notification.summary) }
        if fields.contains(.body) { note(notification.body) }
        if fields.contains(.appName) { note(notification.appName) }
        if fields.contains(.category), let category = notification.category { note(category) }
    }

    /// Returns false if the texts cannot contain a needed text.
    func mayContain(_ needed: NeededText) -> Bool {
        if isStrange || (needed.ignoresDiacritics && !isASCII) { return true }
        return has(needed.first) && has(needed.second) && has(needed.third) && has(needed.fourth)
    }

    private func has(_ pair: UInt16) -> Bool {
        bits[Int(pair >> 6)] & (1 << UInt64(pair & 63)) != 0
    }

    private mutating func note(_ text: String) {
        var previous: UInt8 = 0
        let bytes = text.utf8Span.span
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x80 { noteForeign(previous, byte) }
            let pair = Self.pair(previous, byte)
            bits[Int(pair >> 6)] |= 1 << UInt64(pair & 63)
            previous = byte
        }
    }

    static func pair(_ first: UInt8, _ second: UInt8) -> UInt16 {
        UInt16(first & 31) << 5 | UInt16(second & 31)
    }

    /// Notes two bytes of UTF-8, the second of them beyond ASCII.
    private mutating func noteForeign(_ first: UInt8, _ second: UInt8) {
        isASCII = false
        switch (first, second) {
        // ß, ŉ and ſ, the Greek question mark.
        case (0xc3, 0x9f), (0xc5, 0x89), (0xc5, 0xbf), (0xcd, 0xbe): isStrange = true
        // ẚ and ẞ, the Greek grave accent, K (the unit), ligatures.
        case (0xe1, 0xba), (0xe1, 0xbf), (0xe2, 0x84), (0xef, 0xac): isStrange = true
        default: break
        }
    }
}

/// A text without which a comparison is false: four of its pairs of letters.
struct NeededText: Sendable {
    let field: TextFields
    let ignoresDiacritics: Bool
    let first: UInt16
    let second: UInt16
    let third: UInt16
    let fourth: UInt16

    /// Returns the texts of which a predicate needs at least one; nil if it can be true without.
    static func texts(of tree: PredicateNode) -> [NeededText]? {
        switch tree {
        case .comparison(let comparison): return NeededText(comparison).map { [$0] }
        // The members are evaluated in order, so a member before this one may have a fault.
        case .and(let members): return members.first.flatMap(texts)
        case .or(let members):
            var texts: [NeededText] = []
            for member in members {
                guard let needed = Self.texts(of: member) else { return nil }
                texts += needed
            }
            return texts.isEmpty ? nil : texts
        case .constant, .not: return nil
        }
    }

    private init?(_ comparison: PredicateComparison) {
        guard comparison.modifier == .direct else { return nil }
        let (whole, part) =
            comparison.comparisonOperator == .isIn
            ? (comparison.right, comparison.left) : (comparison.left, comparison.right)
        switch comparison.comparisonOperator {
        case .contains, .isIn, .beginsWith, .endsWith, .equal: break
        default: return nil
        }
        guard case .keyPath(let path) = whole, let field = TextFields(keyPath: path),
            case .literal(.string(let text)) = part
        else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.count >= 2, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let pairs = Array(Set(zip(bytes, bytes.dropFirst()).map(TextPairs.pair))).sorted()
        self.field = field
        ignoresDiacritics = comparison.options.contains(.diacriticInsensitive)
        // Pairs from all over the text.
        let step = max(1, pairs.count / 4)
        func pair(_ number: Int) -> UInt16 { pairs[number * step % pairs.count] }
        (first, second, third, fourth) = (pair(0), pair(1), pair(2), pair(3))
    }
}
