// SPDX-License-Identifier: Apache-2.0

extension String.LocalizationValue {
    /// A placeholder for a value that is not known yet.
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
        /// Any other value, `%@` in the key.
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
    /// Adds a placeholder for a value, as in the numeric format of an entity's type.
    ///
    /// - Parameter placeholder: The type of the value.
    public mutating func appendInterpolation(
        placeholder: String.LocalizationValue.Placeholder
    ) {
        appendInterpolation(placeholder: placeholder, specifier: placeholder.specifier)
    }

    /// Adds a placeholder for a value in a printf format.
    ///
    /// - Parameters:
    ///   - placeholder: The type of the value.
    ///   - specifier: A specifier with its percent sign. The specifier is part of the key.
    public mutating func appendInterpolation(
        placeholder: String.LocalizationValue.Placeholder, specifier: String
    ) {
        pieces.append(.argument(.text(specifier), specifier: specifier))
    }
}
