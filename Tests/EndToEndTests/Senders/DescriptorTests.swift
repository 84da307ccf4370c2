// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

extension EndToEnd.Senders {
    /// Descriptors that arrive faster than they can be closed, and lower limits of descriptors.
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct DescriptorTests {
        /// libdbus reads several small messages before focusd handles the first one.
        @Test func smallCallsWithManyDescriptorsDoNotEndFocusd() async throws {
            try await withDesktop { desktop in
                try await desktop.start(through: ["prlimit", "--nofile=256:256", "--"])
                let client = try desktop.client()
                _ = try await client.call("GetServerInformation")
                let attacker = try desktop.session.connect()
                let file = try #require(UnixFD(duplicating: STDERR_FILENO))
                let files = Value.array(of: "h", Array(repeating: .unixFD(file), count: 64))
                let answers = Recorder<Bool>()
                for _ in 0..<500 {
                    let call = Message.methodCall(
                        destination: WireName.notifications, path: WireName.notificationsPath,
                        interface: WireName.notificationsInterface, member: "GetCapabilities")
                    try call.append(files)
                    attacker.call(call, timeout: .testDeadline) { _ in answers.record(true) }
                }
                for _ in 0..<500 { _ = try await answers.next() }
                // The same focusd, which would have left the bus.
                #expect(try await client.status().server.isRunning)
                #expect(desktop.daemon?.exitStatus == nil)
                attacker.close()
            }
        }

        /// GLib ended focusd at 3; at 8 focusd was deaf, used a processor, and did not end (issue
        /// 15).
        @Test(arguments: [3, 8])
        func lowerSoftLimitEndsNothing(limit: Int) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                _ = try await client.notify("before")
                try await desktop.fake.notification(1)
                let process = try #require(desktop.daemon)
                let tool = try ChildProcess(
                    ["prlimit", "--pid", "\(process.pid)", "--nofile=\(limit):"],
                    endsWithParent: true
                ) { desktop.exits.record($0) }
                #expect(try await desktop.exit() == .exited(0))
                _ = tool
                for number in 2...6 {
                    _ = try await client.notify("\(number)")
                    try await desktop.fake.notification(number)
                }
                #expect(try await client.status().server.isRunning)
                #expect(try await desktop.end(SIGTERM) == .exited(0))
            }
        }
    }
}
