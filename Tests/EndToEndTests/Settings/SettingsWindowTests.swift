// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The real settings window on a screen of its own, read over the accessibility bus as a screen
/// reader reads it, and worked by keys alone.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(3))) @LoopActor struct SettingsWindowTests {
        static let files = [
            "focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n[Schedule night]\n"
                + "Days=Mon;\nFrom=22:00\nTo=7:00\n[Rule one]\nWhen=TRUEPREDICATE\nDo=allow\n"
        ]

        @Test("issue 21: every control has a name, and keys alone make a Focus")
        func keysAloneMakeAFocus() async throws {
            try await withWindow { desktop, client in
                let keys = (1...8).map { "ctrl+\($0)" }
                let names = try await client(["names"] + keys)
                #expect(names == "")
                let made = try await client(["work"])
                #expect(made.hasPrefix("made in "))
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/work.focus",
                    encoding: .utf8)
                #expect(file.contains("AppList=org.example.Calendar;org.example.Chat;"))
                #expect(file.contains("PeopleList=Ada;"))
                #expect(
                    file.contains(
                        "[Schedule Weekdays]\nDays=Mon;Tue;Wed;Thu;Fri;\nFrom=09:00\nTo=17:00"))
            }
        }

        @Test("issue 21: widgets of pages that are left are freed")
        func noWidgetLeaks() async throws {
            try await withScreen { desktop, screen in
                let environment = Self.environment(of: screen).merging(["GTK_A11Y": "none"]) { $1 }
                let check = try desktop.tool(
                    Programs.path("adwaita-check"), environment: environment)
                let counts = try await check.finish().split(separator: "\n").map {
                    $0.split(separator: " ").last.flatMap { Int($0) } ?? -1
                }
                try #require(counts.count == 3)
                #expect(counts[0] > 20)
                // The same pages, ten times as often.
                #expect(counts[1] == counts[0])
                #expect(counts[2] == 0)
            }
        }

        /// Runs a body with the window on the screen and a client that reads it.
        private func withWindow(
            _ body:
                @LoopActor (
                    Desktop, ([String]) async throws -> String
                ) async throws -> Void
        ) async throws {
            try await withScreen { desktop, screen in
                for (id, name) in [("Calendar", "Calendar"), ("Chat", "Chat")] {
                    try desktop.writeFile(
                        "\(desktop.home)/data/applications/org.example.\(id).desktop",
                        "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true\n")
                }
                try await desktop.startWithServer()
                let environment = Self.environment(of: screen)
                let bus = try desktop.tool(
                    "/usr/libexec/at-spi-bus-launcher", "--launch-immediately",
                    environment: environment)
                try await desktop.wait(for: "org.a11y.Bus")
                let window = try desktop.tool(
                    Programs.path("focus-settings"), environment: environment)
                try await body(desktop) { arguments in
                    try await Tool(
                        ["/usr/bin/python3", "-I", Desktop.clients + "settings_window.py"]
                            + arguments,
                        environment: desktop.environment.merging(environment) { $1 }
                    ).finish()
                }
                for tool in [window, bus] {
                    tool.process.signal(SIGTERM)
                    _ = try await tool.exits.next()
                }
            }
        }

        private func withScreen(
            _ body: @LoopActor (Desktop, Screen) async throws -> Void
        ) async throws {
            try await withDesktop(files: Self.files) { desktop in
                let screen = try await Screen(directory: desktop.home)
                do {
                    try await body(desktop, screen)
                } catch {
                    await screen.close()
                    throw error
                }
                await screen.close()
            }
        }

        /// Only the apps of the test, and drawing without OpenGL, which is slow without hardware.
        private static func environment(of screen: Screen) -> [String: String] {
            [
                "DISPLAY": screen.display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "",
                "XDG_DATA_DIRS": "/usr/share/empty:/usr/share", "LC_ALL": "C.UTF-8",
            ]
        }
    }
}
