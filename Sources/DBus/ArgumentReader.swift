// SPDX-License-Identifier: Apache-2.0

/// Reads arguments in order, from wherever they lie.
///
/// Every read looks at the type first, and throws and stays where it is when the type is another one.
package protocol ArgumentReader {
    /// The type of the next value; nil at the end.
    var current: TypeCode? { get }
    /// The complete type of the next value; empty at the end.
    var currentSignature: String { get }

    /// Steps over the next value, whatever it is.
    mutating func skip() throws(UnmarshalError)
    /// Reads a y.
    mutating func byte() throws(UnmarshalError) -> UInt8
    /// Reads an i.
    mutating func int32() throws(UnmarshalError) -> Int32
    /// Reads a u.
    mutating func uint32() throws(UnmarshalError) -> UInt32
    /// Reads an s.
    mutating func string() throws(UnmarshalError) -> String

    /// Reads an array, calling `each` at every element; what it does not read of the element is
    /// stepped over.
    mutating func array(_ each: (inout Self) throws(UnmarshalError) -> Void) throws(UnmarshalError)
    /// Reads a variant, handing `body` a reader of its one value.
    mutating func variant<Result>(
        _ body: (inout Self) throws(UnmarshalError) -> Result
    ) throws(UnmarshalError) -> Result
    /// Reads a variant that holds an s; nil, and nothing is read, when it holds anything else.
    mutating func stringVariant() throws(UnmarshalError) -> String?
    /// Reads a dictionary with string keys, lending `each` a key's UTF-8 and a reader of its value.
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
