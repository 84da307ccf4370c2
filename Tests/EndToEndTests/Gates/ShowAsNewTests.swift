// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// The display hint `show-as-new` of the portal.
extension EndToEnd.Gates {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ShowAsNewTests {
        @Test("an earlier notification ends when the new one is taken, not when it is refused")
        func earlierEndsWithTheNewOne() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                let tool = try desktop.client()
                let asNew = Value.strings(["show-as-new"])
                try await portal.add("a", ["title": .string("One"), "display-hint": asNew])
                try await desktop.waitForRecord(summary: "One")
                // Found by review: the refusal of the new one ended the earlier one.
                let long = String(repeating: "x", count: Limits.shortHintBytes + 1)
                let error = try await tool.error {
                    try await portal.add(
                        "a",
                        [
                            "title": .string("Refused"), "display-hint": asNew,
                            "category": .string(long),
                        ])
                }
                #expect(error.name == WireError.invalidArgs)
                #expect(try await tool.entries().map { $0.string("state") } == ["shown"])
                #expect(try desktop.fake.closed.isEmpty)
                try await portal.add("a", ["title": .string("Two"), "display-hint": asNew])
                try await desktop.waitForRecord(summary: "Two")
                #expect(try await desktop.fake.notification(2).replacesID == 0)
                try await desktop.fake.wait(for: "the earlier popup's end") { $0.closed == [1] }
                let states = try await tool.entries().map { $0.string("state") }
                #expect(states == ["shown", "replaced"])
                // The name means the new one.
                try await portal.remove("a")
                try await desktop.fake.wait(for: "the popup's end") { $0.closed.count == 2 }
            }
        }
    }
}
