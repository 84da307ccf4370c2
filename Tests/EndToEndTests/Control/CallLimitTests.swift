// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// The length of calls to `Control`, which are read while all clients wait (issue 15).
extension EndToEnd.Control {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct CallLimitTests {
        private static func error(
            _ client: Client, _ member: MemberName, _ arguments: Value...
        ) async throws -> CallError {
            try await client.error { _ = try await client.focusd(member, arguments: arguments) }
        }

        private static func ids(_ count: Int) -> Value {
            .array(of: "u", Array(repeating: .uint32(1), count: count))
        }

        @Test func shortCallsHaveALimit() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let client = try desktop.client()
                let text = String(repeating: "x", count: Limits.shortCallBytes)
                for member in ["Entries", "CountEntries", "Apps"] as [MemberName] {
                    var arguments: [Value] = [.vardict(["app": .string(text)])]
                    if member == "CountEntries" { arguments.append(.string("")) }
                    let error = try await client.error {
                        _ = try await client.focusd(member, arguments: arguments)
                    }
                    #expect(error.name == WireError.limitsExceeded, "\(member)")
                    #expect(error.message.hasSuffix("longer than 16384 bytes"), "\(member)")
                }
                let fitting = String(text.dropLast(1_024))
                let reply = try await client.focusd("Entries", .vardict(["app": .string(fitting)]))
                #expect(reply == [.array(of: "a{sv}", [])])
            }
        }

        @Test func listsOfIDsHaveALimitAndCountEachOnce() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("a")
                #expect(id == 1)
                let most = (Limits.idsCallBytes - 1_024) / 4
                let tooMany = Self.ids(Limits.idsCallBytes / 4)
                let error = try await Self.error(client, "Dismiss", tooMany)
                #expect(error.name == WireError.limitsExceeded)
                #expect(try await client.focusd("MarkRead", Self.ids(most)) == [.uint32(1)])
                #expect(try await client.focusd("Dismiss", Self.ids(most)) == [.uint32(1)])
            }
        }

        @Test func changesOfTheConfigurationHaveALimit() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let client = try desktop.client()
                func changes(_ bytes: Int) -> Value {
                    let text = "#" + String(repeating: "x", count: bytes - 1)
                    return .array(
                        of: "a{sv}",
                        [.vardict(["change": .string("contents"), "contents": .string(text)])])
                }
                let limit = Limits.configurationCallBytes
                let error = try await Self.error(
                    client, "ChangeConfiguration", .string(""), changes(limit))
                #expect(error.name == WireError.limitsExceeded)
                let refusal = try await Self.error(
                    client, "ChangeConfiguration", .string(""), changes(limit - 1_024))
                #expect(refusal.name == WireError.refused)
                #expect(refusal.message.contains("larger than 65536 bytes"))
            }
        }

        @Test func argumentsHaveALimitOfValues() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let client = try desktop.client()
                func hints(_ count: Int) -> Value {
                    let list = Value.strings(Array(repeating: "x", count: count))
                    return .vardict(["hints": .vardict(["x-list": list])])
                }
                // Dictionary, key and variant, twice, and the list.
                let own = 7
                let error = try await Self.error(
                    client, "Explain", hints(Limits.argumentValues - own + 1))
                #expect(error.name == WireError.invalidArgs)
                #expect(error.message == "more than 10000 values")
                let fitting = hints(Limits.argumentValues - own)
                let answer = try await client.focusd("Explain", fitting)
                #expect(answer.first?["verdict"] == .string("deliver"))
            }
        }

        /// A text beyond its limit is cut before it is looked at, and judged as in `Notify`.
        @Test func explainedTextsAreCutAsThoseOfNotifications() async throws {
            let rule = "[Focus]\nName=Quiet\n[Rule end]\nWhen=body ENDSWITH \"end\"\nDo=silence\n"
            try await withDesktop(files: ["focuses/quiet.focus": rule]) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let long = String(repeating: "x", count: Limits.storedTextBytes - 3) + "end"
                let cases = [(long, "rule"), (long + "x", "rule"), ("x" + long, "allowed")]
                for (body, reason) in cases {
                    let answer = try await client.focusd(
                        "Explain", .vardict(["app": .string("a.b"), "body": .string(body)]))
                    #expect(answer.first?["reason"] == .string(reason), "\(body.utf8.count)")
                }
                let error = try await Self.error(
                    client, "Explain", .vardict(["category": .string(long)]))
                #expect(error.message == "category: longer than 1024 bytes")
            }
        }
    }
}
