// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// A phone's copy of what a desktop app showed.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(5))) @LoopActor struct DuplicateTests {
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
    }
}
