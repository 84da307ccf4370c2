// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Tests of the real settings window on a screen of its own, read over the accessibility bus as a
/// screen reader reads it, and worked by keys or by the mouse.
@LoopActor protocol WindowTests {}

extension WindowTests {
    static var files: [String: String] {
        [
            "focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n[Schedule night]\n"
                + "Days=Mon;\nFrom=22:00\nTo=7:00\n[Rule one]\nWhen=TRUEPREDICATE\nDo=allow\n"
        ]
    }

    static var filter: String {
        """
        [Filter Accounts]
        Title=Show accounts
        Parameters=private;volume;limit;

        [Parameter Accounts private]
        Title=Only private
        Type=Bool
        Default=false

        [Parameter Accounts volume]
        Title=Volume
        Type=Int
        Default=3
        Minimum=0
        Maximum=10
        Control=slider

        [Parameter Accounts limit]
        Title=Limit
        Type=Int
        Default=5

        """
    }

    /// Runs a body with the window on the screen and a client that reads it. The client has a
    /// deadline for each of its many steps.
    ///
    /// - Parameters:
    ///   - files: Files of the user besides ``files``; nil for none of that name.
    ///   - more: Variables of the window.
    ///   - options: Options of the window.
    ///   - isAnimated: True for a window as most users have it. Here, the processors draw each step
    ///     of an animation, and a control is to be pressed only where it rests.
    ///   - server: Starts the notification server; focusd by default.
    ///   - program: Returns the path of the program.
    func withWindow(
        _ files: [String: String?] = [:], more: [String: String] = [:],
        options: [String] = [], isAnimated: Bool = false,
        server: @LoopActor (Desktop, Screen) async throws -> Void = { desktop, _ in
            try await desktop.startWithServer()
        },
        program: @LoopActor (Desktop) async throws -> String = { _ in
            Programs.path("focus-settings")
        },
        _ body:
            @LoopActor (
                Desktop, ([String]) async throws -> String
            ) async throws -> Void
    ) async throws {
        try await withScreen(files) { desktop, screen in
            // No schedule of the tests turns its Focus on at eight in the evening.
            desktop.variables["TZ"] = Desktop.zone(showing: 20 * 3_600)
            for (id, name) in [("Calendar", "Calendar"), ("Chat", "Chat")] {
                try desktop.writeFile(
                    "\(desktop.home)/data/applications/org.example.\(id).desktop",
                    "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true\n")
            }
            try desktop.writeFile(
                "\(desktop.home)/data/focus-filters/org.example.Chat.focus-filter", Self.filter)
            if !isAnimated {
                try desktop.writeFile(
                    "\(desktop.home)/config/gtk-4.0/settings.ini",
                    "[Settings]\ngtk-enable-animations=false\n")
            }
            try await server(desktop, screen)
            let environment = Self.environment(of: screen).merging(more) { $1 }
            let bus = try desktop.tool(
                "/usr/libexec/at-spi-bus-launcher", "--launch-immediately",
                environment: environment)
            try await desktop.wait(for: "org.a11y.Bus")
            let window = try Tool(
                [try await program(desktop)] + options,
                environment: desktop.environment.merging(environment) { $1 })
            try await body(desktop) { arguments in
                try await Tool(
                    ["/usr/bin/python3", "-I", Desktop.clients + "settings_window.py"]
                        + arguments,
                    environment: desktop.environment.merging(environment) { $1 }
                ).finish(within: .testDeadline * 2)
            }
            for tool in [window, bus] {
                tool.process.signal(SIGTERM)
                _ = try await tool.exits.next()
            }
        }
    }

    func withScreen(
        _ files: [String: String?] = [:],
        _ body: @LoopActor (Desktop, Screen) async throws -> Void
    ) async throws {
        var all: [String: String?] = Self.files
        for (name, text) in files { all[name] = .some(text) }
        try await withDesktop(files: all.compactMapValues { $0 }) { desktop in
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

    /// Only the apps of the test.
    static func environment(of screen: Screen) -> [String: String] {
        [
            "DISPLAY": screen.display, "GDK_BACKEND": "x11",
            "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "",
            "XDG_DATA_DIRS": "/usr/share/empty:/usr/share", "LC_ALL": "C.UTF-8",
        ]
    }
}
