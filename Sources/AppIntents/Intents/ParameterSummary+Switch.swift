// SPDX-License-Identifier: Apache-2.0

/// One or several branches of a ``ParameterSummarySwitchCondition``.
@_alwaysEmitConformanceMetadata
public protocol _ParameterSummarySwitchCase {
    /// The type of the intent.
    associatedtype Intent: AppIntent
    /// The type of the parameter that decides.
    associatedtype Value: _IntentValue

    /// Returns the summary for a parameter's value; nil if this branch does not apply.
    func _content(for intent: Intent, value: Value?) -> _SummaryContent?
}

/// One of several summaries, chosen by a parameter's value.
///
/// ```swift
/// Switch(\.$mode) {
///     Case(.quiet) { Summary("Be quiet") }
///     DefaultCase { Summary("Be \(\.$mode)") }
/// }
/// ```
///
/// Source: Apple's documentation of `ParameterSummarySwitchCondition`.
public struct ParameterSummarySwitchCondition<
    Intent: AppIntent, Value: _IntentValue & Sendable, CaseCondition: _ParameterSummarySwitchCase
>: ParameterSummary where CaseCondition.Intent == Intent, CaseCondition.Value == Value {
    private let keyPath: KeyPath<Intent, IntentParameter<Value>>
    private let branches: CaseCondition

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - keyPath: The parameter that decides.
    ///   - builder: Makes the branches. The first matching branch applies.
    public init(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>,
        @ParameterSummaryCaseBuilder<Intent, Value> _ builder: () -> CaseCondition
    ) {
        self.keyPath = keyPath
        branches = builder()
    }

    /// Returns the summary of an intent with certain values.
    public func _content(for intent: Intent) -> _SummaryContent {
        let parameter = intent[keyPath: keyPath]
        let value = parameter.hasValue ? parameter.wrappedValue : nil
        return branches._content(for: intent, value: value) ?? _SummaryContent()
    }
}

/// The summary for one value or for several values.
///
/// Source: Apple's documentation of `ParameterSummaryCaseCondition`.
public struct ParameterSummaryCaseCondition<
    Intent: AppIntent, Value: _IntentValue, Summary: ParameterSummary
>: _ParameterSummarySwitchCase where Summary.Intent == Intent {
    private let values: [Value]
    private let summary: Summary

    /// Makes the branch for a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - parameterSummary: The summary.
    public init(
        _ value: Value, @ParameterSummaryBuilder<Intent> _ parameterSummary: () -> Summary
    ) {
        self.init([value], parameterSummary)
    }

    /// Makes the branch for several values.
    ///
    /// - Parameters:
    ///   - value: The values.
    ///   - parameterSummary: The summary.
    public init(
        _ value: [Value], @ParameterSummaryBuilder<Intent> _ parameterSummary: () -> Summary
    ) {
        values = value
        summary = parameterSummary()
    }

    /// Returns the summary for a parameter's value; nil if this branch does not apply.
    public func _content(for intent: Intent, value: Value?) -> _SummaryContent? {
        // Compares the encoded values, because a value need not be Equatable.
        let coding = Value._parameterCoding
        let sent = value.flatMap { try? coding.encode($0, .plain) }
        guard values.contains(where: { (try? coding.encode($0, .plain)) == sent }) else {
            return nil
        }
        return summary._content(for: intent)
    }
}

/// The summary for all other values.
///
/// Source: Apple's documentation of `ParameterSummaryDefaultCaseCondition`.
public struct ParameterSummaryDefaultCaseCondition<
    Intent: AppIntent, Value: _IntentValue, Summary: ParameterSummary
>: _ParameterSummarySwitchCase where Summary.Intent == Intent {
    private let summary: Summary

    /// Makes the branch.
    ///
    /// - Parameter parameterSummary: The summary.
    public init(@ParameterSummaryBuilder<Intent> _ parameterSummary: () -> Summary) {
        summary = parameterSummary()
    }

    /// Returns the summary for a parameter's value; nil if this branch does not apply.
    public func _content(for intent: Intent, value: Value?) -> _SummaryContent? {
        summary._content(for: intent)
    }
}

/// The branches of a switch, in their order.
///
/// Source: Apple's documentation of `ParameterSummaryTupleCaseCondition`.
public struct ParameterSummaryTupleCaseCondition<Intent: AppIntent, Value: _IntentValue>:
    _ParameterSummarySwitchCase
{
    private let branches: [(Intent, Value?) -> _SummaryContent?]

    fileprivate init(_ branches: [(Intent, Value?) -> _SummaryContent?]) {
        self.branches = branches
    }

    fileprivate init<Branch: _ParameterSummarySwitchCase>(_ branch: Branch)
    where Branch.Intent == Intent, Branch.Value == Value {
        self.init([{ intent, value in branch._content(for: intent, value: value) }])
    }

    fileprivate init(joining all: [Self]) {
        self.init(all.flatMap(\.branches))
    }

    /// Returns the summary for a parameter's value; nil if this branch does not apply.
    public func _content(for intent: Intent, value: Value?) -> _SummaryContent? {
        for branch in branches {
            if let content = branch(intent, value) { return content }
        }
        return nil
    }
}

/// Collects the branches of a switch.
///
/// Source: Apple's documentation of `ParameterSummaryCaseBuilder`.
@resultBuilder
public enum ParameterSummaryCaseBuilder<Intent: AppIntent, Value: _IntentValue> {
    /// Returns a branch.
    ///
    /// - Parameter expression: The branch.
    /// - Returns: the branch.
    public static func buildExpression<Summary: ParameterSummary>(
        _ expression: ParameterSummaryCaseCondition<Intent, Value, Summary>
    ) -> ParameterSummaryTupleCaseCondition<Intent, Value> where Summary.Intent == Intent {
        ParameterSummaryTupleCaseCondition(expression)
    }

    /// Returns the branch for all other values.
    ///
    /// - Parameter expression: The branch.
    /// - Returns: the branch.
    public static func buildExpression<Summary: ParameterSummary>(
        _ expression: ParameterSummaryDefaultCaseCondition<Intent, Value, Summary>
    ) -> ParameterSummaryTupleCaseCondition<Intent, Value> where Summary.Intent == Intent {
        ParameterSummaryTupleCaseCondition(expression)
    }

    /// Joins the branches in their order.
    ///
    /// - Parameter branches: The branches.
    /// - Returns: all branches.
    public static func buildBlock(
        _ branches: ParameterSummaryTupleCaseCondition<Intent, Value>...
    ) -> ParameterSummaryTupleCaseCondition<Intent, Value> {
        ParameterSummaryTupleCaseCondition(joining: branches)
    }
}
