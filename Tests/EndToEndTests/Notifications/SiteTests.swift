// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

extension EndToEnd.Notifications {
    /// Issue 17: web sites behind a browser.
    @Suite @LoopActor struct SiteTests {
        private static let files = [
            "focuses/work.focus":
                "[Focus]\nName=Work\nApps=allow\nAllowedSites=example.org;\n"
        ]
        private static let origin = "x-kde-origin-name"

        @Test func siteOfAListComesThroughAndItsNameStaysInThePopup() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let browser = try desktop.client()
                try await browser.focusd("Activate", .string("work"))
                for site in ["evil.test", "calendar.example.org"] {
                    _ = try await browser.notify(
                        "Lunch", body: "At noon", app: "chromium",
                        hints: [Self.origin: .string(site)])
                }
                // The server does not know the hint, so that the site is put where it was before.
                let shown = try await desktop.fake.notification(1)
                #expect(shown.body == "calendar.example.org\n\nAt noon")
                #expect(shown.hints[Self.origin] == .string("calendar.example.org"))
                let entries = try await browser.entries()
                #expect(entries.map { $0.string("verdict") } == ["deliver", "silence"])
                #expect(
                    entries.map { $0.string("site") } == ["calendar.example.org", "evil.test"])
                #expect(entries.first?.string("body") == "At noon")
            }
        }

        @Test func serverThatShowsTheHintGetsTheBodyAsItIs() async throws {
            try await withDesktop { desktop in
                try desktop.fake.capabilities.append(Self.origin)
                try await desktop.startWithServer()
                let browser = try desktop.client()
                let capabilities = try await browser.call("GetCapabilities").first?.asStrings
                #expect(capabilities == (try desktop.fake.capabilities + ["inhibitions"]))
                _ = try await browser.notify(
                    "Lunch", body: "At noon", app: "chromium",
                    hints: [Self.origin: .string("example.org")])
                #expect(try await desktop.fake.notification(1).body == "At noon")
            }
        }
    }
}
