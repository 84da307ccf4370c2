// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Predicates

/// What `NSPredicate` gets its format initialisers from.
///
/// An initialiser of a protocol extension may return a subclass, which one of a class may not.
public protocol _FormatPredicateConvertible {}

extension NSPredicate: _FormatPredicateConvertible {}

extension _FormatPredicateConvertible where Self: NSPredicate {
    /// A predicate from a format string, as in Apple's *Predicate Programming Guide*.
    ///
    /// The language and its bounds are those of the `Predicates` module: `MATCHES` takes RE2's
    /// syntax, `FUNCTION` and the `UTI-` operators do not exist. Evaluating such a predicate takes
    /// strings, numbers, dates, collections, `nil`, and objects by the names of their stored
    /// properties; where Apple's implementation raises an exception, it answers `false` and writes
    /// the reason to stderr.
    ///
    /// - Parameters:
    ///   - format: The format. **A mistake in it stops the program**, as Apple's implementation
    ///     raises an exception: the message names the offset in UTF-8 bytes and what was expected.
    ///     So a format is for the program's text; what comes from elsewhere belongs into an
    ///     argument, where it is never parsed.
    ///   - arguments: Values for `%@`, `%K`, `%d` and so on, in order: strings, numbers, truth
    ///     values, dates, UUIDs and URLs (as strings), arrays and sets of these, `nil` or `NSNull`.
    ///     Anything else stops the program too.
    public init(format: String, _ arguments: Any?...) {
        self.init(predicateFormat: format, arguments: arguments)
    }

    /// A predicate from a format string and an array of arguments.
    ///
    /// - Parameters:
    ///   - format: The format; a mistake in it stops the program.
    ///   - argumentArray: Values for `%@`, `%K`, `%d` and so on, in order; nil for none.
    public init(format: String, argumentArray: [Any]?) {
        self.init(predicateFormat: format, arguments: argumentArray ?? [])
    }

    private init(predicateFormat format: String, arguments: [Any?]) {
        var values: [PredicateValue] = []
        for (index, argument) in arguments.enumerated() {
            guard let value = PredicateValue(object: argument) else {
                // `preconditionFailure` would say nothing in a release build.
                fatalError(
                    "NSPredicate(format:): argument \(index + 1), of type "
                        + "\(argument.map { "\(type(of: $0))" } ?? "nil"), cannot be compared")
            }
            values.append(value)
        }
        do {
            let parsed = try Predicates.Predicate(format: format, arguments: values)
            guard let predicate = FormatPredicate(parsed) as? Self else {
                fatalError("NSPredicate(format:) makes no subclasses of NSPredicate")
            }
            self = predicate
        } catch {
            fatalError("NSPredicate(format: \"\(format.prefix(200))\"): \(error)")
        }
    }
}
