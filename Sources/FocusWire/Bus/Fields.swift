// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// Reads a dictionary of named values (`a{sv}`). Ignores unknown keys; a key with another type than
/// requested counts as absent.
package struct Fields {
    private var values: [String: Value] = [:]

    /// Returns nil for any other type than `a{sv}`.
    package init?(_ value: Value) {
        guard case .dictionary(let key, let element, let entries) = value,
            key.rawValue == "s", element.rawValue == "v"
        else { return nil }
        for entry in entries {
            guard case .string(let name) = entry.key, case .variant(let value) = entry.value else {
                continue
            }
            values[name] = value
        }
    }

    package subscript(name: String) -> Value? { values[name] }

    package func string(_ name: String) -> String? { values[name]?.asString }

    package func boolean(_ name: String) -> Bool? { values[name]?.asBool }

    package func uint32(_ name: String) -> UInt32? { values[name]?.asUInt32 }

    package func int64(_ name: String) -> Int64? {
        if case .int64(let number) = values[name] { number } else { nil }
    }

    package func byte(_ name: String) -> UInt8? {
        if case .byte(let number) = values[name] { number } else { nil }
    }

    package func strings(_ name: String) -> [String]? {
        guard case .array(let element, let values) = values[name], element.rawValue == "s" else {
            return nil
        }
        return values.compactMap(\.asString)
    }

    package func list(_ name: String) -> [Fields]? {
        values[name].flatMap(Fields.list)
    }

    package func fields(_ name: String) -> Fields? {
        values[name].flatMap(Fields.init)
    }

    /// Returns the members of an `aa{sv}`; nil for any other type.
    package static func list(_ value: Value) -> [Fields]? {
        guard case .array(let element, let values) = value, element.rawValue == "a{sv}" else {
            return nil
        }
        return values.compactMap(Fields.init)
    }
}

/// Builds a dictionary of named values (`a{sv}`).
package struct FieldsBuilder {
    private var entries: [DictionaryEntry] = []

    package init() {}

    /// Adds a value; nil adds nothing.
    package mutating func set(_ name: String, _ value: Value?) {
        guard let value else { return }
        entries.append(DictionaryEntry(key: .string(name), value: .variant(value)))
    }

    package mutating func set(_ name: String, _ text: String?) {
        set(name, text.map(Value.string))
    }

    package var value: Value {
        .dictionary(key: "s", value: "v", entries)
    }

    /// Returns an `aa{sv}`.
    package static func list(_ values: [Value]) -> Value {
        .array(of: "a{sv}", values)
    }

    /// Returns an `aa{sv}` of the first dictionaries, ``Limits/answerBytes`` at most together.
    package static func list(bounded values: some Sequence<Value>) -> Value {
        var kept: [Value] = []
        var bytes = 0
        for value in values {
            bytes += value.leastBytes
            guard bytes <= Limits.answerBytes else { break }
            kept.append(value)
        }
        return list(kept)
    }
}

extension Value {
    /// Bytes of the value in a message, without padding and types.
    package var leastBytes: Int {
        switch self {
        case .byte: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32, .unixFD: 4
        case .int64, .uint64, .double: 8
        case .string(let text): 5 + text.utf8.count
        case .objectPath(let path): 5 + path.rawValue.utf8.count
        case .signature(let signature): 2 + signature.rawValue.utf8.count
        case .bytes(let bytes): 4 + bytes.count
        case .array(_, let elements): elements.reduce(4) { $0 + $1.leastBytes }
        case .structure(let members): members.reduce(0) { $0 + $1.leastBytes }
        case .dictionary(_, _, let entries):
            entries.reduce(4) { $0 + $1.key.leastBytes + $1.value.leastBytes }
        case .variant(let value): 3 + value.leastBytes
        }
    }
}
