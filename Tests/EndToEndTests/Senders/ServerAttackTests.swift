// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

extension EndToEnd.Senders {
    /// Servers that try to fill focusd up, or to keep it from its clients (issue 15).
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ServerAttackTests {
        /// Tools that have called the server's own interface, and the lengths of the signals that
        /// they hear.
        @LoopActor private final class Tools {
            let clients: [Client]
            let heard = Recorder<Int>()
            private var subscriptions: [Subscription] = []

            init(_ count: Int, _ desktop: Desktop) async throws {
                clients = try (0..<count).map { _ in try desktop.client() }
                let heard = heard
                let rule = MatchRule(interface: FakeServerInterfaces.own.name)
                for client in clients {
                    subscriptions.append(
                        client.connection.subscribe(rule) { heard.record($0.byteCount) })
                }
                try await ping()
            }

            /// Returns once all have heard the signals so far: the answers follow them.
            func ping() async throws {
                for client in clients {
                    try await client.call("Ping", interface: FakeServerInterfaces.own.name)
                }
            }
        }

        @Test func longSignalsReachNobody() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let tools = try await Tools(2, desktop)
                let before = try desktop.residentBytes()
                let long = String(repeating: "x", count: 1_000_000)
                for _ in 0..<100 {
                    try desktop.fake.emitOwn(long)
                    // Apps of other suites, which share this loop, have seconds for an answer.
                    await Task.yield()
                }
                try desktop.fake.emitOwn("short")
                #expect(try await desktop.client().notify("answered") != 0)
                try await tools.ping()
                #expect(tools.heard.pending.count == 2)
                #expect(tools.heard.pending.allSatisfy { $0 < 1_024 })
                #expect(try desktop.residentBytes() - before < 64 << 20)
            }
        }

        @Test func signalsHaveARate() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let tools = try await Tools(1, desktop)
                let start = ContinuousClock.now
                let text = String(repeating: "x", count: 60 << 10)
                let count = 4 * Limits.serverSignalBurst / text.utf8.count
                for _ in 0..<count { try desktop.fake.emitOwn(text) }
                try await tools.ping()
                let time = ContinuousClock.now - start
                let most =
                    Limits.serverSignalBurst + Int(time / Limits.serverSignalPause) * 1_024
                #expect(!tools.heard.pending.isEmpty)
                #expect(tools.heard.pending.reduce(0, +) <= most)
            }
        }

        @Test func longAnswersAreRefused() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let bytes = [UInt8](repeating: 7, count: Limits.relayedBytes)
                try desktop.fake.echo = .variant(.bytes(bytes))
                let error = try await tool.error {
                    try await tool.call(
                        "Echo", .variant(.byte(1)), interface: FakeServerInterfaces.own.name)
                }
                #expect(error.name == WireError.limitsExceeded)
                #expect(try await tool.notify("answered") != 0)
            }
        }
    }
}
