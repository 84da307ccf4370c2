// SPDX-License-Identifier: Apache-2.0

/// A message of a log, with values in it (Apple's `OSLogMessage`).
public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// The parts of the message.
    public let interpolation: OSLogInterpolation

    /// A message without values.
    ///
    /// - Parameter value: The text, which is public.
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }

    /// A message with values.
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

    /// The text as the log shows it.
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
        /// A value that is asked for when the message is written.
        case value(() -> String, isScalar: Bool, OSLogPrivacy, OSLogStringAlignment)
    }

    var pieces: [Piece] = []

    /// Starts without parts.
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
    ///   - align: The column that it stands in.
    ///   - privacy: Whether it may be read.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value(argumentString, isScalar: false, privacy, align))
    }

    /// Adds something that describes itself, private by default.
    ///
    /// - Parameters:
    ///   - value: What is described.
    ///   - align: The column that the description stands in.
    ///   - privacy: Whether it may be read.
    @_disfavoredOverload  // Numbers describe themselves too, but are public.
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
    ///   - privacy: Whether its description may be read.
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(error())" }, isScalar: false, privacy, .none))
    }

    /// Adds the name of a type, which is public.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - privacy: Whether its name may be read.
    public mutating func appendInterpolation(
        _ type: @autoclosure @escaping () -> any Any.Type, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(type())" }, isScalar: true, privacy, .none))
    }

    /// Adds a truth value, which is public.
    ///
    /// - Parameters:
    ///   - boolean: The value.
    ///   - format: Which words say it.
    ///   - privacy: Whether it may be read.
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
    ///   - format: How it is written.
    ///   - align: The column that it stands in.
    ///   - privacy: Whether it may be read.
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
    ///   - format: How it is written.
    ///   - align: The column that it stands in.
    ///   - privacy: Whether it may be read.
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
    ///   - format: How it is written.
    ///   - align: The column that it stands in.
    ///   - privacy: Whether it may be read.
    public mutating func appendInterpolation<Number: BinaryFloatingPoint>(
        _ number: @autoclosure @escaping () -> Number, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ format.text(Double(number())) }, isScalar: true, privacy, align))
    }
}
