// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// A server that stays in front of focusd and asks for decisions (issue 19).
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct DecideTests {
        static let work = [
            "focuses/work.focus": "[Focus]\nName=Work\nApps=allow\nAppList=org.example.Chat;\n"
        ]

        private static func decide(
            _ client: Client, _ fields: [String: Value]
        ) async throws -> Fields {
            let answer = try await client.focusd("Decide", .vardict(fields)).first
            return try #require(answer.flatMap(Fields.init))
        }

        @Test("the answer is the decision, and the notification is recorded as any other")
        func recorded() async throws {
            try await withDesktop(files: Self.work) { desktop in
                try await desktop.startWithServer()
                let shell = try desktop.client()
                try await shell.focusd("Activate", .string("work"))
                let chat = try await Self.decide(
                    shell,
                    [
                        "app": .string("org.example.Chat"), "summary": .string("One"),
                        "body": .string("body"), "urgency": .byte(1),
                        "actions": .strings(["default", "Open"]),
                    ])
                #expect(chat.string("verdict") == "deliver")
                #expect(chat.string("focus") == "work")
                let mail = try await Self.decide(
                    shell,
                    [
                        "app": .string("org.example.Mail"), "summary": .string("Two"),
                        "actions": .strings(["default", "Open"]),
                        "hints": .vardict(["x-mine": .string("h")]),
                    ])
                #expect(mail.string("verdict") == "silence")
                #expect(mail.string("reason") == "app")
                let id = try #require(mail.uint32("id"))
                let entries = try await shell.entries()
                #expect(entries.map { $0.string("summary") } == ["Two", "One"])
                #expect(entries.map { $0.string("state") } == ["silenced", "read"])
                #expect(try desktop.fake.notifications.isEmpty)
                // The missed list's action comes back to the server that asked.
                try await shell.focusd("Act", .uint32(id), .string("default"))
                let signal = Client.Signal("ActionInvoked", .uint32(id), .string("default"))
                _ = try await shell.signals.next { $0 == signal }
            }
        }

        @Test("the sender's sandbox counts, not the app that the notification claims")
        func sender() async throws {
            try await withDesktop(files: Self.work) { desktop in
                try await desktop.startWithServer()
                let shell = try desktop.client()
                let answer = try await Self.decide(
                    shell,
                    [
                        "sender": .string(shell.connection.uniqueName.rawValue),
                        "app": .string("org.example.Chat"), "summary": .string("One"),
                    ])
                #expect(answer.string("verdict") == "deliver")
                for fields in [
                    ["sender": .string("org.example.Chat")], ["hints": .string("x")],
                    ["x-focusd-gtk": .string("ignored")],
                ] as [[String: Value]] {
                    let isSender = fields["sender"] != nil
                    let error = try? await shell.error { _ = try await Self.decide(shell, fields) }
                    #expect((error?.name == WireError.invalidArgs) == isSender)
                }
            }
        }

        @Test("with --decide-only the owner keeps the name, and shows what focusd delivers late")
        func inFront() async throws {
            try await withDesktop(files: Self.work) { desktop in
                let owner = try FakeServer(address: desktop.session.address)
                try await desktop.start(["--decide-only"])
                let shell = try desktop.client()
                try await shell.focusd("Activate", .string("work"))
                let mail = try await Self.decide(
                    shell, ["app": .string("org.example.Mail"), "summary": .string("Two")])
                let id = try #require(mail.uint32("id"))
                try await shell.focusd("DeliverNow", .array(of: "u", [.uint32(id)]))
                let shown = try await owner.notification(1)
                #expect(shown.summary == "Two")
                // The owner asks about this one, too: focusd itself sends it.
                let sender = try shell.connection.nameOwner(WireName.focus)
                let own = try await Self.decide(
                    shell, ["sender": .string(sender.rawValue), "summary": .string("Two")])
                #expect(own.string("verdict") == "deliver" && own.uint32("id") == 0)
                #expect(try await shell.entries().count == 1)
            }
        }
    }
}
