// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// `org.gtk.Notifications` in front of a pretended gnome-shell (issue 19).
extension EndToEnd.Gates {
    @Suite(.serialized, .timeLimit(.minutes(20))) @LoopActor struct GtkGateTests {
        nonisolated static let mail = "org.example.Mail"

        /// A session at login: focusd is there before the shell.
        static func withSession(
            files: [String: String] = [:],
            _ body: @LoopActor (Desktop, FakeShell, FakeApplication) async throws -> Void
        ) async throws {
            try await withDesktop(files: files, hasServer: false) { desktop in
                desktop.variables["XDG_CURRENT_DESKTOP"] = "GNOME"
                try await desktop.start([])
                let shell = try await shell(desktop)
                let app = try FakeApplication(desktop, "org.example.Mail", at: "/org/example/Mail")
                try await body(desktop, shell, app)
            }
        }

        /// Starts a shell behind focusd and its bridge.
        static func shell(_ desktop: Desktop) async throws -> FakeShell {
            try await waitForQueue([nil, nil], desktop)
            return try FakeShell(FakeShell.gnome, at: desktop.session.address)
        }

        /// Waits until these processes own the name and wait for it; nil for any process.
        static func waitForQueue(_ processes: [UInt32?], _ desktop: Desktop) async throws {
            let watcher = try desktop.session.connect()
            let deadline = ContinuousClock.now + .testDeadline
            while true {
                let owners = try? await ask("ListQueuedOwners", WireName.gtk.rawValue, watcher)
                var found: [UInt32] = []
                for owner in owners?.asStrings ?? [] {
                    let process = try? await ask("GetConnectionUnixProcessID", owner, watcher)
                    found.append(process?.asUInt32 ?? 0)
                }
                let isFound = zip(found, processes).allSatisfy { $1 == nil || $0 == $1 }
                if found.count == processes.count, isFound { return }
                guard ContinuousClock.now < deadline else {
                    throw TestSupportError("the queue is \(found), not \(processes)")
                }
            }
        }

        private static func ask(
            _ member: MemberName, _ name: String, _ connection: Connection
        ) async throws -> Value? {
            let call = Message.methodCall(
                destination: WireName.bus, path: WireName.busPath,
                interface: WireName.busInterface, member: member)
            try call.append(.string(name))
            return try await connection.call(call).arguments().first
        }

        static let fields: [String: Value] = [
            "title": .string("One"), "body": .string("body"),
            "icon": .structure([.string("bytes"), .variant(.bytes([1, 2, 3]))]),
            "priority": .string("normal"), "default-action": .string("app.open"),
            "default-action-target": .structure([.string("room"), .int32(7)]),
            "x-unknown": .double(1),
        ]

        @Test("a delivered notification reaches the shell's own object unchanged, once")
        func delivered() async throws {
            try await Self.withSession { desktop, shell, app in
                try await app.gtk(
                    "AddNotification", .string(Self.mail), .string("a"), .vardict(Self.fields))
                #expect(
                    try await shell.gtkCalls.next() == [
                        .string("AddNotification"), .string(Self.mail), .string("a"),
                        .vardict(Self.fields),
                    ])
                try await desktop.waitForRecord(summary: "One")
                let tool = try desktop.client()
                let entry = try #require(try await tool.entries().first)
                #expect(entry.string("app") == Self.mail)
                #expect(entry.string("body") == "body")
                #expect(shell.server.notifications.isEmpty)
                // The shell tells nobody when the user deals with it: no badge waits for that.
                #expect(try await tool.badge(of: Self.mail) == 0)
                try await app.gtk(
                    "AddNotification", .string(Self.mail), .string("a"),
                    .vardict(["title": .string("Two")]))
                _ = try await shell.gtkCalls.next()
                try await desktop.waitForRecord(summary: "Two")
                try await app.gtk("RemoveNotification", .string(Self.mail), .string("a"))
                let removal: [Value] = [
                    .string("RemoveNotification"), .string(Self.mail), .string("a"),
                ]
                #expect(try await shell.gtkCalls.next() == removal)
                let states = try await tool.entries().map { $0.string("state") }
                #expect(states == ["closed-by-app", "replaced"])
            }
        }

        @Test("a silenced one waits in the missed list, and its action starts the app")
        func silenced() async throws {
            try await Self.withSession(files: PortalGateTests.work) { desktop, shell, app in
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                try await app.gtk(
                    "AddNotification", .string(Self.mail), .string("a"), .vardict(Self.fields))
                let entry = try #require(try await tool.entries().first)
                #expect(entry.string("state") == "silenced")
                let id = try #require(entry.uint32("id"))
                try await tool.focusd("Act", .uint32(id), .string("default"))
                #expect(
                    try await app.calls.next() == [
                        .string("ActivateAction"), .string("open"),
                        .array(of: .variant, [.variant(Self.fields["default-action-target"]!)]),
                        .vardict([:] as KeyValuePairs),
                    ])
                // The same again, shown later: the shell gets the original.
                try await app.gtk(
                    "AddNotification", .string(Self.mail), .string("b"), .vardict(Self.fields))
                let late = try #require(try await tool.entries().first?.uint32("id"))
                try await tool.focusd("DeliverNow", .array(of: "u", [.uint32(late)]))
                let calls = [try await shell.gtkCalls.next()]
                #expect(calls.first?.last == .vardict(Self.fields))
            }
        }

        /// Found by review: targets were kept twice, without a limit for all notifications.
        @Test func actionsOfOneNotificationHaveALimit() async throws {
            try await Self.withSession(files: PortalGateTests.work) { desktop, _, app in
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                let half = String(repeating: "x", count: GateLimits.routeBytes / 2)
                let cases = [("a", half, "ActivateAction"), ("b", half + half, "Activate")]
                for (id, target, call) in cases {
                    let fields: [String: Value] = [
                        "title": .string(id), "default-action": .string("app.open"),
                        "default-action-target": .string(target),
                    ]
                    try await app.gtk(
                        "AddNotification", .string(Self.mail), .string(id), .vardict(fields))
                    let entry = try #require(try await tool.entries().first?.uint32("id"))
                    try await tool.focusd("Act", .uint32(entry), .string("default"))
                    #expect(try await app.calls.next().first == .string(call))
                }
            }
        }

        /// Found by review: each left an answer open while the shell hung.
        @Test func withdrawalsForTheShellHaveARate() async throws {
            try await Self.withSession { desktop, shell, app in
                let begin = ContinuousClock.now
                for number in 0..<(GateLimits.removals * 2) {
                    let call = Message.methodCall(
                        destination: WireName.gtk, path: WireName.gtkPath,
                        interface: WireName.gtkInterface, member: "RemoveNotification")
                    try call.append(.string(Self.mail), .string("\(number)"))
                    call.setNoReply()
                    app.connection.send(call)
                }
                try await app.gtk("RemoveNotification", .string(Self.mail), .string("last"))
                let pauses = Int((ContinuousClock.now - begin) / GateLimits.removalPause)
                // Another app's is passed on, after those before it.
                let other = try FakeApplication(
                    desktop, "org.example.Other", at: "/org/example/Other")
                try await other.gtk(
                    "RemoveNotification", .string("org.example.Other"), .string("marker"))
                var passed = 0
                while try await shell.gtkCalls.next().last != .string("marker") { passed += 1 }
                #expect(passed >= GateLimits.removals)
                #expect(passed <= GateLimits.removals + pauses + 1)
            }
        }

        @Test("the shell's ActionInvoked goes to the sender, which is the portal's back end")
        func invoked() async throws {
            try await Self.withSession { desktop, shell, app in
                let invoked = Recorder<[Value]>()
                let subscription = app.connection.subscribe(
                    MatchRule(interface: WireName.gtkInterface, member: "ActionInvoked")
                ) { message in
                    if message.destination != nil {
                        invoked.record((try? message.arguments()) ?? [])
                    }
                }
                defer { subscription.cancel() }
                try await app.gtk(
                    "AddNotification", .string(Self.mail), .string("a"), .vardict(Self.fields))
                _ = try await shell.gtkCalls.next()
                try await desktop.waitForRecord(summary: "One")
                let values: [Value] = [
                    .string(Self.mail), .string("a"), .string("other"),
                    .array(of: .variant, [.variant(.int32(1))]), .vardict([:] as KeyValuePairs),
                ]
                try shell.emitGtkAction(values[0], values[1], values[2], values[3], values[4])
                #expect(try await invoked.next() == values)
                let tool = try desktop.client()
                #expect(try await tool.entries().first?.string("state") == "acted-on")
            }
        }

        @Test("a notification that the shell refuses is shown as an ordinary one")
        func refused() async throws {
            try await Self.withSession { desktop, shell, app in
                shell.refusesGtk = true
                try await app.gtk(
                    "AddNotification", .string(Self.mail), .string("a"), .vardict(Self.fields))
                let shown = try await shell.server.notification(1)
                #expect(shown.summary == "One")
                #expect(shown.hints["x-focusd-gtk"] == nil)
                try await desktop.waitForRecord(summary: "One")
                // The shell reports the end of this popup, so it counts as unread (issue 17).
                #expect(try await desktop.client().badge(of: Self.mail) == 1)
                // A click comes back by focusd.
                try shell.server.emitAction(1_000, "default", token: "t")
                #expect(try await app.calls.next().first == .string("ActivateAction"))
            }
        }

        @Test("an app is known that ended right after its call")
        func brief() async throws {
            try await Self.withSession { desktop, shell, _ in
                let tool = try desktop.client()
                let brief = try desktop.python("brief_app.py")
                #expect(try await brief.lines.next() == "ready")
                // focusd has asked about the app by the first answer, and knows it by the second.
                for _ in 0..<2 { _ = try await tool.entries() }
                let daemon = try #require(desktop.daemon)
                daemon.signal(SIGSTOP)
                brief.process.signal(SIGUSR1)
                try await brief.finish()
                daemon.signal(SIGCONT)
                #expect(
                    try await shell.gtkCalls.next() == [
                        .string("AddNotification"), .string("org.example.Brief"), .string("a"),
                        .vardict(["title": .string("brief")]),
                    ])
                let entry = try #require(try await tool.entries().first)
                #expect(entry.string("app") == "org.example.Brief")
            }
        }

        @Test("what a caller sent that has left at once is shown, as no app's")
        func left() async throws {
            try await Self.withSession { desktop, shell, app in
                try await app.gtk(
                    "AddNotification", .string(Self.mail), .string("a"), .vardict(Self.fields))
                _ = try await shell.gtkCalls.next()
                try desktop.whileStopped {
                    let brief = try desktop.session.connect()
                    let call = Message.methodCall(
                        destination: WireName.gtk, path: WireName.gtkPath,
                        interface: WireName.gtkInterface, member: "AddNotification")
                    call.setNoReply()
                    try call.append(
                        .string(Self.mail), .string("a"),
                        .vardict(["title": .string("Two"), "default-action": .string("app.open")]))
                    brief.send(call)
                    // The bus has the call when it answers this.
                    _ = try brief.busID()
                    brief.close()
                }
                let shown = try await shell.server.notification(1)
                #expect(shown.summary == "Two")
                try await desktop.waitForRecord(summary: "Two")
                let entries = try await desktop.client().entries()
                #expect(entries.map { $0.string("app") } == ["unknown", Self.mail])
                // It could have come from anybody: it has not replaced the app's own.
                #expect(entries.last?.string("state") == "shown")
                #expect(shell.gtkCalls.pending.isEmpty)
            }
        }

        @Test("the notifications of 300 apps that come at the same time are all taken")
        func manyAppsAtOnce() async throws {
            try await Self.withSession { desktop, shell, app in
                let clients = try (0..<300).map { _ in try desktop.session.connect() }
                let tool = try desktop.client()
                let answers = Recorder<String>()
                try desktop.whileStopped {
                    for (number, client) in clients.enumerated() {
                        let call = Message.methodCall(
                            destination: WireName.gtk, path: WireName.gtkPath,
                            interface: WireName.gtkInterface, member: "AddNotification")
                        try call.append(
                            .string("org.example.App\(number)"), .string("a"),
                            .vardict(["title": .string("\(number)")]))
                        client.call(call, timeout: .testDeadline) { result in
                            switch result {
                            case .success: answers.record("taken")
                            case .failure(let error): answers.record("\(error)")
                            }
                        }
                        // The bus has the call when it answers this.
                        _ = try client.busID()
                    }
                }
                for _ in clients { #expect(try await answers.next() == "taken") }
                let entries = try await tool.entries(["limit": .uint32(300)])
                let taken = entries.compactMap { $0.string("summary") }
                #expect(Set(taken) == Set((0..<300).map { "\($0)" }))
            }
        }

        @Test("focusd has the name again after kill -9, though the shell waits for it")
        func killed() async throws {
            try await Self.withSession { desktop, shell, app in
                for round in 0..<5 {
                    let focusd = try #require(desktop.daemon?.pid)
                    // The bridge goes before the shell, too.
                    try await Self.waitForQueue([UInt32(focusd), nil, UInt32(getpid())], desktop)
                    try await desktop.end(SIGKILL)
                    // The bridge passes on undecided meanwhile.
                    #expect(try Self.owner(desktop) != nil)
                    try await app.gtk(
                        "AddNotification", .string(Self.mail), .string("a\(round)"),
                        .vardict(Self.fields))
                    #expect(try await shell.gtkCalls.next().count == 4)
                    try await desktop.start(["--replace"])
                }
                let last = UInt32(try #require(desktop.daemon?.pid))
                try await Self.waitForQueue([last, nil, nil], desktop)
                try await app.gtk(
                    "AddNotification", .string(Self.mail), .string("b"),
                    .vardict(["title": .string("Last")]))
                _ = try await shell.gtkCalls.next()
                try await desktop.waitForRecord(summary: "Last")
                // After focusd's end for good the shell serves apps itself.
                try await desktop.end()
                try await Self.waitForQueue([UInt32(getpid())], desktop)
            }
        }

        @Test("focusd has the name again after an ordinary restart, though the shell waits for it")
        func restarted() async throws {
            try await Self.withSession { desktop, shell, app in
                for round in 0..<3 {
                    let focusd = UInt32(try #require(desktop.daemon?.pid))
                    try await Self.waitForQueue([focusd, nil, UInt32(getpid())], desktop)
                    try await desktop.end()
                    // The bridge passes on undecided meanwhile.
                    try await app.gtk(
                        "AddNotification", .string(Self.mail), .string("a\(round)"),
                        .vardict(Self.fields))
                    #expect(try await shell.gtkCalls.next().count == 4)
                    try await desktop.start(["--replace"])
                }
                let last = UInt32(try #require(desktop.daemon?.pid))
                try await Self.waitForQueue([last, nil, UInt32(getpid())], desktop)
            }
        }

        /// The bridge passed on each call to its object, under whichever name it came.
        @Test("a call to the bridge itself reaches no shell while focusd has the name")
        func bypass() async throws {
            try await Self.withSession { _, shell, app in
                let call = Message.methodCall(
                    destination: WireName.bridge, path: WireName.gtkPath,
                    interface: WireName.gtkInterface, member: "AddNotification")
                try call.append(.string(Self.mail), .string("a"), .vardict(Self.fields))
                do throws(CallError) {
                    _ = try await app.connection.call(call, timeout: .testDeadline)
                    Issue.record("the call was passed on")
                } catch {
                    #expect(error.code == .serviceUnknown)
                }
                #expect(shell.gtkCalls.pending.isEmpty)
            }
        }

        @Test("an app cannot speak for another one through the bridge's hint")
        func forged() async throws {
            try await Self.withSession { desktop, _, _ in
                let client = try desktop.client()
                let error = try await client.error {
                    _ = try await client.notify("a", hints: ["x-focusd-gtk": .bytes([1])])
                }
                #expect(error.name == WireError.invalidArgs)
                #expect(try await client.entries().isEmpty)
            }
        }

        /// The process that owns the name.
        static func owner(_ desktop: Desktop) throws -> UInt32? {
            let watcher = try desktop.session.connect()
            let call = Message.methodCall(
                destination: WireName.bus, path: WireName.busPath,
                interface: WireName.busInterface, member: "GetConnectionUnixProcessID")
            try call.append(.string(WireName.gtk.rawValue))
            return try? watcher.callBlocking(call).arguments().first?.asUInt32
        }
    }
}
