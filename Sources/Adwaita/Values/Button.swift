// SPDX-License-Identifier: Apache-2.0

/// A button of a row, of a group or of the header bar.
package struct Button<Intent: Hashable & Sendable>: Hashable, Sendable {
    package enum Style: Hashable, Sendable {
        case plain
        /// The expected next step.
        case suggested
        /// A step that removes something.
        case destructive
    }

    /// The text, or the name for screen readers if there is an icon.
    package var title: String
    /// The name of an icon that replaces the text.
    package var icon: String?
    /// A longer name for screen readers and the tooltip; the title if empty.
    package var name: String
    package var style: Style
    package var isEnabled: Bool
    /// Sent by a click, except on a button that opens a popover.
    package var intent: Intent
    /// The popover that the button opens; nil for a button that sends its intent.
    package var popover: Popover<Intent>?

    package init(
        _ title: String, icon: String? = nil, name: String = "", style: Style = .plain,
        isEnabled: Bool = true, _ intent: Intent, opens popover: Popover<Intent>? = nil
    ) {
        self.title = title
        self.icon = icon
        self.name = name.isEmpty ? title : name
        self.style = style
        self.isEnabled = isEnabled
        self.intent = intent
        self.popover = popover
    }

    /// Returns true if the button has no background, as plain buttons of rows have none.
    ///
    /// - Parameter isInRow: True for a button of a row or of a group's heading.
    package func isShownFlat(_ isInRow: Bool) -> Bool { isInRow && style == .plain }
}
