// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Texts of popups while the session is locked, as a pretended logind says it is.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20)), .enabled(if: EndToEnd.Focuses.hasMocks))
    @LoopActor struct LockScreenTests {
        private static let login: BusName = "org.freedesktop.login1"
        private static let root: ObjectPath = "/org/freedesktop/login1"
        private static let session: ObjectPath = "/org/freedesktop/login1/session/c1"

        private static func lock(_ services: SystemServices, _ isLocked: Bool) async throws {
            try await services.change(
                login, session, "org.freedesktop.login1.Session",
                ["LockedHint": .boolean(isLocked)])
        }

        private static func start(_ services: SystemServices) async throws {
            try await services.start(login, "--template", "logind")
            try await services.mock(
                login, root, "AddSession", .string("c1"), .string("seat0"), .uint32(getuid()),
                .string("me"), .boolean(true))
            try await services.add(
                login, root, "/org/freedesktop/login1/user/_\(getuid())",
                "org.freedesktop.login1.User",
                ["Display": .structure([.string("c1"), .objectPath(session)])])
        }

        /// A Focus whose beginning and end tell the test that focusd knows about the lock.
        private static let away =
            "[Focus]\nName=Away\nApps=silence\n[Triggers]\nGrace=0\nLocked=true\n"

        /// Waits until focusd knows that the session is not locked; until then it hides texts.
        private static func waitForUnlocked(
            _ services: SystemServices, _ listener: FocusListener
        ) async throws {
            try await lock(services, true)
            _ = try await listener.changes.next { $0 == "away" }
            try await lock(services, false)
            _ = try await listener.changes.next { $0 != "away" }
        }

        @Test func textsAreHiddenWhileLockedAndKeptInHistory() async throws {
            let files = [
                "focusd.conf":
                    "[Locked]\nHideTexts=org.example.Chat;\nHideBodies=org.example.Mail;\n",
                "focuses/away.focus": Self.away,
            ]
            try await withDesktop(files: files) { desktop in
                let services = try SystemServices(for: desktop)
                try await Self.start(services)
                try await desktop.startWithServer()
                let listener = try await FocusListener(desktop)
                let app = listener.client
                try await Self.waitForUnlocked(services, listener)
                _ = try await app.notify("Alex", body: "at home")
                let first = try await desktop.fake.notification(1)
                #expect(first.summary == "Alex" && first.body == "at home")
                try await Self.lock(services, true)
                #expect(try await listener.changes.next() == "away")
                _ = try await app.notify("Alex", body: "secret")
                let hidden = try await desktop.fake.notification(2)
                #expect(hidden.summary == "org.example.Chat" && hidden.body == "")
                _ = try await app.notify("Kim", body: "secret", app: "org.example.Mail")
                let mail = try await desktop.fake.notification(3)
                #expect(mail.summary == "Kim" && mail.body == "")
                _ = try await app.notify("News", body: "public", app: "org.example.News")
                #expect(try await desktop.fake.notification(4).body == "public")
                // It stays hidden when focusd starts again behind the lock. All deliveries are
                // recorded, so that none comes first again.
                try await desktop.waitForRecord(summary: "News")
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                let second = try await FocusListener(desktop)
                _ = try await second.client.notify("Alex", body: "secret")
                #expect(try await desktop.fake.notification(5).summary == "org.example.Chat")
                try await Self.lock(services, false)
                while try await second.client.status().activation != nil {
                    _ = try await second.changes.next()
                }
                _ = try await second.client.notify("Alex", body: "again")
                try await desktop.fake.wait(for: "the text") { server in
                    server.notifications.contains { $0.body == "again" }
                }
                let texts = try await second.client.entries().compactMap { $0.string("body") }
                #expect(
                    texts == ["again", "secret", "public", "secret", "secret", "at home"])
                try await desktop.end()
                await services.close()
            }
        }

        @Test func bodiesAreHiddenUnderTheAppsOtherIDsAndThoseOfScripts() async throws {
            let files = [
                "focusd.conf": "[Locked]\nHideBodies=bird;backup.sh;\n",
                "focuses/away.focus": Self.away,
            ]
            try await withDesktop(files: files) { desktop in
                try desktop.writeFile(
                    desktop.home + "/data/applications/bird.desktop",
                    "[Desktop Entry]\nName=Thunder Bird\nStartupWMClass=bird-default\n")
                let script = desktop.home + "/backup.sh"
                try desktop.writeFile(script, "#!/bin/sh\nnotify-send done secret\nexit 0\n")
                let services = try SystemServices(for: desktop)
                try await Self.start(services)
                try await desktop.startWithServer()
                let listener = try await FocusListener(desktop)
                try await Self.lock(services, true)
                #expect(try await listener.changes.next() == "away")
                _ = try await listener.client.notify("Kim", body: "secret", app: "bird-default")
                let mail = try await desktop.fake.notification(1)
                #expect(mail.summary == "Kim" && mail.body == "")
                try await desktop.run("/bin/sh", script)
                let done = try await desktop.fake.notification(2)
                #expect(done.summary == "done" && done.body == "")
                try await desktop.end()
                await services.close()
            }
        }

        @Test("on GNOME an app of org.gtk.Notifications has no body while locked, and one popup")
        func originalIsHiddenWhileLocked() async throws {
            let files = [
                "focusd.conf": "[Locked]\nHideBodies=all\n", "focuses/away.focus": Self.away,
            ]
            try await withDesktop(files: files, hasServer: false) { desktop in
                let services = try SystemServices(for: desktop)
                try await Self.start(services)
                desktop.variables["XDG_CURRENT_DESKTOP"] = "GNOME"
                try await desktop.start([])
                let shell = try await EndToEnd.Gates.GtkGateTests.shell(desktop)
                let app = try FakeApplication(desktop, "org.example.Mail", at: "/org/example/Mail")
                let listener = try await FocusListener(desktop)
                func send(_ body: String) async throws {
                    try await app.gtk(
                        "AddNotification", .string("org.example.Mail"), .string("a"),
                        .vardict(["title": .string("Kim"), "body": .string(body)]))
                }
                try await Self.waitForUnlocked(services, listener)
                try await send("at home")
                #expect(try await shell.gtkCalls.next().last?["body"] == .string("at home"))
                try await desktop.waitForRecord(summary: "Kim")
                try await Self.lock(services, true)
                #expect(try await listener.changes.next() == "away")
                try await send("secret")
                let hidden = try await shell.server.notification(1)
                #expect(hidden.summary == "Kim" && hidden.body == "")
                #expect(hidden.hints["x-focusd-gtk"] == nil)
                // The shell reports the end of an ordinary popup, which is unread until then.
                try await desktop.waitForRecord(summary: "Kim")
                #expect(try await listener.client.badge(of: "org.example.Mail") == 1)
                // The original of before is replaced.
                #expect(
                    try await shell.gtkCalls.next() == [
                        .string("RemoveNotification"), .string("org.example.Mail"), .string("a"),
                    ])
                try await Self.lock(services, false)
                while try await listener.client.status().activation != nil {
                    _ = try await listener.changes.next()
                }
                try await send("again")
                #expect(try await shell.gtkCalls.next().last?["body"] == .string("again"))
                try await shell.server.wait(for: "the hidden popup's end") {
                    $0.closed == [1_000]
                }
                #expect(shell.server.notifications.count == 1)
                try await desktop.end()
                await services.close()
            }
        }

        /// Another way of an app's text to the locked screen: focusd's own question.
        @Test(.enabled(if: Sandbox.isPossible, "bubblewrap or xdg-dbus-proxy does not work here"))
        func reasonOfAHoldIsHiddenWhileLocked() async throws {
            let files = [
                "focusd.conf": "[Locked]\nHideTexts=all\n",
                "focuses/deep.focus": "[Focus]\nName=Deep\n",
                "focuses/away.focus": "[Focus]\nName=Away\n[Triggers]\nGrace=0\nLocked=true\n",
            ]
            try await withDesktop(files: files) { desktop in
                let services = try SystemServices(for: desktop)
                try await Self.start(services)
                try await desktop.startWithServer()
                let listener = try await FocusListener(desktop)
                try await Self.lock(services, true)
                #expect(try await listener.changes.next() == "away")
                let app = try await Sandbox(desktop, "org.example.Timer").client()
                let call = Task { @LoopActor in
                    try await app.focusd("Hold", .string("deep"), .string("read me"))
                }
                let question = try await desktop.fake.notification(1)
                #expect(question.summary.contains("Deep"))
                #expect(!question.body.contains("read me"))
                try desktop.fake.emitAction(1, "allow")
                _ = try await call.value
                try await desktop.end()
                await services.close()
            }
        }

        @Test func lockThatNothingReportsIsAProblem() async throws {
            let files = ["focusd.conf": "[Locked]\nHideTexts=all;\n"]
            try await withDesktop(files: files) { desktop in
                let services = try SystemServices(for: desktop)
                try await desktop.startWithServer()
                let client = try desktop.client()
                let check = try await client.doctor("lock screen")
                #expect(check.detail.contains("no text is hidden"))
                _ = try await client.notify("Alex", body: "shown")
                #expect(try await desktop.fake.notification(1).body == "shown")
                try await desktop.end()
                await services.close()
            }
        }
    }
}
