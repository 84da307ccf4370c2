// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The missed list of the real window, and single pages.
extension EndToEnd.SettingsPages.SettingsPageTests {
    @Test("issue 21: a missed notification is opened, and another one answered, by keys")
    func missedNotificationsAreAnswered() async throws {
        try await withWindow(
            ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n"]
        ) { desktop, client in
            try await desktop.focusSwitch("on", "quiet")
            let app = try desktop.client()
            let photos = try await app.notify(
                "Photos", app: "org.example.Calendar", actions: ["default", "View"])
            let lunch = try await app.notify("Lunch?", actions: ["inline-reply", "Reply"])
            let answer = try await client(["answers"])
            #expect(answer == "done")
            let replied = try await app.signals.next { $0.member == "NotificationReplied" }
            #expect(replied.values == [.uint32(lunch), .string("at one")])
            // The app may bring its window to the front.
            let token = try await app.signals.next { $0.member == "ActivationToken" }
            #expect(token.values.first == .uint32(photos))
            #expect(token.values.last?.asString?.isEmpty == false)
            let opened = try await app.signals.next { $0.member == "ActionInvoked" }
            #expect(opened.values == [.uint32(photos), .string("default")])
        }
    }

    @Test("issue 21: a web site is allowed in a Focus, by keys")
    func aSiteIsAllowed() async throws {
        try await withWindow { desktop, client in
            let answer = try await client(["sites"])
            #expect(answer == "done")
            let file = try String(
                contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                encoding: .utf8)
            #expect(file.contains("AllowedSites=shop.example;"))
        }
    }

    @Test("issue 21: the next window of a schedule is skipped and takes place again, by keys")
    func aWindowIsSkipped() async throws {
        try await withWindow { desktop, client in
            let answer = try await client(["skip"])
            #expect(answer == "done")
            #expect(try await desktop.focusSwitch("skip", "--list") == "Nothing is skipped.")
        }
    }

    @Test("issue 21: an end that was asked for and given up is asked for again, by keys")
    func anEndIsGivenUp() async throws {
        try await withWindow { desktop, client in
            try await desktop.focusSwitch("on", "quiet")
            let answer = try await client(["until"])
            #expect(answer == "done")
        }
    }
}
