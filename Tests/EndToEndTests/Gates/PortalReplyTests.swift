// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// Replies to notifications of the portal, where the server shows a button and no text field.
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
    }
}
