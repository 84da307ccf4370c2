// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DBus

/// The reader of a message's bytes without libdbus.
@Suite struct MarshalledReaderTests {
    private func message(_ values: [Value]) throws -> Message {
        let message = Message.signal(path: "/", interface: "org.example.I", member: "S")
        try message.append(contentsOf: values)
        return message
    }

    /// Reads the bytes with `body`.
    private func read<Result>(
        _ bytes: [UInt8], _ body: (inout MarshalledReader) throws(UnmarshalError) -> Result
    ) throws -> Result {
        try unsafe bytes.withUnsafeBytes { bytes in
            var reader = unsafe try MarshalledReader(bytes)
            return try body(&reader)
        }
    }

    private func randomValues(_ seed: UInt64) throws -> [Value] {
        var random = RandomValues(seed: seed)
        return try (0..<random.below(6)).map { _ in try random.value(random.type()) }
    }

    @Test(arguments: 1...400)
    func `both readers read the same of a message`(seed: UInt64) throws {
        let values = try randomValues(seed)
        let message = try message(values)
        let found = try read(try message.marshalled()) { reader throws(UnmarshalError) in
            try reader.values()
        }
        #expect(found == values)
        #expect(found == (try message.arguments()))
    }

    @Test(arguments: 1...400)
    func `both readers step over the same and see the same types`(seed: UInt64) throws {
        let message = try message(try randomValues(seed))
        var other = message.reader
        try read(try message.marshalled()) { reader throws(UnmarshalError) in
            while !other.atEnd {
                #expect(reader.current == other.current)
                #expect(reader.currentSignature == other.currentSignature)
                try reader.skip()
                other.skip()
            }
            #expect(reader.atEnd)
            #expect(reader.currentSignature == "")
        }
    }

    @Test func `a variant is read as a text where it holds one, and stays otherwise`() throws {
        let values: [Value] = [
            .variant(.string("text")), .variant(.byte(7)), .variant(.variant(.string("inner"))),
            .variant(.strings(["a"])), .string("no variant"), .variant(.string("")),
        ]
        let message = try message(values)
        func check(_ reader: inout some ArgumentReader) throws(UnmarshalError) {
            #expect(try reader.stringVariant() == "text")
            for _ in 1...3 {
                #expect(try reader.stringVariant() == nil)
                #expect(reader.current == .variant)
                try reader.skip()
            }
            #expect(throws: UnmarshalError.self) { try reader.stringVariant() }
            #expect(try reader.string() == "no variant")
            #expect(try reader.stringVariant() == "")
            #expect(reader.current == nil)
        }
        try read(try message.marshalled()) { reader throws(UnmarshalError) in try check(&reader) }
        var other = message.reader
        try check(&other)
        let swapped = try ForeignOrder.bytes(of: Array(values[...2]))
        try read(swapped) { reader throws(UnmarshalError) in
            #expect(try reader.stringVariant() == "text")
        }
    }

    @Test(arguments: 1...200)
    func `a message of the other byte order reads the same`(seed: UInt64) throws {
        let values = try randomValues(seed)
        let swapped = try ForeignOrder.bytes(of: values)
        let found = try read(swapped) { reader throws(UnmarshalError) in try reader.values() }
        #expect(found == values)
        // libdbus confirms that the writer of these bytes is right.
        #expect(try Message.demarshal(swapped).arguments() == values)
    }

    @Test(arguments: 1...300)
    func `damaged bytes are read or refused`(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        let bytes = try message(try randomValues(seed)).marshalled()
        for _ in 0..<50 {
            var damaged = bytes
            for _ in 0...random.below(4) {
                damaged[random.below(damaged.count)] = UInt8(random.below(256))
            }
            if random.below(3) == 0 { damaged.removeLast(random.below(damaged.count)) }
            // The reader never traps and never runs past the end, for any bytes. Readable bytes can
            // also be skipped.
            let values = try? read(damaged) { reader throws(UnmarshalError) in
                try reader.values()
            }
            let skipped: Void? = try? read(damaged) { reader throws(UnmarshalError) in
                while !reader.atEnd { try reader.skip() }
            }
            #expect(values == nil || skipped != nil)
        }
    }

    @Test func `bytes that are no message are refused`() {
        let beginnings: [[UInt8]] = [
            [], [UInt8](repeating: 0, count: 64), [UInt8](repeating: UInt8(ascii: "l"), count: 15),
            [UInt8(ascii: "l")] + [UInt8](repeating: 0xFF, count: 63),
        ]
        for bytes in beginnings {
            #expect(throws: UnmarshalError.self) {
                try read(bytes) { reader throws(UnmarshalError) in try reader.values() }
            }
        }
    }

    /// Found by fuzzing: elements without any bytes, so that their array has no end.
    @Test(arguments: ["a()yy", "a(}yy", "a{)yy", "a{}yy"])
    func `structures without fields are refused`(types: String) throws {
        let element = Value.structure([.byte(1)])
        let bytes = try message([.array(of: "(y)", [element, element]), .byte(1)]).marshalled()
        let place = try #require(bytes.firstRange(of: Array("a(y)y".utf8)))
        let damaged = bytes[..<place.lowerBound] + Array(types.utf8) + bytes[place.upperBound...]
        #expect(throws: UnmarshalError.self) {
            try read(Array(damaged)) { reader throws(UnmarshalError) in try reader.values() }
        }
        #expect(throws: UnmarshalError.self) {
            try read(Array(damaged)) { reader throws(UnmarshalError) in
                try reader.array { _ in }
            }
        }
    }

    @Test func `a mistyped read throws and stays where it is`() throws {
        let message = try message([.uint32(7), .vardict(["a": .byte(1)])])
        try read(try message.marshalled()) { reader throws(UnmarshalError) in
            let error = #expect(throws: UnmarshalError.self) { try reader.string() }
            #expect(error?.description == "expected s, found u")
            #expect(throws: UnmarshalError.self) { try reader.array { _ in } }
            #expect(throws: UnmarshalError.self) { try reader.variant { _ in } }
            #expect(throws: UnmarshalError.self) { try reader.entries { _ in } }
            #expect(try reader.uint32() == 7)
            #expect(throws: UnmarshalError.self) { try reader.uint32() }
            var names: [String] = []
            unsafe try reader.namedEntries { name, _ throws(UnmarshalError) in
                names.append(unsafe String(decoding: name, as: UTF8.self))
            }
            #expect(names == ["a"])
            #expect(reader.atEnd)
            #expect(throws: UnmarshalError.self) { try reader.byte() }
            #expect(throws: Never.self) { try reader.skip() }
        }
    }

    @Test func `what libdbus lets pass is not too deep, and there is an end to it`() throws {
        // libdbus does not count an array of numbers as a level.
        func nested(_ variants: Int) throws -> [UInt8] {
            var value = Value.bytes([1])
            for _ in 0..<variants { value = .variant(value) }
            return try ForeignOrder.bytes(of: [value])
        }
        let deepest = try nested(MessageLimits.maximumDepth)
        #expect(throws: Never.self) { try Message.demarshal(deepest) }
        #expect(throws: UnmarshalError.self) {
            try Message.demarshal(try nested(MessageLimits.maximumDepth + 1))
        }
        try read(deepest) { reader throws(UnmarshalError) in
            try reader.skip()
            #expect(reader.atEnd)
        }
        let values = try read(deepest) { reader throws(UnmarshalError) in try reader.values() }
        #expect(values.count == 1)
        let tooDeep = try nested(MessageLimits.maximumDepth + 2)
        #expect(throws: UnmarshalError.self) {
            try read(tooDeep) { reader throws(UnmarshalError) in try reader.skip() }
        }
    }
}

extension MarshalledReader {
    /// Returns all remaining values.
    fileprivate mutating func values() throws(UnmarshalError) -> [Value] {
        var values: [Value] = []
        while !atEnd { values.append(try value()) }
        return values
    }

    private mutating func value() throws(UnmarshalError) -> Value {
        switch current {
        case .byte: return .byte(try byte())
        case .boolean: return .boolean(try boolean())
        case .int16: return .int16(try int16())
        case .uint16: return .uint16(try uint16())
        case .int32: return .int32(try int32())
        case .uint32: return .uint32(try uint32())
        case .int64: return .int64(try int64())
        case .uint64: return .uint64(try uint64())
        case .double: return .double(try double())
        case .string: return .string(try string())
        case .objectPath: return .objectPath(ObjectPath(unchecked: try name(.objectPath)))
        case .signature: return .signature(Signature(unchecked: try name(.signature)))
        case .variant:
            return try variant { inner throws(UnmarshalError) in .variant(try inner.value()) }
        case .structure:
            return try structure { fields throws(UnmarshalError) in
                .structure(try fields.values())
            }
        case .array: return try arrayValue()
        default: throw UnmarshalError("expected a value")
        }
    }

    private mutating func arrayValue() throws(UnmarshalError) -> Value {
        let type = currentSignature
        if type.hasPrefix("a{") {
            var list: [DictionaryEntry] = []
            try entries { entry throws(UnmarshalError) in
                let key = try entry.value()
                list.append(DictionaryEntry(key: key, value: try entry.value()))
            }
            let key = Signature(unchecked: String(type.dropFirst(2).prefix(1)))
            let mapped = Signature(unchecked: String(type.dropFirst(3).dropLast()))
            return .dictionary(key: key, value: mapped, list)
        }
        var values: [Value] = []
        try array { element throws(UnmarshalError) in values.append(try element.value()) }
        if type == "ay" {
            return .bytes(
                values.compactMap { value in
                    if case .byte(let byte) = value { byte } else { nil }
                })
        }
        return .array(of: Signature(unchecked: String(type.dropFirst())), values)
    }
}

/// Writes a signal in the byte order that differs from this machine's.
private struct ForeignOrder {
    private var bytes: [UInt8] = []

    static func bytes(of values: [Value]) throws -> [UInt8] {
        var body = ForeignOrder()
        for value in values { try body.write(value) }
        var header = ForeignOrder()
        let isLittle = UInt16(littleEndian: 1) == 1
        header.bytes = [UInt8(ascii: isLittle ? "B" : "l"), 4, 0, 1]
        header.write(UInt32(body.bytes.count))
        header.write(UInt32(1))
        let fields: [(UInt8, Value)] = [
            (1, .objectPath("/")), (2, .string("org.example.I")), (3, .string("S")),
            (8, .signature(try Signature(try values.map { try $0.signature.rawValue }.joined()))),
        ]
        try header.write(
            .array(
                of: "(yv)", fields.map { .structure([.byte($0.0), .variant($0.1)]) }))
        header.pad(8)
        return header.bytes + body.bytes
    }

    private mutating func pad(_ size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    private mutating func write(_ number: some FixedWidthInteger & BitwiseCopyable) {
        pad(number.bitWidth / 8)
        unsafe withUnsafeBytes(of: number.byteSwapped) { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func write(text: String) {
        write(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    private mutating func write(signature: String) {
        bytes += [UInt8(signature.utf8.count)] + Array(signature.utf8) + [0]
    }

    private mutating func write(_ value: Value) throws {
        switch value {
        case .byte(let value): bytes.append(value)
        case .boolean(let value): write(UInt32(value ? 1 : 0))
        case .int16(let value): write(value)
        case .uint16(let value): write(value)
        case .int32(let value): write(value)
        case .uint32(let value): write(value)
        case .int64(let value): write(value)
        case .uint64(let value): write(value)
        case .double(let value): write(value.bitPattern)
        case .string(let value): write(text: value)
        case .objectPath(let value): write(text: value.rawValue)
        case .signature(let value): write(signature: value.rawValue)
        case .bytes(let value):
            write(UInt32(value.count))
            bytes += value
        case .array(let element, let values):
            try array(alignment: element.firstCode?.alignment ?? 1) { writer in
                for value in values { try writer.write(value) }
            }
        case .dictionary(_, _, let entries):
            try array(alignment: 8) { writer in
                for entry in entries {
                    writer.pad(8)
                    try writer.write(entry.key)
                    try writer.write(entry.value)
                }
            }
        case .structure(let fields):
            pad(8)
            for field in fields { try write(field) }
        case .variant(let inner):
            write(signature: try inner.signature.rawValue)
            try write(inner)
        case .unixFD: break
        }
    }

    private mutating func array(alignment: Int, _ body: (inout ForeignOrder) throws -> Void) throws
    {
        write(UInt32(0))
        let length = bytes.count - 4
        pad(alignment)
        let start = bytes.count
        try body(&self)
        let count = UInt32(bytes.count - start).byteSwapped
        unsafe withUnsafeBytes(of: count) { count in
            bytes.replaceSubrange(length..<length + 4, with: unsafe Array(count))
        }
    }
}
