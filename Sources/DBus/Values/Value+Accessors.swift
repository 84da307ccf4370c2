// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// Returns a list of strings, as.
    public static func strings(_ strings: some Sequence<String>) -> Value {
        .array(of: .string, strings.map { .string($0) })
    }

    /// Returns a dictionary a{sv} in the given order; wraps the values in variants.
    public static func vardict(_ entries: KeyValuePairs<String, Value>) -> Value {
        .dictionary(
            key: .string, value: .variant,
            entries.map { DictionaryEntry(key: .string($0.key), value: .variant($0.value)) })
    }

    /// Returns a dictionary a{sv}, ordered by key; wraps the values in variants.
    public static func vardict(_ entries: [String: Value]) -> Value {
        .dictionary(
            key: .string, value: .variant,
            entries.sorted { $0.key < $1.key }.map {
                DictionaryEntry(key: .string($0.key), value: .variant($0.value))
            })
    }

    /// The value inside a variant of any depth; for other types the value itself.
    public var unwrapped: Value {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The value of a string; nil for every other type.
    public var asString: String? { if case .string(let value) = self { value } else { nil } }

    /// The value of a boolean; nil for every other type.
    public var asBool: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The value of an i; nil for every other type.
    public var asInt32: Int32? { if case .int32(let value) = self { value } else { nil } }

    /// The value of a u; nil for every other type.
    public var asUInt32: UInt32? { if case .uint32(let value) = self { value } else { nil } }

    /// The value of an object path; nil for every other type.
    public var asObjectPath: ObjectPath? {
        if case .objectPath(let value) = self { value } else { nil }
    }

    /// The value of an ay; nil for every other type.
    public var asBytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The value of any integer type; nil for other types and for values that `Int` cannot
    /// represent.
    public var asInteger: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The strings of an as; nil for every other type.
    public var asStrings: [String]? {
        guard case .array(.string, let elements) = self else { return nil }
        return elements.compactMap(\.asString)
    }

    /// The elements of an array or the fields of a structure; nil for every other type.
    public var elements: [Value]? {
        switch self {
        case .array(_, let elements), .structure(let elements): elements
        case .bytes(let bytes): bytes.map { .byte($0) }
        default: nil
        }
    }

    /// The entries of a dictionary; nil for every other type.
    public var entries: [DictionaryEntry]? {
        if case .dictionary(_, _, let entries) = self { entries } else { nil }
    }

    /// The value of a string key in a dictionary, unwrapped from its variant.
    ///
    /// The last entry counts if the key is repeated. Nil for an unknown key and for other types.
    public subscript(key: String) -> Value? {
        entries?.last { $0.key == .string(key) }?.value.unwrapped
    }
}
