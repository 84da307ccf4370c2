// SPDX-License-Identifier: Apache-2.0

/// The reason why a format string or a tree is not a predicate.
public struct PredicateSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the mistake, as one clause without the position.
    public let message: String

    /// The position of the mistake in UTF-8 bytes from the start of the format string; 0 for a tree
    /// without text.
    public let offset: Int

    /// The text that was expected at the position, such as `a value`; nil for a mistake of another
    /// kind.
    public let expected: String?

    init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
        self.expected = nil
    }

    init(expected: String, found: String, at offset: Int) {
        self.message = "expected \(expected), found \(found)"
        self.offset = offset
        self.expected = expected
    }

    /// The message with its position, as in `offset 12: expected a value, found the end`.
    public var description: String { "offset \(offset): \(message)" }
}

/// The reason why evaluating a predicate failed.
///
/// Apple's implementation raises an exception in these cases. The message names operators, kinds
/// of values and key paths, never the subject's content.
public struct PredicateEvaluationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the failure, as one clause.
    public let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The same as ``message``.
    public var description: String { message }
}
