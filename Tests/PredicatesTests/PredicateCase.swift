// SPDX-License-Identifier: Apache-2.0
import Predicates
import Testing

/// A row of a table: a format string, a subject, and the expected result.
struct PredicateCase: CustomTestStringConvertible {
    let format: String
    let arguments: [PredicateValue]
    let subject: PredicateValue
    let expected: Outcome

    enum Outcome: Equatable {
        case yes
        case no
        case error
    }

    /// Expects true for the subject.
    static func yes(
        _ format: String, _ subject: PredicateValue = .null, with arguments: PredicateValue...
    ) -> PredicateCase {
        PredicateCase(format: format, arguments: arguments, subject: subject, expected: .yes)
    }

    /// Expects false for the subject.
    static func no(
        _ format: String, _ subject: PredicateValue = .null, with arguments: PredicateValue...
    ) -> PredicateCase {
        PredicateCase(format: format, arguments: arguments, subject: subject, expected: .no)
    }

    /// Expects an evaluation error for the subject.
    static func error(
        _ format: String, _ subject: PredicateValue = .null, with arguments: PredicateValue...
    ) -> PredicateCase {
        PredicateCase(format: format, arguments: arguments, subject: subject, expected: .error)
    }

    var testDescription: String {
        switch subject {
        case .array, .dictionary: "\(format) of a collection is \(expected)"
        default: "\(format) of \(subject) is \(expected)"
        }
    }

    /// Evaluates the predicate, and again after printing and parsing it.
    func check() throws {
        let predicate = try Predicate(format: format, arguments: arguments)
        #expect(outcome(of: predicate) == expected)
        let again = try Predicate(format: predicate.description)
        #expect(again.tree == predicate.tree)
        #expect(outcome(of: again) == expected)
        let rebuilt = try Predicate(predicate.tree)
        #expect(rebuilt == predicate)
    }

    private func outcome(of predicate: Predicate) -> Outcome {
        do {
            return try predicate.evaluate(with: subject) ? .yes : .no
        } catch {
            return .error
        }
    }
}

/// A message with attributes of every kind, as a dictionary.
let message: PredicateValue = .dictionary([
    "summary": "Quarterly invoice", "body": "Please pay", "urgency": 1, "size": 2.5,
    "flag": true, "person": .null, "tags": ["work", "Travel", "urgent"],
    "sent": .date(700_000_000),
    "items": [
        .dictionary(["name": "pen", "price": 3, "codes": [1, 2]]),
        .dictionary(["name": "ink", "price": 12, "codes": [2, 3]]),
        .dictionary(["name": "pad", "price": 7, "codes": []]),
        .dictionary(["name": "pen", "price": .null, "codes": [4]]),
    ],
    "hints": .dictionary(["x-key": "value", "plain": 5, "IN": "reserved"]),
    "empty": [],
])
