// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Predicates

/// The protocol whose extension gives `NSPredicate` its format initialisers.
///
/// Only an initialiser of a protocol extension may assign an instance of a subclass to `self`.
public protocol _FormatPredicateConvertible {}

extension NSPredicate: _FormatPredicateConvertible {}

extension _FormatPredicateConvertible where Self: NSPredicate {
    /// Makes a predicate from a format string, as in Apple's *Predicate Programming Guide*.
    ///
    /// The language and its limits are those of the `Predicates` module: `MATCHES` uses RE2's
    /// syntax; `FUNCTION` and the `UTI-` operators do not exist. The predicate evaluates strings,
    /// numbers, dates, collections, `nil`, and objects by the names of their stored properties. It
    /// returns `false` and writes the reason to stderr where Apple's implementation raises an
    /// exception.
    ///
    /// - Parameters:
    ///   - format: The format. **An error in the format stops the program**, as Apple's
    ///     implementation raises an exception. The message names the offset in UTF-8 bytes and the
    ///     expected syntax. A format must therefore be a text of the program. Pass outside data as
    ///     arguments, which are never parsed.
    ///   - arguments: The values for `%@`, `%K`, `%d` and so on, in order: strings, numbers, truth
    ///     values, dates, UUIDs and URLs (as strings), arrays and sets of these types, `nil` or
    ///     `NSNull`. A value of any other type stops the program too.
    public init(format: String, _ arguments: Any?...) {
        self.init(predicateFormat: format, arguments: arguments)
    }

    /// Makes a predicate from a format string and an array of arguments.
    ///
    /// - Parameters:
    ///   - format: The format. An error in the format stops the program.
    ///   - argumentArray: The values for `%@`, `%K`, `%d` and so on, in order; nil for none.
    public init(format: String, argumentArray: [Any]?) {
        self.init(predicateFormat: format, arguments: argumentArray ?? [])
    }

    private init(predicateFormat format: String, arguments: [Any?]) {
        var values: [PredicateValue] = []
        for (index, argument) in arguments.enumerated() {
            guard let value = PredicateValue(object: argument) else {
                // `preconditionFailure` prints no message in a release build.
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
