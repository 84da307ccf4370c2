// SPDX-License-Identifier: Apache-2.0
import CNotify
import DBus
import GLibLoop
import TestSupport
import Testing

@testable import Notify

extension LibnotifyTests {
    /// GDBus can read every message that reaches the server, for all client hints.
    @LoopActor @Suite struct UnreadableHints {
        /// GDBus takes padding between these entries for data.
        nonisolated static let poison = Value.dictionary(
            key: "n", value: "g",
            [
                DictionaryEntry(key: .int16(0), value: .signature("(ii)")),
                DictionaryEntry(key: .int16(-1), value: .signature("")),
            ])

        /// GDBus takes the padding for data depending on the value's position, and so on the length
        /// of the hint's name.
        @Test(arguments: [
            poison, .variant(poison), .array(of: "a{ng}", [poison]), .vardict(["k": poison]),
        ])
        func `a hint that GDBus misreads is left out and named`(value: Value) async throws {
            let fixture = try await Fixture()
            var leftOut: [ServerEvent] = [.serverAppeared]
            for length in 1...8 {
                let name = String(repeating: "n", count: length)
                let seen = try await fixture.forward(
                    Sample(hints: [("a", .byte(1)), (name, value), ("z", .strings(["b"]))]))
                let isReadable = try await Self.isReadable([
                    (name, value), ("a", .byte(1)), (name, value),
                ])
                #expect((seen.hints[name] != nil) == isReadable)
                if !isReadable { leftOut.append(.hintLeftOut(name: name, .misread)) }
                #expect(seen.hints["a"] == .byte(1))
                #expect(seen.hints["z"] == .strings(["b"]))
            }
            #expect(leftOut.count > 1)
            #expect(await fixture.log.first(leftOut.count) == leftOut)
            await fixture.finish()
        }

        /// Found by review: a hint of 32 MiB with 8 million values took gigabytes of memory.
        @Test func aHintOfTooManyValuesIsLeftOut() async throws {
            let fixture = try await Fixture()
            // The array itself is a value, too, as are the byte and the text.
            let most = HintReader.maximumValues
            for (count, isLeftOut) in [(most - 3, false), (most - 1, true)] {
                let many = Value.array(
                    of: "b", Array(repeating: .boolean(true), count: count))
                let seen = try await fixture.forward(
                    Sample(hints: [("a", .byte(1)), ("x-many", many), ("z", .string("b"))]))
                #expect(seen.hints["x-many"] == (isLeftOut ? nil : many))
                #expect(seen.hints["a"] == .byte(1))
                #expect(seen.hints["z"] == .string("b"))
            }
            #expect(
                await fixture.log.first(2)
                    == [.serverAppeared, .hintLeftOut(name: "x-many", .tooManyValues)])
            // A picture is one value.
            let picture = Value.bytes([UInt8](repeating: 1, count: HintReader.maximumValues + 1))
            let seen = try await fixture.forward(Sample(hints: [("x-bytes", picture)]))
            #expect(seen.hints["x-bytes"] == picture)
            await fixture.finish()
        }

        /// Found by review: focusd compares the names of the hints that it left out, so that 1 MiB
        /// of combining marks stopped it for minutes.
        @Test func theNameOfAHintThatIsLeftOutIsCut() async throws {
            let fixture = try await Fixture()
            let name = "x-" + String(repeating: "\u{301}", count: 1 << 12)
            let many = Value.array(
                of: "b", Array(repeating: .boolean(true), count: HintReader.maximumValues))
            _ = try await fixture.forward(Sample(hints: [(name, many), ("z", .string("b"))]))
            let limit = ServerEvent.maximumHintNameBytes
            let marks = String(repeating: "\u{301}", count: 30)
            guard case .hintLeftOut(let seen, .tooManyValues)? = await fixture.log.first(2).last
            else {
                Issue.record("the hint was not left out")
                await fixture.finish()
                return
            }
            #expect((limit - 3...limit).contains(seen.utf8.count))
            #expect(seen.utf8.starts(with: "x-\(marks)\u{34F}\u{301}".utf8))
            await fixture.finish()
        }

        /// Found by review: each of many hints could have read as many values as one may have.
        @Test func aHintOfTooManyValuesTakesHalfOfTheRest() async throws {
            let fixture = try await Fixture()
            let most = HintReader.maximumValues
            let hints = [most, most / 2, 1].map { count in
                (
                    name: "x-\(count)",
                    value: Value.array(
                        of: "b", Array(repeating: .boolean(true), count: count))
                )
            }
            let seen = try await fixture.forward(Sample(hints: hints))
            #expect(seen.hints[hints[0].name] == nil)
            #expect(seen.hints[hints[1].name] == nil)
            #expect(seen.hints[hints[2].name] == hints[2].value)
            await fixture.finish()
        }

        /// Containers of every kind: most arrive, and none makes the message unreadable.
        @Test func `a delivered hint always parses as it was sent`() async throws {
            let fixture = try await Fixture()
            var random = RandomValues(seed: 7)
            var leftOut = 0
            for number in 0..<600 {
                let hints = (0..<1 + number % 3).map { index in
                    (
                        name: "x-\(index)",
                        value: number % 4 == 0
                            ? random.smallDictionary() : random.value(depth: 3)
                    )
                }
                let seen = try await fixture.forward(Sample(hints: hints))
                let given = seen.hintList.compactMap { entry in
                    entry.key.asString.map { (name: $0, value: entry.value) }
                }
                #expect(try await Self.isReadable(given))
                for hint in hints {
                    if let value = seen.hints[hint.name] {
                        #expect(value == hint.value)
                    } else {
                        leftOut += 1
                        // The check drops only hints that need it.
                        #expect(try await Self.isReadable([hint, ("x", .byte(1)), hint]) == false)
                    }
                }
            }
            // The values are such that the check drops some.
            #expect(leftOut > 0)
            await fixture.finish()
        }

        /// Returns true if GDBus reads a `Notify` with these hints, as libdbus writes it, without
        /// an error and completely. GDBus writes the message again, and libdbus compares it.
        static func isReadable(_ hints: [(name: String, value: Value)]) async throws -> Bool {
            let message = try Sample(hints: hints).message()
            let bytes = try message.marshalled()
            return unsafe bytes.withUnsafeBytes { bytes in
                var copy = unsafe Array(bytes)
                guard
                    let read = unsafe g_dbus_message_new_from_blob(
                        &copy, gsize(copy.count), G_DBUS_CAPABILITY_FLAGS_NONE, nil)
                else { return false }
                defer { unsafe g_object_unref(UnsafeMutableRawPointer(read)) }
                var size: gsize = 0
                guard
                    let again = unsafe g_dbus_message_to_blob(
                        read, &size, G_DBUS_CAPABILITY_FLAGS_NONE, nil)
                else { return false }
                defer { unsafe g_free(again) }
                guard
                    let back = try? unsafe Message.demarshal(
                        UnsafeRawBufferPointer(start: again, count: Int(size))),
                    let arguments = try? back.arguments()
                else { return false }
                return arguments == (try? message.arguments())
            }
        }
    }
}

extension RandomValues {
    /// Returns a dictionary whose entries differ in length and so have padding between them.
    mutating func smallDictionary() -> Value {
        let keys: [Value] = [.int16(0), .int16(-1), .int16(255), .int16(-256)]
        let values: [Value] = [.signature(""), .signature("i"), .signature("(ii)")]
        let entries = (0..<1 + number(3)).map { _ in
            DictionaryEntry(key: keys[number(keys.count)], value: values[number(values.count)])
        }
        return .dictionary(key: "n", value: "g", entries)
    }
}
