// SPDX-License-Identifier: Apache-2.0

/// An entry of the icon's menu.
package struct TrayEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Something to click on.
        case action
        /// One of several choices, which may be made.
        case choice(isMade: Bool)
        case submenu([TrayEntry])
        case separator
    }

    /// What a click is reported by; no two entries of a menu have the same.
    package let id: String
    package var title: String
    package var kind: Kind
    /// What cannot be clicked on is shown in grey.
    package var isEnabled: Bool
    package var isVisible: Bool

    package init(
        _ id: String, _ title: String = "", _ kind: Kind = .action, isEnabled: Bool = true,
        isVisible: Bool = true
    ) {
        self.id = id
        self.title = title
        self.kind = kind
        self.isEnabled = isEnabled
        self.isVisible = isVisible
    }

    /// What cannot change while the menu is open: the entry without what can.
    var outline: TrayEntry {
        let kind: Kind =
            switch kind {
            case .action, .separator: kind
            case .choice: .choice(isMade: false)
            case .submenu(let entries): .submenu(entries.map(\.outline))
            }
        return TrayEntry(id, "", kind)
    }
}

/// All that the icon shows.
package struct TrayPicture: Hashable, Sendable {
    /// Names of icons, or absolute paths; the first that the user's theme has is shown.
    package var icons: [String]
    /// What somebody is told who cannot see the icon; also its tooltip.
    package var title: String
    /// A few characters beside the icon, where the tray shows such; empty for none.
    package var label: String
    package var entries: [TrayEntry]

    package init(icons: [String], title: String, label: String, entries: [TrayEntry]) {
        self.icons = icons
        self.title = title
        self.label = label
        self.entries = entries
    }
}
