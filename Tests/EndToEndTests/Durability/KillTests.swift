// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Everything that a client was told survives SIGKILL, at the worst moments
/// (Design.md, "Nothing lost"). `make soak` tries random moments.
extension EndToEnd.Durability {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct KillTests {
        /// Many in one batch: the first answer must not go out before the last is in the store.
        @Test func acknowledgedClosesSurvive() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                var ids: [UInt32] = []
                for number in 0..<200 { ids.append(try await client.notify("\(number)")) }
                let answers = Recorder<UInt32?>()
                for id in ids {
                    let call = Message.methodCall(
                        destination: WireName.notifications, path: WireName.notificationsPath,
                        interface: WireName.notificationsInterface, member: "CloseNotification")
                    try call.append(.uint32(id))
                    client.connection.call(call, timeout: .testDeadline) { result in
                        if (try? result.get()) == nil {
                            answers.record(nil)
                        } else {
                            // Not the first, so that the kill is in the midst of the answers.
                            desktop.daemon?.signal(SIGKILL)
                            answers.record(id)
                        }
                    }
                }
                var closed: Set<UInt32> = []
                for _ in ids { if let id = try await answers.next() { closed.insert(id) } }
                #expect(try await desktop.exit() == .signalled(SIGKILL))
                #expect(!closed.isEmpty)
                try await desktop.startWithServer()
                let entries = try await desktop.client().entries(["limit": .uint32(1_000)])
                for entry in entries where closed.contains(entry.uint32("id") ?? 0) {
                    #expect(entry.string("state") == "closed-by-app")
                }
            }
        }

        /// A replaced notification moves to history later, but not after its replacement.
        @Test func replacedNotificationDoesNotOutliveItsReplacement() async throws {
            let quiet = ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n"]
            try await withDesktop(files: quiet) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let id = try await client.notify("first")
                #expect(try await client.notify("second", replaces: id) == id)
                try await client.call("CloseNotification", .uint32(id))
                try await desktop.end(SIGKILL)
                try await desktop.start()
                let again = try desktop.client()
                let entries = try await again.entries(["limit": .uint32(10)])
                #expect(
                    Dictionary(
                        entries.map { ($0.string("summary") ?? "", $0.string("state") ?? "") },
                        uniquingKeysWith: { "\($0) \($1)" })
                        == ["first": "replaced", "second": "closed-by-app"])
            }
        }

        @Test(arguments: [2, 9, 30])
        func oneDeliveryAtMostIsRepeated(_ number: Int) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                var shown: [String: Int] = [:]
                var seen = 0
                try desktop.fake.beforeAnswer = { notification in
                    seen += 1
                    if notification.replacesID == 0 { shown[notification.summary, default: 0] += 1 }
                    if seen == number { desktop.daemon?.signal(SIGKILL) }
                }
                for number in 0..<40 { _ = try? await client.notify("\(number)") }
                #expect(try await desktop.exit() == .signalled(SIGKILL))
                try await desktop.startWithServer()
                let again = try desktop.client()
                try await again.waitForStatus { $0.queued == 0 }
                let entries = try await again.entries(["limit": .uint32(100)])
                for entry in entries { #expect(shown[entry.string("summary") ?? ""] != nil) }
                #expect(shown.values.reduce(0) { $0 + $1 - 1 } <= 1)
            }
        }

        @Test func actionThatItsSenderHasHeardOfIsRecorded() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("a", actions: ["default", "Open"])
                try await desktop.waitForRecord(summary: "a")
                let heard = Recorder<Void>()
                let subscription = client.connection.subscribe(
                    MatchRule(
                        interface: WireName.notificationsInterface, member: "ActionInvoked")
                ) { _ in
                    desktop.daemon?.signal(SIGKILL)
                    heard.record(())
                }
                defer { subscription.cancel() }
                try desktop.fake.emitAction(1, "default")
                try await heard.next()
                #expect(try await desktop.exit() == .signalled(SIGKILL))
                try await desktop.startWithServer()
                let entries = try await desktop.client().entries()
                let entry = try #require(entries.first { $0.uint32("id") == id })
                #expect(entry.boolean("read") == true)
            }
        }

        /// The real server had not closed the popup when focusd was killed.
        @Test(arguments: [SIGKILL, SIGTERM])
        func popupOfAClosedNotificationIsClosedByTheNextFocusd(_ signal: Int32) async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 500
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("a")
                try await desktop.waitForRecord(summary: "a")
                try desktop.fake.isHung = true
                try await client.call("CloseNotification", .uint32(id))
                try await desktop.end(signal)
                try desktop.fake.isHung = false
                try await desktop.startWithServer()
                try await desktop.fake.wait(for: "the closing") { $0.closed.contains(500) }
                #expect(try desktop.fake.notifications.count == 1)
            }
        }

        /// A notification that arrives while focusd ends is remembered or not answered.
        @Test func notificationAnsweredAtTheEndIsRemembered() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let answers = Recorder<UInt32?>()
                for number in 0..<600 {
                    let call = Message.methodCall(
                        destination: WireName.notifications, path: WireName.notificationsPath,
                        interface: WireName.notificationsInterface, member: "Notify")
                    try call.append(
                        .string("app"), .uint32(0), .string(""), .string("\(number)"), .string(""),
                        .strings([]), .vardict([:]), .int32(-1))
                    client.connection.call(call, timeout: .testDeadline) { result in
                        if number == 5 { desktop.daemon?.signal(SIGTERM) }
                        answers.record((try? result.get())?.reader.firstUInt32)
                    }
                }
                var known: Set<UInt32> = []
                for _ in 0..<600 { if let id = try await answers.next() { known.insert(id) } }
                #expect(try await desktop.exit() == .exited(0))
                try await desktop.startWithServer()
                let entries = try await desktop.client().entries(["limit": .uint32(1_000)])
                let stored = Set(entries.compactMap { $0.uint32("id") })
                #expect(known.count > 5)
                #expect(known.subtracting(stored).isEmpty)
            }
        }

        /// The user closes a popup for which a replacement waits: that one is yet to be seen.
        @Test func endOfAReplacedPopupIsNotTheReplacements() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("old", actions: ["ok", "OK"])
                try await desktop.waitForRecord(summary: "old")
                try desktop.fake.answer(.hold)
                _ = try await client.notify("in between")
                try await desktop.fake.notification(2)
                #expect(try await client.notify("new", replaces: id) == id)
                try desktop.fake.emitAction(1, "ok")
                try desktop.fake.emitClosed(1)
                try desktop.fake.release()
                _ = try await client.signals.next { $0.member == "ActionInvoked" }
                #expect(try await desktop.fake.notification(3).summary == "new")
                try await desktop.waitForRecord(summary: "new")
                let entries = try await client.entries()
                let entry = try #require(entries.first { $0.string("summary") == "new" })
                #expect(entry.boolean("read") == false)
            }
        }

        /// It arrives before focusd knows whether the popups of its last life are still there.
        @Test func closeThatComesBeforeTheServerIsMetClosesThePopup() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 500
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("a")
                try await desktop.waitForRecord(summary: "a")
                try await desktop.end(SIGKILL)
                try desktop.fake.holdsQuestions = true
                try await desktop.start()
                try await client.call("CloseNotification", .uint32(id))
                try desktop.fake.holdsQuestions = false
                try await desktop.fake.wait(for: "the closing") { $0.closed.contains(500) }
            }
        }
    }
}

extension MessageReader {
    /// The first argument of an answer.
    fileprivate var firstUInt32: UInt32? {
        var copy = self
        return try? copy.uint32()
    }
}
