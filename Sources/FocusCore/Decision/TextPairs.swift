// SPDX-License-Identifier: Apache-2.0

import Predicates

// Most rules about any app need a certain text: `summary CONTAINS[c] "invoice"`. One pass over a
// notification's texts notes the pairs of neighbouring letters in them. A rule whose text has other
// pairs cannot match, and is not evaluated. The pair of a text that the fewest rules have is looked
// for first, so that one look is nearly always enough: a list with a hundred such rules costs as
// much as one with few.
//
// The pairs are of ASCII letters, by the five bits that upper and lower case share. The comparisons
// of predicates also fold letters beyond ASCII; texts with letters that fold to ASCII count as
// having every pair.

/// The attributes whose texts are noted.
struct TextFields: OptionSet, Sendable {
    let rawValue: UInt8

    static let summary = TextFields(rawValue: 1)
    static let body = TextFields(rawValue: 2)
    static let appName = TextFields(rawValue: 4)
    static let category = TextFields(rawValue: 8)
    static let appID = TextFields(rawValue: 16)
    static let program = TextFields(rawValue: 32)
    static let site = TextFields(rawValue: 64)
    static let filterCriteria = TextFields(rawValue: 128)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init?(keyPath: String) {
        switch keyPath {
        case "summary": self = .summary
        case "body": self = .body
        case "appName": self = .appName
        case "category": self = .category
        case "appID": self = .appID
        case "program": self = .program
        case "site": self = .site
        case "filterCriteria": self = .filterCriteria
        default: return nil
        }
    }
}

/// The pairs of letters in a notification's texts.
///
/// Not copyable: one copy for each rule would take two thirds of the time of a decision.
struct TextPairs: ~Copyable {
    private var bits = InlineArray<16, UInt64>(repeating: 0)
    /// True if a letter beyond ASCII folds to an ASCII letter.
    private var isStrange = false
    private var isASCII = true
    /// A pair that counts as present in every text.
    static let alwaysPresent: UInt16 = 0

    init(_ notification: Notification, _ fields: TextFields) {
        if fields.contains(.summary) { note(notification.summary) }
        if fields.contains(.body) { note(notification.body) }
        if fields.contains(.appName) { note(notification.appName) }
        if fields.contains(.category), let category = notification.category { note(category) }
        if fields.contains(.appID) { note(notification.app.rawValue) }
        if fields.contains(.program), let program = notification.program { note(program.rawValue) }
        if fields.contains(.site), let site = notification.site { note(site) }
        if fields.contains(.filterCriteria), let text = notification.filterCriteria { note(text) }
        bits[Int(Self.alwaysPresent >> 6)] |= 1 << UInt64(Self.alwaysPresent & 63)
        if isStrange { bits = InlineArray(repeating: .max) }
    }

    /// Returns false if the texts cannot contain a text with those pairs.
    func mayContain(_ needed: NeededPairs) -> Bool {
        let hasAll =
            has(needed.first) && has(needed.second) && has(needed.third) && has(needed.fourth)
        return hasAll || (needed.ignoresDiacritics && !isASCII)
    }

    /// Returns false if the texts do not have a pair of letters.
    func has(_ pair: UInt16) -> Bool {
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

/// Up to four pairs of letters of a needed text. A value without references, since every decision
/// reads one for each rule.
struct NeededPairs: Sendable {
    let ignoresDiacritics: Bool
    let first: UInt16
    let second: UInt16
    let third: UInt16
    let fourth: UInt16

    /// Returns the pairs to look for: of the pairs in each text, those that are in the fewest
    /// texts.
    static func rarest(of texts: [NeededText]) -> [NeededPairs] {
        var counts: [UInt16: Int] = [:]
        for pair in texts.lazy.flatMap(\.pairs) { counts[pair, default: 0] += 1 }
        return texts.map { text in
            let pairs = text.pairs.sorted { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
            func pair(_ number: Int) -> UInt16 { pairs[number % pairs.count] }
            return NeededPairs(
                ignoresDiacritics: text.ignoresDiacritics, first: pair(0), second: pair(1),
                third: pair(2), fourth: pair(3))
        }
    }
}

/// A text without which a comparison is false.
struct NeededText: Sendable {
    let field: TextFields
    let ignoresDiacritics: Bool
    /// The different pairs of letters in the text, at least one.
    let pairs: Set<UInt16>

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
        self.field = field
        ignoresDiacritics = comparison.options.contains(.diacriticInsensitive)
        pairs = Set(zip(bytes, bytes.dropFirst()).map(TextPairs.pair))
    }
}
