// SPDX-License-Identifier: Apache-2.0

/// The reason why a key file, or one value in it, was refused.
public struct KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of error. Later versions may add more.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable number, for kinds that this version does not know.
        public let rawValue: Int

        /// Creates the kind with that number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A line that is no group, entry or comment, or that has a malformed name.
        public static let syntax = Code(rawValue: 1)
        /// Text that is not UTF-8, a NUL character, too many combining marks in sequence, or an
        /// `Encoding=` other than UTF-8.
        public static let encoding = Code(rawValue: 2)
        /// A text longer than ``KeyFile/maximumBytes``.
        public static let tooLarge = Code(rawValue: 3)
        /// A value of another type than requested.
        public static let invalidValue = Code(rawValue: 5)
        /// A name for a new group or key that a key file cannot hold.
        public static let invalidName = Code(rawValue: 6)
    }

    /// The kind of error.
    public let code: Code
    /// The line of the mistake, counted from 1; nil if no single line has it.
    public let line: Int?
    /// A description of the mistake for the file's author.
    public let reason: String

    init(_ code: Code, line: Int? = nil, _ reason: String) {
        self.code = code
        self.line = line
        self.reason = reason
    }

    /// `line N: reason`.
    public var description: String {
        if let line { "line \(line): \(reason)" } else { reason }
    }
}
