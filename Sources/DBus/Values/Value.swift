// SPDX-License-Identifier: Apache-2.0

/// Any D-Bus value.
///
/// Every valid message converts to values and back without loss. Not every value is valid: lengths,
/// nesting and element types are checked when a value is appended to a message.
public enum Value: Hashable, Sendable {
    /// y
    case byte(UInt8)
    /// b
    case boolean(Bool)
    /// n
    case int16(Int16)
    /// q
    case uint16(UInt16)
    /// i
    case int32(Int32)
    /// u
    case uint32(UInt32)
    /// x
    case int64(Int64)
    /// t
    case uint64(UInt64)
    /// d; compared and hashed as `Double` does.
    case double(Double)
    /// s; may not contain U+0000.
    case string(String)
    /// o
    case objectPath(ObjectPath)
    /// g
    case signature(Signature)
    /// h
    case unixFD(UnixFD)
    /// An array of any type except bytes, which are read as ``bytes(_:)``.
    case array(of: Signature, [Value])
    /// ay
    case bytes([UInt8])
    /// a{…}; keeps order and repeated keys, as on the wire.
    indirect case dictionary(key: Signature, value: Signature, [DictionaryEntry])
    /// (…); at least one field.
    case structure([Value])
    /// v
    indirect case variant(Value)
}

/// A key and its value in a ``Value/dictionary(key:value:_:)``.
public struct DictionaryEntry: Hashable, Sendable {
    /// A value of a basic type.
    public var key: Value
    /// The value for the key.
    public var value: Value

    /// Creates an entry; its types are checked against the dictionary's on appending to a message.
    public init(key: Value, value: Value) {
        self.key = key
        self.value = value
    }
}

extension Value {
    /// The type of the value, one complete type.
    ///
    /// - Throws: `MarshalError` if the value has no valid type: an empty structure, more than 255
    ///   bytes, nested too deeply, an element type that is not one complete type.
    public var signature: Signature {
        get throws(MarshalError) {
            if let code = basicCode { return Signature(unchecked: code.name) }
            var text = ""
            try appendType(to: &text, depth: 0)
            do throws(InvalidName) {
                return try Signature(text)
            } catch {
                throw .invalidSignature(error.reason)
            }
        }
    }

    /// The type code of a value that is not a container; nil for containers.
    var basicCode: TypeCode? {
        switch self {
        case .byte: .byte
        case .boolean: .boolean
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .unixFD: .unixFD
        case .array, .bytes, .dictionary, .structure, .variant: nil
        }
    }

    // Only structures recurse, and the depth limits them.
    private func appendType(to text: inout String, depth: Int) throws(MarshalError) {
        switch self {
        case .array(let element, _):
            guard element.isSingleCompleteType else {
                throw .invalidSignature("an element type is not one complete type")
            }
            text += "a\(element)"
        case .bytes: text += "ay"
        case .dictionary(let key, let value, _):
            guard key.isSingleCompleteType, value.isSingleCompleteType else {
                throw .invalidSignature("a key or value type is not one complete type")
            }
            text += "a{\(key)\(value)}"
        case .structure(let fields):
            if depth >= Signature.maximumStructureDepth { throw .nestedTooDeeply }
            text += "("
            for field in fields { try field.appendType(to: &text, depth: depth + 1) }
            text += ")"
        case .variant: text += "v"
        default: text += basicCode?.name ?? ""
        }
    }
}
