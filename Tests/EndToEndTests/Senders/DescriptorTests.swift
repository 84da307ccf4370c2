// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

extension EndToEnd.Senders {
    /// Descriptors that arrive faster than they can be closed.
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
    }
}
