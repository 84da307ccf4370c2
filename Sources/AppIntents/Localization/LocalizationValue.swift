// SPDX-License-Identifier: Apache-2.0

extension String {
    /// A translatable text: literal parts and the values between them.
    ///
    /// The key of a translation is the literal with a printf specifier in the place of each value
    /// (`%@`, `%lld`, `%lf`). Source: Apple's documentation of `String.LocalizationValue`. Without
    /// a translation, the text itself is used.
    public struct LocalizationValue: Hashable, Sendable {
        /// The parts in order. Two literals are never adjacent.
        let pieces: [Piece]

        /// A part of the text.
        enum Piece: Hashable, Sendable {
            case literal(String)
            case argument(LocalizationArgument, specifier: String)
        }

        /// Makes a value without interpolations.
        ///
        /// - Parameter value: The key, which is also the default text.
        public init(_ value: String) {
            pieces = [.literal(value)]
        }

        /// The values between the literals, in order.
        var arguments: [LocalizationArgument] {
            pieces.compactMap { if case .argument(let argument, _) = $0 { argument } else { nil } }
        }

        /// The key of the translation.
        ///
        /// A percent sign is doubled only if values make the key a format.
        var key: String {
            let isFormat = pieces.contains { if case .argument = $0 { true } else { false } }
            return pieces.reduce(into: "") { key, piece in
                switch piece {
                case .literal(let text):
                    key += isFormat ? text.replacing("%", with: "%%") : text
                case .argument(_, let specifier):
                    key += specifier
                }
            }
        }
    }
}

extension String.LocalizationValue: ExpressibleByStringInterpolation {
    /// Makes a value without interpolations.
    ///
    /// - Parameter value: The key, which is also the default text.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Makes a value from an interpolated literal.
    ///
    /// - Parameter stringInterpolation: The parts, collected by the compiler.
    public init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
    }
}

extension String.LocalizationValue: Codable {
    private enum CodingKeys: String, CodingKey {
        case literal, argument, specifier
    }

    /// Reads the parts.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` for data that ``encode(to:)`` does not write.
    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var pieces: [Piece] = []
        while !list.isAtEnd {
            let piece = try list.nestedContainer(keyedBy: CodingKeys.self)
            if let literal = try piece.decodeIfPresent(String.self, forKey: .literal) {
                pieces.append(.literal(literal))
            } else {
                pieces.append(
                    .argument(
                        try piece.decode(LocalizationArgument.self, forKey: .argument),
                        specifier: try piece.decode(String.self, forKey: .specifier)))
            }
        }
        self.pieces = pieces
    }

    /// Writes the parts. A value with a format style is written as text in the user's locale.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for piece in pieces {
            var container = list.nestedContainer(keyedBy: CodingKeys.self)
            switch piece {
            case .literal(let text):
                try container.encode(text, forKey: .literal)
            case .argument(let argument, let specifier):
                try container.encode(argument, forKey: .argument)
                try container.encode(specifier, forKey: .specifier)
            }
        }
    }
}
