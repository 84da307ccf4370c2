// SPDX-License-Identifier: Apache-2.0

/// An entry of the icon's menu.
package struct TrayEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// An entry to click on.
        case action
        /// One of several choices; the chosen one has a mark.
        case choice(isMade: Bool)
        case submenu([TrayEntry])
        case separator
    }

    /// The identifier for clicks, unique within a menu.
    package let id: String
    package var title: String
    package var kind: Kind
    /// False to show the entry in grey and ignore clicks.
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

    /// The entry without the properties that may change while the menu is open.
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

/// The appearance of the icon.
package struct TrayPicture: Hashable, Sendable {
    /// Names of icons, or absolute paths. The first one in the user's theme is shown.
    package var icons: [String]
    /// The description for screen readers, also the tooltip.
    package var title: String
    /// A few characters beside the icon, if the tray supports them; empty for none.
    package var label: String
    package var entries: [TrayEntry]

    package init(icons: [String], title: String, label: String, entries: [TrayEntry]) {
        self.icons = icons
        self.title = title
        self.label = label
        self.entries = entries
    }
}
