// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Predicates

/// Predicates that share folded texts give the same results as predicates that do not.
@Suite struct FoldedTextsTests {
    private static let texts = [
        "", "cafe", "Café", "cafe\u{301}", "CAFÉ au lait", "Straße", "STRASSE", "ein Wort", "Ё",
        "\u{37e}", ";", "\u{212a}", "k", "a\r\nb", "か", "か\u{3099}", "👍🏽 gut", "*", "?", "ﬁre",
    ]
    private static let comparisons = [
        "==", "!=", "<", ">=", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
    ]
    private static let options = ["", "[c]", "[d]", "[cd]"]

    @Test(arguments: texts)
    func sharedFormsGiveTheResultOfOwnForms(_ text: String) throws {
        var folded = FoldedTexts()
        for operand in Self.texts {
            for comparison in Self.comparisons {
                for options in Self.options {
                    let format = "SELF \(comparison)\(options) %@"
                    let predicate = try Predicate(format: format, arguments: [.string(operand)])
                    let shared = try predicate.evaluate(with: text, &folded)
                    let own = try predicate.evaluate(with: text)
                    #expect(shared == own, "\(format), \(operand)")
                }
            }
            for format in ["SELF MATCHES[cd] '.*É.*'", "SELF IN[cd] {'CAFE', %@}"] {
                let predicate = try Predicate(format: format, arguments: [.string(operand)])
                let shared = try predicate.evaluate(with: text, &folded)
                let own = try predicate.evaluate(with: text)
                #expect(shared == own, "\(format), \(operand)")
            }
        }
    }

    /// Issue 15: each predicate folded the same text again.
    @Test func textIsFoldedOnceForManyPredicates() throws {
        let text = String(repeating: "Ünïcödé ", count: 1_000)
        var folded = FoldedTexts()
        for number in 0..<200 {
            for comparison in ["CONTAINS[cd]", "ENDSWITH[cd]", "==[cd]"] {
                let predicate = try Predicate(format: "SELF \(comparison) 'ä\(number)'")
                #expect(try !predicate.evaluate(with: text, &folded))
            }
        }
        #expect(folded.made == 1)
        // Another folding is another form.
        #expect(try Predicate(format: "SELF CONTAINS[c] 'ü'").evaluate(with: text, &folded))
        #expect(folded.made == 2)
    }

    @Test func caseIsChangedOnceForManyPredicates() throws {
        let text = String(repeating: "Ünïcödé ", count: 1_000)
        var folded = FoldedTexts()
        for number in 0..<200 {
            for function in ["lowercase", "uppercase"] {
                let predicate = try Predicate(format: "\(function)(SELF) == 'ä\(number)'")
                #expect(try !predicate.evaluate(with: text, &folded))
            }
        }
        #expect(folded.made == 2)
        let lower = try Predicate(format: "lowercase(SELF) BEGINSWITH 'ünïcödé Ü'")
        #expect(try !lower.evaluate(with: text, &folded))
        let upper = try Predicate(format: "uppercase(SELF) BEGINSWITH 'ÜNÏCÖDÉ Ü'")
        #expect(try upper.evaluate(with: text, &folded))
    }

    /// A subject that counts how often it makes an attribute.
    private final class CountingSubject: PredicateSubject {
        private(set) var made: [String: Int] = [:]

        var selfValue: PredicateValue { .null }

        func value(forKeyPath keyPath: String) -> PredicateValue? {
            made[keyPath, default: 0] += 1
            switch keyPath {
            case "people": return .array([.string("Anna"), .string("Ben")])
            case "hints.x-mood": return .string("good")
            default: return nil
            }
        }
    }

    /// Issue 15: each rule that names people had all their names made, and each one that names a
    /// hint had the message searched.
    @Test func attributeIsMadeOnceForManyPredicates() throws {
        let subject = CountingSubject()
        var folded = FoldedTexts()
        for number in 0..<200 {
            for format in ["ANY people == 'Ben' AND \(number) >= 0", "hints['x-mood'] == 'good'"] {
                #expect(try Predicate(format: format).evaluate(with: subject, &folded))
            }
        }
        #expect(subject.made == ["people": 1, "hints.x-mood": 1])
        #expect(throws: PredicateEvaluationError.self) {
            try Predicate(format: "unknown == 1").evaluate(with: subject, &folded)
        }
    }

    @Test func textsThatBeginAlikeHaveTheirOwnForms() throws {
        let beginning = String(repeating: "é", count: 2_000)
        let predicate = try Predicate(format: "SELF ENDSWITH[cd] 'X'")
        var folded = FoldedTexts()
        for _ in 0..<2 {
            #expect(try predicate.evaluate(with: beginning + "x", &folded))
            #expect(try !predicate.evaluate(with: beginning + "y", &folded))
        }
        #expect(folded.made == 2)
    }

    @Test func keptFormsAreLimited() throws {
        let predicate = try Predicate(format: "SELF CONTAINS[cd] 'e'")
        var folded = FoldedTexts()
        func evaluate(_ number: Int) throws {
            #expect(try predicate.evaluate(with: "é\(number)", &folded))
        }
        for number in 0...FoldedTexts.maximumCount { try evaluate(number) }
        #expect(folded.made == FoldedTexts.maximumCount + 1)
        try evaluate(FoldedTexts.maximumCount - 1)
        #expect(folded.made == FoldedTexts.maximumCount + 1)
        try evaluate(FoldedTexts.maximumCount)
        #expect(folded.made == FoldedTexts.maximumCount + 2)
    }
}
