// SPDX-License-Identifier: Apache-2.0

/// Why a key file, or one value in it, was refused.
public struct KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusal; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable number, for switches over kinds that this version does not know.
        public let rawValue: Int

        /// The kind with that number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A line is neither a group, an entry nor a comment, or its name is malformed.
        public static let syntax = Code(rawValue: 1)
        /// Not UTF-8, a NUL character, or an `Encoding=` other than UTF-8.
        public static let encoding = Code(rawValue: 2)
        /// Longer than ``KeyFile/maximumBytes``.
        public static let tooLarge = Code(rawValue: 3)
        /// The system could not read the file.
        public static let unreadable = Code(rawValue: 4)
        /// A value is not of the type asked for.
        public static let invalidValue = Code(rawValue: 5)
        /// A group or key to be set has a name that a key file cannot hold.
        public static let invalidName = Code(rawValue: 6)
    }

    /// The kind of refusal.
    public let code: Code
    /// The line, counted from 1; nil when no line is to blame.
    public let line: Int?
    /// What is wrong, in words for the file's author.
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
