// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// The relay between the user's tools and the real server, on real buses.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct ToolRelayTests {
    /// Returns the match rules of a connection, once the bus has its earlier messages.
    private static func rules(of connection: Connection) async throws -> [String] {
        let call = Message.methodCall(
            destination: .bus, path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus.Debug.Stats", member: "GetAllMatchRules")
        var reader = try await connection.call(call, timeout: .testDeadline).reader
        var rules: [String] = []
        try reader.dictionary { name, value throws(UnmarshalError) in
            try value.array { rule throws(UnmarshalError) in
                let text = try rule.string()
                if name == connection.uniqueName.rawValue { rules.append(text) }
            }
        }
        return rules
    }

    /// Issue 15: focusd read, checked and dropped each signal of a server that floods, although no
    /// tool listened.
    @Test func signalsAreFollowedOnlyWhileAToolListens() async throws {
        let session = try TestSupport.PrivateBus()
        let servers = try TestSupport.PrivateBus()
        let (front, tool) = (try session.connect(), try session.connect())
        let (back, server) = (try servers.connect(), try servers.connect())
        _ = try server.requestName(WireName.notifications, [.doNotQueue])
        server.onUnhandledCall = { call in
            call.reply()
            return true
        }
        let senders = SenderDirectory(front)
        let relay = ToolRelay(
            front, senders: senders, accounts: SharedAccounts(), ownsNames: false)
        relay.connect(to: back)
        #expect(try await Self.rules(of: back) == [])
        let call = Message.methodCall(
            destination: front.uniqueName, path: "/server", interface: "org.example.Server",
            member: "Ask")
        _ = try await tool.call(call, timeout: .testDeadline)
        let rules = try await Self.rules(of: back)
        #expect(rules.contains { $0.contains("sender='\(WireName.notifications.rawValue)'") })
        relay.peerLeft(PeerName(rawValue: tool.uniqueName.rawValue))
        #expect(try await Self.rules(of: back) == [])
        relay.connect(to: nil)
    }
}
