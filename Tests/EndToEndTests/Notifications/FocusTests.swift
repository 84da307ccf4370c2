// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// A Focus silences, remembers, explains and counts
/// (Design.md, "The decision", "A Focus", "Badges").
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FocusTests {
        static let work = """
            # what Apple's talk shows
            [Focus]
            Name=Work
            Apps=allow
            AppList=org.example.Chat;

            [Filter org.example.Chat ExampleChatAppFocusFilter]
            Predicate=SELF IN {"work-account-identifier"}
            """
        static let files = ["focuses/work.focus": work]

        @Test func filterSilencesTheOtherAccount() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("Work"))
                let personal = try await chat.notify("personal", criteria: "personal-account")
                _ = try await chat.notify("work", criteria: "work-account-identifier")
                #expect(try await desktop.fake.notification(1).summary == "work")
                #expect(try desktop.fake.notifications.count == 1)
                let missed = try await chat.entries(["missed": .boolean(true)])
                #expect(missed.compactMap { $0.uint32("id") } == [personal])
                #expect(missed.first?.string("reason") == "filter")
                #expect(missed.first?.string("focus") == "work")
                #expect(missed.first?.boolean("live") == true)
                // Silenced is not closed.
                #expect(chat.signals.pending.isEmpty)
            }
        }

        @Test func silencedOnesJoinTheBadgeWhenTheFocusEnds() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("work"))
                _ = try await chat.notify("personal", criteria: "personal-account")
                _ = try await chat.notify("work", criteria: "work-account-identifier")
                #expect(try await chat.badge() == 1)
                #expect(try await chat.status().missed == 1)
                try await chat.focusd("Deactivate")
                #expect(try await chat.badge() == 2)
                #expect(try await chat.status().activation == nil)
            }
        }

        @Test func summaryTellsWhatWasMissedWhenTheFocusEnds() async throws {
            let text = Self.work.replacing("Name=Work", with: "Name=Work\nSummary=true")
            try await withDesktop(files: ["focuses/work.focus": text]) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("work"))
                for number in 0..<3 {
                    _ = try await chat.notify("\(number)", criteria: "personal-account")
                }
                try await chat.focusd("Activate", .string("do-not-disturb"))
                try await chat.focusd("Activate", .string("work"))
                _ = try await chat.notify("again", criteria: "personal-account")
                try await chat.focusd("Deactivate")
                let summary = try await desktop.fake.notification(1)
                #expect(summary.summary == "While Work was on")
                // What was silenced before another Focus came between is not forgotten.
                #expect(summary.body == "4 from Example")
                #expect(try await chat.status().missed == 4)
                #expect(try await chat.badge() == 4)
            }
        }

        @Test func inhibitedSaysThatAFocusIsOn() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                func inhibited() async throws -> Bool? {
                    try await client.call(
                        "Get", .string(WireName.notificationsInterface.rawValue),
                        .string("Inhibited"), interface: "org.freedesktop.DBus.Properties"
                    ).first?.unwrapped.asBool
                }
                #expect(try await inhibited() == false)
                try await client.focusd("Activate", .string("do-not-disturb"))
                #expect(try await inhibited() == true)
            }
        }

        /// The client keeps its cookie, and knows nothing of the restart.
        @Test(arguments: [SIGTERM, SIGKILL])
        func inhibitionOutlivesFocusdButNotItsClient(signal: Int32) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let (stays, leaves) = (try desktop.client(), try desktop.client())
                for (client, reason) in [(leaves, "music"), (stays, "a film")] {
                    _ = try await client.call(
                        "Inhibit", .string("org.example.Player"), .string(reason), .vardict([:]))
                }
                try await desktop.end(signal)
                leaves.leave()
                try await desktop.startWithServer()
                let watcher = try desktop.client()
                let status = try await watcher.status()
                #expect(status.inhibitors.map(\.reason) == ["a film"])
                #expect(status.activation?.focus == .doNotDisturb)
                _ = try await watcher.notify("during the film")
                #expect(try await watcher.status().missed == 1)
                try await stays.call("UnInhibit", .uint32(2))
                #expect(try await watcher.status().activation == nil)
            }
        }

        @Test func activeFocusOutlivesARestart() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                try await desktop.client().focusd("Activate", .string("work"))
                try await desktop.end()
                try await desktop.startWithServer()
                #expect(try await desktop.client().status().focusName == "Work")
                let chat = try desktop.client()
                _ = try await chat.notify("personal", criteria: "personal-account")
                #expect(try await chat.status().missed == 1)
            }
        }

        @Test func missedOnesCanBeActedOnDismissedDeliveredAndRead() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("work"))
                var ids: [UInt32] = []
                for name in ["act", "dismiss", "deliver", "read", "clear"] {
                    ids.append(
                        try await chat.notify(
                            name, criteria: "personal", actions: ["reply", "Reply"],
                            hints: ["x-kept": .string(name)]))
                }
                let wrong = try await chat.error {
                    try await chat.focusd("Act", .uint32(ids[0]), .string("nothing"))
                }
                #expect(wrong.message.contains("reply"))
                try await chat.focusd("Act", .uint32(ids[0]), .string("reply"))
                let signals = [try await chat.signals.next(), try await chat.signals.next()]
                #expect(
                    signals[0] == Client.Signal("ActionInvoked", .uint32(ids[0]), .string("reply")))
                #expect(
                    signals[1] == Client.Signal("NotificationClosed", .uint32(ids[0]), .uint32(2)))
                let dismissed = try await chat.focusd("Dismiss", .array(of: "u", [.uint32(ids[1])]))
                #expect(dismissed == [.uint32(1)])
                try await chat.focusd("DeliverNow", .array(of: "u", [.uint32(ids[2])]))
                let shown = try await desktop.fake.notification(1)
                #expect(shown.hints["x-kept"] == .string("deliver"))
                try await chat.focusd("MarkRead", .array(of: "u", [.uint32(ids[3])]))
                #expect(try await chat.status().missed == 1)
                #expect(try await chat.focusd("ClearMissed") == [.uint32(1)])
                try await chat.waitForStatus { $0.queued == 0 }
                let states = try await chat.entries().compactMap { $0.string("state") }
                #expect(states.sorted() == ["acted-on", "dismissed", "dismissed", "read", "shown"])
            }
        }

        @Test func badFileIsRefusedWithItsLineAndTheGoodVersionStays() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try desktop.write("focuses/work.focus", "[Focus]\nName=Work\nApps=perhaps\n")
                let problems = try await tool.focusd("Reload").first?.asStrings ?? []
                #expect(problems.count == 1)
                #expect(problems.first?.contains("work.focus:3:") == true)
                try await tool.focusd("Activate", .string("work"))
                _ = try await tool.notify("personal", criteria: "personal-account")
                #expect(try await tool.status().missed == 1)
            }
        }

        @Test func changedFileIsInForceWithoutBeingAsked() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let changes = Recorder<String>()
                let subscription = tool.connection.subscribe(
                    MatchRule(interface: WireName.control, member: "FocusesChanged")
                ) { _ in changes.record("changed") }
                defer { subscription.cancel() }
                try await tool.focusd("Subscribe")
                try desktop.write(
                    "focuses/evening.focus", "[Focus]\nName=Evening\nApps=allow\n")
                _ = try await changes.next()
                try await tool.focusd("Activate", .string("evening"))
                _ = try await tool.notify("x")
                #expect(try await tool.status().missed == 1)
            }
        }

        @Test func unknownFocusIsRefusedByName() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let tool = try desktop.client()
                for call: MemberName in ["Activate", "ListFilters"] {
                    let error = try await tool.error {
                        try await tool.focusd(call, .string("wrok"))
                    }
                    #expect(error.name.rawValue == "org.focusd.Focus1.Error.UnknownFocus")
                    #expect(error.message.contains("work"), "\(call)")
                }
            }
        }

        @Test func explainTellsWhatWouldHappenAndWhy() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let tool = try desktop.client()
                func explain(_ request: [String: Value]) async throws -> ExplainAnswer? {
                    try await tool.focusd("Explain", .vardict(request)).first.flatMap(Fields.init)
                        .flatMap(ExplainAnswer.init)
                }
                let chat: [String: Value] = [
                    "app": .string("org.example.Chat"), "criteria": .string("personal"),
                ]
                #expect(try await explain(chat)?.reason == .noFocus)
                let asked = chat.merging(["focus": .string("Work")]) { $1 }
                #expect(try await explain(asked)?.reason == .filter)
                #expect(try await explain(asked)?.verdict == .silence)
                #expect(try await tool.entries().isEmpty)
            }
        }

        @Test func appsSetOnlyTheirOwnBadge() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let app = try desktop.client()
                let badge: [Value] = [.string("org.example.Chat"), .uint32(7)]
                let error = try await app.error {
                    try await app.focusd(
                        "SetBadgeCount", badge[0], badge[1], interface: WireName.apps)
                }
                #expect(error.code == .accessDenied)
                _ = try app.connection.requestName("org.example.Chat")
                try await app.focusd("SetBadgeCount", badge[0], badge[1], interface: WireName.apps)
                #expect(try await app.badge() == 7)
                try await desktop.end()
                try await desktop.start()
                let reply = try await app.focusd("BadgeCount", badge[0], interface: WireName.apps)
                #expect(reply == [.uint32(7)])
            }
        }

        @Test func badgesAreShownInLaunchersExceptForAppsThatDoSo() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let dock = try desktop.client()
                let updates = Recorder<[Value]>()
                let subscription = dock.connection.subscribe(
                    MatchRule(interface: WireName.launcherEntry, member: "Update")
                ) { updates.record((try? $0.arguments()) ?? []) }
                defer { subscription.cancel() }
                let id = try await dock.notify("a")
                let first = try await updates.next()
                #expect(first[0] == .string("application://org.example.Chat.desktop"))
                #expect(first[1]["count"]?.unwrapped == .int64(1))
                #expect(first[1]["count-visible"]?.unwrapped == .boolean(true))
                try await dock.call("CloseNotification", .uint32(id))
                #expect(try await updates.next()[1]["count-visible"]?.unwrapped == .boolean(false))

                let own = Message.signal(
                    path: "/org/example/Other", interface: WireName.launcherEntry, member: "Update")
                try own.append(
                    .string("application://org.example.Other.desktop"),
                    .vardict(["count": .int64(4)]))
                dock.connection.send(own)
                _ = try await updates.next()
                // focusd hears the signal on the connection that answers this.
                _ = try await dock.status()
                _ = try await dock.notify("b", app: "org.example.Other")
                _ = try await dock.notify("c")
                #expect(
                    try await updates.next()[0] == .string("application://org.example.Chat.desktop")
                )
            }
        }

        /// The progress of a copy froze the app's badge, and an app that had ended kept its own.
        @Test func badgesAreShownForAnAppThatShowsItsProgressOrHasEnded() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let dock = try desktop.client()
                let updates = Recorder<[Value]>()
                let subscription = dock.connection.subscribe(
                    MatchRule(interface: WireName.launcherEntry, member: "Update")
                ) { updates.record((try? $0.arguments()) ?? []) }
                defer { subscription.cancel() }
                @LoopActor func update(_ client: Client, _ properties: [String: Value]) async throws
                {
                    let own = Message.signal(
                        path: "/org/example/Chat", interface: WireName.launcherEntry,
                        member: "Update")
                    try own.append(
                        .string("application://org.example.Chat.desktop"), .vardict(properties))
                    client.connection.send(own)
                    _ = try await updates.next()
                    // focusd hears the signal on the connection that answers this.
                    _ = try await client.status()
                }
                try await update(dock, ["progress": .double(0.5)])
                _ = try await dock.notify("a")
                #expect(try await updates.next()[1]["count"]?.unwrapped == .int64(1))
                let app = try desktop.client()
                try await update(app, ["count": .int64(7)])
                _ = try await dock.notify("b")
                app.connection.close()
                #expect(try await updates.next()[1]["count"]?.unwrapped == .int64(2))
            }
        }

        /// Issue 17: Thunderbird's notifications have its window class for an id.
        @Test func badgesAndListsHaveTheDesktopFileThatAWindowClassNames() async throws {
            try await withDesktop { desktop in
                try desktop.writeFile(
                    desktop.home + "/data/applications/bird.desktop",
                    "[Desktop Entry]\nName=Thunder Bird\nStartupWMClass=bird-default\n")
                try await desktop.startWithServer()
                let dock = try desktop.client()
                let updates = Recorder<[Value]>()
                let subscription = dock.connection.subscribe(
                    MatchRule(interface: WireName.launcherEntry, member: "Update")
                ) { updates.record((try? $0.arguments()) ?? []) }
                defer { subscription.cancel() }
                _ = try await dock.notify("a", app: "bird-default")
                #expect(
                    try await updates.next()[0] == .string("application://bird.desktop"))
                let entries = try await dock.focusd(
                    "Entries", .vardict([:] as [String: Value]))
                let entry = entries.first.flatMap(Fields.list)?.first
                #expect(entry?.string("name") == "Thunder Bird")
                #expect(entry?.string("app") == "bird-default")
                let apps = try await dock.focusd("ListApps").first.flatMap(Fields.list)
                #expect(apps?.first?.string("app") == "bird-default")
            }
        }

        @Test func badgesThatChangeOftenAreToldSeldomAndInTheEndAsTheyAre() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let dock = try desktop.client()
                let counts = Recorder<Value?>()
                let subscription = dock.connection.subscribe(
                    MatchRule(interface: WireName.launcherEntry, member: "Update")
                ) { counts.record((try? $0.arguments())?.last?["count"]?.unwrapped) }
                defer { subscription.cancel() }
                let clock = ContinuousClock()
                var told = 0
                let time = try await clock.measure {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<100 { group.addTask { _ = try await dock.notify("a") } }
                        try await group.waitForAll()
                    }
                    while try await counts.next() != .int64(100) { told += 1 }
                }
                #expect(told <= Int(time / .milliseconds(100)) + 1)
            }
        }

        @Test func badgesAreToldToADockThatComesLater() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let dock = try desktop.client()
                for text in ["a", "b"] { _ = try await dock.notify(text) }
                let updates = Recorder<[Value]>()
                let subscription = dock.connection.subscribe(
                    MatchRule(interface: WireName.launcherEntry, member: "Update")
                ) { updates.record((try? $0.arguments()) ?? []) }
                defer { subscription.cancel() }
                func isTold() async throws {
                    let update = try await updates.next { $0.last?["count"] == .int64(2) }
                    #expect(update.first == .string("application://org.example.Chat.desktop"))
                }
                _ = try dock.connection.requestName("com.canonical.Unity")
                try await isTold()
                // … and by another focusd.
                try await desktop.end()
                try await desktop.start()
                try await isTold()
            }
        }
    }
}
