// SPDX-License-Identifier: Apache-2.0

/// A test for a parameter's value.
///
/// Source: Apple's documentation of `HasValueComparisonOperator`.
public enum HasValueComparisonOperator: Hashable, Sendable {
    /// The parameter has no value.
    case hasNoValue
    /// The parameter has a value.
    case hasAnyValue
}

/// A comparison of a parameter with one value.
///
/// Source: Apple's documentation of `EquatableComparisonOperator`.
public enum EquatableComparisonOperator: Hashable, Sendable {
    /// The parameter has another value or none.
    case notEqualTo
    /// The parameter has the value.
    case equalTo
}

/// A comparison of a parameter with several values.
///
/// Source: Apple's documentation of `OneOfComparisonOperator`.
public enum OneOfComparisonOperator: Hashable, Sendable {
    /// The parameter has one of the values.
    case oneOf
}

/// A comparison of a parameter with a value by order.
///
/// Source: Apple's documentation of `ComparableComparisonOperator`.
public enum ComparableComparisonOperator: Hashable, Sendable {
    /// The parameter is less than the value.
    case lessThan
    /// The parameter is less than the value or equal to it.
    case lessThanOrEqualTo
    /// The parameter is greater than the value.
    case greaterThan
    /// The parameter is greater than the value or equal to it.
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
