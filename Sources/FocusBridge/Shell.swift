// SPDX-License-Identifier: Apache-2.0

package import DBus

/// A desktop's shell that shows notifications in its own process. A copy of a part of FocusWire's
/// `DesktopShell`: this module knows no Focus, so it does not import that one.
package enum Shell: String, CaseIterable, Hashable, Sendable {
    case gnome
    case plasma

    /// The name of the shell on the session bus.
    package var name: BusName {
        switch self {
        case .gnome: "org.gnome.Shell"
        case .plasma: "org.kde.plasmashell"
        }
    }

    /// The program that serves apps in the shell's place, if that is not the shell itself.
    package var helper: BusName? {
        switch self {
        case .gnome: "org.gnome.Shell.Notifications"
        case .plasma: nil
        }
    }
}

/// One appearance of a shell on the bus. Each restart of the shell is another one.
package struct ShellLife: Hashable, Sendable {
    package let shell: Shell
    /// The unique name of the shell.
    package let owner: BusName
    /// Differs for each appearance.
    let number: Int
}

/// The description that a shell gives of itself.
package struct ShellFacts: Hashable, Sendable {
    package var name: String
    package var vendor: String
    package var version: String
    package var specVersion: String
    package var capabilities: [String]
}
