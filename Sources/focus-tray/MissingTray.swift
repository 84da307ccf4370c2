// SPDX-License-Identifier: Apache-2.0

import FocusWire

/// A session bus without a tray.
enum MissingTray {
    /// Returns the message about it.
    ///
    /// - Parameter installed: the id of the shell's extension with a tray, if it is installed.
    static func text(on shell: DesktopShell?, installed: String? = nil) -> String {
        let state = "no tray is on the session bus (\(WireName.trayHost))"
        guard let shell, let remedy = shell.trayRemedy(installed: installed) else {
            return "\(state): until one starts, only an old X11 system tray can show the icon"
        }
        return "\(state): \(shell.title) has none by itself; for the icon, \(remedy)"
    }

    /// Returns true where the old X11 system tray cannot take its place. GTK complains about an
    /// icon without any place.
    static func isNeeded(on shell: DesktopShell?) -> Bool { shell == .gnome }
}
