// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// A notification server that focusd can start behind itself.
package struct KnownServer: Sendable {
    /// The program and its arguments; the program by its name in `PATH`, or by its path.
    package let command: [String]
    package let onX11: Bool
    package let onWayland: Bool

    /// All known servers, the most likely one first.
    package static let all = [
        KnownServer(command: ["mako"], onX11: false, onWayland: true),
        KnownServer(command: ["swaync"], onX11: false, onWayland: true),
        KnownServer(command: ["fnott"], onX11: false, onWayland: true),
        KnownServer(command: ["dunst"], onX11: true, onWayland: true),
        KnownServer(
            command: ["/usr/lib/notification-daemon/notification-daemon"], onX11: true,
            onWayland: false),
        KnownServer(
            command: ["/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd"], onX11: true,
            onWayland: false),
    ]

    /// Returns true if the program is installed.
    /// - Parameter folders: the value of `PATH`; nil for the usual folders.
    package func isInstalled(in folders: String?) -> Bool {
        command.first.flatMap { ProgramFile.find($0, in: folders) } != nil
    }
}
