// SPDX-License-Identifier: Apache-2.0
import Foundation
import Predicates

/// A predicate from a format string: what `NSPredicate(format:)` makes here.
///
/// Foundation on Linux declares those initialisers unavailable and its predicates are values or
/// blocks, so this subclass holds the parsed predicate and answers in its place.
final class FormatPredicate: NSPredicate {
    /// What the format says.
    let parsed: Predicates.Predicate

    init(_ parsed: Predicates.Predicate) {
        self.parsed = parsed
        super.init(value: true)
    }

    override var predicateFormat: String { parsed.description }

    override var description: String { parsed.description }

    override func evaluate(with object: Any?) -> Bool {
        evaluate(with: object, substitutionVariables: nil)
    }

    /// Where Apple's implementation raises an exception (operands of the wrong type, an unknown
    /// key), the answer is false and the reason goes to stderr: there is nobody to throw to.
    override func evaluate(
        with object: Any?, substitutionVariables bindings: [String: Any]?
    ) -> Bool {
        do {
            return try parsed.evaluate(
                with: ObjectSubject(object),
                variables: (bindings ?? [:]).mapValues { PredicateValue(object: $0) ?? .null })
        } catch {
            FileHandle.standardError.write(
                Data("NSPredicate: \(error.message), so it counts as false\n".utf8))
            return false
        }
    }

    override func copy() -> Any { self }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? FormatPredicate).map { $0.parsed == parsed } ?? false
    }

    override var hash: Int { parsed.hashValue }
}
