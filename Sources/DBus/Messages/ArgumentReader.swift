// SPDX-License-Identifier: Apache-2.0

/// Reads arguments in order, from any form of a message.
///
/// Each read checks the type first. A read of another type throws and does not move the reader.
package protocol ArgumentReader {
    /// The type of the next value; nil at the end.
    var current: TypeCode? { get }
    /// The complete type of the next value; empty at the end.
    var currentSignature: String { get }

    /// Skips the next value of any type.
    mutating func skip() throws(UnmarshalError)
    /// Reads a y.
    mutating func byte() throws(UnmarshalError) -> UInt8
    /// Reads an i.
    mutating func int32() throws(UnmarshalError) -> Int32
    /// Reads a u.
    mutating func uint32() throws(UnmarshalError) -> UInt32
    /// Reads an s.
    mutating func string() throws(UnmarshalError) -> String

    /// Reads an array, calling `each` at every element; skips an element that `each` did not read.
    mutating func array(_ each: (inout Self) throws(UnmarshalError) -> Void) throws(UnmarshalError)
    /// Reads a variant, calling `body` with a reader of its value.
    mutating func variant<Result>(
        _ body: (inout Self) throws(UnmarshalError) -> Result
    ) throws(UnmarshalError) -> Result
    /// Reads a variant that has an s. Returns nil and reads nothing for a variant of another type.
    mutating func stringVariant() throws(UnmarshalError) -> String?
    /// Reads a dictionary with string keys, calling `each` with a key's UTF-8 and a reader of its
    /// value.
    mutating func namedEntries(
        _ each: (UnsafeRawBufferPointer, inout Self) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError)
}

extension MessageReader: ArgumentReader {
    package mutating func stringVariant() throws(UnmarshalError) -> String? {
        var next = self
        let text = try next.variant { inner throws(UnmarshalError) in
            inner.current == .string ? try inner.string() : nil
        }
        if text != nil { self = next }
        return text
    }

    package mutating func namedEntries(
        _ each: (UnsafeRawBufferPointer, inout MessageReader) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        try dictionary { key, value throws(UnmarshalError) in
            var key = key
            let result = key.withUTF8 { utf8 in
                Result { () throws(UnmarshalError) in
                    unsafe try each(UnsafeRawBufferPointer(utf8), &value)
                }
            }
            try result.get()
        }
    }
}
