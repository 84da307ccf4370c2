// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates

/// A predicate's text and, after a byte 0xFF, the string for its evaluation.
enum PredicateReading {
    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        let parts = input.split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        let criteria = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "abc"
        let arguments: [PredicateValue] = [1, "a.b", ["x", "y"], .null, "1.5"]
        let predicate: Predicate
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(format: text, arguments: arguments)
        } catch {
            try hold(
                (0...text.utf8.count).contains(error.offset), "the error lies outside: \(error)")
            return
        }
        let again = try reparsed(predicate)
        for (index, subject) in subjects(criteria).enumerated() {
            try evaluate(predicate, again, subject, index)
        }
        try decide(predicate, again, criteria)
    }

    /// Returns the predicate of the canonical form, if that form is short enough to parse.
    private static func reparsed(_ predicate: Predicate) throws(Disagreement) -> Predicate {
        let printed = predicate.description
        guard printed.utf8.count <= PredicateLimits.maximumBytes else { return predicate }
        let again: Predicate
        do throws(PredicateSyntaxError) {
            again = try Predicate(format: printed)
        } catch {
            throw Disagreement("the canonical form is refused: \(error): \(printed)")
        }
        try hold(again == predicate, "the canonical form is another predicate: \(printed)")
        try agree(again.description, printed, "it prints differently")
        try agree(again.keyPaths, predicate.keyPaths, "key paths")
        try agree(again.hashValue, predicate.hashValue, "hash")
        return again
    }

    private static func subjects(_ criteria: String) -> [PredicateValue] {
        [
            .null, 1, -2.5, .string(criteria), ["a", .string(criteria), 1], [[1], [2]],
            .dictionary([
                "a": 1, "b": .string(criteria), "c": ["x", "y"],
                "message": .dictionary(["subject": .string(criteria), "size": 7]),
            ]),
        ]
    }

    /// Both predicates have the same answer, or neither has one.
    private static func evaluate(
        _ first: Predicate, _ second: Predicate, _ subject: PredicateValue, _ index: Int
    ) throws(Disagreement) {
        let variables: [String: PredicateValue] = ["x": 3, "y": ["p", "q"]]
        let left = try? first.evaluate(with: subject, variables: variables)
        guard isStable(first) else { return }
        let right = try? second.evaluate(with: subject, variables: variables)
        try agree(left, right, "subject \(index) of \(first)")
    }

    /// Evaluates both predicates as a user's rule about a notification, like focusd.
    private static func decide(
        _ first: Predicate, _ second: Predicate, _ criteria: String
    ) throws(Disagreement) {
        guard isStable(first) else { return }
        let notification = Notification(
            app: AppID("org.example.Chat"), appName: "Chat", summary: criteria, body: "body",
            category: "im.received", people: ["alex@example.org", criteria],
            filterCriteria: criteria)
        let decisions = [first, second].map { predicate in
            var focus = Focus(id: FocusID("fuzz"), name: "Fuzz")
            focus.rules = [Rule(name: "r", when: predicate, effect: .silence)]
            return Policy(focus: focus, GeneralRules(), aliases: { _ in [] }).decide(notification)
        }
        try agree(decisions[0].reason, decisions[1].reason, "decision by \(first)")
        try agree(decisions[0].faults.count, decisions[1].faults.count, "faults of \(first)")
    }

    /// True if the predicate depends neither on chance nor on the clock.
    private static func isStable(_ predicate: Predicate) -> Bool {
        let text = predicate.description
        return !text.contains("random") && !text.contains("now(")
    }
}
