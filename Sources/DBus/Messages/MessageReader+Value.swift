// SPDX-License-Identifier: Apache-2.0

/// The most that ``MessageReader/value(within:)`` reads.
package struct ValueLimits: Sendable {
    /// Number of values, those inside others included. Each costs almost a microsecond.
    package var values: Int
    /// Bytes of a text beyond which its end is left out, as ``MessageReader/string(upTo:)`` does.
    package var textBytes: Int

    package init(values: Int, textBytes: Int) {
        self.values = values
        self.textBytes = textBytes
    }

    fileprivate static let none = ValueLimits(values: .max, textBytes: .max)
}

extension MessageReader {
    /// Reads the next value of any type.
    ///
    /// libdbus refuses messages that nest deeper than 64 levels, which limits the recursion.
    ///
    /// - Throws: `UnmarshalError` at the end, for a type that the specification does not allow but
    ///   libdbus accepts, and if the process has no descriptor left.
    public mutating func value() throws(UnmarshalError) -> Value {
        var limits = ValueLimits.none
        return try value(&limits)
    }

    /// Reads the next value of any type, with short texts.
    ///
    /// - Throws: `UnmarshalError` as ``value()``, and beyond the number of values, without reading
    ///   the rest.
    package mutating func value(within limits: ValueLimits) throws(UnmarshalError) -> Value {
        var left = limits
        do throws(UnmarshalError) {
            return try value(&left)
        } catch {
            throw left.values < 0 ? UnmarshalError("more than \(limits.values) values") : error
        }
    }

    /// Reads the next value of any type within `limits`, which then are those for further values.
    /// Takes nothing of the limits if the value cannot be read.
    ///
    /// - Throws: `UnmarshalError` as ``value(within:)``.
    package mutating func value(
        takenFrom limits: inout ValueLimits
    ) throws(UnmarshalError) -> Value {
        var left = limits
        let result = try value(&left)
        limits = left
        return result
    }

    private mutating func value(_ limits: inout ValueLimits) throws(UnmarshalError) -> Value {
        limits.values -= 1
        if limits.values < 0 { throw UnmarshalError("too many values") }
        guard let code = current else { throw UnmarshalError("expected a value, found nothing") }
        switch code {
        case .byte: return .byte(try byte())
        case .boolean: return .boolean(try boolean())
        case .int16: return .int16(try int16())
        case .uint16: return .uint16(try uint16())
        case .int32: return .int32(try int32())
        case .uint32: return .uint32(try uint32())
        case .int64: return .int64(try int64())
        case .uint64: return .uint64(try uint64())
        case .double: return .double(try double())
        case .string: return .string(try string(upTo: limits.textBytes))
        case .objectPath: return .objectPath(try objectPath())
        case .signature: return .signature(try signature())
        case .unixFD: return .unixFD(try unixFD())
        case .variant:
            return try variant { inner throws(UnmarshalError) in
                .variant(try inner.value(&limits))
            }
        case .structure, .dictionaryEntry:
            return try structure { inner throws(UnmarshalError) in
                .structure(try inner.remaining(&limits))
            }
        case .array: return try arrayValue(&limits)
        }
    }

    private mutating func remaining(
        _ limits: inout ValueLimits
    ) throws(UnmarshalError) -> [Value] {
        var values: [Value] = []
        while !atEnd { values.append(try value(&limits)) }
        return values
    }

    private mutating func arrayValue(
        _ limits: inout ValueLimits
    ) throws(UnmarshalError) -> Value {
        let type = currentSignature
        if type == "ay" { return unsafe .bytes(try withBytes { unsafe [UInt8]($0) }) }
        if try isDictionary() { return try dictionaryValue(type, &limits) }
        let element = try Self.checked(String(type.dropFirst()))
        var values: [Value] = []
        try array { inner throws(UnmarshalError) in values.append(try inner.value(&limits)) }
        return .array(of: element, values)
    }

    private mutating func dictionaryValue(
        _ type: String, _ limits: inout ValueLimits
    ) throws(UnmarshalError) -> Value {
        // "a{" key, one letter, then the value's type and "}".
        let key = try Self.checked(String(type.dropFirst(2).prefix(1)))
        let mapped = try Self.checked(String(type.dropFirst(3).dropLast()))
        var list: [DictionaryEntry] = []
        try entries { entry throws(UnmarshalError) in
            let key = try entry.value(&limits)
            list.append(DictionaryEntry(key: key, value: try entry.value(&limits)))
        }
        return .dictionary(key: key, value: mapped, list)
    }
}
