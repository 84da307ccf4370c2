// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// focusd and focus-bridge in front of a pretended shell of GNOME or Plasma (issue 19).
extension EndToEnd.Server {
    @Suite(.serialized, .timeLimit(.minutes(20))) @LoopActor struct BridgeTests {
        @Test("on GNOME focusd takes both names from the helper at run time, and the popup comes")
        func gnomeAtRunTime() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                let helper = try FakeHelper(at: desktop.session.address)
                #expect(helper.ownsServerName)
                try await desktop.start(["--replace"])
                try await helper.ends.next()
                let client = try desktop.client()
                let id = try await client.notify("a", actions: ["default", "Open"])
                let shown = try await shell.server.notification(1)
                #expect(shown.hints["sender-pid"] == .uint32(UInt32(ownProcessID)))
                #expect(shown.hints["x-shell-sender-pid"] == .uint32(UInt32(ownProcessID)))
                try await desktop.waitForRecord(summary: "a")
                try shell.server.emitAction(1_000, "default", token: "t")
                try shell.server.emitClosed(1_000, reason: 2)
                let expected = [
                    Client.Signal("ActivationToken", .uint32(id), .string("t")),
                    Client.Signal("ActionInvoked", .uint32(id), .string("default")),
                    Client.Signal("NotificationClosed", .uint32(id), .uint32(2)),
                ]
                for signal in expected { _ = try await client.signals.next { $0 == signal } }
                let information = try await client.call("GetServerInformation")
                #expect(information.first == .string("gnome-shell"))
                // A helper that is started once more leaves at once.
                let later = try FakeHelper(at: desktop.session.address)
                try await later.ends.next()
                #expect(!later.ownsServerName)
            }
        }

        @Test("at login focusd is there first; the shell takes nothing, and shows what waited")
        func login() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let client = try desktop.client()
                desktop.variables["XDG_CURRENT_DESKTOP"] = "KDE"
                try await desktop.start([])
                _ = try await client.notify("early")
                let shell = try FakeShell(FakeShell.plasma, at: desktop.session.address)
                #expect(!shell.ownsServerName)
                #expect(try await shell.server.notification(1).summary == "early")
            }
        }

        @Test("on Plasma focusd waits in the queue, and a restart of the shell gives it the name")
        func plasmaAtRunTime() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.plasma, at: desktop.session.address)
                #expect(shell.ownsServerName)
                try await desktop.start(["--replace"])
                try await desktop.waitForLog("Plasma's shell shows notifications until")
                shell.leave()
                try await Self.waitForOwner("focusd", desktop)
                let next = try FakeShell(FakeShell.plasma, at: desktop.session.address)
                #expect(!next.ownsServerName)
                let client = try desktop.client()
                let id = try await client.notify("a")
                #expect(try await next.server.notification(1).summary == "a")
                try await desktop.waitForRecord(summary: "a")
                try next.server.emitReply(1_000, "an answer")
                let reply = Client.Signal("NotificationReplied", .uint32(id), .string("an answer"))
                _ = try await client.signals.next { $0 == reply }
                _ = try await client.notify("b", replaces: id)
                #expect(try await next.server.notification(2).replacesID == 1_000)
                try await client.call("CloseNotification", .uint32(id))
                try await next.server.wait(for: "the popup's end") { $0.closed == [1_000] }
            }
        }

        @Test("Plasma's tray reads that focusd is in front; apps read Plasma's own name")
        func information() async throws {
            try await withDesktop(hasServer: false) { desktop in
                desktop.variables["XDG_CURRENT_DESKTOP"] = "KDE"
                try await desktop.start([])
                let shell = try FakeShell(FakeShell.plasma, at: desktop.session.address)
                let app = try desktop.client()
                let toApps = try await app.call("GetServerInformation")
                #expect(toApps.prefix(2) == [.string("Plasma"), .string("KDE")])
                let question = Message.methodCall(
                    destination: WireName.notifications, path: WireName.notificationsPath,
                    interface: WireName.notificationsInterface, member: "GetServerInformation")
                let connection = try #require(shell.server.connection)
                let toShell = try await connection.call(question).arguments()
                #expect(toShell.prefix(2) == [.string("in front of Plasma"), .string("focusd")])
            }
        }

        @Test("a shell that is restarted gets what was sent meanwhile, once")
        func shellRestarts() async throws {
            try await withDesktop(hasServer: false) { desktop in
                var shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await desktop.start([])
                let client = try desktop.client()
                for number in 0..<5 {
                    _ = try await client.notify("before \(number)")
                    try await shell.server.notification(1)
                    try await desktop.waitForRecord(summary: "before \(number)")
                    shell.leave()
                    _ = try await client.notify("between \(number)")
                    shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                    #expect(
                        try await shell.server.notification(1).summary == "between \(number)")
                    try await desktop.waitForRecord(summary: "between \(number)")
                    shell.server.forgetNotifications()
                }
            }
        }

        @Test(
            "a restart of focusd leaves no popup behind",
            arguments: [FakeShell.gnome, FakeShell.plasma])
        func focusdRestarts(_ name: BusName) async throws {
            try await withDesktop(hasServer: false) { desktop in
                desktop.variables["XDG_CURRENT_DESKTOP"] = name == FakeShell.gnome ? "GNOME" : "KDE"
                try await desktop.start([])
                let shell = try FakeShell(name, at: desktop.session.address)
                let client = try desktop.client()
                let id = try await client.notify("a", actions: ["default", "Open"])
                try await shell.server.notification(1)
                try await desktop.waitForRecord(summary: "a")
                #expect(try await desktop.end() == .exited(0))
                try await shell.server.wait(for: "the popup's end") {
                    $0.closed == [1_000]
                }
                try await desktop.start([])
                _ = try await client.notify("b", replaces: id)
                let shown = try await shell.server.notification(2)
                #expect(shown.summary == "b" && shown.replacesID == 0)
                #expect(shell.server.closed == [1_000])
            }
        }

        @Test("the bridge is started again after kill -9, and nothing is lost")
        func bridgeKilled() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await desktop.start([])
                let client = try desktop.client()
                for number in 1...5 {
                    _ = try await client.notify("\(number)")
                    try await shell.server.notification(number)
                    // A bridge that dies before its answer makes focusd deliver once more.
                    try await desktop.waitForRecord(summary: "\(number)")
                    let bridge = try desktop.processOnPrivateBus(WireName.notifications)
                    kill(bridge, SIGKILL)
                    try await desktop.waitForEnd(of: bridge)
                }
                _ = try await client.notify("last")
                #expect(try await shell.server.notification(6).summary == "last")
            }
        }

        @Test("a newer focusd makes the older one leave and takes its place")
        func newer() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                let helper = try FakeHelper(at: desktop.session.address)
                try await desktop.start(["--replace"])
                try await helper.ends.next()
                let older = desktop.daemon
                try await desktop.start(["--replace"])
                #expect(try await desktop.exit() == .exited(0))
                #expect(desktop.daemon !== older)
                try await Self.waitForOwner("focusd", desktop)
                _ = try await desktop.client().notify("a")
                #expect(try await shell.server.notification(1).summary == "a")
            }
        }

        @Test("the summary of a Focus names focusd's process, without which gnome-shell hangs")
        func summary() async throws {
            let focus = "[Focus]\nName=Work\nApps=allow\nSummary=true\n"
            try await withDesktop(files: ["focuses/work.focus": focus], hasServer: false) {
                desktop in
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await desktop.start([])
                let client = try desktop.client()
                try await client.focusd("Activate", .string("work"))
                _ = try await client.notify("silenced")
                try await client.focusd("Deactivate")
                let shown = try await shell.server.notification(1)
                let daemon = try #require(desktop.daemon)
                #expect(shown.hints["sender-pid"] == .uint32(UInt32(daemon.pid)))
            }
        }

        /// Waits until a program owns the server's name on the session bus.
        static func waitForOwner(_ program: String, _ desktop: Desktop) async throws {
            let changes = Recorder<Void>()
            let watcher = try desktop.session.connect()
            let rule = MatchRule(
                sender: .bus, member: "NameOwnerChanged",
                arguments: [0: WireName.notifications.rawValue])
            let subscription = watcher.subscribe(rule) { _ in changes.record(()) }
            defer { subscription.cancel() }
            while try owner(watcher) != program { try await changes.next() }
        }

        /// The program that owns the server's name; nil for none.
        static func owner(_ connection: Connection) throws -> String? {
            let call = Message.methodCall(
                destination: WireName.bus, path: WireName.busPath,
                interface: WireName.busInterface, member: "GetConnectionUnixProcessID")
            try call.append(.string(WireName.notifications.rawValue))
            guard
                let reply = try? connection.callBlocking(call, timeout: .testDeadline),
                let process = try reply.arguments().first?.asUInt32
            else { return nil }
            let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return text?.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
