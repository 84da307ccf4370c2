// SPDX-License-Identifier: Apache-2.0
import CDBus

/// The first character of a type in a signature ("Summary of types" in the specification).
public enum TypeCode: UInt8, Hashable, Sendable {
    /// y
    case byte = 0x79
    /// b
    case boolean = 0x62
    /// n
    case int16 = 0x6e
    /// q
    case uint16 = 0x71
    /// i
    case int32 = 0x69
    /// u
    case uint32 = 0x75
    /// x
    case int64 = 0x78
    /// t
    case uint64 = 0x74
    /// d
    case double = 0x64
    /// s
    case string = 0x73
    /// o
    case objectPath = 0x6f
    /// g
    case signature = 0x67
    /// h
    case unixFD = 0x68
    /// v
    case variant = 0x76
    /// a
    case array = 0x61
    /// A structure, "(" in signatures; libdbus calls it r.
    case structure = 0x72
    /// A dictionary entry, "{" in signatures; libdbus calls it e.
    case dictionaryEntry = 0x65

    /// Converts libdbus's code; nil at the end of a container.
    init?(libdbus code: Int32) {
        guard code != 0, let byte = UInt8(exactly: code) else { return nil }
        self.init(rawValue: byte)
    }

    /// The code for libdbus.
    var libdbus: Int32 { Int32(rawValue) }

    /// True if a value of the type can be the key of a dictionary.
    public var isBasic: Bool {
        switch self {
        case .variant, .array, .structure, .dictionaryEntry: false
        default: true
        }
    }

    /// The size of all values of the type, or nil if it varies.
    var fixedSize: Int? {
        switch self {
        case .byte: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32, .unixFD: 4
        case .int64, .uint64, .double: 8
        default: nil
        }
    }

    /// The alignment of the type in bytes: positions of its values are multiples of this number.
    var alignment: Int {
        switch self {
        case .byte, .signature, .variant: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32, .unixFD, .string, .objectPath, .array: 4
        case .int64, .uint64, .double, .structure, .dictionaryEntry: 8
        }
    }
}
