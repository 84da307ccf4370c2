// SPDX-License-Identifier: Apache-2.0

/// A side of a comparison, as a tree (`NSExpression`).
public indirect enum PredicateExpression: Hashable, Sendable {
    /// A constant. Never a dictionary; an array of constants is one literal.
    case literal(PredicateValue)
    /// `SELF`, the subject.
    case selfObject
    /// Keys of the subject joined by dots; a key starting with `@` is a collection operator.
    case keyPath(String)
    /// Keys of another expression's value: `$item.price`.
    case member(PredicateExpression, String)
    /// `$name`, bound by `SUBQUERY`, by `:=`, or by the caller of `evaluate`.
    case variable(String)
    /// `$name := value`. Its value is that of `value`.
    case assignment(String, PredicateExpression)
    /// `{…}` with at least one element that is not constant.
    case aggregate([PredicateExpression])
    /// Two numbers or two collections combined.
    case binary(BinaryOperator, PredicateExpression, PredicateExpression)
    /// The number with the other sign.
    case negation(PredicateExpression)
    /// A built-in function.
    case function(PredicateFunction, [PredicateExpression])
    /// An element of a collection.
    case element(PredicateExpression, ElementSelector)
    /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate is true.
    case subquery(PredicateExpression, variable: String, PredicateNode)
    /// `TERNARY(predicate, then, else)`.
    case ternary(PredicateNode, PredicateExpression, PredicateExpression)
    /// `CAST(value, "type")`.
    case cast(PredicateExpression, CastType)
}

/// An operator between two expressions, spelt as printed.
public enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
    /// The sum; of whole numbers whole, and a `double` where that overflows.
    case add = "+"
    /// The difference, with the same rule.
    case subtract = "-"
    /// The product, with the same rule.
    case multiply = "*"
    /// The quotient; of whole numbers rounded towards zero, an evaluation error for divisor 0.
    case divide = "/"
    /// The power; whole for whole numbers and a whole result that does not overflow.
    case power = "**"
    /// The left collection and the elements that only the right one has.
    case union = "UNION"
    /// The elements that both collections have.
    case intersect = "INTERSECT"
    /// The left collection without the elements of the right one.
    case minus = "MINUS"

    /// The precedence; higher binds tighter. Operators of one precedence group from the left.
    var precedence: Int {
        switch self {
        case .union, .intersect, .minus: 1
        case .add, .subtract: 2
        case .multiply, .divide: 3
        case .power: 4
        }
    }
}

/// The content of the square brackets after a collection.
public indirect enum ElementSelector: Hashable, Sendable {
    /// A position from 0, or a dictionary's key.
    case at(PredicateExpression)
    /// `[FIRST]`, nil for an empty collection.
    case first
    /// `[LAST]`, nil for an empty collection.
    case last
    /// `[SIZE]`, the number of elements.
    case size
}

/// The types that `CAST` knows, by their Apple names.
public enum CastType: String, Hashable, Sendable, CaseIterable {
    /// From seconds since 2001-01-01 00:00:00 UTC.
    case date = "NSDate"
    /// From a string of digits, or a date's seconds.
    case number = "NSNumber"
    /// From a number.
    case string = "NSString"
}

/// A built-in function, by its printed name.
///
/// Apple's `add:to:`, `from:subtract:`, `multiply:by:`, `divide:by:` and `raise:toPower:` are the
/// operators of ``BinaryOperator``. `FUNCTION(…)`, which calls methods, does not exist here.
public enum PredicateFunction: String, Hashable, Sendable, CaseIterable {
    /// Statistics over one collection or over the arguments.
    case sum, count, min, max, average, median, mode, stddev
    /// The remainder of a division of whole numbers, or of floating-point numbers.
    case modulus = "modulus:by:"
    /// Of one number; `log` has base 10, `ln` base e.
    case sqrt, log, ln, exp, floor, ceiling, abs, trunc
    /// Of one string; `canonical` removes case and diacritical marks, `length` counts UTF-16 units.
    case uppercase, lowercase, canonical, length
    /// A random whole number, from all or from 0 to below the argument.
    case random, randomn
    /// The date of the evaluation.
    case now
    /// On whole numbers.
    case bitwiseAnd = "bitwiseAnd:with:"
    /// On whole numbers.
    case bitwiseOr = "bitwiseOr:with:"
    /// On whole numbers.
    case bitwiseXor = "bitwiseXor:with:"
    /// On whole numbers.
    case leftShift = "leftshift:by:"
    /// On whole numbers.
    case rightShift = "rightshift:by:"
    /// On whole numbers.
    case onesComplement = "onesComplement:"

    /// The allowed numbers of arguments.
    var arity: ClosedRange<Int> {
        switch self {
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev: 1...Int.max
        case .random, .now: 0...0
        case .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift: 2...2
        default: 1...1
        }
    }
}

/// A collection operator of a key path, spelt without its `@`.
enum CollectionOperator: String, CaseIterable, Sendable {
    case count, sum, avg, min, max
    case unionOfObjects, distinctUnionOfObjects, unionOfArrays, distinctUnionOfArrays
}

extension PredicateExpression {
    /// True if the expression needs brackets as an operand of an operator.
    var isOperation: Bool {
        switch self {
        case .binary, .assignment: true
        default: false
        }
    }

    /// True if the expression needs brackets before `.key` and `[…]`, and after a sign.
    var isLoose: Bool {
        switch self {
        case .binary, .assignment, .negation: true
        case .literal(.integer(let value)): value < 0
        case .literal(.double(let value)): value.sign == .minus
        default: false
        }
    }
}
