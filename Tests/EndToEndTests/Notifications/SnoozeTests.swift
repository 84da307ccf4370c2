// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Snoozed notifications: away from the screen, back at their time.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct SnoozeTests {
        private func snooze(
            _ client: Client, _ id: UInt32, milliseconds: Int64
        ) async throws -> UInt32? {
            try await client.focusd(
                "SnoozeFor", .array(of: "u", [.uint32(id)]), .int64(milliseconds)
            ).first?.asUInt32
        }

        private func snoozed(_ client: Client) async throws -> [Fields] {
            try await client.focusd("Snoozed").first.flatMap(Fields.list) ?? []
        }

        @Test func comesBackWithItsActionsAlive() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let app = try desktop.client()
                let id = try await app.notify("later", actions: ["open", "Open"])
                _ = try await desktop.fake.notification(1)
                #expect(try await snooze(app, id, milliseconds: 3_600_000) == 1)
                try await desktop.fake.wait(for: "the popup's end") { $0.closed == [1] }
                let entry = try #require(try await snoozed(app).first)
                #expect(entry.uint32("id") == id)
                #expect(entry.int64("snoozed-until") != nil)
                #expect(try await app.status().missed == 1)
                // The new end takes the place of the first, before which all this was looked at.
                #expect(try await snooze(app, id, milliseconds: 1_000) == 1)
                let again = try await desktop.fake.notification(2)
                #expect(again.summary == "later")
                #expect(again.actions == ["open", "Open"])
                #expect(try await snoozed(app).isEmpty)
                try desktop.fake.emitAction(2, "open")
                // The first signal of all: the app was told of no end.
                #expect(
                    try await app.signals.next()
                        == .init("ActionInvoked", .uint32(id), .string("open")))
            }
        }

        @Test func survivesAKill() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let app = try desktop.client()
                let id = try await app.notify("later", actions: ["open", "Open"])
                try await desktop.waitForRecord(summary: "later")
                // Should its time come before the kill, it is not shown before the kill.
                try desktop.fake.usualAnswer = .never
                #expect(try await snooze(app, id, milliseconds: 3_000) == 1)
                try await desktop.end(SIGKILL)
                let sent = try desktop.fake.notifications.count
                try desktop.fake.usualAnswer = .usual
                try await desktop.startWithServer()
                let again = try await desktop.fake.notification(sent + 1)
                #expect(again.summary == "later")
                #expect(again.actions == ["open", "Open"])
                try desktop.fake.emitAction(2, "open")
                #expect(
                    try await app.signals.next { $0.member == "ActionInvoked" }
                        == .init("ActionInvoked", .uint32(id), .string("open")))
            }
        }

        @Test("one that came back is missed again if it expires after a restart of focusd")
        func cameBackBeforeAKill() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let app = try desktop.client()
                let id = try await app.notify("later", actions: ["open", "Open"])
                _ = try await desktop.fake.notification(1)
                #expect(try await snooze(app, id, milliseconds: 1_000) == 1)
                #expect(try await desktop.fake.notification(2).summary == "later")
                try await desktop.waitForRecord(summary: "later")
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                // The popup is shown again in its place, for the new connection.
                #expect(try await desktop.fake.notification(3).replacesID == 2)
                try desktop.fake.emitClosed(2, reason: 1)
                try await app.waitForStatus { $0.missed == 1 }
                let entry = try #require(try await app.entries().first)
                #expect(entry.string("state") == "silenced")
                #expect(app.signals.pending.isEmpty)
            }
        }

        @Test func popupHasTheActionThatIsSet() async throws {
            let files = ["focusd.conf": "[Missed]\nSnoozeAction=20\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let app = try desktop.client()
                let id = try await app.notify("popup", actions: ["open", "Open"])
                let popup = try await desktop.fake.notification(1)
                #expect(
                    popup.actions == ["open", "Open", "org.focusd.snooze", "Snooze for 20 min"])
                try desktop.fake.emitAction(1, "org.focusd.snooze")
                try await desktop.fake.wait(for: "the popup's end") { $0.closed == [1] }
                #expect(try await snoozed(app).map { $0.uint32("id") } == [id])
                // The app learns of neither the action nor an end.
                let entry = try #require(try await app.entries().first)
                #expect(entry.string("state") == "silenced")
                #expect(app.signals.pending.isEmpty)
            }
        }

        /// Found by review: dunst's middle click invokes the only action, in place of the link.
        @Test func popupsOfDunstHaveTheActionOnlyBesideADefaultAction() async throws {
            let files = ["focusd.conf": "[Missed]\nSnoozeAction=20\n"]
            try await withDesktop(files: files) { desktop in
                try desktop.fake.information[0] = "dunst"
                try await desktop.startWithServer()
                let app = try desktop.client()
                _ = try await app.notify("without actions")
                #expect(try await desktop.fake.notification(1).actions == [])
                _ = try await app.notify("with a default action", actions: ["default", "Open"])
                #expect(
                    try await desktop.fake.notification(2).actions == [
                        "default", "Open", "org.focusd.snooze", "Snooze for 20 min",
                    ])
            }
        }

        /// A trial with a newcomer: it was called silenced, as if it had never been shown.
        @Test("one that was silenced, snoozed, shown and missed again counts as delivered later")
        func silencedOneThatCameBack() async throws {
            let quiet = "[Focus]\nName=Quiet\nApps=allow\nPeople=allow\n"
            try await withDesktop(files: ["focuses/quiet.focus": quiet]) { desktop in
                try await desktop.startWithServer()
                let app = try desktop.client()
                let missed = Recorder<UInt32>()
                let subscription = app.connection.subscribe(
                    MatchRule(interface: WireName.control, member: "MissedChanged")
                ) { message in
                    if let count = try? message.arguments().first?.asUInt32 {
                        missed.record(count)
                    }
                }
                defer { withExtendedLifetime(subscription) {} }
                try await app.focusd("Subscribe")
                try await app.focusd("Activate", .string("quiet"))
                let id = try await app.notify("later")
                _ = try await app.notify("silenced for good")
                _ = try await missed.next { $0 == 2 }
                #expect(try await snooze(app, id, milliseconds: 1_000) == 1)
                #expect(try await desktop.fake.notification(1).summary == "later")
                _ = try await missed.next { $0 == 1 }
                try desktop.fake.emitClosed(1, reason: 1)
                _ = try await missed.next { $0 == 2 }
                let entry = try #require(try await app.entries(["missed": .boolean(true)]).last)
                #expect(entry.uint32("id") == id)
                #expect(entry.boolean("late") == true)
                let delivered = try await app.entries(["delivered": .boolean(true)])
                #expect(delivered.map { $0.uint32("id") } == [id])
                // Its end changes nothing about that.
                try await app.focusd("Dismiss", .array(of: "u", [.uint32(id)]))
                let ended = try await app.entries(["delivered": .boolean(true)])
                #expect(ended.map { $0.string("state") } == ["dismissed"])
            }
        }

        @Test func timesThatCannotBeAreRefused() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let app = try desktop.client()
                let id = try await app.notify("x")
                let error = try await app.error {
                    _ = try await snooze(app, id, milliseconds: 0)
                }
                #expect(error.name == WireError.invalidArgs)
                let past = try await app.error {
                    try await app.focusd(
                        "Snooze", .array(of: "u", [.uint32(id)]), .int64(1_000))
                }
                #expect(past.name == WireError.invalidArgs)
                #expect(try await snooze(app, 99, milliseconds: 1_000) == 0)
            }
        }
    }
}
