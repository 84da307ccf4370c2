// SPDX-License-Identifier: Apache-2.0

/// A predicate as a tree: a truth value, a comparison, or a compound of predicates.
///
/// The tree of a ``Predicate`` is in normal form: `SOME` is ``ComparisonModifier/any``, `NONE` is
/// `NOT ANY`, `TRUE` and `YES` are the number 1, a constant aggregate is one array literal, and a
/// run of `AND` (or `OR`) without brackets is one node.
public indirect enum PredicateNode: Hashable, Sendable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
    /// Two expressions and an operator.
    case comparison(PredicateComparison)
    /// True if every member is true; true without members.
    case and([PredicateNode])
    /// True if a member is true; false without members.
    case or([PredicateNode])
    /// True if the member is false.
    case not(PredicateNode)
}

/// A comparison of two expressions.
public struct PredicateComparison: Hashable, Sendable {
    /// The values of the left side to compare: the value itself, or its elements.
    public var modifier: ComparisonModifier
    /// The left side.
    public var left: PredicateExpression
    /// The comparison of the two sides.
    public var comparisonOperator: ComparisonOperator
    /// The comparison of strings.
    public var options: ComparisonOptions
    /// The right side.
    public var right: PredicateExpression

    /// Creates a comparison.
    public init(
        _ left: PredicateExpression, _ comparisonOperator: ComparisonOperator,
        _ right: PredicateExpression, modifier: ComparisonModifier = .direct,
        options: ComparisonOptions = []
    ) {
        self.modifier = modifier
        self.left = left
        self.comparisonOperator = comparisonOperator
        self.options = options
        self.right = right
    }
}

/// The values of the left side to compare (`NSComparisonPredicate.Modifier`).
public enum ComparisonModifier: Hashable, Sendable {
    /// The value itself.
    case direct
    /// At least one element of a collection: `ANY`, `SOME`.
    case any
    /// Every element of a collection: `ALL`.
    case all
}

/// The comparison of two values (`NSComparisonPredicate.Operator`), spelt as printed.
public enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
    /// The same number, the same code units, the same elements.
    case equal = "=="
    /// The opposite of ``equal``.
    case notEqual = "!="
    /// Before: numbers, dates, and strings by UTF-16 code unit.
    case less = "<"
    /// Before or the same.
    case lessOrEqual = "<="
    /// After.
    case greater = ">"
    /// After or the same.
    case greaterOrEqual = ">="
    /// Within two bounds, inclusive; the smaller bound may come second.
    case between = "BETWEEN"
    /// An element of a collection, or a part of a string.
    case isIn = "IN"
    /// `IN` with the sides exchanged.
    case contains = "CONTAINS"
    /// A string that starts with another.
    case beginsWith = "BEGINSWITH"
    /// A string that ends with another.
    case endsWith = "ENDSWITH"
    /// A whole string matched by `?` (one character) and `*` (any number of them).
    case like = "LIKE"
    /// A whole string matched by a regular expression (RE2's syntax).
    case matches = "MATCHES"
}

/// The comparison of strings (`NSComparisonPredicate.Options`), written `[cdnlw]`.
///
/// They apply to strings on either side and to strings among the members of a collection; other
/// values ignore them.
public struct ComparisonOptions: OptionSet, Hashable, Sendable {
    /// The bits, the first two as in Apple's headers.
    public let rawValue: UInt8

    /// Creates options from bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `c`: upper and lower case are the same.
    public static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `d`: letters with and without diacritical marks are the same.
    public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// `n`: the strings are normalised already; overrides `c` and `d`.
    public static let normalized = ComparisonOptions(rawValue: 4)
    /// `l`: by the user's locale. Accepted and kept without an effect.
    public static let localeSensitive = ComparisonOptions(rawValue: 8)

    /// `w`: whole words only. It goes with `CONTAINS` and a literal string, and is not in Apple's
    /// format strings; Spotlight's queries have it.
    public static let wholeWords = ComparisonOptions(rawValue: 16)

    /// The options with their letters, in printing order.
    static let letters: [(ComparisonOptions, Character)] = [
        (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"),
        (.localeSensitive, "l"), (.wholeWords, "w"),
    ]
}

extension PredicateNode {
    /// True if the node needs brackets inside another compound.
    var isCompound: Bool {
        switch self {
        case .constant, .comparison: false
        case .and, .or, .not: true
        }
    }
}
