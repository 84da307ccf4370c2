// SPDX-License-Identifier: Apache-2.0
import Foundation
import Predicates

/// A predicate from a format string, as `NSPredicate(format:)` makes it here.
///
/// Foundation on Linux declares those initialisers unavailable, and its predicates are constants or
/// blocks. This subclass therefore contains the parsed predicate and evaluates it.
final class FormatPredicate: NSPredicate {
    /// The parsed format.
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

    /// Returns false and writes the reason to stderr where Apple's implementation raises an
    /// exception (operands of the wrong type, an unknown key). The method cannot throw.
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
