// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Signals that keep a list on the screen up to date, and calls of its buttons (issue 21).
extension EndToEnd.Control {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ControlSignalTests {
        private static let files = ["focuses/quiet.focus": EndToEnd.Notifications.MissedTests.quiet]

        /// Hears one signal of `org.focusd.Focus1.Control`.
        @LoopActor private final class Listener {
            let client: Client
            let signals = Recorder<[Value]>()
            private var subscription: Subscription?

            init(_ desktop: Desktop, _ member: MemberName) async throws {
                client = try desktop.client()
                let signals = signals
                subscription = client.connection.subscribe(
                    MatchRule(interface: WireName.control, member: member)
                ) { signals.record((try? $0.arguments()) ?? []) }
                try await client.focusd("Subscribe")
            }
        }

        /// Waits for the state of a notification.
        private func wait(
            _ listener: Listener, for id: UInt32, _ state: String, read: Bool
        ) async throws {
            _ = try await listener.signals.next {
                $0.first?.asUInt32 == id && $0[2].asString == state && $0[3].asBool == read
            }
        }

        @Test func eachChangeOfAnEntryIsTold() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let listener = try await Listener(desktop, "EntryChanged")
                let shown = try await user.notify("shown")
                try await wait(listener, for: shown, "shown", read: false)
                try await user.focusd("MarkRead", .array(of: "u", [.uint32(shown)]))
                try await wait(listener, for: shown, "shown", read: true)
                try await user.call("CloseNotification", .uint32(shown))
                try await wait(listener, for: shown, "closed-by-app", read: true)
                try await user.focusd("Activate", .string("quiet"))
                let missed = try await user.notify("missed")
                try await user.focusd("DeliverNow", .array(of: "u", [.uint32(missed)]))
                try await wait(listener, for: missed, "queued", read: false)
            }
        }

        @Test func manyChangesAreToldAtOnce() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                try await user.focusd("Activate", .string("quiet"))
                for number in 0...Limits.toldEntries { _ = try await user.notify("n\(number)") }
                let single = try await Listener(desktop, "EntryChanged")
                let removed = try await Listener(desktop, "EntriesRemoved")
                try await user.focusd("ClearMissed")
                #expect(try await removed.signals.next() == [.string("")])
                _ = try await single.client.status()
                #expect(single.signals.pending.isEmpty)
                // One fewer is told one by one.
                for number in 0..<Limits.toldEntries { _ = try await user.notify("n\(number)") }
                try await user.focusd("ClearMissed")
                for _ in 0..<Limits.toldEntries { _ = try await single.signals.next() }
            }
        }

        @Test func deletedEntriesAreTold() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let removed = try await Listener(desktop, "EntriesRemoved")
                _ = try await user.notify("a")
                try await user.focusd("Forget", .string("org.example.Chat"))
                #expect(try await removed.signals.next() == [.string("org.example.Chat")])
                try await user.focusd("ClearHistory", .string(""), .int64(0))
                #expect(try await removed.signals.next() == [.string("")])
            }
        }

        @Test func entriesBeyondTheLimitsOfTheHistoryAreTold() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let removed = try await Listener(desktop, "EntriesRemoved")
                for number in 1...3 {
                    let id = try await user.notify("n\(number)")
                    try await user.call("CloseNotification", .uint32(id))
                }
                #expect(try await user.entries().count == 3)
                try desktop.write("focusd.conf", "[History]\nEntries=1\n")
                #expect(try await removed.signals.next() == [.string("")])
                #expect(try await user.entries().count == 1)
            }
        }

        @Test func activationComesWithCauseAndEnd() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let listener = try await Listener(desktop, "ActivationChanged")
                let user = try desktop.client()
                try await user.focusd(
                    "ActivateWith", .string("quiet"), .vardict(["for": .int64(3_600_000)]))
                let values = try await listener.signals.next()
                let on = try #require(values.first.flatMap(Fields.init))
                #expect(on.string("focus") == "quiet")
                #expect(on.string("focus-name") == "Quiet")
                #expect(on.string("cause") == "manual")
                #expect(try #require(on.int64("until")) > #require(on.int64("since")))
                try await user.focusd("Deactivate")
                let off = try await listener.signals.next().first.flatMap(Fields.init)
                #expect(off?.string("focus") == "")
                #expect(off?.int64("until") == nil)
            }
        }

        @Test func problemsAndServerAreTold() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let problems = try await Listener(desktop, "ProblemsChanged")
                let server = try await Listener(desktop, "ServerChanged")
                try desktop.write("focuses/quiet.focus", "[Focus\n")
                #expect(try await problems.signals.next() == [])
                try desktop.replaceServer()
                #expect(try await server.signals.next() == [])
            }
        }

        /// A trial with a newcomer: the window said that notifications wait, when none did.
        @Test("each notification that waits for a server is told, and the end of the wait")
        func waitIsTold() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await desktop.start()
                let waiting = try await Listener(desktop, "WaitingChanged")
                let user = try desktop.client()
                for number: UInt32 in 1...2 {
                    _ = try await user.notify("a")
                    #expect(try await waiting.signals.next() == [.uint32(number)])
                }
                try desktop.replaceServer()
                #expect(try await waiting.signals.next() == [.uint32(0)])
                #expect(try await user.status().queued == 0)
            }
        }

        /// The window showed the number that it had read while a popup was on its way.
        @Test("the end of a wait that was read while a server runs is told")
        func readWaitIsTold() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let waiting = try await Listener(desktop, "WaitingChanged")
                let user = try desktop.client()
                try desktop.fake.usualAnswer = .hold
                _ = try await user.notify("a")
                _ = try await desktop.fake.notification(1)
                #expect(try await user.status().queued == 1)
                let check = try await user.doctor("deliveries")
                #expect(check.detail == "no answer of the server is overdue", "without a number")
                try desktop.fake.release()
                #expect(try await waiting.signals.next() == [.uint32(0)])
            }
        }

        // MARK: Windows of schedules

        private static let allDay = """
            [Focus]
            Name=Work

            [Schedule all day]
            Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun
            From=00:00
            To=00:00
            """

        @Test func skippedWindowEndsTheFocusUntilItComesBack() async throws {
            try await withDesktop(files: ["focuses/work.focus": Self.allDay]) { desktop in
                // Midnight, the border of the windows, is twelve hours away.
                desktop.variables["TZ"] = Desktop.zone(showing: 12 * 3_600)
                try await desktop.startWithServer()
                let user = try desktop.client()
                let upcoming = try await Listener(desktop, "UpcomingChanged")
                try await user.waitForStatus { $0.activation?.focus == FocusID("work") }
                func skip(_ member: MemberName, _ window: Int64 = 0) async throws -> [Int64] {
                    let answer = try await user.focusd(
                        member, .string("work"), .string("all day"), .int64(window))
                    return answer.compactMap {
                        if case .int64(let time) = $0 { time } else { nil }
                    }
                }
                let window = try await skip("Skip")
                #expect(window.count == 2)
                #expect(try await upcoming.signals.next() == [])
                #expect(try await user.status().activation == nil)
                // Skipped windows outlive focusd.
                try await desktop.end()
                try await desktop.startWithServer()
                #expect(try await user.status().activation == nil)
                let skips = try await user.focusd("Skips").first.flatMap(Fields.list)
                #expect(skips?.map { $0.int64("window") } == [window[0]])
                #expect(try await skip("Unskip", window[0]) == window)
                #expect(try await user.status().activation?.focus == FocusID("work"))
                let error = try await user.error { _ = try await skip("Unskip") }
                #expect(error.name == WireError.notFound)
            }
        }

        // MARK: Buttons

        @Test func actionBringsTheTokenOfItsClickFirst() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let (app, user) = (try desktop.client(), try desktop.client())
                try await user.focusd("Activate", .string("quiet"))
                let id = try await app.notify("a", actions: ["open", "Open"])
                try await user.focusd(
                    "ActWith", .uint32(id), .string("open"),
                    .vardict(["activation-token": .string("token-7")]))
                #expect(
                    try await app.signals.next()
                        == Client.Signal("ActivationToken", .uint32(id), .string("token-7")))
                #expect(
                    try await app.signals.next()
                        == Client.Signal("ActionInvoked", .uint32(id), .string("open")))
            }
        }

        @Test func lockedFilesAreNotWaitedForLong() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                _ = try await user.status()
                let lock = try desktop.lock("focuses")
                let start = ContinuousClock.now
                let change = FocusChange.flag(.hideBadges, true).value
                let error = try await user.error {
                    try await user.focusd(
                        "ChangeFocus", .string("quiet"), .string(""), FieldsBuilder.list([change]))
                }
                #expect(error.name == WireError.failed)
                #expect(error.message.contains("locked"))
                #expect(ContinuousClock.now - start >= Limits.editWait)
                try lock.close()
            }
        }
    }
}
