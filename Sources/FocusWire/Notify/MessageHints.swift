// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore
package import Predicates

/// Reads the hints of a `Notify` call from the message at each lookup: rules with hints are rare,
/// and a hint without a lookup costs nothing.
package struct MessageHints: HintLookup {
    let message: Message

    package init(message: Message) {
        self.message = message
    }

    package func hint(_ name: String) -> PredicateValue? {
        var found: PredicateValue?
        find(name) { reader in
            var budget = HintBudget()
            found = try? Self.predicateValue(&reader, &budget)
        }
        return found
    }

    /// Returns true if a stored message has the hint `resident`: its notification stays after an
    /// action.
    ///
    /// - Parameter bytes: the whole message, as the store lends it.
    package static func isResident(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let message = try? unsafe Message.demarshal(bytes),
            case .boolean(true)? = MessageHints(message: message).hint("resident")
        else { return false }
        return true
    }

    /// Calls `body` with a reader before the variant of the hint with that name.
    package func find(_ name: String, _ body: (inout MessageReader) -> Void) {
        var reader = message.reader
        for _ in 0..<6 { reader.skip() }
        unsafe try? reader.namedEntries { key, value throws(UnmarshalError) in
            if unsafe key.elementsEqual(name.utf8) { body(&value) }
        }
    }

    /// Returns the value for predicates; nil for structures, descriptors, arrays of bytes and
    /// dictionaries without string keys.
    ///
    /// - Throws: `UnmarshalError` for a value beyond the limits of ``HintBudget``.
    private static func predicateValue(
        _ reader: inout MessageReader, _ budget: inout HintBudget
    ) throws(UnmarshalError) -> PredicateValue? {
        try budget.take(values: 1)
        switch reader.current {
        case .byte: return .integer(Int64(try reader.byte()))
        case .boolean: return .boolean(try reader.boolean())
        case .int16: return .integer(Int64(try reader.int16()))
        case .uint16: return .integer(Int64(try reader.uint16()))
        case .int32: return .integer(Int64(try reader.int32()))
        case .uint32: return .integer(Int64(try reader.uint32()))
        case .int64: return .integer(try reader.int64())
        case .uint64: return Int64(exactly: try reader.uint64()).map(PredicateValue.integer)
        case .double: return .double(try reader.double())
        case .string: return .string(try text(&reader, &budget))
        case .objectPath: return .string(try reader.objectPath().rawValue)
        case .signature: return .string(try reader.signature().rawValue)
        case .variant:
            return try reader.variant { inner throws(UnmarshalError) in
                try predicateValue(&inner, &budget)
            }
        case .array: return try array(&reader, &budget)
        case .structure, .dictionaryEntry, .unixFD, nil: return nil
        }
    }

    private static func text(
        _ reader: inout MessageReader, _ budget: inout HintBudget
    ) throws(UnmarshalError) -> String {
        let text = try unsafe reader.cString()
        guard let text = unsafe StreamSafeText.string(text, limit: budget.bytes) else {
            throw UnmarshalError("longer than \(Limits.judgedHintBytes) bytes")
        }
        budget.bytes -= text.utf8.count
        return text
    }

    private static func array(
        _ reader: inout MessageReader, _ budget: inout HintBudget
    ) throws(UnmarshalError) -> PredicateValue? {
        let type = reader.currentSignature
        if type == "ay" { return nil }
        guard type.hasPrefix("a{") else {
            var values: [PredicateValue] = []
            try reader.array { element throws(UnmarshalError) in
                if let value = try predicateValue(&element, &budget) { values.append(value) }
            }
            return .array(values)
        }
        guard type.hasPrefix("a{s") else { return nil }
        var values: [String: PredicateValue] = [:]
        try reader.entries { entry throws(UnmarshalError) in
            let key = try text(&entry, &budget)
            values[key] = try predicateValue(&entry, &budget)
        }
        return .dictionary(values)
    }
}

/// The limits of one hint for rules. A hint beyond the limits is invisible as a whole.
private struct HintBudget {
    var bytes = Limits.judgedHintBytes
    private var values = Limits.judgedHintValues

    mutating func take(values count: Int) throws(UnmarshalError) {
        values -= count
        if values < 0 { throw UnmarshalError("more than \(Limits.judgedHintValues) values") }
    }
}
