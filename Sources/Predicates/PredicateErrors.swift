// SPDX-License-Identifier: Apache-2.0

/// Why a format string or a tree is not a predicate.
public struct PredicateSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as one clause without the position.
    public let message: String

    /// Where, in UTF-8 bytes from the start of the format string; 0 for a tree without text.
    public let offset: Int

    /// What could have stood there, if something in particular could.
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

/// Why a predicate has no answer for a subject.
///
/// Apple's implementation raises an exception in these cases. The message names operators, kinds
/// of values and key paths, never the subject's content.
public struct PredicateEvaluationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as one clause.
    public let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The same as ``message``.
    public var description: String { message }
}
