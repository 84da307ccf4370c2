// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import Glibc
import Notify
import TestSupport
import Testing

extension LibnotifyTests {
    /// Hints of every type arrive unchanged.
    @LoopActor @Suite struct Hints {
        static let values: [Value] = [
            .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min),
            .uint32(.max), .int64(.min), .uint64(.max), .double(-0.5), .double(.infinity),
            .string(""), .string("日本語\n"), .objectPath("/"), .objectPath("/a/b_1"),
            .signature(""), .signature("a{sv}(ii)"),
            .bytes([]), .bytes([0, 1, 255]),
            .array(of: "n", [.int16(-1)]), .array(of: "q", [.uint16(1)]),
            .array(of: "i", []), .array(of: "i", [.int32(-1), .int32(7)]),
            .array(of: "u", [.uint32(9)]), .array(of: "x", [.int64(-9)]),
            .array(of: "t", []), .array(of: "t", [.uint64(9)]),
            .array(of: "d", []), .array(of: "d", [.double(1), .double(2)]),
            .array(of: "b", []), .array(of: "b", [.boolean(true), .boolean(false)]),
            .strings([]), .strings(["", "a", "ä"]), .array(of: "o", [.objectPath("/x")]),
            .array(of: "g", [.signature("i"), .signature("")]),
            .variant(.variant(.variant(.string("deep")))),
            .array(of: "v", [.variant(.byte(1)), .variant(.strings(["x"])), .variant(.bytes([]))]),
            .array(of: "ai", [.array(of: "i", []), .array(of: "i", [.int32(1)])]),
            .structure([.byte(1)]), .structure([.byte(1), .uint64(2), .bytes([3]), .string("4")]),
            .array(of: "(yt)", []), .array(of: "(yt)", [.structure([.byte(1), .uint64(2)])]),
            .dictionary(key: "s", value: "v", []),
            .vardict(["a": .int32(1), "b": .vardict(["c": .bytes([1])])]),
            .dictionary(
                key: "u", value: "s", [DictionaryEntry(key: .uint32(1), value: .string("x"))]),
            .dictionary(
                key: "y", value: "(ii)",
                [DictionaryEntry(key: .byte(1), value: .structure([.int32(1), .int32(2)]))]),
            .dictionary(
                key: "t", value: "ay", [DictionaryEntry(key: .uint64(1), value: .bytes([]))]),
            .array(of: "a{sv}", [.vardict([:] as [String: Value]), .vardict(["a": .byte(1)])]),
            .array(
                of: "a{yy}",
                [
                    .dictionary(key: "y", value: "y", []),
                    .dictionary(
                        key: "y", value: "y", [DictionaryEntry(key: .byte(1), value: .byte(2))]),
                ]),
        ]

        @Test func `a value of every type arrives`() async throws {
            let fixture = try await Fixture()
            for value in Self.values {
                let seen = try await fixture.forward(Sample(hints: [("x-test", value)]))
                #expect(seen.hints == ["x-test": value, "sender-pid": .int64(77)])
            }
            await fixture.finish()
        }

        @Test func `all values arrive together`() async throws {
            let fixture = try await Fixture()
            let hints = Self.values.enumerated().map { (name: "x-\($0.offset)", value: $0.element) }
            let seen = try await fixture.forward(Sample(hints: hints))
            #expect(seen.hints.count == hints.count + 1)
            for (name, value) in hints { #expect(seen.hints[name] == value) }
            await fixture.finish()
        }

        @Test func `random values arrive`() async throws {
            let fixture = try await Fixture()
            var random = RandomValues(seed: 42)
            for _ in 0..<400 {
                let value = random.value(depth: 4)
                let seen = try await fixture.forward(Sample(hints: [("x-random", value)]))
                #expect(seen.hints["x-random"] == value)
            }
            await fixture.finish()
        }

        @Test func `values nested as deep as a message may be arrive`() async throws {
            let fixture = try await Fixture()
            // Around the value: the hints' array, an entry and a variant.
            var value = Value.byte(1)
            for _ in 0..<(MessageLimits.maximumDepth - 3) { value = .variant(value) }
            let seen = try await fixture.forward(Sample(hints: [("x-deep", value)]))
            #expect(seen.hints["x-deep"] == value)
            var arrays = Value.bytes([1])
            var type = "ay"
            for _ in 1..<Signature.maximumArrayDepth {
                arrays = .array(of: try Signature(type), [arrays])
                type = "a" + type
            }
            #expect(
                try await fixture.forward(Sample(hints: [("x", arrays)])).hints["x"] == arrays)
            await fixture.finish()
        }

        @Test func `an image arrives byte for byte`() async throws {
            let fixture = try await Fixture()
            var random = RandomValues(seed: 7)
            let pixels = random.bytes(512 * 512 * 4)
            let image = Value.structure([
                .int32(512), .int32(512), .int32(512 * 4), .boolean(true), .int32(8), .int32(4),
                .bytes(pixels),
            ])
            for name in ["image-data", "image_data", "icon_data"] {
                let seen = try await fixture.forward(Sample(hints: [(name, image)]))
                #expect(seen.hints[name] == image)
            }
            await fixture.finish()
        }

        @Test func `many megabytes arrive`() async throws {
            let fixture = try await Fixture()
            let value = Value.bytes([UInt8](repeating: 7, count: 16 << 20))
            let seen = try await fixture.forward(Sample(hints: [("x-big", value)]))
            #expect(seen.hints["x-big"] == value)
            await fixture.finish()
        }

        @Test func `a hint with a file descriptor is left out and the others arrive`() async throws
        {
            let fixture = try await Fixture()
            let descriptor = Value.unixFD(UnixFD(taking: dup(2)))
            let seen = try await fixture.forward(
                Sample(hints: [
                    ("x-a", .string("before")), ("x-fd", descriptor),
                    ("x-fds", .array(of: "h", [descriptor, descriptor])),
                    ("x-nested", .structure([.byte(1), .variant(descriptor)])),
                    ("x-map", .vardict(["k": descriptor])), ("x-z", .string("after")),
                ]))
            #expect(
                seen.hints == [
                    "x-a": .string("before"), "x-z": .string("after"), "sender-pid": .int64(77),
                ])
            await fixture.finish()
        }

        @Test func `a hint without a name is left out`() async throws {
            let fixture = try await Fixture()
            let seen = try await fixture.forward(
                Sample(hints: [("", .byte(1)), ("x", .byte(2))]))
            #expect(seen.hints == ["x": .byte(2), "sender-pid": .int64(77)])
            await fixture.finish()
        }

        @Test func `of two hints with one name the last arrives`() async throws {
            let fixture = try await Fixture()
            let seen = try await fixture.forward(Sample(hints: [("x", .byte(1)), ("x", .byte(2))]))
            #expect(seen.hintList.count == 2)
            #expect(seen.hints["x"] == .byte(2))
            await fixture.finish()
        }
    }
}

/// Values of random types, the same for the same seed.
struct RandomValues {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(number(256)) }
    }

    /// Returns a complete type of at most `depth` levels.
    mutating func type(depth: Int) -> String {
        let basic = Array("ybnqiuxtdsog")
        switch number(depth > 0 ? 10 : 5) {
        case 5: return "v"
        case 6, 7: return "a" + type(depth: depth - 1)
        case 8: return "a{" + String(basic[number(basic.count)]) + type(depth: depth - 1) + "}"
        case 9:
            let fields = (0...number(3)).map { _ in type(depth: depth - 1) }
            return "(" + fields.joined() + ")"
        default: return String(basic[number(basic.count)])
        }
    }

    mutating func value(depth: Int) -> Value {
        guard let signature = try? Signature(type(depth: depth)) else { return .byte(0) }
        return value(of: signature, depth: depth)
    }

    private mutating func value(of type: Signature, depth: Int) -> Value {
        let text = type.rawValue
        switch text.first {
        case "y": return .byte(UInt8(number(256)))
        case "b": return .boolean(number(2) == 1)
        case "n": return .int16(Int16(number(30000)))
        case "q": return .uint16(UInt16(number(60000)))
        case "i": return .int32(Int32(number(1 << 30)))
        case "u": return .uint32(UInt32(number(1 << 30)))
        case "x": return .int64(Int64(number(1 << 30)) << 20)
        case "t": return .uint64(UInt64(number(1 << 30)) << 30)
        case "d": return .double(Double(number(1 << 30)) / 3)
        case "s": return .string(String(repeating: "ä€", count: number(9)))
        case "o": return .objectPath(number(2) == 0 ? "/" : "/a/b")
        case "g": return .signature(number(2) == 0 ? "" : "a{sv}")
        case "v":
            return .variant(depth > 0 ? value(depth: depth - 1) : .byte(UInt8(number(256))))
        case "(":
            let fields = elements(String(text.dropFirst().dropLast()))
            return .structure(fields.map { value(of: $0, depth: depth - 1) })
        default: return array(text, depth: depth)
        }
    }

    private mutating func array(_ text: String, depth: Int) -> Value {
        let count = number(4)
        if text == "ay" { return .bytes(bytes(number(40))) }
        if text.hasPrefix("a{") {
            let parts = elements(String(text.dropFirst(2).dropLast()))
            let entries = (0..<count).map { _ in
                DictionaryEntry(
                    key: value(of: parts[0], depth: 0), value: value(of: parts[1], depth: depth - 1)
                )
            }
            return .dictionary(key: parts[0], value: parts[1], entries)
        }
        let element = elements(String(text.dropFirst()))[0]
        return .array(
            of: element, (0..<count).map { _ in value(of: element, depth: depth - 1) })
    }

    private func elements(_ text: String) -> [Signature] {
        (try? Signature(text))?.elements ?? []
    }
}
