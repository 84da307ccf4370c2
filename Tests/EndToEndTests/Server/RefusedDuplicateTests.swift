// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// A server that refuses a notification that equals one of the last second, as Plasma does.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct RefusedDuplicateTests {
        nonisolated static let duplicate: ErrorName =
            "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"

        /// All notifications waited for the second, one after the other.
        @Test func equalNotificationsWaitInOrderAndOtherAppsDoNot() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                var isRefused = false
                var shown: [String] = []
                try desktop.fake.answerTo = { notification in
                    if notification.summary == "same" {
                        defer { isRefused.toggle() }
                        if isRefused { return .refuse(Self.duplicate, "the words of the app") }
                    }
                    shown.append(notification.summary)
                    return nil
                }
                let client = try desktop.client()
                // focusd reads them together, so that none comes after the pause of another.
                try desktop.whileStopped {
                    for summary in ["same", "same", "same", "last", "other"] {
                        let app = summary == "other" ? "org.example.Other" : "org.example.Chat"
                        let call = Message.methodCall(
                            destination: WireName.notifications, path: WireName.notificationsPath,
                            interface: WireName.notificationsInterface, member: "Notify")
                        try call.append(
                            .string("Example"), .uint32(0), .string(""), .string(summary),
                            .string(""), .strings([]), .vardict(["desktop-entry": .string(app)]),
                            .int32(-1))
                        client.connection.call(call, timeout: .testDeadline) { _ in }
                    }
                    // The bus has the calls when it answers this.
                    _ = try client.connection.busID()
                }
                // Two of the three are refused once.
                _ = try await desktop.fake.notification(7)
                #expect(shown.filter { $0 != "other" } == ["same", "same", "same", "last"])
                let other = try #require(shown.firstIndex(of: "other"))
                let last = try #require(shown.lastIndex(of: "same"))
                #expect(other < last)
                #expect(!desktop.log.contains("is not shown"))
            }
        }
    }
}
