// SPDX-License-Identifier: Apache-2.0

/// A text for the user with places for parts, as translators see it: `{1} of {2} come through`.
///
/// Written as a string literal; each interpolation becomes a place.
package struct Phrase: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The text with `{1}`, `{2}` for the parts.
    package private(set) var format: String
    /// The parts, in the order of their places.
    package private(set) var parts: [String]

    /// Creates a phrase without parts.
    package init(stringLiteral value: String) {
        format = value
        parts = []
    }

    /// Creates a phrase from a literal with interpolations.
    package init(stringInterpolation: Interpolation) {
        format = stringInterpolation.format
        parts = stringInterpolation.parts
    }

    /// The pieces of a literal.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var format = ""
        fileprivate var parts: [String] = []

        /// Creates an empty literal.
        package init(literalCapacity: Int, interpolationCount: Int) {
            format.reserveCapacity(literalCapacity + interpolationCount * 3)
        }

        /// Appends text.
        package mutating func appendLiteral(_ literal: String) { format += literal }

        /// Appends a part.
        package mutating func appendInterpolation(_ part: String) { append(part) }

        /// Appends a number as a part.
        package mutating func appendInterpolation(_ number: some FixedWidthInteger) {
            append(String(number))
        }

        private mutating func append(_ part: String) {
            parts.append(part)
            format += "{\(parts.count)}"
        }
    }

    /// Joins two phrases; the places of the second one follow those of the first one.
    package static func + (left: Phrase, right: Phrase) -> Phrase {
        var result = left
        result.format += right.filled { "{\($0 + left.parts.count)}" }
        result.parts += right.parts
        return result
    }

    /// Returns a translation of the format with the parts in their places. A part of another
    /// direction than the translation's, such as a name in Hebrew, is isolated. A text whose first
    /// letter is in such a part gets a mark of its own direction.
    package func text(_ translation: String) -> String {
        var copy = self
        copy.format = translation
        let isRightToLeft = !parts.isEmpty && TextDirection.hasRightToLeft(translation)
        let text = copy.filled { number in
            guard parts.indices.contains(number - 1) else { return "" }
            return TextDirection.isolated(parts[number - 1], inRightToLeft: isRightToLeft)
        }
        return TextDirection.marked(text, isRightToLeft: isRightToLeft)
    }

    /// Returns the format with another text for each place.
    private func filled(_ replacement: (Int) -> String) -> String {
        guard !parts.isEmpty || format.contains("{") else { return format }
        var result = ""
        var rest = format[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let after = rest[rest.index(after: open)...]
            if let close = after.firstIndex(of: "}"), let number = Int(after[..<close]) {
                result += replacement(number)
                rest = after[after.index(after: close)...]
            } else {
                result += "{"
                rest = after
            }
        }
        return result + rest
    }
}
