// SPDX-License-Identifier: Apache-2.0

/// One of two summaries, chosen by a parameter's value.
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

    /// Returns the summary of an intent with certain values.
    public func _content(for intent: Intent) -> _SummaryContent {
        holds(intent) ? when._content(for: intent) : otherwise._content(for: intent)
    }

    /// Makes a choice that depends on the presence of a value.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: Tests for a value or for no value.
    ///   - when: The summary if the condition holds.
    ///   - otherwise: The summary if the condition does not hold.
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

    /// Makes a choice that depends on equality with a value.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: Tests for this value or for another one.
    ///   - value: The value.
    ///   - when: The summary if the condition holds.
    ///   - otherwise: The summary if the condition does not hold.
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

    /// Makes a choice that depends on the equality of an optional parameter with a value, as for a
    /// parameter that always has one.
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

    /// Makes a choice that depends on equality with one of several values.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: ``OneOfComparisonOperator/oneOf``.
    ///   - values: The values.
    ///   - when: The summary if the condition holds.
    ///   - otherwise: The summary if the condition does not hold.
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

    /// Makes a choice that depends on the order of the parameter and a value.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: The comparison that must hold.
    ///   - value: The value.
    ///   - when: The summary if the condition holds.
    ///   - otherwise: The summary if the condition does not hold or there is no value.
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

    /// Makes a choice that depends on the order of an optional parameter and a value, as for a
    /// parameter that always has one.
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

    /// Makes a choice that depends on the identifier of an entity.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: Tests for this identifier or for another one.
    ///   - value: The identifier as text.
    ///   - when: The summary if the condition holds.
    ///   - otherwise: The summary if the condition does not hold.
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

    /// Makes a choice that depends on several possible identifiers of an entity.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter.
    ///   - comparisonOperator: ``OneOfComparisonOperator/oneOf``.
    ///   - values: The identifiers as text.
    ///   - when: The summary if the condition holds.
    ///   - otherwise: The summary if the condition does not hold.
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
    /// Returns a parameter's value; nil if reading the parameter would trap.
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

/// Returns the value inside an optional; any other value unchanged.
private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first?.value
}
