// SPDX-License-Identifier: Apache-2.0

import DBus

/// Any message: a byte of flags, the length of its signature, the signature, the body.
enum MessageReading {
    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        var rest = input
        let flags = rest.popFirst() ?? 0
        let length = Int(rest.popFirst() ?? 0)
        let types = rest.prefix(length)
        let untrusted = UntrustedMessage(
            flags & 2 == 0 ? .methodCall : .methodReturn, member: "Fuzz", signature: types,
            isBigEndian: flags & 1 == 1, body: rest.dropFirst(types.count))
        let found = values(in: untrusted.bytes)
        guard let message = untrusted.message else { return }
        try compare(message, found)
        // A forwarded copy is the same message.
        let copy = message.copy(destination: "org.example.Other")
        try agree(copy.signature, message.signature, "signature of the copy")
        guard let arguments = try? message.arguments() else { return }
        try agree((try? copy.arguments()).map(shown), shown(arguments), "the copy")
        try rewrite(arguments)
    }

    private static func compare(
        _ message: Message, _ found: Result<[Value], UnmarshalError>
    ) throws(Disagreement) {
        guard let arguments = try? message.arguments() else { return }
        guard case .success(let values) = found else {
            throw Disagreement("our reader refuses a message: \(found)")
        }
        try agree(shown(values), shown(arguments), "values")
        // Skipping all arguments leads to the same end.
        var reader = message.reader
        var count = 0
        while !reader.atEnd {
            reader.skip()
            count += 1
        }
        try agree(count, arguments.count, "number of arguments")
    }

    /// Writes the values that were read, and compares the result.
    private static func rewrite(_ values: [Value]) throws(Disagreement) {
        let message = Message.empty
        do throws(MarshalError) {
            try message.append(contentsOf: values)
        } catch {
            throw Disagreement("what was read cannot be written: \(error)")
        }
        try agree((try? message.arguments()).map(shown), shown(values), "written again")
    }

    /// Returns the values as text, in which all NaNs are equal.
    private static func shown(_ values: [Value]) -> String { "\(values)" }

    private static func values(in bytes: [UInt8]) -> Result<[Value], UnmarshalError> {
        unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(UnmarshalError) in
                var reader = try unsafe MarshalledReader(bytes)
                return try reader.values()
            }
        }
    }
}

extension MarshalledReader {
    fileprivate mutating func values() throws(UnmarshalError) -> [Value] {
        var values: [Value] = []
        while !atEnd { values.append(try value()) }
        return values
    }

    private mutating func value() throws(UnmarshalError) -> Value {
        switch current {
        case .byte: .byte(try byte())
        case .boolean: .boolean(try boolean())
        case .int16: .int16(try int16())
        case .uint16: .uint16(try uint16())
        case .int32: .int32(try int32())
        case .uint32: .uint32(try uint32())
        case .int64: .int64(try int64())
        case .uint64: .uint64(try uint64())
        case .double: .double(try double())
        case .string: .string(try string())
        case .objectPath: .objectPath(ObjectPath(unchecked: try name(.objectPath)))
        case .signature: .signature(Signature(unchecked: try name(.signature)))
        case .variant:
            .variant(try variant { inner throws(UnmarshalError) in try inner.value() })
        case .structure:
            .structure(try structure { inner throws(UnmarshalError) in try inner.values() })
        case .array: try arrayValue()
        default: throw UnmarshalError("no value of a message without descriptors")
        }
    }

    private mutating func arrayValue() throws(UnmarshalError) -> Value {
        let type = currentSignature.dropFirst()
        guard type.hasPrefix("{") else {
            var values: [Value] = []
            try array { element throws(UnmarshalError) in values.append(try element.value()) }
            if type != "y" { return .array(of: Signature(unchecked: String(type)), values) }
            return .bytes(
                values.map { value in if case .byte(let byte) = value { byte } else { 0 } })
        }
        var list: [DictionaryEntry] = []
        try entries { entry throws(UnmarshalError) in
            let key = try entry.value()
            list.append(DictionaryEntry(key: key, value: try entry.value()))
        }
        return .dictionary(
            key: Signature(unchecked: String(type.dropFirst().prefix(1))),
            value: Signature(unchecked: String(type.dropFirst(2).dropLast())), list)
    }
}
