// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The bus of the real server leaves one call of focusd without an answer.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct LostCallTests {
        /// A call of one of focusd's connections to the bus: first its own, then libnotify's.
        struct Lost: Sendable {
            let connection: Int
            let member: String
            let number: Int
        }

        /// focusd's own connection asks for the owner of the name twice: for the server's signals,
        /// and when the server has described itself.
        nonisolated static let calls = [
            Lost(connection: 1, member: "AddMatch", number: 1),
            Lost(connection: 1, member: "GetNameOwner", number: 1),
            Lost(connection: 0, member: "GetNameOwner", number: 2),
        ]

        @Test("a lost call delays the first notification, and no more")
        func lostCalls() async throws {
            try await sideBySide(Self.calls) { try await lose($0) }
        }

        private func lose(_ lost: Lost) async throws {
            try await withDesktop { desktop in
                let socket = desktop.home + "/lossy"
                let bus = try desktop.python(
                    "lossy_bus.py", desktop.back.directory + "/socket", socket,
                    "\(lost.connection)", lost.member, "\(lost.number)")
                defer { bus.process.signal(SIGKILL) }
                #expect(try await bus.lines.next() == "ready")
                try await desktop.start(["--server-bus", "unix:path=\(socket)"])
                let client = try desktop.client()
                let id = try await client.notify("a", actions: ["default", "Open"])
                let shown = try await desktop.fake.notification(1)
                #expect(shown.summary == "a")
                #expect(try await bus.lines.next() == "lost")
                try await desktop.waitForRecord(summary: "a")
                try desktop.fake.emitAction(1, "default")
                let action = Client.Signal("ActionInvoked", .uint32(id), .string("default"))
                _ = try await client.signals.next { $0 == action }
            }
        }
    }
}
