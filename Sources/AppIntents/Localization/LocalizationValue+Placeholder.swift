// SPDX-License-Identifier: Apache-2.0

extension String.LocalizationValue {
    /// The place of a value that is not known yet.
    ///
    /// Source: Apple's documentation of `String.LocalizationValue.Placeholder`.
    public enum Placeholder: Codable, Hashable, Sendable {
        /// A whole number, `%lld` in the key.
        case int
        /// A whole number that is not negative, `%llu` in the key.
        case uint
        /// A number, `%f` in the key.
        case float
        /// A number, `%lf` in the key.
        case double
        /// Anything else, `%@` in the key.
        case object

        var specifier: String {
            switch self {
            case .int: "%lld"
            case .uint: "%llu"
            case .float: "%f"
            case .double: "%lf"
            case .object: "%@"
            }
        }
    }
}

extension String.LocalizationValue.StringInterpolation {
    /// Keeps a place for a value, as the numeric format of an entity's type does.
    ///
    /// - Parameter placeholder: What will stand there.
    public mutating func appendInterpolation(
        placeholder: String.LocalizationValue.Placeholder
    ) {
        appendInterpolation(placeholder: placeholder, specifier: placeholder.specifier)
    }

    /// Keeps a place for a value in a printf format.
    ///
    /// - Parameters:
    ///   - placeholder: What will stand there.
    ///   - specifier: A specifier with its percent sign; it is part of the key.
    public mutating func appendInterpolation(
        placeholder: String.LocalizationValue.Placeholder, specifier: String
    ) {
        pieces.append(.argument(.text(specifier), specifier: specifier))
    }
}
