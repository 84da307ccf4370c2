// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The window as a desktop starts it: by the session bus, because its desktop file says that the
/// bus can (`DBusActivatable`).
extension EndToEnd.SettingsPages.SettingsPageTests {
    @Test("issue 21: the session bus starts the window, and opens the pages of the actions")
    func theBusStartsTheWindow() async throws {
        let entry = try String(
            contentsOfFile: Desktop.project
                + "/Sources/FocusSettings/Desktop/org.focusd.Settings.desktop", encoding: .utf8)
        try #require(entry.contains("\nDBusActivatable=true\nStartupNotify=true\n"))
        try #require(entry.contains("\nActions=missed;history;\n"))
        try await withWindow(
            server: { desktop, screen in
                try await desktop.startWithServer()
                // The bus starts the program with its own variables, and gives only those of type
                // “session” their address.
                var variables = desktop.environment.filter {
                    $0.key == "HOME" || $0.key == "TZ" || $0.key.hasPrefix("XDG_")
                }.merging(Self.environment(of: screen)) { $1 }
                variables["DBUS_SESSION_BUS_ADDRESS"] = desktop.session.address
                let words = variables.sorted { $0.key < $1.key }.map { "'\($0.key)=\($0.value)'" }
                try desktop.writeFile(
                    desktop.home + "/services/org.focusd.Settings.service",
                    "[D-BUS Service]\nName=org.focusd.Settings\nExec=/usr/bin/env "
                        + words.joined(separator: " ") + " " + Programs.path("focus-settings")
                        + " --gapplication-service\n")
                let reload = Message.methodCall(
                    destination: .bus, path: "/org/freedesktop/DBus",
                    interface: "org.freedesktop.DBus", member: "ReloadConfig")
                _ = try await desktop.client().connection.call(reload, timeout: .testDeadline)
            },
            // No command starts the window.
            program: { _ in "/bin/true" }
        ) { desktop, client in
            let bus = try desktop.client().connection
            try await bus.settings("Activate")
            _ = try await client(["texts", "No Focus Is On"])
            for (action, text) in [
                ("missed", "Nothing missed"), ("history", "No notifications yet"),
            ] {
                try await bus.settings("ActivateAction", .string(action), .array(of: "v", []))
                _ = try await client(["texts", text])
            }
        }
    }
}

extension Connection {
    /// Calls a method of `org.freedesktop.Application` that the window serves. The bus starts the
    /// window for it.
    fileprivate func settings(_ member: MemberName, _ values: Value...) async throws {
        let call = Message.methodCall(
            destination: "org.focusd.Settings", path: "/org/focusd/Settings",
            interface: "org.freedesktop.Application", member: member)
        // The desktop's own data, such as the token of the click.
        try call.append(contentsOf: values + [.vardict([:] as [String: Value])])
        _ = try await self.call(call, timeout: .testDeadline)
    }
}
