// SPDX-License-Identifier: Apache-2.0

extension MarshalledReader {
    package mutating func byte() throws(UnmarshalError) -> UInt8 { try number(.byte) }
    package mutating func boolean() throws(UnmarshalError) -> Bool {
        try number(.boolean, as: UInt32.self) != 0
    }
    package mutating func int16() throws(UnmarshalError) -> Int16 { try number(.int16) }
    package mutating func uint16() throws(UnmarshalError) -> UInt16 { try number(.uint16) }
    package mutating func int32() throws(UnmarshalError) -> Int32 { try number(.int32) }
    package mutating func uint32() throws(UnmarshalError) -> UInt32 { try number(.uint32) }
    package mutating func int64() throws(UnmarshalError) -> Int64 { try number(.int64) }
    package mutating func uint64() throws(UnmarshalError) -> UInt64 { try number(.uint64) }
    package mutating func double() throws(UnmarshalError) -> Double {
        Double(bitPattern: try number(.double))
    }
}

/// Positions in a message's header ("Message Format").
enum MessageHeader {
    /// Size of byte order, type, flags, version, length of the body, serial and length of the
    /// fields.
    static let fixedSize = 16
    /// Position of the length of the array of fields.
    static let fieldsLength = 12
    /// The field with the types of the arguments.
    static let signatureField: UInt8 = 8
}
