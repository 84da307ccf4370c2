// SPDX-License-Identifier: Apache-2.0
import Predicates
import Testing

@Suite struct PredicateValueTests {
    @Test func valuesAreEqualByKindAndContent() {
        #expect(PredicateValue.integer(1) != .boolean(true))
        #expect(PredicateValue.integer(1) != .double(1))
        #expect(PredicateValue.double(.nan) == .double(.nan))
        #expect(PredicateValue.double(0) != .double(-0.0))
        #expect(PredicateValue.string("\u{e9}") != .string("e\u{301}"))
        #expect(Set<PredicateValue>(["\u{e9}", "e\u{301}", "\u{e9}"]).count == 2)
        #expect(PredicateValue.array([1, "a"]) == [1, "a"])
        #expect(PredicateValue.date(1) != .double(1))
    }

    @Test func aSubjectAnswersForItsKeyPathsOnly() throws {
        struct Notification: PredicateSubject {
            var selfValue: PredicateValue { "email.arrived" }
            var now: Double { 1_000 }
            func value(forKeyPath keyPath: String) -> PredicateValue? {
                switch keyPath {
                case "summary": "An invoice"
                case "person": .null
                case "tags": ["a", "b"]
                case "hints.x-key": 5
                default: nil
                }
            }
        }
        let subject = Notification()
        func evaluate(_ format: String) throws -> Bool {
            try Predicate(format: format).evaluate(with: subject)
        }
        #expect(try evaluate("SELF BEGINSWITH 'email.' AND summary CONTAINS 'invoice'"))
        #expect(try evaluate("person == nil AND tags.@count == 2 AND hints['x-key'] == 5"))
        #expect(try evaluate("now() == CAST(1000, 'NSDate')"))
        let error = #expect(throws: PredicateEvaluationError.self) { try evaluate("other == nil") }
        #expect(error?.message == "unknown key path 'other'")
    }

    @Test func criteriaAreSelf() throws {
        let predicate = try Predicate(format: "SELF IN {'a', 'b'}")
        #expect(try predicate.evaluate(with: "a"))
        #expect(try !predicate.evaluate(with: "c"))
        #expect(try !predicate.evaluate(with: PredicateValue.null))
        #expect(try Predicate(format: "NOT (SELF IN {'a'})").evaluate(with: PredicateValue.null))
        #expect(throws: PredicateEvaluationError.self) {
            try Predicate(format: "summary == 'x'").evaluate(with: "a")
        }
    }

    @Test func variablesComeFromTheCaller() throws {
        let predicate = try Predicate(format: "SELF > $limit AND SELF IN $list")
        let subject: PredicateValue = 5
        #expect(try predicate.evaluate(with: subject, variables: ["limit": 4, "list": [5]]))
        #expect(try !predicate.evaluate(with: subject, variables: ["limit": 5, "list": [5]]))
        #expect(throws: PredicateEvaluationError.self) {
            try predicate.evaluate(with: subject, variables: ["limit": 4])
        }
    }

    @Test func aPredicateIsUsedFromSeveralTasks() async throws {
        let predicate = try Predicate(format: "SELF MATCHES[c] 'a+b' OR SELF IN {'x'}")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<50 {
                group.addTask { try predicate.evaluate(with: index % 2 == 0 ? "AAB" : "x") }
            }
            for try await result in group { #expect(result) }
        }
    }
}
