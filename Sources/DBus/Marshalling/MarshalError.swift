// SPDX-License-Identifier: Apache-2.0

/// The reason why a value cannot be put into a message.
public enum MarshalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A string has U+0000, which D-Bus does not allow.
    case nulInString
    /// A value's type is not a valid signature, for this reason.
    case invalidSignature(String)
    /// The types of a message are longer than 255 bytes.
    case signatureTooLong
    /// An array or dictionary has an element of another type than the declared one.
    case elementMismatch(expected: String, found: String)
    /// Containers nest deeper than ``MessageLimits/maximumDepth``.
    case nestedTooDeeply
    /// An array is longer than ``MessageLimits/maximumArrayLength``.
    case arrayTooLong
    /// A message is longer than ``MessageLimits/maximumMessageLength``.
    case messageTooLong
    /// A message carries more than ``MessageLimits/maximumFileDescriptors`` descriptors.
    case tooManyFileDescriptors
    /// A descriptor could not be duplicated into the message.
    case fileDescriptorRefused
    /// A message with descriptors cannot be written as bytes.
    case carriesFileDescriptors
    /// libdbus had no memory for the value.
    case outOfMemory

    /// A sentence for logs, without text of the value.
    public var description: String {
        switch self {
        case .nulInString: "a string holds U+0000"
        case .invalidSignature(let reason): "the type of a value is not valid: \(reason)"
        case .signatureTooLong: "the types of the message are longer than 255 bytes"
        case .elementMismatch(let expected, let found):
            "a value of type \(found) stands where \(expected) was declared"
        case .nestedTooDeeply: "the value nests deeper than \(MessageLimits.maximumDepth) levels"
        case .arrayTooLong: "an array is longer than \(MessageLimits.maximumArrayLength) bytes"
        case .messageTooLong:
            "the message is longer than \(MessageLimits.maximumMessageLength) bytes"
        case .tooManyFileDescriptors:
            "the message has more than \(MessageLimits.maximumFileDescriptors) file descriptors"
        case .fileDescriptorRefused: "a file descriptor could not be duplicated"
        case .carriesFileDescriptors: "the message carries file descriptors"
        case .outOfMemory: "no memory for the message"
        }
    }
}

/// The reason why a message could not be read.
public struct UnmarshalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence, such as "expected s, found u".
    public let description: String

    /// Creates an error of the reader, for example for a number that is out of range.
    public init(_ description: String) {
        self.description = description
    }

    static func mismatch(expected: TypeCode, found: TypeCode?) -> UnmarshalError {
        UnmarshalError("expected \(expected.name), found \(found?.name ?? "nothing")")
    }
}

extension TypeCode {
    /// The code in signatures, with "()" and "{}" for structures and dictionary entries.
    var name: String {
        switch self {
        case .structure: "()"
        case .dictionaryEntry: "{}"
        default: String(UnicodeScalar(rawValue))
        }
    }
}
