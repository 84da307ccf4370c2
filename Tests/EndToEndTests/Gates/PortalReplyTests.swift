// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// Replies to notifications of the portal, where the server shows a button or a text field.
extension EndToEnd.Gates {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct PortalReplyTests {
        private static let fields: [String: Value] = [
            "title": .string("Alex"),
            "buttons": .array(
                of: "a{sv}",
                [
                    .vardict([
                        "action": .string("answer"), "purpose": .string("im.reply-with-text"),
                        "target": .string("room"),
                    ])
                ]),
        ]

        private static func invoked(_ name: String, _ text: String? = nil) -> [Value] {
            let parameters: [Value] = [
                .variant(.string("room")), .variant(.vardict([:] as KeyValuePairs)),
            ]
            let reply = text.map { Value.variant(.string($0)) }
            return [
                .string(PortalGateTests.mail), .string(name), .string("answer"),
                .array(of: .variant, parameters + [reply].compactMap(\.self)),
            ]
        }

        @Test("`missed reply` sends the text to the app, and the button tells it of the click")
        func reply() async throws {
            try await withDesktop(files: PortalGateTests.work) { desktop in
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                let tool = try desktop.client()
                try await portal.add("a", Self.fields)
                let shown = try await desktop.fake.notification(1)
                #expect(shown.actions == ["default", "Open", "inline-reply", "Reply"])
                try await desktop.waitForRecord(summary: "Alex")
                try desktop.fake.emitAction(1, "inline-reply")
                #expect(try await portal.invoked.next() == Self.invoked("a"))
                try await tool.focusd("Activate", .string("work"))
                try await portal.add("b", Self.fields)
                let entry = try #require(try await tool.entries().first)
                let id = try #require(entry.uint32("id"))
                try await tool.focusd("Reply", .uint32(id), .string("see you"))
                #expect(try await portal.invoked.next() == Self.invoked("b", "see you"))
                #expect(try await tool.status().missed == 0)
            }
        }

        @Test("the click on a text field is not told, but `Act` is, and the next server's button")
        func field() async throws {
            try await withDesktop(files: PortalGateTests.work) { desktop in
                try desktop.fake.capabilities.append("inline-reply")
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                let tool = try desktop.client()
                try await portal.add("a", Self.fields)
                try await desktop.fake.notification(1)
                try await desktop.waitForRecord(summary: "Alex")
                try desktop.fake.emitAction(1, "inline-reply")
                try desktop.fake.emitReply(1, "see you")
                #expect(try await portal.invoked.next() == Self.invoked("a", "see you"))
                let id = try #require(try await tool.entries().first?.uint32("id"))
                try await tool.focusd("Act", .uint32(id), .string("inline-reply"))
                #expect(try await portal.invoked.next() == Self.invoked("a"))
                // The next server shows a button.
                try await tool.focusd("Activate", .string("work"))
                try await portal.add("b", Self.fields)
                let missed = try #require(try await tool.entries().first?.uint32("id"))
                try desktop.replaceServer()
                try desktop.fake.information[0] = "buttons"
                try await tool.waitForStatus { $0.server.isRunning && $0.server.name == "buttons" }
                try await tool.focusd("DeliverNow", .array(of: "u", [.uint32(missed)]))
                try await desktop.fake.notification(1)
                try await desktop.waitForRecord(summary: "Alex")
                try desktop.fake.emitAction(1, "inline-reply")
                #expect(try await portal.invoked.next() == Self.invoked("b"))
            }
        }
    }
}
