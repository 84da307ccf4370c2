// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// GNOME's own switch "Do Not Disturb", with `DoNotDisturb=follow` (issue 19).
extension EndToEnd.Server {
    @Suite(.serialized, .timeLimit(.minutes(20))) @LoopActor struct DesktopSwitchTests {
        private static let schema = "org.gnome.desktop.notifications"

        /// Gives the desktop the switch of GNOME, which GSettings stores in a file.
        private static func install(in desktop: Desktop) async throws {
            let schemas = desktop.home + "/schemas"
            try desktop.writeFile(
                "\(schemas)/\(schema).gschema.xml",
                """
                <schemalist>
                <schema id="\(schema)" path="/org/gnome/desktop/notifications/">
                <key name="show-banners" type="b"><default>true</default></key>
                </schema>
                </schemalist>
                """)
            try await desktop.run("glib-compile-schemas", schemas)
            desktop.variables["GSETTINGS_SCHEMA_DIR"] = schemas
            desktop.variables["GSETTINGS_BACKEND"] = "keyfile"
        }

        /// Asks until the switch has a value; GSettings tells only running programs of a change.
        private static func waitForBanners(_ value: String, _ desktop: Desktop) async throws {
            let deadline = ContinuousClock.now + .testDeadline
            while try await desktop.run("gsettings", "get", schema, "show-banners") != value {
                guard ContinuousClock.now < deadline else { throw DeadlinePassed() }
            }
        }

        private static func start(_ desktop: Desktop, session: Int) async throws {
            try await desktop.start(
                [],
                through: [
                    "/usr/bin/env", "-u", "INVOCATION_ID", "XDG_SESSION_ID=\(session)",
                ])
        }

        @Test("without DoNotDisturb=follow, status and doctor say that the switch hides popups")
        func switchThatHidesPopupsIsNamed() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await Self.install(in: desktop)
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await Self.start(desktop, session: 1)
                let client = try desktop.client()
                _ = try await client.notify("a")
                try await shell.server.notification(1)
                #expect(try await !client.status().server.isPaused)
                try await desktop.run("gsettings", "set", Self.schema, "show-banners", "false")
                try await client.waitForStatus(\.server.isPaused)
                let check = try await client.doctor("popups")
                #expect(check.problem?.kind == .serverPaused)
                #expect(check.problem?.remedy.contains("DoNotDisturb=follow") == true)
                #expect(try await client.status().activation == nil)
                // A focusd that starts later asks.
                try await desktop.end(SIGKILL)
                try await Self.start(desktop, session: 1)
                try await client.waitForStatus(\.server.isPaused)
                try await desktop.run("gsettings", "set", Self.schema, "show-banners", "true")
                try await client.waitForStatus { !$0.server.isPaused }
            }
        }

        /// Before, the setting counted from the next start of focusd on.
        @Test("DoNotDisturb=follow counts once the file is saved, and no more once it is gone")
        func settingIsFollowed() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await Self.install(in: desktop)
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await Self.start(desktop, session: 1)
                let client = try desktop.client()
                _ = try await client.notify("before")
                try await shell.server.notification(1)
                try await desktop.waitForRecord(summary: "before")
                let first = try desktop.processOnPrivateBus(WireName.notifications)
                try desktop.write("focusd.conf", "[Server]\nDoNotDisturb=follow\n")
                try await desktop.waitForEnd(of: first)
                try await client.focusd("Activate", .string("do-not-disturb"))
                try await Self.waitForBanners("false", desktop)
                let second = try desktop.processOnPrivateBus(WireName.notifications)
                try desktop.write("focusd.conf", "[Server]\nDoNotDisturb=ignore\n")
                try await desktop.waitForEnd(of: second)
                try await client.focusd("Deactivate")
                // The next bridge leaves the switch alone.
                _ = try await client.notify("after")
                try await desktop.waitForRecord(summary: "after")
                #expect(
                    try await desktop.run("gsettings", "get", Self.schema, "show-banners")
                        == "false")
                #expect(try await client.status().activation == nil)
            }
        }

        /// Found by review: the option stayed that was in force when the first bridge was ended.
        @Test("DoNotDisturb=follow that is taken back while the bridge ends does not count")
        func settingIsTakenBack() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await Self.install(in: desktop)
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await Self.start(desktop, session: 1)
                let client = try desktop.client()
                _ = try await client.notify("before")
                try await shell.server.notification(1)
                try await desktop.waitForRecord(summary: "before")
                let first = try desktop.processOnPrivateBus(WireName.notifications)
                // It ends by SIGKILL, after a time.
                #expect(kill(first, SIGSTOP) == 0)
                for choice in ["follow", "ignore"] {
                    try desktop.write("focusd.conf", "[Server]\nDoNotDisturb=\(choice)\n")
                    try await client.focusd("Reload")
                }
                try await desktop.waitForEnd(of: first)
                _ = try await client.notify("after")
                try await desktop.waitForRecord(summary: "after")
                try await client.waitForStatus {
                    $0.server.isRunning && !$0.server.command.contains("--follow-do-not-disturb")
                }
            }
        }

        @Test("a Focus that ended while the user was logged out ends the switch, too")
        func endsWhileLoggedOut() async throws {
            let files = ["focusd.conf": "[Server]\nDoNotDisturb=follow\n"]
            try await withDesktop(files: files, hasServer: false) { desktop in
                try await Self.install(in: desktop)
                var shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await Self.start(desktop, session: 1)
                let client = try desktop.client()
                _ = try await client.notify("before")
                try await shell.server.notification(1)
                try await desktop.waitForRecord(summary: "before")
                try await client.focusd(
                    "ActivateWith", .string("do-not-disturb"),
                    .vardict(["until-logout": .boolean(true)]))
                try await Self.waitForBanners("false", desktop)
                let bridge = try desktop.processOnPrivateBus(WireName.notifications)
                try await desktop.end()
                shell.leave()
                try await desktop.waitForEnd(of: bridge)
                shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await Self.start(desktop, session: 2)
                try await Self.waitForBanners("true", desktop)
                #expect(try await client.status().activation == nil)
                _ = try await client.notify("a")
                #expect(try await shell.server.notification(1).summary == "a")
            }
        }
    }
}
