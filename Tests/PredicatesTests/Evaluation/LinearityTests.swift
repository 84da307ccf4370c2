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
        var meter = WorkMeter()
        #expect(try like.matches("x\(other)y\(other)", &meter))
        #expect(try !like.matches("x\(other)\(other)e", &meter))
        let many = LikePattern("\(written)é\(written)", .none)
        #expect(try many.matches("\(other)e\u{301}\(other)", &meter))
    }

    private func cost(_ one: Case, count: Int) throws -> (steps: Int, matches: Bool) {
        let predicate = try Compiler.compile(
            Predicate(format: one.format).tree, patternOffsets: [])
        let text = String(repeating: one.unit, count: count / one.unit.utf8.count)
        var evaluation = Evaluation(subject: PredicateValue.string(text), variables: [:])
        let matches = try evaluation.isTrue(predicate)
        return (PredicateLimits.maximumSteps - evaluation.meter.remaining, matches)
    }
}
