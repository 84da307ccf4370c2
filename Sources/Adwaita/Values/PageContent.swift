// SPDX-License-Identifier: Apache-2.0

/// The content of a page, from which the window makes and updates the widgets.
package struct PageContent<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// The identifier of the place. A page of another id starts at its top.
    package let id: String
    package var title: String
    package var subtitle = ""
    /// The way back; nil for a page that the sidebar leads to.
    package var back: Intent?
    /// Sent by Escape in place of the way back, while a control shows why its value was refused. A
    /// row with a ``Row/cancel`` of its own comes first.
    package var cancel: Intent?
    /// Buttons of the header bar.
    package var buttons: [Button<Intent>] = []
    /// A field to search in the page; nil for none.
    package var search: SearchField<Intent>?
    /// A short list to choose from.
    package typealias Filter = ConditionLine<Intent>.List

    /// Short lists beside the field to search, which choose what the page shows.
    package var filters: [Filter] = []
    /// A sentence above the page, with its remedy.
    package var notice: Notice<Intent>?
    /// A page without rows.
    package var empty: EmptyState<Intent>?
    package var groups: [RowGroup<Intent>] = []
    /// A picture and a sentence above the rows; nil for none.
    package var heading: EmptyState<Intent>?
    /// The id of the row that gets the keyboard's focus when the page opens; nil for the first one.
    package var firstRow: String?
    /// The row that gets the keyboard's focus now, on a page that may be open; nil for none.
    package var shownRow: ShownRow?
    /// A long list that replaces the groups; nil for none.
    package var list: LongList<Intent>?
    /// An icon for a page of the preferences.
    package var icon = ""

    package init(_ id: String, _ title: String) {
        self.id = id
        self.title = title
    }
}

/// A row that gets the keyboard's focus once.
package struct ShownRow: Hashable, Sendable {
    /// Each showing has its own number.
    package var number: Int
    package var id: String

    package init(_ number: Int, _ id: String) {
        self.number = number
        self.id = id
    }
}

/// Rows under a common title.
package struct RowGroup<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// The identifier of the group, unique within its page.
    package let id: String
    package var title: String
    package var description: String
    package var buttons: [Button<Intent>]
    package var rows: [Row<Intent>]

    package init(
        _ id: String, _ title: String = "", description: String = "",
        buttons: [Button<Intent>] = [], _ rows: [Row<Intent>]
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.buttons = buttons
        self.rows = rows
    }
}

extension RowGroup {
    /// Creates a group without a title.
    package init(_ id: String, _ rows: [Row<Intent>]) { self.init(id, "", rows) }
}

/// A field to search in a page. The intent comes with the text, shortly after the last key.
package struct SearchField<Intent: Hashable & Sendable>: Hashable, Sendable {
    package var text: String
    package var placeholder: String
    package var search: Intent
    /// Milliseconds from the last key to the intent; nil for those of GTK, which are fewer.
    package var delay: UInt32?

    package init(_ text: String, placeholder: String, search: Intent) {
        self.text = text
        self.placeholder = placeholder
        self.search = search
    }
}

/// A sentence above a page, with a button for its remedy.
package struct Notice<Intent: Hashable & Sendable>: Hashable, Sendable {
    package var text: String
    package var button: Button<Intent>?
    /// A second way out.
    package var other: Button<Intent>?

    package init(
        _ text: String, _ button: Button<Intent>? = nil, _ other: Button<Intent>? = nil
    ) {
        self.text = text
        self.button = button
        self.other = other
    }
}

/// The content of a page without rows.
package struct EmptyState<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// The name of an icon; nil for a spinner.
    package var icon: String?
    package var title: String
    package var description: String
    package var buttons: [Button<Intent>]

    package init(
        icon: String?, _ title: String, _ description: String = "",
        buttons: [Button<Intent>] = []
    ) {
        self.icon = icon
        self.title = title
        self.description = description
        self.buttons = buttons
    }
}
