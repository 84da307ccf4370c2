// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Delivery of silenced notifications at times of day.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct DeliveryTests {
        static func quiet(_ deliver: String) -> [String: String] {
            ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\nDeliver=\(deliver)\n"]
        }

        private func start(_ desktop: Desktop, at seconds: Int) async throws -> Client {
            try await desktop.start(through: ["env", "TZ=\(Desktop.zone(showing: seconds))"])
            let client = try desktop.client()
            _ = try await client.call("GetServerInformation")
            return client
        }

        @Test func deliversAllInOrderAtTheTimeOfDay() async throws {
            try await withDesktop(files: Self.quiet("12:00;18:00")) { desktop in
                let chat = try await start(desktop, at: 6 * 3_600)
                _ = try await chat.notify("before")
                try await desktop.fake.notification(1)
                try await chat.focusd("Activate", .string("quiet"))
                for name in ["a", "b"] { _ = try await chat.notify(name) }
                #expect(try await chat.status().missed == 2)
                try await desktop.end()
                // Another start, on clocks that have not come to either time.
                let early = try await start(desktop, at: 17 * 3_600)
                #expect(try await early.status().missed == 2)
                try await desktop.end()
                // On these clocks it will be time in a second.
                let tool = try await start(desktop, at: 18 * 3_600 - 1)
                try await tool.waitForStatus { $0.missed == 0 && $0.queued == 0 }
                let shown = try desktop.fake.notifications.map(\.summary).filter { $0 != "before" }
                #expect(shown == ["a", "b"])
                #expect(try await tool.status().focusName == "Quiet")
                // Once: what is silenced from then on waits for the next time.
                _ = try await tool.notify("c")
                #expect(try await tool.status().missed == 1)
            }
        }
    }
}
