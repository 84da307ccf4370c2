// SPDX-License-Identifier: Apache-2.0

/// The content of a window: a sidebar, a page, and what lies over them.
package struct WindowContent<Intent: Hashable & Sendable>: Hashable, Sendable {
    package var sidebar: [SidebarItem<Intent>]
    package var page: PageContent<Intent>
    /// True if a narrow window shows the page, false if it shows the sidebar.
    package var isPageInFront = true
    package var toast: Toast<Intent>?
    package var dialog: Dialog<Intent>?
    /// Entries of the menu of the whole window.
    package var menu: [Button<Intent>] = []
    /// A window over this one.
    package var panel: Panel?
    /// The pages of the preferences window; nil while it is closed.
    package var preferences: Preferences<Intent>?
    /// Sent when the user closes the window, which stays until the program closes it; nil for a
    /// window that closes at once.
    package var close: Intent?
    /// Number of times that a change of the user did not take place. With each, the controls show
    /// the values of their rows again.
    package var resets = 0

    package init(sidebar: [SidebarItem<Intent>], page: PageContent<Intent>) {
        self.sidebar = sidebar
        self.page = page
    }
}

/// An entry of the sidebar.
package struct SidebarItem<Intent: Hashable & Sendable>: Hashable, Sendable {
    package let id: String
    package var title: String
    package var subtitle: String
    package var icon: String
    /// The colour of the icon as `#rrggbb`; nil for the colour of texts.
    package var color: String?
    /// A number or a mark at the end of the entry.
    package var badge = ""
    /// The mark in words, for screen readers.
    package var badgeName = ""
    package var isSelected = false
    /// True if a line separates the entry from the one above.
    package var beginsSection = false
    package var open: Intent

    package init(
        _ id: String, _ title: String, _ subtitle: String = "", icon: String,
        color: String? = nil, open: Intent
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.color = color
        self.open = open
    }
}

/// A short message over the page, which vanishes by itself.
package struct Toast<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// Each toast has its own number, and is shown once.
    package var number: Int
    package var text: String
    package var button: Button<Intent>?

    package init(_ number: Int, _ text: String, _ button: Button<Intent>? = nil) {
        self.number = number
        self.text = text
        self.button = button
    }
}

/// A key of the whole window.
package struct Shortcut<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// The keys in GTK's spelling, such as `<Control>n`.
    package var keys: String
    package var intent: Intent

    package init(_ keys: String, _ intent: Intent) {
        self.keys = keys
        self.intent = intent
    }
}
