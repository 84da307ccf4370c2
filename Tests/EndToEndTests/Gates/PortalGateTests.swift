// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// focusd as the back end of the notification portal (issue 19).
extension EndToEnd.Gates {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct PortalGateTests {
        nonisolated static let mail = "org.example.Mail"
        static let work = ["focuses/work.focus": "[Focus]\nName=Work\nApps=allow\n"]

        @Test("a notification of version 1 is decided, shown, replaced and withdrawn")
        func delivered() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                try await portal.add("a", ["title": .string("One"), "body": .string("1 < 2 & 3")])
                let shown = try await desktop.fake.notification(1)
                #expect(shown.summary == "One")
                #expect(shown.body == "1 &lt; 2 &amp; 3")
                #expect(shown.hints["desktop-entry"] == .string(Self.mail))
                try await desktop.waitForRecord(summary: "One")
                let tool = try desktop.client()
                let entry = try #require(try await tool.entries().first)
                #expect(entry.string("app") == Self.mail)
                try await portal.add("a", ["title": .string("Two")])
                #expect(try await desktop.fake.notification(2).replacesID == 1)
                try await desktop.waitForRecord(summary: "Two")
                try await portal.add("a", app: "org.example.Other", ["title": .string("Other")])
                #expect(try await desktop.fake.notification(3).replacesID == 0)
                try await desktop.waitForRecord(summary: "Other")
                try await portal.remove("a")
                try await desktop.fake.wait(for: "the popup's end") { $0.closed == [1] }
                let states = try await tool.entries().map { $0.string("state") }
                #expect(states == ["shown", "closed-by-app", "replaced"])
            }
        }

        @Test("the keys of version 2 become hints; sounds and pictures come by descriptor")
        func versionTwo() async throws {
            try await withDesktop { desktop in
                try desktop.fake.capabilities = ["body", "actions", "body-markup", "inline-reply"]
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                let picture: [UInt8] = Array("a picture".utf8)
                func file(_ bytes: [UInt8]) throws -> Value {
                    .structure([
                        .string("file-descriptor"),
                        .variant(.unixFD(try FakePortal.sealed(bytes))),
                    ])
                }
                let reply: Value = .vardict([
                    "action": .string("answer"), "purpose": .string("im.reply-with-text"),
                    "target": .string("room"),
                ])
                try await portal.add(
                    "a",
                    [
                        "title": .string("Alex"), "body": .string("plain"),
                        "markup-body": .string("<b>bold</b>"), "icon": try file(picture),
                        "sound": try file([1, 2, 3]), "priority": .string("urgent"),
                        "category": .string("im.received"),
                        "display-hint": .strings(["transient", "persistent"]),
                        "buttons": .array(of: "a{sv}", [reply]),
                        "unknown": .uint32(1),
                    ])
                let shown = try await desktop.fake.notification(1)
                #expect(shown.body == "<b>bold</b>")
                #expect(shown.hints["category"] == .string("im.received"))
                #expect(shown.hints["urgency"] == .byte(2))
                #expect(shown.hints["transient"] == .boolean(true))
                #expect(shown.hints["resident"] == .boolean(true))
                #expect(shown.actions == ["default", "Open", "inline-reply", "Reply"])
                let path = try #require(shown.hints["image-path"]?.asString)
                #expect(try Data(contentsOf: URL(filePath: path)) == Data(picture))
                let sound = try #require(shown.hints["sound-file"]?.asString)
                #expect(try Data(contentsOf: URL(filePath: sound)) == Data([1, 2, 3]))
                try await desktop.waitForRecord(summary: "Alex")
                try desktop.fake.emitReply(1, "see you")
                let expected: [Value] = [
                    .string(Self.mail), .string("a"), .string("answer"),
                    .array(
                        of: .variant,
                        [
                            .variant(.string("room")), .variant(.vardict([:] as KeyValuePairs)),
                            .variant(.string("see you")),
                        ]),
                ]
                #expect(try await portal.invoked.next() == expected)
                try desktop.fake.emitClosed(1, reason: 2)
                try await portal.add("b", ["title": .string("s"), "sound": .string("silent")])
                #expect(
                    try await desktop.fake.notification(2).hints["suppress-sound"]
                        == .boolean(true))
                // Another thread removes the files.
                let end = ContinuousClock.now + .testDeadline
                while FileManager.default.fileExists(atPath: path) {
                    try #require(ContinuousClock.now < end, "the picture stays")
                    _ = try await desktop.client().status()
                }
            }
        }

        @Test("an app.* action is activated in the app with its target; a token comes first")
        func appAction() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                let app = try FakeApplication(
                    desktop, "org.example.Mail-Box", at: "/org/example/Mail_Box")
                try await portal.add(
                    "a", app: "org.example.Mail-Box",
                    [
                        "title": .string("One"), "default-action": .string("app.open"),
                        "default-action-target": .uint32(7),
                    ])
                _ = try await desktop.fake.notification(1)
                try await desktop.waitForRecord(summary: "One")
                try desktop.fake.emitAction(1, "default", token: "t")
                let platform = Value.vardict([
                    "activation-token": .string("t"), "desktop-startup-id": .string("t"),
                ])
                #expect(
                    try await app.calls.next() == [
                        .string("ActivateAction"), .string("open"),
                        .array(of: .variant, [.variant(.uint32(7))]), platform,
                    ])
            }
        }

        @Test("an action of the missed list reaches the app, also after a restart of focusd")
        func missed() async throws {
            try await withDesktop(files: Self.work) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                let portal = try FakePortal(desktop, version: 1)
                let app = try FakeApplication(desktop, "org.example.Mail", at: "/org/example/Mail")
                let buttons = ["app.read", "app.read", "other"].enumerated().map { place, action in
                    Value.vardict([
                        "label": .string("\(place)"), "action": .string(action),
                        "target": .int32(Int32(place)),
                    ])
                }
                try await portal.add(
                    "a",
                    ["title": .string("One"), "buttons": .array(of: "a{sv}", buttons)])
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                let entries = try await tool.entries()
                let id = try #require(entries.first?.uint32("id"))
                #expect(entries.first?.string("state") == "silenced")
                #expect(entries.first?.string("reason") == "app")
                #expect(entries.first?.boolean("live") == true)
                try await tool.focusd("Act", .uint32(id), .string("app.read-2"))
                #expect(
                    try await app.calls.next() == [
                        .string("ActivateAction"), .string("read"),
                        .array(of: .variant, [.variant(.int32(1))]),
                        .vardict([:] as KeyValuePairs),
                    ])
                // A later notification of the same name is a new one, and other actions are told
                // to the portal. Version 1 passes the target on alone.
                try await portal.add(
                    "a",
                    ["title": .string("Two"), "buttons": .array(of: "a{sv}", buttons)])
                let next = try #require(try await tool.entries().first?.uint32("id"))
                #expect(next != id)
                try await tool.focusd("Act", .uint32(next), .string("other"))
                #expect(
                    try await portal.invoked.next() == [
                        .string(Self.mail), .string("a"), .string("other"),
                        .array(of: .variant, [.variant(.int32(2))]),
                    ])
                #expect(try await app.calls.next().first == .string("Activate"))
            }
        }

        @Test("an action leaves a persistent notification live for the next action")
        func persistent() async throws {
            try await withDesktop(files: Self.work) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                let portal = try FakePortal(desktop)
                let app = try FakeApplication(desktop, "org.example.Mail", at: "/org/example/Mail")
                let button = Value.vardict([
                    "label": .string("Next"), "action": .string("app.next"),
                ])
                try await portal.add(
                    "a",
                    [
                        "title": .string("Player"), "display-hint": .strings(["persistent"]),
                        "buttons": .array(of: "a{sv}", [button]),
                    ])
                let id = try #require(try await tool.entries().first?.uint32("id"))
                #expect(try await tool.status().missed == 1)
                for _ in 0..<2 {
                    try await tool.focusd("Act", .uint32(id), .string("app.next"))
                    #expect(
                        try await app.calls.next().prefix(2)
                            == [.string("ActivateAction"), .string("next")])
                }
                let entry = try #require(try await tool.entries().first)
                #expect(entry.string("state") == "silenced")
                #expect(entry.boolean("live") == true && entry.boolean("read") == true)
                #expect(try await tool.status().missed == 0)
                #expect(try await tool.entries(["missed": .boolean(true)]).isEmpty)
                try await portal.remove("a")
                #expect(try await tool.entries().first?.string("state") == "closed-by-app")
            }
        }

        @Test("only the portal itself is admitted, with descriptors and without")
        func strangers() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let stranger = try desktop.client()
                func values(_ fields: [String: Value]) -> [Value] {
                    [.string(Self.mail), .string("a"), .vardict(fields)]
                }
                let file = Value.structure([
                    .string("file-descriptor"),
                    .variant(.unixFD(try FakePortal.sealed([1]))),
                ])
                for fields in [["title": .string("posing")], ["icon": file]] as [[String: Value]] {
                    let error = try await stranger.error {
                        try await FakePortal.call(
                            "AddNotification", values(fields), on: stranger.connection)
                    }
                    #expect(error.name == WireError.accessDenied)
                }
                #expect(try await stranger.entries().isEmpty)
                let portal = try FakePortal(desktop)
                try await portal.add("a", ["title": .string("One")])
                #expect(try await stranger.entries().count == 1)
                // Nobody else may close it.
                let id = try #require(try await stranger.entries().first?.uint32("id"))
                let error = try await stranger.error {
                    try await stranger.call("CloseNotification", .uint32(id))
                }
                #expect(error.name == WireError.invalidArgs)
            }
        }

        /// It was `unknown`, the name of all senders that could not be examined.
        @Test("a program without an id is “Portal”, as with -gtk; a themed icon stays a name")
        func nameless() async throws {
            let focus = "[Focus]\nName=Work\nApps=allow\nAppList=xdg-desktop-portal-gtk;\n"
            try await withDesktop(files: ["focuses/work.focus": focus]) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                let portal = try FakePortal(desktop)
                let icon = Value.structure([
                    .string("themed"), .variant(.strings(["mail-unread", "mail"])),
                ])
                try await portal.add("a", app: "", ["title": .string("One"), "icon": icon])
                let shown = try await desktop.fake.notification(1)
                #expect(shown.appName == "Portal" && shown.hints["desktop-entry"] == nil)
                #expect(shown.hints["image-path"] == .string("mail-unread"))
                let entry = try #require(try await tool.entries().first)
                #expect(entry.string("app") == "xdg-desktop-portal-gtk")
            }
        }

        /// Found by review: the portal of Debian 13 passes such ids on, and only logs a refusal.
        @Test("a program outside a sandbox whose id has no dot is shown and withdrawn")
        func withoutDot() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                try await portal.add("a", app: "code", ["title": .string("One")])
                #expect(try await desktop.fake.notification(1).summary == "One")
                try await desktop.waitForRecord(summary: "One")
                let tool = try desktop.client()
                #expect(try await tool.entries().first?.string("app") == "code")
                try await portal.remove("a", app: "code")
                try await desktop.fake.wait(for: "the popup's end") { $0.closed == [1] }
            }
        }

        @Test("calls past the limits are refused, and the next one is served")
        func callsPastTheLimitsAreRefused() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                let tool = try desktop.client()
                let long = String(repeating: "x", count: GateLimits.fieldBytes)
                let button = Value.vardict(["action": .string("a")])
                let refused: [[String: Value]] = [
                    ["title": .string(long)],
                    ["buttons": .array(of: "a{sv}", Array(repeating: button, count: 129))],
                ]
                for fields in refused {
                    let error = try await tool.error { try await portal.add("a", fields) }
                    #expect(error.name == WireError.invalidArgs)
                }
                let picture = Value.structure([
                    .string("bytes"),
                    .variant(.bytes(Array(repeating: 1, count: GateLimits.callBytes))),
                ])
                let error = try await tool.error {
                    try await portal.add("a", ["icon": picture])
                }
                #expect(error.name == WireError.limitsExceeded)
                let id = String(repeating: "i", count: GateLimits.idBytes)
                try await portal.add(id, ["title": .string("at the limit")])
                #expect(try await tool.entries().map { $0.string("summary") } == ["at the limit"])
                _ = try await tool.error { try await portal.add(id + "i", [:]) }
            }
        }

        @Test("a picture that is not sealed is left out, and no descriptor stays open")
        func unsealed() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let portal = try FakePortal(desktop)
                let path = desktop.home + "/picture"
                try "p".write(toFile: path, atomically: true, encoding: .utf8)
                let daemon = try #require(desktop.daemon)
                var counts: [Int] = []
                for round in 0..<3 {
                    for number in 0..<20 {
                        let open = try #require(UnixFD(opening: path))
                        let icon = Value.structure([
                            .string("file-descriptor"), .variant(.unixFD(open)),
                        ])
                        try await portal.add(
                            "\(number)", ["title": .string("\(round) \(number)"), "icon": icon])
                    }
                    let directory = "/proc/\(daemon.pid)/fd"
                    counts.append(
                        try FileManager.default.contentsOfDirectory(atPath: directory).count)
                }
                #expect(counts[2] < counts[0] + 20)
                #expect(try await desktop.fake.notification(1).hints["image-path"] == nil)
            }
        }

        @Test("a flood of one app delays neither another app nor its picture's descriptor")
        func appsBehindThePortalTakeTurns() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer(through: ["prlimit", "--nofile=256:256", "--"])
                let portal = try FakePortal(desktop)
                let picture = try FakePortal.sealed([1, 2, 3])
                let icon = Value.structure([
                    .string("file-descriptor"), .variant(.unixFD(picture)),
                ])
                let answers = Recorder<String>()
                try desktop.whileStopped {
                    for number in 0...200 {
                        let app = number < 200 ? "org.example.Loud" : "org.example.Other"
                        let call = Message.methodCall(
                            destination: WireName.portalBackend, path: WireName.portalPath,
                            interface: WireName.portalInterface, member: "AddNotification")
                        try call.append(
                            .string(app), .string("\(number)"),
                            .vardict(["title": .string("\(number)"), "icon": icon]))
                        portal.connection.call(call, timeout: .testDeadline) { result in
                            switch result {
                            case .success: answers.record(app)
                            case .failure(let error): answers.record("\(error)")
                            }
                        }
                    }
                    _ = try portal.connection.busID()
                }
                var order: [String] = []
                for _ in 0...200 { order.append(try await answers.next()) }
                #expect(Set(order).count == 2)
                // focusd reads 64 calls at a time: the last of 200 comes with the fourth read.
                let place = try #require(order.firstIndex(of: "org.example.Other"))
                #expect(place < 150)
                #expect(desktop.daemon?.exitStatus == nil)
            }
        }

    }
}

extension UnixFD {
    fileprivate convenience init?(opening path: String) {
        let number = unsafe open(path, O_RDONLY)
        guard number >= 0 else { return nil }
        self.init(taking: number)
    }
}
