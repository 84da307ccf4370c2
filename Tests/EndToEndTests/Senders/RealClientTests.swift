// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Programs that know nothing of focusd find a correct notification server in it
/// (Design.md, "Notifications").
extension EndToEnd.Senders {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct RealClientTests {
        @Test func libnotifyInC() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.start()
                let client = try Tool(
                    [Programs.path("libnotify-client")], environment: desktop.environment)
                #expect(try await client.lines.next() == "server fake tests 1.0 1.2")
                for capability in try desktop.fake.capabilities + [
                    "inhibitions", "x-kde-origin-name",
                ] {
                    #expect(try await client.lines.next() == "capability \(capability)")
                }
                let shown = try await desktop.fake.notification(1)
                #expect(shown.appName == "libnotify client")
                #expect(shown.appIcon == "mail-unread")
                #expect(shown.summary == "from C")
                #expect(shown.body == "a <b>body</b>")
                #expect(shown.actions == ["default", "Open", "reply", "Reply"])
                #expect(shown.expireTimeout == 12_345)
                #expect(
                    shown.hints == [
                        "urgency": .byte(2), "category": .string("im.received"),
                        "filterCriteria": .string("work-account-identifier"),
                        "x-pair": .structure([.string("pi"), .double(3.25)]),
                        "sender-pid": .int64(Int64(client.process.pid)),
                    ])
                #expect(try await client.lines.next().hasPrefix("id "))
                try desktop.fake.emitAction(700, "reply", token: "a-token")
                try desktop.fake.emitClosed(700)
                #expect(try await client.lines.next() == "action reply")
                #expect(try await client.lines.next() == "token a-token")
                #expect(try await client.lines.next() == "closed 2")
                try await client.finish()
            }
        }

        @Test func libdbusInC() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.startWithServer()
                let client = try Tool(
                    [Programs.path("libdbus-client")], environment: desktop.environment)
                let id = try await client.lines.next().dropFirst("id ".count)
                let shown = try await desktop.fake.notification(1)
                let expected: [String: Value] = [
                    "x-y": .byte(200), "x-n": .int16(-2), "x-q": .uint16(65_535), "x-i": .int32(-3),
                    "x-u": .uint32(4_000_000_000), "x-x": .int64(-5_000_000_000),
                    "x-t": .uint64(18_000_000_000_000_000_000), "x-d": .double(0.5),
                    "x-b": .boolean(true), "x-s": .string("é"), "x-o": .objectPath("/a/b"),
                    "x-g": .signature("a{sv}"),
                ]
                for (name, value) in expected { #expect(shown.hints[name] == value, "\(name)") }
                try desktop.fake.emitAction(700, "default", token: "a-token")
                try desktop.fake.emitReply(700, "an answer")
                try desktop.fake.emitClosed(700, reason: 1)
                for line in [
                    "ActivationToken \(id) a-token", "ActionInvoked \(id) default",
                    "NotificationReplied \(id) an answer", "NotificationClosed \(id) 1",
                ] {
                    #expect(try await client.lines.next() == line)
                }
                try await client.finish()
            }
        }

        @Test func dbusPython() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.startWithServer()
                let client = try desktop.python("dbus_python.py")
                let id = try await client.lines.next().dropFirst("id ".count)
                let shown = try await desktop.fake.notification(1)
                #expect(shown.appName == "dbus-python")
                #expect(shown.expireTimeout == 0)
                #expect(shown.hints["urgency"] == .byte(0))
                #expect(
                    shown.hints["image-data"]
                        == .structure([
                            .int32(2), .int32(1), .int32(6), .boolean(false), .int32(8), .int32(3),
                            .bytes([0, 1, 2, 3, 4, 5]),
                        ]))
                #expect(shown.hints["x-list"]?.asStrings == ["a", "b"])
                #expect(
                    shown.hints["x-map"]?["k"]?.unwrapped
                        == .array(of: "i", [.int32(1), .int32(2)]))
                try desktop.fake.emitAction(700, "yes")
                try desktop.fake.emitClosed(700)
                #expect(try await client.lines.next() == "ActionInvoked \(id) yes")
                #expect(try await client.lines.next() == "NotificationClosed \(id) 2")
                try await client.finish()
            }
        }

        @Test func libnotifyInPython() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.startWithServer()
                let client = try desktop.python("gi_notify.py")
                let id = try await client.lines.next()
                let first = try await desktop.fake.notification(1)
                #expect(first.body == "first")
                #expect(first.hints["desktop-entry"] == .string("org.example.Gi"))
                // Not before: an update replaces what is not shown yet.
                #expect(kill(client.process.pid, SIGUSR1) == 0)
                // Updating keeps the id.
                #expect(try await client.lines.next() == id)
                let second = try await desktop.fake.notification(2)
                #expect(second.body == "second")
                #expect(second.replacesID == 700)
                #expect(second.actions == ["go", "Go"])
                try desktop.fake.emitAction(700, "go")
                #expect(try await client.lines.next() == "action go")
                try await desktop.fake.wait(for: "the popup's end") { $0.closed == [700] }
                #expect(try await client.lines.next() == "closed 3")
                try await client.finish()
            }
        }

        /// GLib forgets a GNotification when one of its actions was activated: one at a time.
        @Test(arguments: [
            ("default", "activated open room"), ("app.reply::room", "activated reply room"),
        ])
        func gnotificationOfAGApplication(_ key: String, _ line: String) async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.startWithServer()
                let client = try desktop.python("gnotification.py")
                let shown = try await desktop.fake.notification(1)
                #expect(shown.summary == "from GNotification")
                #expect(shown.body == "a body")
                #expect(shown.hints["image-path"] == .string("mail-unread"))
                #expect(shown.hints["desktop-entry"] == .string("org.example.GApplication"))
                #expect(shown.hints["urgency"] == .byte(2))
                // GLib gives "default" no label; libnotify would drop it.
                #expect(shown.actions == ["default", "Open", "app.reply::room", "Reply"])
                try desktop.fake.emitAction(700, key)
                #expect(try await client.lines.next() == line)
                try await Self.withdraw(on: desktop)
                try await client.finish()
            }
        }

        @Test func withdrawnGNotificationIsClosed() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.startWithServer()
                let client = try desktop.python("gnotification.py")
                try await desktop.fake.notification(1)
                try await Self.withdraw(on: desktop)
                try await desktop.fake.wait(for: "the popup's end") { $0.closed == [700] }
                try await client.finish()
            }
        }

        private static func withdraw(on desktop: Desktop) async throws {
            try await desktop.run(
                "gdbus", "call", "--session", "-d", "org.example.GApplication",
                "-o", "/org/example/GApplication",
                "-m", "org.freedesktop.Application.ActivateAction", "withdraw", "[]", "{}")
        }

        /// A progress bar or a volume change: the next one comes before the server has answered.
        @Test func replacingOneThatIsOnItsWayKeepsItsPopup() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.startWithServer()
                try desktop.fake.answer(.hold)
                let client = try desktop.client()
                let id = try await client.notify("1 %")
                try await desktop.fake.notification(1)
                for percent in 2...4 {
                    #expect(try await client.notify("\(percent) %", replaces: id) == id)
                }
                try desktop.fake.release()
                try await desktop.fake.wait(for: "the newest") {
                    $0.notifications.last?.summary == "4 %"
                }
                let later = try desktop.fake.notifications.dropFirst()
                #expect(later.allSatisfy { $0.replacesID == 700 })
                #expect(try desktop.fake.closed.isEmpty)
            }
        }

        @Test func gdbusCall() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let name = WireName.notifications.rawValue
                let printed = try await desktop.run(
                    "gdbus", "call", "--session", "-d", name,
                    "-o", WireName.notificationsPath.rawValue,
                    "-m", "\(name).Notify", "gdbus", "7", "", "from gdbus", "", "[]",
                    "{'x-maybe': <@av [<1>, <'a'>]>, 'x-tuple': <(byte 1, @as [])>}", "--", "-1")
                // A free replaces_id is kept as the id.
                #expect(printed == "(uint32 7,)")
                let shown = try await desktop.fake.notification(1)
                #expect(
                    shown.hints["x-maybe"]
                        == .array(of: "v", [.variant(.int32(1)), .variant(.string("a"))]))
                #expect(
                    shown.hints["x-tuple"] == .structure([.byte(1), .array(of: "s", [])]))
            }
        }

        @Test func notifySendWithHintsOfAllKinds() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                try await desktop.run(
                    "notify-send", "-a", "an app", "-u", "low", "-c", "device", "-t", "1500", "-e",
                    "-i", "mail-unread", "-h", "string:filterCriteria:work", "-h", "int:x-int:5",
                    "-h", "double:x-double:2.5", "-h", "byte:x-byte:255",
                    "-h", "boolean:x-boolean:true", "-h", "variant:x-variant:<('a', 1)>",
                    "summary", "body\n2")
                let shown = try await desktop.fake.notification(1)
                #expect(shown.appName == "an app")
                #expect(shown.appIcon == "mail-unread" || shown.hints["image-path"] != nil)
                #expect(shown.summary == "summary")
                #expect(shown.body == "body\n2")
                #expect(shown.expireTimeout == 1_500)
                let expected: [String: Value] = [
                    "urgency": .byte(0), "category": .string("device"), "transient": .boolean(true),
                    "filterCriteria": .string("work"), "x-int": .int32(5),
                    "x-double": .double(2.5), "x-byte": .byte(255), "x-boolean": .boolean(true),
                    "x-variant": .variant(.structure([.string("a"), .int32(1)])),
                ]
                for (name, value) in expected { #expect(shown.hints[name] == value, "\(name)") }
            }
        }

        /// Issue 17: what has no name was shown as `?`, and a script as “notify-send”.
        @Test func namelessSendersHaveTheNamesOfTheirPrograms() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let script = desktop.home + "/backup.sh"
                try desktop.writeFile(script, "#!/bin/sh\nnotify-send done\nexit 0\n")
                try await desktop.run("/bin/sh", script)
                try await desktop.run("notify-send", "-a", "", "empty")
                let tool = try desktop.client()
                let entries = try await tool.entries()
                #expect(entries.count == 2)
                #expect(entries.last?.string("name") == "backup.sh")
                #expect(entries.last?.string("program") == "backup.sh")
                #expect(entries.last?.string("app") == "notify-send")
                #expect(entries.first?.string("app")?.isEmpty == false)
                #expect(entries.first?.string("name")?.isEmpty == false)
                let forgotten = try await tool.focusd("Forget", .string("backup.sh"))
                #expect(forgotten == [.uint32(1)])
                #expect(try await tool.entries().count == 1)
            }
        }

        /// Only a tool replaces the notification of another app whose sender has left.
        @Test func notifySendReplacesWhatAnEarlierOneSentUnderAnyName() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let id = try await desktop.run("notify-send", "-a", "Volume", "-p", "30 %")
                let again = try await desktop.run(
                    "notify-send", "-a", "Brightness", "-p", "-r", id, "70 %")
                #expect(again == id)
                let script = desktop.home + "/level.sh"
                try desktop.writeFile(
                    script,
                    """
                    #!/bin/sh
                    first=$(notify-send -p one)
                    second=$(notify-send -p -r "$first" two)
                    test "$first" = "$second" && echo same

                    """)
                #expect(try await desktop.run("/bin/sh", script) == "same")
                let program = try await desktop.client().notify(
                    "b", app: "org.example.Other", replaces: try #require(UInt32(id)))
                #expect(String(program) != id)
            }
        }

        @Test func notifySendThatWaitsIsToldOfTheEnd() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.startWithServer()
                let sender = try desktop.tool("notify-send", "-A", "ok=OK", "-A", "no", "question")
                let actions = try await desktop.fake.notification(1).actions
                #expect(actions.count == 4)
                #expect(actions.last == "no")
                try desktop.fake.emitAction(700, actions[2])
                try desktop.fake.emitClosed(700)
                #expect(try await sender.finish() == actions[2])
            }
        }

        /// The silenced one is live: acting on it from the missed list ends the wait of its sender.
        @Test func notifySendWhoseNotificationIsSilencedIsToldOfTheActionLater() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("do-not-disturb"))
                let counts = Recorder<Value?>()
                let subscription = tool.connection.subscribe(
                    MatchRule(interface: WireName.control, member: "MissedChanged")
                ) { counts.record((try? $0.arguments())?.first) }
                defer { subscription.cancel() }
                try await tool.focusd("Subscribe")
                let sender = try desktop.tool("notify-send", "-A", "ok=OK", "question")
                _ = try await counts.next { $0 == .uint32(1) }
                #expect(try desktop.fake.notifications.isEmpty)
                let id = try #require(try await tool.entries().first?.uint32("id"))
                try await tool.focusd("Act", .uint32(id), .string("ok"))
                #expect(try await sender.finish() == "ok")
            }
        }
    }
}
