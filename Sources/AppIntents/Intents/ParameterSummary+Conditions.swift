// SPDX-License-Identifier: Apache-2.0

/// One of two summaries, by a parameter's value.
///
/// ```swift
/// When(\.$account, .hasAnyValue) {
///     Summary("Use \(\.$account)")
/// } otherwise: {
///     Summary("Use every account")
/// }
/// ```
///
/// Source: Apple's documentation of `ParameterSummaryWhenCondition`.
public struct ParameterSummaryWhenCondition<
    Intent: AppIntent, WhenCondition: ParameterSummary, Otherwise: ParameterSummary
>: ParameterSummary where WhenCondition.Intent == Intent, Otherwise.Intent == Intent {
    private let holds: (Intent) -> Bool
    private let when: WhenCondition
    private let otherwise: Otherwise

    private init(_ when: WhenCondition, _ otherwise: Otherwise, holds: @escaping (Intent) -> Bool) {
        self.holds = holds
        self.when = when
        self.otherwise = otherwise
    }

    /// What it says of an intent with certain values.
    public func _content(for intent: Intent) -> _SummaryContent {
        holds(intent) ? when._content(for: intent) : otherwise._content(for: intent)
    }

    /// Chooses by whether a parameter has a value.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: Whether it must have a value.
    ///   - when: The summary when it is so.
    ///   - otherwise: The summary when it is not.
    public init<Parameter: AnyIntentValue>(
        _ keyPath: KeyPath<Intent, Parameter>, _ comparisonOperator: HasValueComparisonOperator,
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {
        self.init(when(), otherwise()) { intent in
            let value = intent.value(of: keyPath).flatMap(unwrapped)
            return (comparisonOperator == .hasAnyValue) == (value != nil)
        }
    }

    /// Chooses by whether a parameter is a certain value.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: Whether it must be the value.
    ///   - value: The value.
    ///   - when: The summary when it is so.
    ///   - otherwise: The summary when it is not.
    public init<Value: Equatable, Parameter: AnyIntentValue>(
        _ keyPath: KeyPath<Intent, Parameter>, _ comparisonOperator: EquatableComparisonOperator,
        _ value: Value,
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value == Parameter.Value {
        self.init(when(), otherwise()) { intent in
            (comparisonOperator == .equalTo) == (intent.value(of: keyPath) == value)
        }
    }

    /// Chooses by whether an optional parameter is a certain value.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: Whether it must be the value.
    ///   - value: The value.
    ///   - when: The summary when it is so.
    ///   - otherwise: The summary when it is not.
    public init<Value: ExpressibleByNilLiteral, Parameter: AnyIntentValue>(
        _ keyPath: KeyPath<Intent, Parameter>, _ comparisonOperator: EquatableComparisonOperator,
        _ value: Value.ValueType,
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value == Parameter.Value, Value.ValueType: Equatable {
        self.init(when(), otherwise()) { intent in
            let own = intent.value(of: keyPath).flatMap(unwrapped) as? Value.ValueType
            return (comparisonOperator == .equalTo) == (own == value)
        }
    }

    /// Chooses by whether a parameter is one of several values.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: ``OneOfComparisonOperator/oneOf``.
    ///   - values: The values.
    ///   - when: The summary when it is so.
    ///   - otherwise: The summary when it is not.
    public init<Parameter: AnyIntentValue>(
        _ keyPath: KeyPath<Intent, Parameter>, _ comparisonOperator: OneOfComparisonOperator,
        _ values: [Parameter.Value.ValueType],
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Parameter.Value.ValueType: Equatable {
        self.init(when(), otherwise()) { intent in
            let own = intent.value(of: keyPath).flatMap(unwrapped)
            return (own as? Parameter.Value.ValueType).map(values.contains) ?? false
        }
    }

    /// Chooses by how a parameter compares with a value.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: How it must compare.
    ///   - value: The value.
    ///   - when: The summary when it is so.
    ///   - otherwise: The summary when it is not, or the parameter has no value.
    public init<Value: Comparable, Parameter: AnyIntentValue>(
        _ keyPath: KeyPath<Intent, Parameter>, _ comparisonOperator: ComparableComparisonOperator,
        _ value: Value,
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value == Parameter.Value {
        self.init(when(), otherwise()) { intent in
            intent.value(of: keyPath).map { comparisonOperator.holds($0, value) } ?? false
        }
    }

    /// Chooses by how an optional parameter compares with a value.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: How it must compare.
    ///   - value: The value.
    ///   - when: The summary when it is so.
    ///   - otherwise: The summary when it is not, or the parameter has no value.
    public init<Value: ExpressibleByNilLiteral, Parameter: AnyIntentValue>(
        _ keyPath: KeyPath<Intent, Parameter>, _ comparisonOperator: ComparableComparisonOperator,
        _ value: Value.ValueType,
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Value == Parameter.Value, Value.ValueType: Comparable {
        self.init(when(), otherwise()) { intent in
            let own = intent.value(of: keyPath).flatMap(unwrapped) as? Value.ValueType
            return own.map { comparisonOperator.holds($0, value) } ?? false
        }
    }

    /// Chooses by whether an entity has a certain identifier.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: Whether it must have the identifier.
    ///   - value: The identifier as text.
    ///   - when: The summary when it is so.
    ///   - otherwise: The summary when it is not.
    public init<Parameter: AnyIntentValue>(
        _ keyPath: KeyPath<Intent, Parameter>,
        identifier comparisonOperator: EquatableComparisonOperator, _ value: String,
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Parameter.Value.ValueType: AppEntity {
        self.init(when(), otherwise()) { intent in
            (comparisonOperator == .equalTo) == (intent.identifier(of: keyPath) == value)
        }
    }

    /// Chooses by whether an entity has one of several identifiers.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: ``OneOfComparisonOperator/oneOf``.
    ///   - values: The identifiers as text.
    ///   - when: The summary when it is so.
    ///   - otherwise: The summary when it is not.
    public init<Parameter: AnyIntentValue>(
        _ keyPath: KeyPath<Intent, Parameter>,
        identifier comparisonOperator: OneOfComparisonOperator, _ values: [String],
        @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) where Parameter.Value.ValueType: AppEntity {
        self.init(when(), otherwise()) { intent in
            intent.identifier(of: keyPath).map(values.contains) ?? false
        }
    }
}

extension AppIntent {
    /// A parameter's value; nil where reading it is a mistake.
    fileprivate func value<Parameter: AnyIntentValue>(
        of keyPath: KeyPath<Self, Parameter>
    ) -> Parameter.Value? {
        guard let parameter = self[keyPath: keyPath] as? IntentParameter<Parameter.Value>,
            parameter.hasValue
        else { return nil }
        return parameter.wrappedValue
    }

    fileprivate func identifier<Parameter: AnyIntentValue>(
        of keyPath: KeyPath<Self, Parameter>
    ) -> String? where Parameter.Value.ValueType: AppEntity {
        let entity = value(of: keyPath).flatMap(unwrapped) as? Parameter.Value.ValueType
        return entity?.id.entityIdentifierString
    }
}

/// What an optional holds; any other value as it is.
private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first?.value
}
