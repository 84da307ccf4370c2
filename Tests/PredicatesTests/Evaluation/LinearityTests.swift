// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Predicates

/// The cost of patterns for which a backtracking matcher needs exponential time is linear in the
/// text. `make bench` measures their times.
@Suite struct LinearityTests {
    /// A pattern, the character of the text, and the expected result.
    struct Case: CustomTestStringConvertible {
        let format: String
        let unit: String
        let matches: Bool

        init(_ format: String, _ unit: String = "a", matches: Bool = false) {
            self.format = format
            self.unit = unit
            self.matches = matches
        }

        var testDescription: String { format }
    }

    static let cases = [
        Case("SELF MATCHES '(a+)+b'"), Case("SELF MATCHES '(a+)+'", matches: true),
        Case("SELF MATCHES '(a|a)*b'"), Case("SELF MATCHES '(a|aa)+b'"),
        Case("SELF MATCHES '(.*)*x'"), Case("SELF MATCHES '(.*.*.*)*x'"),
        Case("SELF MATCHES '(a?){30}a{30}b'"), Case("SELF MATCHES '([a-z]+)*[0-9]'"),
        Case("SELF MATCHES '((a*)*)*b'"), Case("SELF MATCHES '(a*)*(a*)*(a*)*b'"),
        Case("SELF MATCHES '.*a.*a.*a.*a.*a.*b'"), Case("SELF MATCHES[c] '(A|a|Á)+b'"),
        Case("SELF MATCHES '(\\\\w+\\\\s?)*:'"), Case("SELF MATCHES[cd] '(é|e)+x'", "é"),
        Case("SELF LIKE '*a*a*a*a*a*a*b'"), Case("SELF LIKE '*?*?*?*?*?*b'"),
        Case("SELF LIKE '*a?a?a?a?b*'"), Case("SELF LIKE '*aaaaaaaaaaaaaaab*'"),
        Case("SELF LIKE '********************b'"), Case("SELF LIKE '*a*a*a*a*'", matches: true),
        Case("SELF LIKE[cd] '*é*é*é*b'", "é"), Case("SELF LIKE '*éééééééb*'", "é"),
        Case("SELF CONTAINS 'aaaaaaaaaaaaaaaaaaab'"), Case("SELF CONTAINS[cd] 'éééééééééb'", "é"),
        Case("SELF CONTAINS[w] 'aaaa'"), Case("SELF CONTAINS[cdw] 'éééé'", "é"),
        Case("SELF ENDSWITH 'aaaaaaab'"), Case("SELF IN {'aaaa', 'b'}"),
    ]

    @Test(arguments: cases)
    func aLongTextCostsStepsByItsLength(_ one: Case) throws {
        let (short, shortMatches) = try cost(one, count: 1 << 10)
        let (long, longMatches) = try cost(one, count: 1 << 16)
        #expect(shortMatches == one.matches)
        #expect(longMatches == one.matches)
        // Small costs are a few steps. The others grow no faster than the text.
        #expect(long <= 64 * (short + 8))
        #expect(long < PredicateLimits.maximumSteps)
    }

    /// Found by trial: characters with two spellings took microseconds for each comparison, and one
    /// step covered dozens of such comparisons.
    @Test func charactersAreNormalizedOnceNotPerComparison() throws {
        let written = "e\u{301}\u{323}"
        let other = "e\u{323}\u{301}"
        let unmatched = Case(
            "SELF LIKE '*\(String(repeating: written, count: 6_000))b*'", other)
        #expect(throws: PredicateEvaluationError.self) {
            try cost(unmatched, count: 200_000)
        }
        let like = LikePattern("*\(written)?\(written)*", .none)
        var folded = FoldedTexts()
        var meter = WorkMeter()
        #expect(try like.matches("x\(other)y\(other)", &folded, &meter))
        #expect(try !like.matches("x\(other)\(other)e", &folded, &meter))
        let many = LikePattern("\(written)é\(written)", .none)
        #expect(try many.matches("\(other)e\u{301}\(other)", &folded, &meter))
    }

    /// Found by review: collections hashed by their size alone, so a set of 10,000 arrays with one
    /// member each made 50 million comparisons, for 10,000 steps or while it was parsed.
    @Test func unequalValuesDoNotCollide() {
        let half = Int64(bitPattern: (0.5).bitPattern)
        let members: [PredicateValue] = [
            .null, .integer(0), .integer(half), .double(0.5), .date(0), .date(0.5), .string(""),
            .string("a"), .array([]), .dictionary([:]), .dictionary(["a": .integer(1)]),
            .dictionary(["a": .integer(2)]), .dictionary(["b": .integer(1)]),
        ]
        let pairs = members.flatMap { first in
            members.map { PredicateValue.array([first, $0]) }
        }
        let single = (0..<1_000).map { PredicateValue.array([.integer(Int64($0) + 1_000)]) }
        let values = members + pairs + single
        #expect(Set(values.map { ObjectKey($0).hashValue }).count == values.count)
    }

    @Test func equalValuesHaveTheSameHash() {
        let equal: [(PredicateValue, PredicateValue)] = [
            (.integer(1), .double(1)), (.boolean(true), .integer(1)), (.double(-0.0), .integer(0)),
            (.array([.integer(1)]), .array([.double(1)])),
            (.dictionary(["\u{E9}": .integer(1)]), .dictionary(["e\u{301}": .double(1)])),
            (.double(.nan), .double(-.nan)), (.date(.nan), .date(.nan)),
        ]
        for (left, right) in equal {
            #expect(ObjectKey(left) == ObjectKey(right))
            #expect(ObjectKey(left).hashValue == ObjectKey(right).hashValue)
        }
    }

    @Test func setsAreChargedByTheirWholeSize() throws {
        let count = 10_000
        let members = "{" + (0..<count).map { "{\($0)}" }.joined(separator: ",") + "}"
        let minus = "(\(members) MINUS {}).@count == \(count)"
        let (steps, matches) = try cost(Case(minus), count: 1)
        #expect(matches)
        #expect((2 * count..<10 * count).contains(steps))
        #expect(try !cost(Case("SELF IN \(members)"), count: 1).matches)
        let rounds = (1...60).map(String.init).joined(separator: ",")
        #expect(throws: PredicateEvaluationError.self) {
            try cost(Case("SUBQUERY({\(rounds)}, $i, \(minus)).@count == 60"), count: 1)
        }
        // The same text many times is small in the predicate, but not in the set.
        let texts = String(repeating: "SELF,", count: 2_000) + "SELF"
        #expect(throws: PredicateEvaluationError.self) {
            try cost(Case("({\(texts)} MINUS {}).@count == 1"), count: 1 << 16)
        }
        #expect(try cost(Case("({\(texts)} MINUS {}).@count == 1"), count: 1).matches)
    }

    private func cost(_ one: Case, count: Int) throws -> (steps: Int, matches: Bool) {
        let predicate = try Compiler.measured(
            Predicate(format: one.format).tree, patternOffsets: []
        ).predicate
        let text = String(repeating: one.unit, count: count / one.unit.utf8.count)
        var evaluation = Evaluation(subject: PredicateValue.string(text), variables: [:])
        let matches = try evaluation.isTrue(predicate)
        return (PredicateLimits.maximumSteps - evaluation.meter.remaining, matches)
    }
}
