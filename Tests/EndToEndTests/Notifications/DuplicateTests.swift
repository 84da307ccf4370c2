// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// A phone's copy of what a desktop app showed.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct DuplicateTests {
        @Test func copyIsInTheMissedList() async throws {
            let files = ["focusd.conf": "[Duplicates]\nOf=org.example.Chat;\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                _ = try await client.notify("Alex", body: "See you at <b>6</b>")
                // As KDE Connect sends it to a server without `x-kde-display-appname`.
                _ = try await client.notify(
                    "Telegram", body: "Alex: See you at 6", app: "org.kde.kdeconnect.daemon",
                    hints: ["x-kde-origin-name": .string("Pixel")])
                _ = try await client.notify(
                    "Telegram", body: "Alex: See you at 7", app: "org.kde.kdeconnect.daemon")
                let shown = try await desktop.fake.notification(2)
                #expect(shown.body == "Alex: See you at 7")
                let reasons = try await client.entries().map { $0.string("reason") }
                #expect(reasons == ["no-focus", "duplicate", "no-focus"])
                #expect(try await client.status().missed == 1)
            }
        }

        /// The arguments that KDE Connect 22.12 sent for a phone's packet (issue 20): escaped text,
        /// and one of two layouts, as the server shows `x-kde-display-appname` or not.
        @Test(arguments: [
            ("Alex", "Tea? &lt;3 &amp; you", ["x-kde-display-appname": Value.string("Telegram")]),
            ("Telegram", "Alex: Tea? &lt;3 &amp; you", [:]),
        ])
        func argumentsOfTheRealProgramAreKnown(
            summary: String, body: String, more: [String: Value]
        ) async throws {
            let files = ["focusd.conf": "[Duplicates]\nOf=org.example.Chat;\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                _ = try await client.notify("Alex", body: "Tea? &lt;3 &amp; you")
                let hints: [String: Value] = [
                    "resident": .boolean(true), "x-kde-appname": .string("kdeconnect"),
                    "x-kde-eventId": .string("notification"),
                    "x-kde-origin-name": .string("Pixel"),
                ]
                _ = try await client.notify(
                    summary, body: body, app: "org.kde.kdeconnect.daemon",
                    hints: hints.merging(more) { $1 })
                let reasons = try await client.entries().map { $0.string("reason") }
                #expect(reasons == ["duplicate", "no-focus"])
            }
        }
    }
}
