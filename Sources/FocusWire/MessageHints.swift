// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore
package import Predicates

/// The hints of a `Notify` call, read from the message each time they are asked for: rules that
/// name hints are rare, and an unasked hint costs nothing.
package struct MessageHints: HintLookup {
    let message: Message

    package init(message: Message) {
        self.message = message
    }

    package func hint(_ name: String) -> PredicateValue? {
        var found: PredicateValue?
        find(name) { reader in
            found = (try? reader.value()).flatMap { Self.predicateValue($0.unwrapped) }
        }
        return found
    }

    /// Lends a reader that stands before the variant of the hint with that name.
    package func find(_ name: String, _ body: (inout MessageReader) -> Void) {
        var reader = message.reader
        for _ in 0..<6 { reader.skip() }
        try? reader.dictionary { key, value throws(UnmarshalError) in
            if key == name { body(&value) }
        }
    }

    /// The value as predicates know it; nil for structures, descriptors and dictionaries with
    /// other keys than strings.
    static func predicateValue(_ value: Value) -> PredicateValue? {
        switch value {
        case .byte(let number): .integer(Int64(number))
        case .boolean(let flag): .boolean(flag)
        case .int16(let number): .integer(Int64(number))
        case .uint16(let number): .integer(Int64(number))
        case .int32(let number): .integer(Int64(number))
        case .uint32(let number): .integer(Int64(number))
        case .int64(let number): .integer(number)
        case .uint64(let number): Int64(exactly: number).map(PredicateValue.integer)
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .objectPath(let path): .string(path.rawValue)
        case .signature(let signature): .string(signature.rawValue)
        case .array(_, let values): .array(values.compactMap(predicateValue))
        case .dictionary(_, _, let entries): dictionary(entries)
        case .variant(let inner): predicateValue(inner)
        case .bytes, .structure, .unixFD: nil
        }
    }

    private static func dictionary(_ entries: [DictionaryEntry]) -> PredicateValue? {
        var values: [String: PredicateValue] = [:]
        for entry in entries {
            guard case .string(let key) = entry.key else { return nil }
            values[key] = predicateValue(entry.value)
        }
        return .dictionary(values)
    }
}
