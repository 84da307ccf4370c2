// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A sentence that contains an intent's parameters.
///
/// Source: Apple's documentation of `ParameterSummary`.
@_alwaysEmitConformanceMetadata
public protocol ParameterSummary {
    /// The type of the intent.
    associatedtype Intent: AppIntent

    /// Returns the summary of an intent with certain values.
    func _content(for intent: Intent) -> _SummaryContent
}

/// The content of a summary, for internal use by this module.
public struct _SummaryContent: Hashable, Sendable {
    /// The sentence, with the value of each parameter, or its title if it has no value.
    var sentence = ""
    /// The titles of the parameters below the sentence.
    var others: [String] = []
}

extension AppIntent {
    /// The content of ``parameterSummary`` with the current values of the parameters.
    var summaryContent: _SummaryContent {
        func content<Summary: ParameterSummary>(_ summary: Summary) -> _SummaryContent {
            // A type can declare the summary of another type.
            guard let intent = self as? Summary.Intent else { return _SummaryContent() }
            return summary._content(for: intent)
        }
        return content(Self.parameterSummary)
    }
}

extension Never: ParameterSummary {
    /// An intent that does not exist.
    public typealias Intent = Never

    /// Returns the summary of an intent with certain values.
    public func _content(for intent: Never) -> _SummaryContent {}
}

/// A summary of one sentence, with further parameters below the sentence.
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
    ///   - table: The table with the translations. Unused.
    ///   - additionalParameterKeyPaths: Makes the parameters below the sentence.
    public init(
        _ string: ParameterSummaryString<Intent>, table: String? = nil,
        @ParameterKeyPathsBuilder _ additionalParameterKeyPaths: () -> [_ParameterReference<Intent>]
    ) {
        self.string = string
        others = additionalParameterKeyPaths()
    }

    /// Makes a summary with only a sentence.
    ///
    /// - Parameters:
    ///   - string: The sentence.
    ///   - table: The table with the translations. Unused.
    public init(_ string: ParameterSummaryString<Intent>, table: String? = nil) {
        self.init(string, table: table) {}
    }

    /// Makes a summary with only parameters.
    ///
    /// - Parameter additionalParameterKeyPaths: Makes the parameters.
    public init(
        @ParameterKeyPathsBuilder _ additionalParameterKeyPaths: () -> [_ParameterReference<Intent>]
    ) {
        self.init("", additionalParameterKeyPaths)
    }

    /// Makes an empty summary.
    public init() {
        self.init("") {}
    }

    /// Returns the summary of an intent with certain values.
    public func _content(for intent: Intent) -> _SummaryContent {
        _SummaryContent(
            sentence: string.text(for: intent), others: others.map { $0.title(intent) })
    }

    /// Collects the parameters below a sentence.
    @resultBuilder
    public enum ParameterKeyPathsBuilder {
        /// Makes a parameter from its key path.
        ///
        /// - Parameter expression: The key path of the parameter, as in `\.$account`.
        /// - Returns: the parameter.
        public static func buildExpression<Value: _IntentValue & Sendable>(
            _ expression: KeyPath<Intent, IntentParameter<Value>>
        ) -> _ParameterReference<Intent> { _ParameterReference(expression) }

        /// Joins the parameters of a block.
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
    /// The value as text for a summary; the title if there is no value.
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

/// A sentence that contains key paths of parameters.
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

    /// Makes a sentence that contains parameters.
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
        ///   - literalCapacity: The total length of the texts.
        ///   - interpolationCount: The number of parameters.
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
        /// - Parameter subject: The key path of the parameter, as in `\.$account`.
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
    /// Returns a summary unchanged.
    ///
    /// - Parameter expression: The summary.
    /// - Returns: the summary.
    public static func buildExpression<Summary: ParameterSummary>(
        _ expression: Summary
    ) -> Summary where Summary.Intent == Intent { expression }

    /// Returns the only summary of a branch.
    ///
    /// - Parameter block: The summary.
    /// - Returns: the summary.
    public static func buildBlock<Summary: ParameterSummary>(
        _ block: Summary
    ) -> Summary where Summary.Intent == Intent { block }
}
