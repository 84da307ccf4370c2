// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// Names of servers beside `org.freedesktop.Notifications`: `swaync-client` said that nothing runs.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FurtherNameTests {
        private nonisolated static let name: BusName = "org.erikreider.swaync.cc"

        @Test("a server's own name is on the session bus while the server has it, for its tools")
        func calls() async throws {
            for isEarly in [true, false] {
                try await withDesktop { desktop in
                    let server = try #require(try desktop.fake.connection)
                    let tool = try desktop.client()
                    let owners = Recorder<String>()
                    let subscription = tool.connection.subscribe(
                        BusDaemon.ownerChanges(of: Self.name)
                    ) { owners.record((try? $0.arguments())?.last?.asString ?? "") }
                    defer { subscription.cancel() }
                    // The subscription is there once the bus has answered a later call.
                    _ = try? tool.connection.nameOwner(Self.name)
                    if isEarly { _ = try server.requestName(Self.name, [.doNotQueue]) }
                    try await desktop.startWithServer()
                    if !isEarly { _ = try server.requestName(Self.name, [.doNotQueue]) }
                    #expect(try await owners.next() != "")
                    let call = Message.methodCall(
                        destination: Self.name, path: WireName.notificationsPath,
                        interface: FakeServerInterfaces.own.name, member: "Ping")
                    _ = try await tool.connection.call(call, timeout: .testDeadline)
                    #expect(try desktop.fake.ownCalls == ["Ping"])
                    // The loss of that name is not the end of focusd.
                    try server.releaseName(Self.name)
                    #expect(try await owners.next() == "")
                    #expect(try await tool.notify("still there") != 0)
                }
            }
        }

        @Test("a name that another program has on the session bus stays that program's")
        func otherOwner() async throws {
            try await withDesktop { desktop in
                let other = try desktop.session.connect()
                defer { other.close() }
                _ = try other.requestName(Self.name, [.allowReplacement, .doNotQueue])
                let server = try #require(try desktop.fake.connection)
                _ = try server.requestName(Self.name, [.doNotQueue])
                try await desktop.startWithServer()
                _ = try await desktop.client().notify("a")
                #expect(try other.nameOwner(Self.name) == other.uniqueName)
            }
        }
    }
}
