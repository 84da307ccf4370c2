// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The end of the session bus is the end of a session: focusd ends well, with what it started.
extension EndToEnd.Durability {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct SessionBusTests {
        @Test func focusdEndsWithTheSessionBusAndTakesItsOwnServerAlong() async throws {
            try await withDesktop(files: quietFocus, hasServer: false) { desktop in
                let console = Programs.path("focus-console")
                try await desktop.start(["--server", "\(console) --output /dev/null"])
                _ = try await desktop.client().call("GetServerInformation")
                let bus = try desktop.processOnPrivateBus(WireName.bus)
                let server = try desktop.processOnPrivateBus(WireName.notifications)
                desktop.session.stop()
                #expect(try await desktop.endOfItself() == .exited(0))
                for process in [bus, server] { try await desktop.waitForEnd(of: process) }
                try await desktop.waitForLog("the session bus is gone")
            }
        }

        /// Two sessions of a user, as a desktop and one over VNC, share `$XDG_RUNTIME_DIR`.
        @Test func sessionsWithOneRuntimeDirectoryHaveAServerEach() async throws {
            try await withDesktop(hasServer: false) { first in
                let onFirst = try await Self.startWithConsole(first)
                let server = try first.processOnPrivateBus(WireName.notifications)
                try await withDesktop(hasServer: false) { second in
                    second.variables["XDG_RUNTIME_DIR"] = first.home + "/runtime"
                    let onSecond = try await Self.startWithConsole(second)
                    #expect(try second.processOnPrivateBus(WireName.notifications) != server)
                    _ = try await second.client().notify("of the second")
                    _ = try await onSecond.lines.next { $0.contains("of the second") }
                    #expect(!onFirst.lines.pending.contains { $0.contains("of the second") })
                    // The next focusd of a session finds what was left in its own session.
                    let left = try second.processOnPrivateBus(WireName.notifications)
                    try await second.end(SIGKILL)
                    try await second.start(Self.console(onSecond))
                    try await second.waitForLog("taking over the private bus")
                    _ = try await second.client().call("GetServerInformation")
                    #expect(try second.processOnPrivateBus(WireName.notifications) == left)
                    #expect(try await second.end() == .exited(0))
                    try await second.waitForEnd(of: left)
                }
                #expect(try first.processOnPrivateBus(WireName.notifications) == server)
                _ = try await first.client().notify("of the first")
                _ = try await onFirst.lines.next { $0.contains("of the first") }
            }
        }

        /// Starts focusd with a server of its own.
        ///
        /// - Returns: the lines that the server prints.
        private static func startWithConsole(_ desktop: Desktop) async throws -> LinePipe {
            let shown = try LinePipe(desktop.home + "/shown")
            try await desktop.start(console(shown))
            _ = try await desktop.client().call("GetServerInformation")
            return shown
        }

        /// The command line of a focusd whose server prints into a pipe.
        private static func console(_ pipe: LinePipe) -> [String] {
            ["--server", "\(Programs.path("focus-console")) --output \(pipe.path)"]
        }

        /// Lets the bus start focusd as the session's service file does.
        private static func install(_ desktop: Desktop) throws {
            let variables = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]
                .map { "\($0)=\(desktop.environment[$0] ?? "")" }.joined(separator: " ")
            let runtime = "XDG_RUNTIME_DIR=\(desktop.home)/runtime"
            let focusd = Programs.path("focusd")
            let buses =
                "--session-bus \(desktop.session.address) --server-bus \(desktop.back.address)"
            try desktop.writeFile(
                "\(desktop.home)/services/focusd.service",
                """
                [D-BUS Service]
                Name=org.freedesktop.Notifications
                Exec=/usr/bin/env \(variables) \(runtime) \(focusd) \(buses)
                """)
        }

        @Test func acknowledgedNotificationIsThereOnTheNextBus() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("before")
                try await desktop.fake.notification(1)
                try await client.focusd("Activate", .string("quiet"))
                _ = try await client.notify("silenced")
                // Read, perhaps, but not answered when the bus goes.
                for number in 0..<50 {
                    let answers = Recorder<UInt32>()
                    try EndToEnd.Senders.CrowdTests.send(1, on: client.connection, to: answers)
                    if number == 49 { client.connection.flush() }
                }
                desktop.session.stop()
                #expect(try await desktop.endOfItself() == .exited(0))

                try Self.install(desktop)
                let next = try PrivateBus(
                    serviceDirectories: [desktop.home + "/services"],
                    at: desktop.session.directory)
                let later = Client(try next.connect())
                let answer = try await later.call("GetServerInformation")
                #expect(!answer.isEmpty)
                let focusd = try later.connection.process(of: WireName.notifications)
                let status = try await later.status()
                #expect(status.activation?.focus.rawValue == "quiet")
                let entries = try await later.entries()
                let summaries = entries.compactMap { $0.string("summary") }
                #expect(summaries.contains("before") && summaries.contains("silenced"))
                #expect(try await later.notify("after") > id)
                next.stop()
                try await desktop.waitForEnd(of: focusd)
            }
        }
    }
}

extension Connection {
    /// The process that owns a name.
    fileprivate func process(of name: BusName) throws -> Int32 {
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetConnectionUnixProcessID")
        try call.append(name.rawValue)
        let reply = try callBlocking(call, timeout: .testDeadline)
        return try Int32(bitPattern: reply.arguments().first?.asUInt32 ?? 0)
    }
}
