// SPDX-License-Identifier: Apache-2.0

/// A value that a predicate compares: a literal, an argument, or an attribute of its subject.
///
/// Two values are equal if they have the same kind and the same content. Strings are compared by
/// code unit, so a precomposed and a decomposed é differ. The `==` of the predicate language is
/// wider: there `YES` equals 1 and 1 equals 1.0.
public enum PredicateValue: Sendable {
    /// `nil`, which equals only itself.
    case null
    /// A truth value, equal to the number 1 or 0 when evaluated.
    case boolean(Bool)
    /// A whole number; dividing two of them rounds towards zero.
    case integer(Int64)
    /// A floating-point number.
    case double(Double)
    /// Text.
    case string(String)
    /// A point in time, in seconds since 2001-01-01 00:00:00 UTC as in Apple's `NSDate`.
    case date(Double)
    /// An ordered collection.
    case array([PredicateValue])
    /// A collection with keys. Collection operators see its values.
    case dictionary([String: PredicateValue])
}

extension PredicateValue: Hashable {
    /// Compares kind and content; doubles by bit pattern, strings by code unit.
    public static func == (left: PredicateValue, right: PredicateValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): isLiterallyEqual(left, right)
        case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        default: false
        }
    }

    /// Adds kind and content to the hasher.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value.bitPattern)
        case .string(let value): hashLiterally(value, into: &hasher)
        case .date(let value): hasher.combine(value.bitPattern)
        case .array(let value): hasher.combine(value)
        case .dictionary(let value): hasher.combine(value)
        }
    }
}

extension PredicateValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a floating-point number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a truth value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates an array.
    public init(arrayLiteral elements: PredicateValue...) { self = .array(elements) }
}

extension PredicateValue {
    /// The kind in words, for error messages that must not show content.
    var kindName: String {
        switch self {
        case .null: "nil"
        case .boolean, .integer, .double: "a number"
        case .string: "a string"
        case .date: "a date"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }

    /// The members of a collection; nil for any other value.
    var elements: [PredicateValue]? {
        switch self {
        case .array(let elements): elements
        case .dictionary(let entries): Array(entries.values)
        default: nil
        }
    }
}
