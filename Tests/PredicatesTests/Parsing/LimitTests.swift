// SPDX-License-Identifier: Apache-2.0
import Glibc
import Predicates
import Testing

@Suite struct LimitTests {
    private func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    @Test func textUpToTheMaximumIsRead() throws {
        let text = "SELF == '\(repeated("a", PredicateLimits.maximumBytes - 10))'"
        #expect(text.utf8.count == PredicateLimits.maximumBytes)
        _ = try Predicate(format: text)
        let error = #expect(throws: PredicateSyntaxError.self) { try Predicate(format: text + " ") }
        #expect(error?.offset == PredicateLimits.maximumBytes)
    }

    /// A nesting construct: the text that opens a level, its content, the text that closes it, and
    /// the text that follows.
    struct Nesting: CustomTestStringConvertible {
        let open: String
        let inside: String
        let close: String
        let rest: String
        /// Number of levels between the innermost part and the first counted level.
        let free: Int

        init(
            _ open: String, _ inside: String, _ close: String = "", _ rest: String = "",
            free: Int = 0
        ) {
            self.open = open
            self.inside = inside
            self.close = close
            self.rest = rest
            self.free = free
        }

        var testDescription: String { open }

        func format(levels: Int) -> String {
            let count = levels + free
            return String(repeating: open, count: count) + inside
                + String(repeating: close, count: count) + rest
        }
    }

    @Test(arguments: [
        Nesting("(", "a == 1", ")"),
        Nesting("(", "a", ")", " == 1"),
        Nesting("{", "", "}", " == a"),
        Nesting("{", "a", "}", " == a"),
        Nesting("sum(", "a", ")", " == 1"),
        Nesting("a[", "0", "]", " == 1"),
        Nesting("", "a", "[0]", " == 1"),
        Nesting("-", "a == 1"),
        // The first sum, NOT and OR have no brackets around them.
        Nesting("", "a", " + a", " == 1", free: 1),
        Nesting("a ** (", "a ** a", ")", " == 1"),
        Nesting("NOT ", "a == 1", free: 1),
        Nesting("a == 1 AND (b == 2 OR b == 3 AND ", "a == 1", ")", free: -64),
        Nesting("SUBQUERY(a, $x, ", "a == 1", ").@count == 1"),
        Nesting("TERNARY(TRUEPREDICATE, 1, ", "a", ")", " == 1"),
        Nesting("TERNARY(", "TRUEPREDICATE", ", 1, a) == 1"),
        Nesting("CAST(", "a", ", 'NSNumber')", " == 1"),
        Nesting("$x := ", "a == 1"),
    ])
    func nestingUpToTheMaximumIsReadPrintedAndEvaluated(_ nesting: Nesting) throws {
        let maximum = PredicateLimits.maximumNesting
        try onSmallStack {
            let predicate = try Predicate(format: nesting.format(levels: maximum))
            let again = try Predicate(format: predicate.description)
            #expect(again == predicate)
            #expect(again.hashValue == predicate.hashValue)
            #expect(try Predicate(predicate.tree) == predicate)
            #expect(predicate.keyPaths.isSubset(of: ["a", "b"]))
            _ = try? predicate.evaluate(with: PredicateValue.dictionary(["a": 1]))
        }
        for excess in [1, 100, 1_000] {
            try onSmallStack {
                #expect(throws: PredicateSyntaxError.self) {
                    try Predicate(format: nesting.format(levels: maximum + excess))
                }
            }
        }
    }

    @Test func aDeepTreeFromOutsideIsRefused() throws {
        try onSmallStack {
            var node = PredicateNode.constant(true)
            for _ in 0..<1_000 { node = .not(node) }
            #expect(throws: PredicateSyntaxError.self) { try Predicate(node) }
            var expression = PredicateExpression.selfObject
            for _ in 0..<1_000 { expression = .negation(expression) }
            let comparison = PredicateComparison(expression, .equal, .literal(1))
            #expect(throws: PredicateSyntaxError.self) { try Predicate(.comparison(comparison)) }
        }
    }

    @Test func aDeepValueIsRefused() throws {
        @Sendable func nested(_ levels: Int) -> PredicateValue {
            (0..<levels).reduce(1) { value, _ in .array([value]) }
        }
        let maximum = PredicateLimits.maximumNesting
        let predicate = try Predicate(format: "SELF == SELF AND SELF IN {SELF}")
        try onSmallStack {
            #expect(try predicate.evaluate(with: nested(maximum)))
            #expect(throws: PredicateEvaluationError.self) {
                try predicate.evaluate(with: nested(maximum + 1))
            }
            _ = try Predicate(format: "SELF == %@", arguments: [nested(maximum)])
            #expect(throws: PredicateSyntaxError.self) {
                try Predicate(format: "SELF == %@", arguments: [nested(maximum + 1)])
            }
        }
    }

    @Test func longRunsAreNotDeep() throws {
        try onSmallStack {
            let disjunction = (0..<5_000).map { "a == \($0)" }.joined(separator: " OR ")
            let predicate = try Predicate(format: disjunction)
            #expect(try Predicate(format: predicate.description) == predicate)
            #expect(try predicate.evaluate(with: PredicateValue.dictionary(["a": 4_999])))
        }
    }

    @Test func patternsAreLimitedInNumberAndLength() throws {
        func patterns(_ count: Int) -> String {
            (0..<count).map { "SELF MATCHES 'a\($0)'" }.joined(separator: " OR ")
        }
        _ = try Predicate(format: patterns(PredicateLimits.maximumPatterns))
        let error = #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: patterns(PredicateLimits.maximumPatterns + 1))
        }
        #expect(error.map { $0.offset > 1_000 } == true)
        // A repeated pattern does not count again.
        let same = patterns(PredicateLimits.maximumPatterns) + " OR SELF MATCHES 'a0'"
        _ = try Predicate(format: same)

        let longest = repeated("a", PredicateLimits.maximumPatternBytes)
        #expect(try Predicate(format: "SELF MATCHES '\(longest)'").evaluate(with: longest))
        #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: "SELF MATCHES '\(longest)a'")
        }
    }

    @Test(arguments: ["(((a{1,100}){1,100}){1,100})", "\\\\p{L}{1000}\\\\p{L}{1000}\\\\p{L}{1000}"])
    func aPatternThatNeedsTooMuchMemoryIsRefused(pattern: String) {
        #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: "SELF MATCHES '\(pattern)'")
        }
    }

    /// Found by review: an app's predicate with one long sequence of marks, written as escapes,
    /// took some 0.2 s for each of a hundred comparisons of one evaluation.
    @Test(arguments: ["\u{301}", "\\u0301"])
    func marksInSequenceAreLimited(mark: String) throws {
        let most = PredicateLimits.maximumMarks
        let text = "a\(repeated(mark, most))b\(repeated(mark, most))"
        _ = try Predicate(format: "SELF ==[cd] '\(text)'")
        #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: "SELF ==[cd] '\(repeated(mark, most + 1))'")
        }
        #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: "SELF LIKE 'a\(repeated(mark, 10_000))'")
        }
    }

    @Test func keyPathsAreLimited() throws {
        let keys = PredicateLimits.maximumKeys
        _ = try Predicate(format: "a\(repeated(".a", keys - 1)) == 1")
        #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: "a\(repeated(".a", keys)) == 1")
        }
        #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: "a\(repeated("['a']", keys)) == 1")
        }
        let operators = PredicateLimits.maximumCollectionOperators
        _ = try Predicate(format: "a\(repeated(".@sum", operators)) == 1")
        #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: "a\(repeated(".@sum", operators + 1)) == 1")
        }
    }

    @Test(arguments: [
        "SUBQUERY(SELF, $a, SUBQUERY(SELF, $b, SUBQUERY(SELF, $c, $c == 0).@count > 0).@count > 0) == 1",
        "ANY SELF IN SUBQUERY(SELF, $a, NOT $a IN SELF)",
        "SUBQUERY(SELF, $a, SUBQUERY(SELF, $b, 'a' MATCHES $b).@count == 0) == 1",
        "SUBQUERY(SELF, $i, ($a := {$a, $a}) == 1) == 1",
    ])
    func costlyEvaluationsEnd(format: String) throws {
        let predicate = try Predicate(format: format)
        let subject = PredicateValue.array((0..<3_000).map { .string("\($0)") })
        let error = #expect(throws: PredicateEvaluationError.self) {
            try predicate.evaluate(with: subject, variables: ["a": 1])
        }
        #expect(error?.message == "needs more than \(PredicateLimits.maximumSteps) steps")
    }

    @Test(arguments: [
        "SELF LIKE '*\(String(repeating: "a", count: 20_000))b*'",
        "SELF LIKE '*\(String(repeating: "é", count: 10_000))b*'",
        "SELF MATCHES '(a?){500}(a?){500}b'",
    ])
    func costlyMatchesEnd(format: String) throws {
        let predicate = try Predicate(format: format)
        #expect(throws: PredicateEvaluationError.self) {
            try predicate.evaluate(with: String(repeating: "aé", count: 2_000_000))
        }
    }
}

/// Runs a body on a thread with half of the default stack size. Unoptimized code needs most of it,
/// optimized code about 128 KiB.
private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    final class Work {
        let body: () throws -> Void
        var failure: (any Error)?
        init(_ body: @escaping () throws -> Void) { self.body = body }
    }
    let work = Work(body)
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 4096 * 1024)
    var thread = pthread_t()
    let created = unsafe pthread_create(
        &thread, &attributes,
        { context in
            guard let context = unsafe context else { return nil }
            let work = unsafe Unmanaged<Work>.fromOpaque(context).takeUnretainedValue()
            do { try work.body() } catch { work.failure = error }
            return nil
        }, Unmanaged.passUnretained(work).toOpaque())
    try #require(created == 0)
    pthread_join(thread, nil)
    if let failure = work.failure { throw failure }
}
