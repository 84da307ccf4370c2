// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import TestSupport
import Testing

/// Values that travel to another connection and back.
@LoopActor @Suite(.serialized) struct ValueTests {
    let bus: PrivateBus
    let service: Connection
    let client: Connection
    let echo: Echo

    init() throws {
        bus = try PrivateBus()
        service = try bus.connect()
        client = try bus.connect()
        echo = try Echo(on: service)
    }

    private func echoed(_ value: Value) async throws -> Value {
        let message = Message.methodCall(
            destination: service.uniqueName, path: Echo.path, interface: Echo.name, member: "Echo")
        try message.append(.variant(value))
        let arguments = try await client.call(message, timeout: .seconds(180)).arguments()
        #expect(arguments.count == 1)
        guard case .variant(let inner)? = arguments.first else { return .byte(0) }
        return inner
    }

    nonisolated static let samples: [Value] = [
        .byte(0), .byte(255), .boolean(true), .boolean(false), .int16(.min), .int16(.max),
        .uint16(.max), .int32(.min), .int32(.max), .uint32(.max), .int64(.min), .int64(.max),
        .uint64(.max), .double(0), .double(-1.5e300), .double(.infinity),
        .double(.leastNonzeroMagnitude), .string(""), .string("Grüße, 世界 👩‍👩‍👧"),
        .string("\u{FFFE}\u{10FFFF}\u{7F}"), .string(String(repeating: "x", count: 100_000)),
        .objectPath("/"), .objectPath("/org/example/Object"), .signature(""),
        .signature("a{sv}(ii)"), .variant(.variant(.variant(.byte(1)))), .bytes([]),
        .bytes([0, 1, 255]), .array(of: "s", []), .strings(["a", "", "b"]),
        .array(of: "ay", [.bytes([1]), .bytes([])]), .array(of: "v", [.variant(.byte(1))]),
        .array(of: "(sb)", [.structure([.string("x"), .boolean(true)])]),
        .array(of: "as", [.strings([]), .strings(["x"])]), .array(of: "a{sv}", []),
        .structure([.structure([.byte(1)]), .string("s"), .bytes([1, 2])]), .vardict([:]),
        .vardict(["urgency": .byte(1), "list": .strings(["a"]), "dict": .vardict(["x": .byte(1)])]),
        .dictionary(key: "u", value: "a{ss}", []),
        .dictionary(
            key: "o", value: "(ii)",
            [
                DictionaryEntry(
                    key: .objectPath("/a"), value: .structure([.int32(1), .int32(-1)]))
            ]),
        .dictionary(
            key: "s", value: "y",
            [
                DictionaryEntry(key: .string("same"), value: .byte(1)),
                DictionaryEntry(key: .string("same"), value: .byte(2)),
            ]),
    ]

    @Test func `every type comes back as it went`() async throws {
        for value in Self.samples {
            #expect(try await echoed(value) == value)
        }
    }

    @Test func `random values come back as they went`() async throws {
        for seed in 0..<400 {
            var random = RandomValues(seed: UInt64(seed))
            let type = random.type()
            let value = try random.value(type)
            #expect(try value.signature.rawValue == type)
            #expect(try await echoed(value) == value, "seed \(seed), type \(type)")
        }
    }

    @Test func `not-a-number keeps its bits`() async throws {
        let bits: UInt64 = 0x7FF8_0000_0000_1234
        let value = try await echoed(.double(Double(bitPattern: bits)))
        guard case .double(let number) = value else {
            Issue.record("\(value)")
            return
        }
        #expect(number.bitPattern == bits)
    }

    @Test func `sixteen mebibytes come back`() async throws {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 16 << 20) { buffer, count in
            for index in buffer.indices { unsafe buffer[index] = UInt8(truncatingIfNeeded: index) }
            count = buffer.count
        }
        #expect(try await echoed(.bytes(bytes)).asBytes == bytes)
    }

    @Test func `an array of byte values is read as bytes`() async throws {
        #expect(
            try await echoed(.array(of: "y", [.byte(1), .byte(2)])) == .bytes([1, 2]))
    }
}

/// The accessors and descriptions of values.
@Suite struct ValueAccessTests {
    @Test func `accessors answer for their type alone`() {
        #expect(Value.string("x").asString == "x")
        #expect(Value.byte(1).asString == nil)
        #expect(Value.boolean(true).asBool == true)
        #expect(Value.uint32(5).asUInt32 == 5)
        #expect(Value.int32(5).asUInt32 == nil)
        #expect(Value.strings(["a"]).asStrings == ["a"])
        #expect(Value.bytes([1, 2]).elements == [.byte(1), .byte(2)])
    }

    @Test(
        arguments: [
            (.byte(7), 7), (.int16(-7), -7), (.uint16(7), 7), (.int32(-7), -7), (.uint32(7), 7),
            (.int64(-7), -7), (.uint64(7), 7), (.uint64(.max), nil), (.double(7), nil),
            (.string("7"), nil),
        ] as [(Value, Int?)])
    func `any integer type is an integer`(value: Value, number: Int?) {
        #expect(value.asInteger == number)
    }

    @Test func `a dictionary is looked up by string`() {
        let value = Value.vardict(["urgency": .byte(1), "title": .string("t")])
        #expect(value["urgency"] == .byte(1))
        #expect(value["title"]?.asString == "t")
        #expect(value["other"] == nil)
        #expect(Value.byte(1)["x"] == nil)
    }

    @Test func `a variant is unwrapped all the way`() {
        #expect(Value.variant(.variant(.byte(1))).unwrapped == .byte(1))
    }
}
