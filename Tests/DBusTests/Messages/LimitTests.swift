// SPDX-License-Identifier: Apache-2.0
import DBus
import Glibc
import TestSupport
import Testing

/// Values at the limits of a message, and just past each limit.
@Suite struct LimitTests {
    private func message() -> Message {
        .signal(path: "/a", interface: "org.example.I", member: "M")
    }

    private static func variants(_ count: Int) -> Value {
        (0..<count).reduce(Value.byte(1)) { value, _ in .variant(value) }
    }

    /// Returns that many levels of arrays and variants in turn.
    private static func mixed(_ count: Int) -> Value {
        (0..<count).reduce(Value.string("")) { value, index in
            index % 2 == 0 ? .variant(value) : .array(of: .variant, [value])
        }
    }

    @Test func `64 levels are allowed and come back`() throws {
        for value in [Self.variants(64), Self.mixed(64)] {
            let message = message()
            try message.append(value)
            #expect(try Message.demarshal(message.marshalled()).arguments() == [value])
        }
    }

    @Test func `a legal value wrapped once more is refused`() {
        for value in [Self.variants(64), Self.mixed(64), Self.mixed(63)] {
            var value = value
            while (try? message().append(value)) != nil { value = .variant(value) }
            #expect(throws: MarshalError.nestedTooDeeply) { try message().append(value) }
        }
    }

    @Test func `a value far too deep is refused`() {
        #expect(throws: MarshalError.nestedTooDeeply) {
            try message().append(Self.variants(5000))
        }
        let structures = (0..<5000).reduce(Value.byte(1)) { value, _ in .structure([value]) }
        #expect(throws: MarshalError.nestedTooDeeply) { try message().append(structures) }
    }

    @Test(arguments: [("\u{0}"), ("a\u{0}"), (String(repeating: "x", count: 40) + "\u{0}y")])
    func `U+0000 is refused wherever it stands`(text: String) {
        #expect(throws: MarshalError.nulInString) { try message().append(.string(text)) }
        #expect(throws: MarshalError.nulInString) { try message().append(text) }
        #expect(throws: MarshalError.nulInString) {
            try message().append(.vardict(["key": .strings(["a", text])]))
        }
        #expect(throws: MarshalError.nulInString) {
            try message().append(.vardict([text: .byte(1)]))
        }
    }

    @Test func `elements of another type are refused`() {
        #expect(throws: MarshalError.elementMismatch(expected: "s", found: "u")) {
            try message().append(.array(of: "s", [.string("a"), .uint32(1)]))
        }
        #expect(throws: MarshalError.self) {
            try message().append(.array(of: "as", [.array(of: "u", [])]))
        }
        #expect(throws: MarshalError.self) {
            try message().append(
                .dictionary(
                    key: "s", value: "v", [DictionaryEntry(key: .string("a"), value: .byte(1))]))
        }
        #expect(throws: MarshalError.self) {
            try message().append(
                .array(of: "(ss)", [.structure([.string("a")])]))
        }
    }

    @Test func `types that are none are refused`() {
        let values: [Value] = [
            .structure([]), .array(of: "", []), .array(of: "ss", []),
            .dictionary(key: "v", value: "s", []), .dictionary(key: "ss", value: "s", []),
            .dictionary(key: "s", value: "", []), .variant(.structure([])),
        ]
        for value in values {
            #expect(throws: MarshalError.self) { try message().append(value) }
        }
    }

    @Test func `255 bytes of types are allowed, 256 are not`() throws {
        let message = message()
        for _ in 0..<254 { try message.append(UInt32(1)) }
        try message.append("last")
        #expect(throws: MarshalError.signatureTooLong) { try message.append(UInt32(1)) }
        #expect(throws: MarshalError.signatureTooLong) { try message.append("x") }
        #expect(throws: MarshalError.signatureTooLong) { try message.append(.byte(1)) }
        #expect(try Message.demarshal(message.marshalled()).arguments().count == 255)
    }

    @Test func `a refused value leaves the message as it was`() throws {
        let message = message()
        try message.append(.byte(1))
        #expect(throws: MarshalError.self) { try message.append(.byte(2), .string("\u{0}")) }
        try message.append(.byte(3))
        #expect(try message.arguments() == [.byte(1), .byte(3)])
    }

    @Test func `an array of 64 MiB is allowed, one byte more is not`() throws {
        let limit = MessageLimits.maximumArrayLength
        let message = message()
        try message.append(.bytes([UInt8](repeating: 1, count: limit)))
        #expect(message.signature == "ay")
        #expect(throws: MarshalError.arrayTooLong) {
            try self.message().append(.bytes([UInt8](repeating: 1, count: limit + 1)))
        }
        // Without a header, a second array of 64 MiB would fit: the limit of a message is 128 MiB.
        #expect(throws: MarshalError.messageTooLong) {
            try message.append(.bytes([UInt8](repeating: 1, count: limit)))
        }
        try message.append(.bytes([UInt8](repeating: 1, count: limit - 8192)))
    }

    @Test func `253 descriptors are allowed, 254 are not`() throws {
        let descriptor = try #require(UnixFD(duplicating: 0))
        let message = message()
        try message.append(.array(of: "h", [Value](repeating: .unixFD(descriptor), count: 253)))
        #expect(throws: MarshalError.tooManyFileDescriptors) {
            try message.append(.unixFD(descriptor))
        }
        #expect(throws: MarshalError.carriesFileDescriptors) { try message.marshalled() }
    }

    @Test func `an error says nothing of the value`() {
        let error = #expect(throws: MarshalError.self) {
            try message().append(.string("secret\u{0}"))
        }
        #expect(error?.description == "a string holds U+0000")
    }
}
