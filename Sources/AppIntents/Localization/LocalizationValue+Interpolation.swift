// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension String.LocalizationValue {
    /// Collects the parts of an interpolated literal.
    public struct StringInterpolation: StringInterpolationProtocol, Hashable, Sendable {
        var pieces: [Piece] = []

        /// Makes an empty interpolation.
        ///
        /// - Parameters:
        ///   - literalCapacity: The length of all literals together.
        ///   - interpolationCount: The number of values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Adds a literal part.
        ///
        /// - Parameter literal: The text between two values.
        public mutating func appendLiteral(_ literal: String) {
            guard !literal.isEmpty else { return }
            if case .literal(let before) = pieces.last {
                pieces[pieces.count - 1] = .literal(before + literal)
            } else {
                pieces.append(.literal(literal))
            }
        }

        private mutating func append(_ argument: LocalizationArgument, _ specifier: String = "%@") {
            pieces.append(.argument(argument, specifier: specifier))
        }
    }
}

extension String.LocalizationValue.StringInterpolation {
    /// Adds a text, `%@` in the key.
    ///
    /// - Parameter string: The text, which is not translated.
    public mutating func appendInterpolation(_ string: String) {
        append(.text(string))
    }

    /// Adds a part of a text, `%@` in the key.
    ///
    /// - Parameter substring: The text, which is not translated.
    public mutating func appendInterpolation(_ substring: Substring) {
        append(.text(String(substring)))
    }

    /// Adds a text with attributes. The result has no attributes, so only the characters are used.
    ///
    /// - Parameter attributedString: The text, which is not translated.
    public mutating func appendInterpolation(_ attributedString: AttributedString) {
        append(.text(String(attributedString.characters)))
    }

    /// Adds a value with a translatable text, `%@` in the key.
    ///
    /// - Parameter value: A resource, or a value that a resource describes. The value is translated
    ///   together with the text, into the same language.
    public mutating func appendInterpolation<Value: CustomLocalizedStringResourceConvertible>(
        _ value: Value
    ) {
        append(.resource(value.localizedStringResource))
    }

    /// Adds a number: `%lld`, `%llu`, `%lf` and so on in the key, depending on the type.
    ///
    /// - Parameter value: The number, written in the format of the user's region.
    public mutating func appendInterpolation<Value: _FormatSpecifiable>(_ value: Value) {
        append(value._argument, value._specifier)
    }

    /// Adds a number in a printf format.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - specifier: A specifier with its percent sign, such as `%.2f`. The specifier is part of
    ///     the key.
    public mutating func appendInterpolation<Value: _FormatSpecifiable>(
        _ value: Value, specifier: String
    ) {
        append(value._argument, specifier)
    }

    /// Adds a value with a format style, `%@` in the key.
    ///
    /// - Parameters:
    ///   - value: The value to format.
    ///   - format: The style, which uses the locale of the text.
    public mutating func appendInterpolation<Style: FormatStyle>(
        _ value: Style.FormatInput, format: Style
    ) where Style.FormatOutput == String {
        append(.styled(StyledValue(value: value, style: format)))
    }

    /// Adds a list of translatable texts, `%@` in the key.
    ///
    /// - Parameters:
    ///   - values: The elements of the list, which are translated together with the text.
    ///   - format: The style that joins the texts, such as `.list(type: .and)`.
    public mutating func appendInterpolation<
        Value: CustomLocalizedStringResourceConvertible, Style: FormatStyle
    >(
        _ values: [Value], format: Style
    ) where Style.FormatInput == [String], Style.FormatOutput == String {
        let resources = values.map(\.localizedStringResource)
        append(.styled(StyledResources(resources: resources, style: format)))
    }

    /// Adds a list of translatable texts, `%@` in the key.
    ///
    /// - Parameters:
    ///   - values: The elements of the list, which are translated together with the text.
    ///   - format: The style that joins the texts, such as `.list(type: .and)`.
    public mutating func appendInterpolation<Style: FormatStyle>(
        _ values: [any CustomLocalizedStringResourceConvertible], format: Style
    ) where Style.FormatInput == [String], Style.FormatOutput == String {
        let resources = values.map { $0.localizedStringResource }
        append(.styled(StyledResources(resources: resources, style: format)))
    }

    // Apple's interface requires `ReferenceConvertible`, to which Date and UUID do not conform
    // here.

    /// Adds a value of Foundation, such as a date or a URL, `%@` in the key.
    ///
    /// - Parameters:
    ///   - subject: The value.
    ///   - formatter: The formatter of the value. Without a result, the description is used.
    @_disfavoredOverload  // Texts and numbers bridge to objects, too.
    public mutating func appendInterpolation<
        Subject: _ObjectiveCBridgeable & CustomStringConvertible
    >(
        _ subject: Subject, formatter: Formatter? = nil
    ) {
        append(.text(formatter?.text(for: subject) ?? subject.description))
    }

    /// Adds an object, `%@` in the key.
    ///
    /// - Parameters:
    ///   - subject: The object.
    ///   - formatter: The formatter of the value. Without a result, the description is used.
    public mutating func appendInterpolation<Subject: NSObject>(
        _ subject: Subject, formatter: Formatter? = nil
    ) {
        append(.text(formatter?.text(for: subject) ?? subject.description))
    }
}

extension Formatter {
    /// Returns the formatter's text for a value; nil for a value of another kind.
    fileprivate func text(for subject: Any) -> String? {
        switch self {
        // These formatters of Foundation end the process if `string(for:)` is called.
        case let formatter as ISO8601DateFormatter:
            (subject as? Date).map { formatter.string(from: $0) }
        case let formatter as DateIntervalFormatter:
            (subject as? DateInterval).flatMap { formatter.string(from: $0) }
        case let formatter as LengthFormatter:
            (subject as? NSNumber).map { formatter.string(fromMeters: $0.doubleValue) }
        case let formatter as MassFormatter:
            (subject as? NSNumber).map { formatter.string(fromKilograms: $0.doubleValue) }
        case let formatter as EnergyFormatter:
            (subject as? NSNumber).map { formatter.string(fromJoules: $0.doubleValue) }
        default: string(for: subject)
        }
    }
}
