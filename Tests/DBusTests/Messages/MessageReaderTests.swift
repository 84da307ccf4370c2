// SPDX-License-Identifier: Apache-2.0
import DBus
import Testing

/// Reads in place, with right and wrong types.
@Suite struct MessageReaderTests {
    private func message(_ values: Value...) throws -> Message {
        let message = Message.signal(path: "/", interface: "org.example.I", member: "S")
        try message.append(contentsOf: values)
        return message
    }

    /// A way to read one value.
    private typealias Read = @Sendable (inout MessageReader) throws -> Void
    private static let reads: [(TypeCode, Read)] = [
        (.byte, { _ = try $0.byte() }), (.boolean, { _ = try $0.boolean() }),
        (.int16, { _ = try $0.int16() }), (.uint16, { _ = try $0.uint16() }),
        (.int32, { _ = try $0.int32() }), (.uint32, { _ = try $0.uint32() }),
        (.int64, { _ = try $0.int64() }), (.uint64, { _ = try $0.uint64() }),
        (.double, { _ = try $0.double() }), (.string, { _ = try $0.string() }),
        (.objectPath, { _ = try $0.objectPath() }), (.signature, { _ = try $0.signature() }),
        (.unixFD, { _ = try $0.unixFD() }), (.variant, { try $0.variant { $0.skip() } }),
        (.structure, { try $0.structure { $0.skip() } }), (.array, { try $0.array { $0.skip() } }),
    ]

    private static let values: [Value] = [
        .byte(1), .boolean(true), .int16(1), .uint16(1), .int32(1), .uint32(1), .int64(1),
        .uint64(1), .double(1), .string("s"), .objectPath("/"), .signature("s"),
        .variant(.byte(1)), .structure([.byte(1)]), .strings(["a"]), .bytes([1]),
        .vardict(["a": .byte(1)]),
    ]

    @Test func `a mistyped read throws and stays where it is`() throws {
        for value in Self.values {
            let message = try message(value)
            for (code, read) in Self.reads {
                var reader = message.reader
                if reader.current == code {
                    #expect(throws: Never.self) { try read(&reader) }
                    let isAtEnd = reader.atEnd
                    #expect(isAtEnd)
                } else {
                    #expect(throws: UnmarshalError.self) { try read(&reader) }
                    let signature = reader.currentSignature
                    #expect(signature == message.signature)
                }
            }
        }
    }

    @Test func `reading past the end throws`() throws {
        for (_, read) in Self.reads {
            var reader = try message().reader
            let (isAtEnd, signature) = (reader.atEnd, reader.currentSignature)
            #expect(isAtEnd)
            #expect(signature == "")
            #expect(throws: UnmarshalError.self) { try read(&reader) }
            reader.skip()
            #expect(throws: UnmarshalError.self) { try reader.value() }
        }
    }

    @Test func `containers are read in place`() throws {
        let message = try message(
            .strings(["a", "b", "c"]), .structure([.uint32(1), .string("x")]),
            .variant(.int32(-1)), .vardict(["k": .byte(9), "l": .string("z")]), .bytes([1, 2, 3]),
            .array(of: "d", [.double(1.5), .double(2)]), .byte(7))
        var reader = message.reader
        var texts: [String] = []
        try reader.array { element throws(UnmarshalError) in texts.append(try element.string()) }
        #expect(texts == ["a", "b", "c"])
        let pair = try reader.structure { fields throws(UnmarshalError) in
            (try fields.uint32(), try fields.string())
        }
        #expect(pair == (1, "x"))
        #expect(try reader.variant { inner throws(UnmarshalError) in try inner.int32() } == -1)
        var keys: [String] = []
        try reader.dictionary { key, value throws(UnmarshalError) in
            keys.append(key)
            if key == "l" {
                let text = try value.variant { inner throws(UnmarshalError) in try inner.string() }
                #expect(text == "z")
            }
        }
        #expect(keys == ["k", "l"])
        unsafe #expect(try reader.withBytes { unsafe [UInt8]($0) } == [1, 2, 3])
        unsafe #expect(try reader.withBytes { $0.count } == 16)
        #expect(try reader.byte() == 7)
        let isAtEnd = reader.atEnd
        #expect(isAtEnd)
    }

    @Test func `what a reader leaves of an element is stepped over`() throws {
        var reader = try message(.strings(["a", "b"]), .vardict(["a": .byte(1)]), .byte(3)).reader
        var count = 0
        try reader.array { _ throws(UnmarshalError) in count += 1 }
        try reader.dictionary { _, _ throws(UnmarshalError) in count += 1 }
        #expect(count == 3)
        #expect(try reader.byte() == 3)
    }

    @Test func `a look at the next value moves the reader on once`() throws {
        var reader = try message(.byte(1), .strings(["a", "b", "c"]), .string("z")).reader
        #expect(try reader.byte() == 1)
        for _ in 1...2 {
            let (type, signature) = (reader.current, reader.currentSignature)
            #expect(type == .array)
            #expect(signature == "as")
        }
        var texts: [String] = []
        try reader.array { element throws(UnmarshalError) in
            texts.append(try element.string())
            _ = element.current
        }
        #expect(texts == ["a", "b", "c"])
        let copy = reader
        #expect(try reader.string() == "z")
        reader = copy
        #expect(try reader.string() == "z")
    }

    @Test func `a string is lent as C sees it`() throws {
        var reader = try message(.string("héllo")).reader
        let count = unsafe try reader.withCString { text in unsafe String(cString: text).utf8.count
        }
        #expect(count == 6)
    }

    @Test func `a variant is read as a text where it holds one, and stays otherwise`() throws {
        var reader = try message(
            .variant(.string("text")), .variant(.byte(7)), .variant(.variant(.string("inner"))),
            .variant(.strings(["a"])), .string("no variant"), .variant(.string(""))
        ).reader
        #expect(try reader.stringVariant(upTo: 100) == "text")
        for _ in 1...3 {
            #expect(try reader.stringVariant(upTo: 100) == nil)
            let type = reader.current
            #expect(type == .variant)
            reader.skip()
        }
        #expect(throws: UnmarshalError.self) { try reader.stringVariant(upTo: 100) }
        #expect(try reader.string() == "no variant")
        #expect(try reader.stringVariant(upTo: 100) == "")
        let next = reader.current
        #expect(next == nil)
    }

    @Test(arguments: [Value.strings(["a"]), .vardict([:]), .array(of: "v", []), .byte(1)])
    func `only arrays of numbers are lent as bytes`(value: Value) throws {
        var reader = try message(value).reader
        #expect(throws: UnmarshalError.self) { try unsafe reader.withBytes { $0.count } }
    }

    @Test(arguments: [Value.strings(["a"]), .bytes([1]), .byte(1), .structure([.byte(1)])])
    func `only dictionaries are read as such`(value: Value) throws {
        var reader = try message(value).reader
        #expect(throws: UnmarshalError.self) { try reader.dictionary { _, _ in } }
    }

    @Test func `a dictionary with other keys is not read by string`() throws {
        let entry = DictionaryEntry(key: .uint32(1), value: .byte(2))
        var reader = try message(.dictionary(key: "u", value: "y", [entry])).reader
        #expect(throws: UnmarshalError.self) { try reader.dictionary { _, _ in } }
        var sum: UInt32 = 0
        try reader.entries { entry throws(UnmarshalError) in
            sum += try entry.uint32()
            sum += UInt32(try entry.byte())
        }
        #expect(sum == 3)
    }

    @Test func `an error names both types`() throws {
        var reader = try message(.uint32(1)).reader
        let error = #expect(throws: UnmarshalError.self) { try reader.string() }
        #expect(error?.description == "expected s, found u")
    }
}
