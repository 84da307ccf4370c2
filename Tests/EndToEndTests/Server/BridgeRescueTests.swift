// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// A user of GNOME or Plasma has notifications whatever happens to focusd (issue 19).
extension EndToEnd.Server {
    @Suite(.serialized, .timeLimit(.minutes(20))) @LoopActor struct BridgeRescueTests {
        @Test("over kill -9 of focusd in a loop, every notification reaches the shell")
        func killedInALoop() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.plasma, at: desktop.session.address)
                let client = try desktop.client()
                try await desktop.start(["--replace"])
                shell.leave()
                try await BridgeTests.waitForOwner("focusd", desktop)
                let next = try FakeShell(FakeShell.plasma, at: desktop.session.address)
                var sent: [String] = []
                for round in 0..<8 {
                    sent.append("with focusd \(round)")
                    _ = try await client.notify("with focusd \(round)")
                    // A recorded delivery is not repeated.
                    try await desktop.waitForRecord(summary: "with focusd \(round)")
                    try await desktop.end(SIGKILL)
                    // The bus has given the name to the bridge by now.
                    #expect(try BridgeTests.owner(client.connection) == "focus-bridge")
                    sent.append("without \(round)")
                    _ = try await client.notify("without \(round)")
                    try await desktop.start(["--replace"])
                    try await BridgeTests.waitForOwner("focusd", desktop)
                }
                let shown = next.server.notifications.map(\.summary)
                #expect(shown == sent, "each once, in order, and no popup again")
                #expect(!next.ownsServerName)
            }
        }

        @Test("a focusd that ends before it has joined its predecessor's bus ends that bus")
        func endsAtOnce() async throws {
            try await withDesktop { desktop in
                for _ in 0..<3 {
                    try await desktop.start(["--server", "focus-console"])
                    // The server answers, so its bus is there.
                    let client = try desktop.client()
                    _ = try await client.call("GetServerInformation")
                    let bus = try desktop.processOnPrivateBus(WireName.bus)
                    try await desktop.end(SIGKILL)
                    try await desktop.start(["--server", "focus-console"])
                    #expect(try await desktop.end() == .exited(0))
                    try await desktop.waitForEnd(of: bus)
                }
            }
        }

        @Test("after focusd's good end the helper is started, and the bridge serves apps till then")
        func goodEnd() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let started = try LinePipe(desktop.home + "/started")
                try desktop.writeFile(
                    desktop.home + "/services/\(FakeHelper.name).service",
                    """
                    [D-BUS Service]
                    Name=\(FakeHelper.name)
                    Exec=/bin/sh -c "echo started >\(started.path)"

                    """)
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                let client = try desktop.client()
                try await desktop.start(["--replace"])
                _ = try await client.notify("a")
                try await shell.server.notification(1)
                let bridge = try desktop.processOnPrivateBus(WireName.notifications)
                #expect(try await desktop.end() == .exited(0))
                let id = try await client.notify("b", actions: ["default", "Open"])
                let shown = try await shell.server.notification(2)
                #expect(shown.hints["sender-pid"] == .uint32(UInt32(ownProcessID)))
                // The shell's signals still reach apps.
                try shell.server.emitAction(1_001, "default")
                let action = Client.Signal("ActionInvoked", .uint32(id), .string("default"))
                _ = try await client.signals.next { $0 == action }
                let helper = try FakeHelper(at: desktop.session.address)
                #expect(helper.ownsServerName)
                try await desktop.waitForEnd(of: bridge)
                #expect(try await started.lines.next() == "started")
                helper.leave()
            }
        }

        @Test("a focusd that cannot start leaves the bridge, and gets the name when it can")
        func brokenConfiguration() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                let client = try desktop.client()
                try await desktop.start(["--replace"])
                _ = try await client.notify("a")
                try await shell.server.notification(1)
                try await desktop.end(SIGKILL)
                // The command line of another version, say.
                for number in 0..<5 {
                    _ = try desktop.spawn(["--replace", "--no-such-option"])
                    #expect(try await desktop.exit() == .exited(2))
                    _ = try await client.notify("undecided \(number)")
                    try await shell.server.notification(number + 2)
                }
                try await desktop.start(["--replace"])
                try await BridgeTests.waitForOwner("focusd", desktop)
                _ = try await client.notify("decided")
                try await desktop.waitForRecord(summary: "decided")
            }
        }

        @Test("files that focusd refuses leave notifications as they were")
        func brokenFiles() async throws {
            let files = ["focusd.conf": "[Server\nCommand", "focuses/work.focus": "\u{0}[["]
            try await withDesktop(files: files, hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await desktop.start(["--replace"])
                _ = try await desktop.client().notify("a")
                #expect(try await shell.server.notification(1).summary == "a")
            }
        }

        @Test("the stand-in serves apps until focusd starts, and then ends")
        func standIn() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.plasma, at: desktop.session.address)
                try shell.server.connection?.releaseName(FakeServer.name)
                let tool = try desktop.tool(Programs.path("focus-bridge"), "--stand-in")
                try await BridgeTests.waitForOwner("focus-bridge", desktop)
                let client = try desktop.client()
                let id = try await client.notify("a", actions: ["default", "Open"])
                try await shell.server.notification(1)
                try shell.server.emitAction(1_000, "default")
                let action = Client.Signal("ActionInvoked", .uint32(id), .string("default"))
                _ = try await client.signals.next { $0 == action }
                try await desktop.start([])
                try await BridgeTests.waitForOwner("focusd", desktop)
                #expect(try await tool.exits.next() == .exited(0))
            }
        }

        @Test("a bridge that dies while focusd is broken leaves the name to the stand-in")
        func standInBehindTheBridge() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                let client = try desktop.client()
                try await desktop.start(["--replace"])
                _ = try await client.notify("a")
                try await shell.server.notification(1)
                try await desktop.end(SIGKILL)
                let bridge = try desktop.processOnPrivateBus(WireName.notifications)
                let tool = try desktop.tool(Programs.path("focus-bridge"), "--stand-in")
                // Its question to the shell comes before its request for the name.
                try await Self.waitForQueue(of: 2, desktop)
                kill(bridge, SIGKILL)
                try await desktop.waitForEnd(of: bridge)
                _ = try await client.notify("b")
                #expect(try await shell.server.notification(2).summary == "b")
                try await desktop.start(["--replace"])
                try await BridgeTests.waitForOwner("focusd", desktop)
                #expect(try await tool.exits.next() == .exited(0))
                // focusd has joined the bus of its predecessor, and so can end it.
                _ = try await client.call("GetServerInformation")
            }
        }

        /// Waits until so many clients own the server's name or wait for it.
        private static func waitForQueue(of count: Int, _ desktop: Desktop) async throws {
            let probe = try desktop.session.connect()
            let deadline = ContinuousClock.now + .testDeadline
            while ContinuousClock.now < deadline {
                let call = Message.methodCall(
                    destination: WireName.bus, path: WireName.busPath,
                    interface: WireName.busInterface, member: "ListQueuedOwners")
                try call.append(.string(WireName.notifications.rawValue))
                let reply = try await probe.call(call, timeout: .testDeadline).arguments()
                if (reply.first?.asStrings?.count ?? 0) >= count { return }
            }
            throw DeadlinePassed()
        }

        @Test("without a shell the stand-in ends at once and takes nothing")
        func noShell() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let tool = try desktop.tool(Programs.path("focus-bridge"), "--stand-in")
                #expect(try await tool.exits.next() == .exited(0))
            }
        }
    }
}
