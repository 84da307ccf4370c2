// SPDX-License-Identifier: Apache-2.0

package import DBus

/// A desktop whose shell shows notifications in its own process, with focus-bridge between it and
/// focusd.
package enum DesktopShell: String, CaseIterable, Hashable, Sendable {
    case gnome
    case plasma

    /// The name of the shell on the session bus.
    package var name: BusName {
        switch self {
        case .gnome: "org.gnome.Shell"
        case .plasma: "org.kde.plasmashell"
        }
    }

    /// The name of the program that owns `org.freedesktop.Notifications` in the shell's place, and
    /// leaves when it loses this name; nil where the shell itself is the owner.
    package var helper: BusName? {
        switch self {
        case .gnome: "org.gnome.Shell.Notifications"
        case .plasma: nil
        }
    }

    /// The desktop's name for the user.
    package var title: String {
        switch self {
        case .gnome: "GNOME"
        case .plasma: "Plasma"
        }
    }

    /// The way to a tray where the desktop has none by itself, as a clause that ends with a
    /// command; nil elsewhere.
    ///
    /// - Parameter installed: the id of the shell's extension with a tray, if it is installed.
    package func trayRemedy(installed: String?) -> String? {
        guard self == .gnome else { return nil }
        let enable = "gnome-extensions enable \(installed ?? Self.trayExtensions[0])"
        return installed == nil
            ? "install gnome-shell-extension-appindicator, log out and in again, and run: \(enable)"
            : "turn its extension on, after a new login if that was installed just now: \(enable)"
    }

    /// The ids of GNOME's extension with a tray: as Debian and Ubuntu have it, and others.
    private static let trayExtensions = [
        "ubuntu-appindicators@ubuntu.com", "appindicatorsupport@rgcjonas.gmail.com",
    ]

    /// Returns the id of the shell's extension with a tray that is installed; nil for none, and for
    /// other shells.
    ///
    /// - Parameters:
    ///   - variable: returns the value of an environment variable.
    ///   - isThere: returns true for the path of a folder that exists.
    package func trayExtension(
        _ variable: (String) -> String?, _ isThere: (String) -> Bool
    ) -> String? {
        guard self == .gnome else { return nil }
        // An empty variable counts as unset.
        func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        let home = value("XDG_DATA_HOME") ?? value("HOME").map { "\($0)/.local/share" }
        let system = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let folders = [home].compactMap(\.self) + system.split(separator: ":").map(String.init)
        return Self.trayExtensions.first { id in
            folders.contains { isThere("\($0)/gnome-shell/extensions/\(id)") }
        }
    }

    /// Programs, as `/proc/PID/comm` has them, that show the shell's notifications.
    package var programs: Set<String> {
        switch self {
        case .gnome: ["gjs", "gjs-console", "gnome-shell"]
        case .plasma: ["plasmashell"]
        }
    }

    /// Desktops that are built on GNOME and have notification servers of their own.
    private static let otherGnomes: Set<String> = [
        "Budgie", "GNOME-Flashback", "Pantheon", "Unity", "X-Cinnamon",
    ]

    /// The shell of a desktop, by the value of `XDG_CURRENT_DESKTOP`; nil for other desktops.
    package init?(currentDesktop: String?) {
        let names = (currentDesktop ?? "").split(separator: ":").map(String.init)
        if names.contains("KDE") {
            self = .plasma
        } else if names.contains("GNOME"), Self.otherGnomes.isDisjoint(with: names) {
            self = .gnome
        } else {
            return nil
        }
    }

    /// The program that passes notifications on to the shell.
    package static let bridge = "focus-bridge"

    /// True if the command starts the bridge.
    package static func isBridge(_ command: [String]) -> Bool {
        command.first?.split(separator: "/").last == Substring(bridge)
    }
}
