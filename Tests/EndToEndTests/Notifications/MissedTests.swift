// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The missed notifications: the summary, a late delivery, and the exceptions.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct MissedTests {
        static let quiet = """
            [Focus]
            Name=Quiet
            Apps=allow
            AppList=org.example.Important;
            People=allow
            PeopleList=alex@example.org;
            RepeatBreaksThrough=true
            Summary=true
            """
        static let files = ["focuses/quiet.focus": quiet]

        private nonisolated func directory(_ path: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        }

        private nonisolated func contents(_ path: String) -> String? {
            try? String(contentsOfFile: path, encoding: .utf8)
        }

        private func deliver(_ client: Client, _ ids: [UInt32]) async throws -> Value? {
            try await client.focusd("DeliverNow", .array(of: "u", ids.map { .uint32($0) })).first
        }

        @Test func secondNotificationOfOnePersonBreaksThrough() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("quiet"))
                func send(_ summary: String, from person: String) async throws {
                    _ = try await chat.notify(
                        summary, hints: ["x-focusd-person": .string(person)])
                }
                try await send("first", from: "sam@example.org")
                try await send("listed", from: "Alex <ALEX@example.org>")
                try await send("somebody else", from: "kim@example.org")
                try await send("second", from: "mailto:Sam@example.org")
                #expect(try await desktop.fake.notification(2).summary == "second")
                let entries = try await chat.entries()
                #expect(
                    entries.map { $0.string("reason") } == [
                        "repeat", "person", "allowed", "person",
                    ])
                let request = [
                    "app": Value.string("org.example.Chat"),
                    "people": .strings(["sam@example.org"]),
                ]
                let answer = try await chat.focusd("Explain", .vardict(request)).first
                #expect(answer.flatMap(Fields.init)?.string("reason") == "repeat")
            }
        }

        @Test func summaryDeliversWhatWasMissedInItsOrder() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("quiet"))
                var ids: [UInt32] = []
                for name in ["a", "b", "c"] {
                    ids.append(try await chat.notify(name, body: "secret"))
                }
                // What was dealt with is not told of.
                try await chat.focusd("Dismiss", .array(of: "u", [.uint32(ids[1])]))
                try await chat.focusd("Deactivate")
                let summary = try await desktop.fake.notification(1)
                #expect(summary.summary == "While Quiet was on")
                #expect(summary.body == "2 from Example")
                // There is no display for a terminal.
                #expect(
                    summary.actions == [
                        "deliver", "Deliver now", "mute", "Always mute Example",
                    ])
                // It is focusd's own: in no list, in no badge.
                #expect(try await chat.status().missed == 2)
                #expect(try await chat.entries().count == 3)
                try desktop.fake.emitAction(1, "deliver")
                #expect(try await desktop.fake.notification(2).summary == "a")
                #expect(try await desktop.fake.notification(3).summary == "c")
                try await desktop.fake.wait(for: "its end") { $0.closed == [1] }
                #expect(try await chat.status().missed == 0)
            }
        }

        @Test("the summary mutes the app with most of what was missed (issue 20)")
        func summaryMutesTheAppThatWasMissedMost() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                func miss(_ app: String, _ count: Int) async throws {
                    for number in 0..<count { _ = try await chat.notify("\(number)", app: app) }
                }
                try await chat.focusd("Activate", .string("quiet"))
                try await miss("org.example.Mail", 1)
                try await miss("org.example.Ads", 3)
                try await miss("org.example.Chat", 2)
                try await chat.focusd("Deactivate")
                #expect(try await desktop.fake.notification(1).actions.contains("mute"))
                try desktop.fake.emitAction(1, "mute")
                try await desktop.fake.wait(for: "its end") { $0.closed == [1] }
                let mutes = try await chat.focusd("Mutes").first.flatMap(Fields.list)
                #expect(mutes?.map { $0.string("app") } == ["org.example.Ads"])
                #expect(mutes?.first?.int64("until") == nil)
                // Muting leaves the missed list as it is.
                #expect(try await chat.status().missed == 6)
                try await miss("org.example.Ads", 1)
                #expect(try await chat.entries().first?.string("reason") == "muted")
                // The next summary offers the next app.
                try await chat.focusd("Activate", .string("quiet"))
                try await miss("org.example.Chat", 1)
                try await chat.focusd("Deactivate")
                try await desktop.fake.notification(2)
                try desktop.fake.emitAction(2, "mute")
                try await desktop.fake.wait(for: "its end") { $0.closed == [1, 2] }
                let both = try await chat.focusd("Mutes").first.flatMap(Fields.list)
                #expect(
                    both?.map { $0.string("app") } == ["org.example.Ads", "org.example.Chat"])
            }
        }

        @Test func nextSummaryTakesThePlaceOfOneThatIsStillThere() async throws {
            let sleep = Self.quiet.replacing("Name=Quiet", with: "Name=Sleep")
            let files = Self.files.merging(["focuses/sleep.focus": sleep]) { $1 }
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                for focus in ["quiet", "sleep"] {
                    try await chat.focusd("Activate", .string(focus))
                    _ = try await chat.notify(focus)
                    try await chat.focusd("Deactivate")
                    try await chat.waitForStatus { $0.queued == 0 }
                }
                let second = try await desktop.fake.notification(2)
                #expect(second.replacesID == 1)
                #expect(second.summary == "While Quiet and Sleep were on")
                #expect(second.body == "2 from Example")
                let shown = try await chat.notify("shown")
                try await desktop.fake.notification(3)
                try desktop.fake.emitClosed(1)
                // Its signal tells that focusd has read of both ends.
                try desktop.fake.emitClosed(2)
                _ = try await chat.signals.next {
                    $0 == Client.Signal("NotificationClosed", .uint32(shown), .uint32(2))
                }
                try await chat.focusd("Activate", .string("quiet"))
                _ = try await chat.notify("later")
                try await chat.focusd("Deactivate")
                let third = try await desktop.fake.notification(4)
                #expect(third.replacesID == 0)
                #expect(third.body == "1 from Example")
            }
        }

        @Test func summaryIsNotShownWhereItIsSwitchedOff() async throws {
            let text = Self.quiet.replacing("Summary=true", with: "Summary=false")
            try await withDesktop(files: ["focuses/quiet.focus": text]) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("quiet"))
                _ = try await chat.notify("missed")
                try await chat.focusd("Deactivate")
                _ = try await chat.notify("after")
                #expect(try await desktop.fake.notification(1).summary == "after")
            }
        }

        @Test func summaryOutlivesARestart() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                var chat = try desktop.client()
                _ = try await chat.notify("before")
                try await chat.focusd("Activate", .string("quiet"))
                _ = try await chat.notify("one")
                try await desktop.end()
                try await desktop.startWithServer()
                chat = try desktop.client()
                _ = try await chat.notify("two")
                try await chat.focusd("Deactivate")
                try await desktop.fake.wait(for: "the summary") { server in
                    server.notifications.contains { $0.body == "2 from Example" }
                }
            }
        }

        /// The words of the command reach the program as they are; it finds the session bus and the
        /// token that lets it come to the front.
        @Test func summaryOpensTheListWithTheUsersCommand() async throws {
            let command =
                #"sh -c 'dbus-send --session --type=signal / org.example.Opened.Now"#
                + #" string:"$XDG_ACTIVATION_TOKEN $0"' '$(id);`id`'"#
            let files = Self.files.merging(["focusd.conf": "[Missed]\nCommand=\(command)\n"]) { $1 }
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                let opened = Recorder<String>()
                let subscription = chat.connection.subscribe(
                    MatchRule(interface: "org.example.Opened", member: "Now")
                ) { opened.record((try? $0.arguments())?.first?.asString ?? "") }
                defer { subscription.cancel() }
                // The bus has the subscription when it has answered this.
                _ = try await chat.status()
                try await chat.focusd("Activate", .string("quiet"))
                _ = try await chat.notify("missed")
                try await chat.focusd("Deactivate")
                let summary = try await desktop.fake.notification(1)
                #expect(
                    summary.actions == [
                        "default", "Show the list", "deliver", "Deliver now", "mute",
                        "Always mute Example",
                    ])
                try desktop.fake.emitAction(1, "default", token: "to-the-front")
                #expect(try await opened.next() == "to-the-front $(id);`id`")
                // Opening the list leaves it as it is.
                #expect(try await chat.status().missed == 1)
            }
        }

        @Test func thousandAreDeliveredInOrderWhileOthersDoNotWait() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("quiet"))
                var ids: [UInt32] = []
                for number in 0..<1_000 { ids.append(try await chat.notify("\(number)")) }
                try desktop.fake.usualAnswer = .hold
                // As the missed list has them: newest first.
                #expect(try await deliver(chat, ids.reversed()) == .uint32(1_000))
                try await desktop.fake.notification(1)
                let important = try await chat.notify("now", app: "org.example.Important")
                #expect(important > 0)
                try desktop.fake.usualAnswer = .usual
                try desktop.fake.release()
                // No second one of the thousand was begun, and nobody stands behind them.
                #expect(try await desktop.fake.notification(2).summary == "now")
                try await desktop.fake.notification(1_001)
                let late = try desktop.fake.notifications.map(\.summary).filter { $0 != "now" }
                #expect(late == (0..<1_000).map { "\($0)" })
                try await chat.waitForStatus { $0.queued == 0 && $0.missed == 0 }
            }
        }

        @Test func actionOfAnAppThatHasLeftIsRefusedClearly() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("quiet"))
                let id = try await chat.notify("missed", actions: ["reply", "Reply"])
                #expect(try await tool.entries().first?.boolean("live") == true)
                chat.leave()
                try await tool.waitForEntry(id) { $0.boolean("live") == false }
                let error = try await tool.error {
                    try await tool.focusd("Act", .uint32(id), .string("reply"))
                }
                #expect(error.message.contains("has left the bus"))
                #expect(try await tool.status().missed == 1)
            }
        }

        @Test func picturesOutliveTheirFiles() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("quiet"))
                let image = desktop.home + "/face of sam.png"
                try desktop.writeFile(image, "a face")
                var ids: [UInt32] = []
                for name in ["shown late", "dismissed", "kept"] {
                    ids.append(
                        try await chat.notify(
                            name, hints: ["image-path": .string("file://\(image)")]))
                }
                let pictures = desktop.home + "/state/focusd/pictures"
                func copies() -> Int { directory(pictures).count }
                try await chat.waitForStatus { _ in copies() == 3 }
                try FileManager.default.removeItem(atPath: image)
                try await chat.focusd("Dismiss", .array(of: "u", [.uint32(ids[1])]))
                try await chat.waitForStatus { _ in copies() == 2 }
                #expect(try await deliver(chat, [ids[0]]) == .uint32(1))
                func path(_ number: Int) async throws -> String {
                    let hints = try await desktop.fake.notification(number).hints
                    return hints["image-path"]?.asString ?? ""
                }
                #expect(try await contents(path(1)) == "a face")
                // So does the copy outlive focusd.
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                let tool = try desktop.client()
                #expect(try await deliver(tool, [ids[2]]) == .uint32(1))
                try await desktop.fake.wait(for: "the last one") { server in
                    server.notifications.contains { $0.summary == "kept" }
                }
                let kept = try desktop.fake.notifications.last { $0.summary == "kept" }
                #expect(contents(kept?.hints["image-path"]?.asString ?? "") == "a face")
                try await tool.focusd("Dismiss", .array(of: "u", ids.map { .uint32($0) }))
                try await tool.waitForStatus { _ in copies() == 0 }
            }
        }
    }
}
