// SPDX-License-Identifier: Apache-2.0

/// Whether a parameter has a value.
///
/// Source: Apple's documentation of `HasValueComparisonOperator`.
public enum HasValueComparisonOperator: Hashable, Sendable {
    /// It has none.
    case hasNoValue
    /// It has one.
    case hasAnyValue
}

/// Whether a parameter is a certain value.
///
/// Source: Apple's documentation of `EquatableComparisonOperator`.
public enum EquatableComparisonOperator: Hashable, Sendable {
    /// It is another, or none.
    case notEqualTo
    /// It is.
    case equalTo
}

/// Whether a parameter is one of several values.
///
/// Source: Apple's documentation of `OneOfComparisonOperator`.
public enum OneOfComparisonOperator: Hashable, Sendable {
    /// It is one of them.
    case oneOf
}

/// How a parameter compares with a value.
///
/// Source: Apple's documentation of `ComparableComparisonOperator`.
public enum ComparableComparisonOperator: Hashable, Sendable {
    /// It is less.
    case lessThan
    /// It is less or the same.
    case lessThanOrEqualTo
    /// It is greater.
    case greaterThan
    /// It is greater or the same.
    case greaterThanOrEqualTo

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .lessThan: left < right
        case .lessThanOrEqualTo: left <= right
        case .greaterThan: left > right
        case .greaterThanOrEqualTo: left >= right
        }
    }
}
