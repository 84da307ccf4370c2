// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// A server that cannot be started.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct MissingServerTests {
        @Test func nobodyWaitsForAServerThatCannotBeStarted() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await desktop.start(["--server", "/nonexistent/server"])
                try await desktop.waitForLog("cannot start /nonexistent/server")
                let client = try desktop.client()
                let events = Recorder<String>()
                let subscription = client.connection.subscribe(
                    MatchRule(interface: WireName.control, member: "SnoozesChanged")
                ) { _ in events.record("snooze") }
                defer { subscription.cancel() }
                try await client.focusd("Subscribe")
                let id = try await client.notify("a")
                // focusd reads all at once. The snooze is less than it waits for a server that may
                // still come.
                try desktop.whileStopped {
                    let snooze = Message.methodCall(
                        destination: WireName.focus, path: WireName.focusPath,
                        interface: WireName.control, member: "SnoozeFor")
                    try snooze.append(.array(of: "u", [.uint32(id)]), .int64(3_000))
                    client.connection.send(snooze)
                    for member in ["GetServerInformation", "GetCapabilities"] as [MemberName] {
                        let question = Message.methodCall(
                            destination: WireName.notifications, path: WireName.notificationsPath,
                            interface: WireName.notificationsInterface, member: member)
                        client.connection.call(question, timeout: .testDeadline) { result in
                            let values = (try? result.get().arguments()) ?? []
                            events.record(values.isEmpty ? "error" : "answer")
                        }
                    }
                    // The bus has the calls when it answers this.
                    _ = try client.connection.busID()
                }
                var order: [String] = []
                for _ in 0..<4 { order.append(try await events.next()) }
                // The snooze begins, and ends.
                #expect(order.sorted() == ["answer", "answer", "snooze", "snooze"])
                #expect(order.last == "snooze")
            }
        }
    }
}
