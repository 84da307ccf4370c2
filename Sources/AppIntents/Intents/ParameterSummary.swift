// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A sentence with an intent's parameters in it.
///
/// Source: Apple's documentation of `ParameterSummary`.
@_alwaysEmitConformanceMetadata
public protocol ParameterSummary {
    /// The intent whose parameters are meant.
    associatedtype Intent: AppIntent

    /// What it says of an intent with certain values.
    func _content(for intent: Intent) -> _SummaryContent
}

/// What a summary says; the module's own business.
public struct _SummaryContent: Hashable, Sendable {
    /// The sentence, with values in place of parameters, or their titles where there are none.
    var sentence = ""
    /// The titles of the parameters below it.
    var others: [String] = []
}

extension AppIntent {
    /// What ``parameterSummary`` says with the values that the parameters have.
    var summaryContent: _SummaryContent {
        func content<Summary: ParameterSummary>(_ summary: Summary) -> _SummaryContent {
            // Nothing keeps a type from declaring the summary of another.
            guard let intent = self as? Summary.Intent else { return _SummaryContent() }
            return summary._content(for: intent)
        }
        return content(Self.parameterSummary)
    }
}

extension Never: ParameterSummary {
    /// There is no such intent.
    public typealias Intent = Never

    /// What it says of an intent with certain values.
    public func _content(for intent: Never) -> _SummaryContent {}
}

/// A summary that is one sentence, with further parameters below it.
///
/// ```swift
/// static var parameterSummary: some ParameterSummary {
///     Summary("Use \(\.$account)") {
///         \.$alwaysUseDarkMode
///     }
/// }
/// ```
///
/// Source: Apple's documentation of `IntentParameterSummary`.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    private let string: ParameterSummaryString<Intent>
    private let others: [_ParameterReference<Intent>]

    /// Makes a summary.
    ///
    /// - Parameters:
    ///   - string: The sentence.
    ///   - table: Where its translations are; nil for the app's main table.
    ///   - additionalParameterKeyPaths: The parameters below it.
    public init(
        _ string: ParameterSummaryString<Intent>, table: String? = nil,
        @ParameterKeyPathsBuilder _ additionalParameterKeyPaths: () -> [_ParameterReference<Intent>]
    ) {
        self.string = string
        others = additionalParameterKeyPaths()
    }

    /// Makes a summary that is a sentence alone.
    ///
    /// - Parameters:
    ///   - string: The sentence.
    ///   - table: Where its translations are; nil for the app's main table.
    public init(_ string: ParameterSummaryString<Intent>, table: String? = nil) {
        self.init(string, table: table) {}
    }

    /// Makes a summary that is parameters alone.
    ///
    /// - Parameter additionalParameterKeyPaths: The parameters.
    public init(
        @ParameterKeyPathsBuilder _ additionalParameterKeyPaths: () -> [_ParameterReference<Intent>]
    ) {
        self.init("", additionalParameterKeyPaths)
    }

    /// Makes a summary that says nothing.
    public init() {
        self.init("") {}
    }

    /// What it says of an intent with certain values.
    public func _content(for intent: Intent) -> _SummaryContent {
        _SummaryContent(
            sentence: string.text(for: intent), others: others.map { $0.title(intent) })
    }

    /// Collects the parameters below a sentence.
    @resultBuilder
    public enum ParameterKeyPathsBuilder {
        /// A parameter.
        ///
        /// - Parameter expression: The key path to it, as in `\.$account`.
        /// - Returns: the parameter.
        public static func buildExpression<Value: _IntentValue & Sendable>(
            _ expression: KeyPath<Intent, IntentParameter<Value>>
        ) -> _ParameterReference<Intent> { _ParameterReference(expression) }

        /// One below the other.
        ///
        /// - Parameter blocks: The parameters.
        /// - Returns: the parameters.
        public static func buildBlock(
            _ blocks: _ParameterReference<Intent>...
        ) -> [_ParameterReference<Intent>] { blocks }
    }
}

/// A parameter that a summary names.
public struct _ParameterReference<Intent: AppIntent> {
    let title: (Intent) -> String
    let shown: (Intent) -> String

    init<Value: _IntentValue & Sendable>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) {
        title = { String(localized: $0[keyPath: keyPath].title) }
        shown = { $0[keyPath: keyPath].shown }
    }
}

extension IntentParameter {
    /// The value as a summary shows it, or the title where there is none.
    fileprivate var shown: String {
        guard hasValue, let texts = shownValues(wrappedValue), !texts.isEmpty else {
            return String(localized: title)
        }
        return texts.joined(separator: ", ")
    }

    private func shownValues(_ value: Any) -> [String]? {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { shownValues($0.value) }
        case .collection, .set: return mirror.children.compactMap { shownValues($0.value)?.first }
        default:
            if let value = value as? any CustomLocalizedStringResourceConvertible {
                return [String(localized: value.localizedStringResource)]
            }
            return (value as? any _IntentValue).flatMap { choice(of: $0) }.map { [$0.title] }
        }
    }
}

/// A sentence with key paths of parameters in it.
///
/// Source: Apple's documentation of `ParameterSummaryString`.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
    fileprivate enum Part {
        case text(String)
        case parameter(_ParameterReference<Intent>)
    }

    private let parts: [Part]

    /// Makes a sentence without parameters.
    ///
    /// - Parameter value: The sentence.
    public init(_ value: String) {
        parts = [.text(value)]
    }

    /// Makes a sentence from a literal.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Makes a sentence with parameters in it.
    ///
    /// - Parameter stringInterpolation: The interpolated literal.
    public init(stringInterpolation: StringInterpolation) {
        parts = stringInterpolation.parts
    }

    func text(for intent: Intent) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .parameter(let parameter): parameter.shown(intent)
            }
        }.joined()
    }

    /// Collects the parts of a sentence.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Begins a sentence.
        ///
        /// - Parameters:
        ///   - literalCapacity: How long its texts are together.
        ///   - interpolationCount: How many parameters it has.
        public init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Adds a text.
        ///
        /// - Parameter literal: The text.
        public mutating func appendLiteral(_ literal: String) {
            parts.append(.text(literal))
        }

        /// Adds a parameter.
        ///
        /// - Parameter subject: The key path to it, as in `\.$account`.
        public mutating func appendInterpolation<Value: _IntentValue & Sendable>(
            _ subject: KeyPath<Intent, IntentParameter<Value>>
        ) {
            parts.append(.parameter(_ParameterReference(subject)))
        }
    }
}

/// Collects the summary of a branch.
///
/// Source: Apple's documentation of `ParameterSummaryBuilder`.
@resultBuilder
public enum ParameterSummaryBuilder<Intent: AppIntent> {
    /// A summary as it stands.
    ///
    /// - Parameter expression: The summary.
    /// - Returns: the summary.
    public static func buildExpression<Summary: ParameterSummary>(
        _ expression: Summary
    ) -> Summary where Summary.Intent == Intent { expression }

    /// The one summary of a branch.
    ///
    /// - Parameter block: The summary.
    /// - Returns: the summary.
    public static func buildBlock<Summary: ParameterSummary>(
        _ block: Summary
    ) -> Summary where Summary.Intent == Intent { block }
}
