// SPDX-License-Identifier: Apache-2.0

/// A log message with values (Apple's `OSLogMessage`).
public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// The parts of the message.
    public let interpolation: OSLogInterpolation

    /// Creates a message without values.
    ///
    /// - Parameter value: The text, which is public.
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }

    /// Creates a message with values.
    ///
    /// - Parameter stringInterpolation: The parts, collected by the compiler.
    public init(stringInterpolation: OSLogInterpolation) {
        interpolation = stringInterpolation
    }

    init(_ pieces: [OSLogInterpolation.Piece]) {
        var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.pieces = pieces
        self.interpolation = interpolation
    }

    /// Returns the text as the log shows it.
    func text(_ settings: LogSettings) -> String {
        interpolation.pieces.reduce(into: "") { text, piece in
            switch piece {
            case .literal(let literal): text += literal
            case .value(let value, let isScalar, let privacy, let align):
                text += align.apply(to: privacy.apply(to: value, isScalar: isScalar, settings))
            }
        }
    }
}

/// Collects the parts of a message (Apple's `OSLogInterpolation`).
public struct OSLogInterpolation: StringInterpolationProtocol {
    /// A part of a message.
    enum Piece {
        case literal(String)
        /// A value that is evaluated when the message is written.
        case value(() -> String, isScalar: Bool, OSLogPrivacy, OSLogStringAlignment)
    }

    var pieces: [Piece] = []

    /// Creates an interpolation without parts.
    ///
    /// - Parameters:
    ///   - literalCapacity: The length of all literals together.
    ///   - interpolationCount: The number of values.
    public init(literalCapacity: Int, interpolationCount: Int) {
        pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Adds a literal part, which is public.
    ///
    /// - Parameter literal: The text between two values.
    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { pieces.append(.literal(literal)) }
    }
}

extension OSLogInterpolation {
    /// Adds a text, private by default.
    ///
    /// - Parameters:
    ///   - argumentString: The text.
    ///   - align: The column of the text.
    ///   - privacy: The privacy of the text.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value(argumentString, isScalar: false, privacy, align))
    }

    /// Adds an object with a description, private by default.
    ///
    /// - Parameters:
    ///   - value: The object.
    ///   - align: The column of the description.
    ///   - privacy: The privacy of the description.
    @_disfavoredOverload  // Numbers have a description too, but are public.
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> Value, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ value().description }, isScalar: false, privacy, align))
    }

    /// Adds an error, private by default.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - privacy: The privacy of its description.
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(error())" }, isScalar: false, privacy, .none))
    }

    /// Adds the name of a type, which is public.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - privacy: The privacy of its name.
    public mutating func appendInterpolation(
        _ type: @autoclosure @escaping () -> any Any.Type, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(type())" }, isScalar: true, privacy, .none))
    }

    /// Adds a truth value, which is public.
    ///
    /// - Parameters:
    ///   - boolean: The value.
    ///   - format: The words for the value.
    ///   - privacy: The privacy of the value.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ format.text(boolean()) }, isScalar: true, privacy, .none))
    }

    /// Adds a whole number, which is public.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - format: The format of the number.
    ///   - align: The column of the number.
    ///   - privacy: The privacy of the number.
    public mutating func appendInterpolation<Number: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> Number, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ format.text(number()) }, isScalar: true, privacy, align))
    }

    /// Adds a number in double precision, which is public.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - format: The format of the number.
    ///   - align: The column of the number.
    ///   - privacy: The privacy of the number.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ format.text(number()) }, isScalar: true, privacy, align))
    }

    /// Adds a number of another floating-point type, which is public.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - format: The format of the number.
    ///   - align: The column of the number.
    ///   - privacy: The privacy of the number.
    public mutating func appendInterpolation<Number: BinaryFloatingPoint>(
        _ number: @autoclosure @escaping () -> Number, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ format.text(Double(number())) }, isScalar: true, privacy, align))
    }
}
