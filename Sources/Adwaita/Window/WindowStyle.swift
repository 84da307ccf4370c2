// SPDX-License-Identifier: Apache-2.0

/// The style rules of the window, besides those of libadwaita.
enum WindowStyle {
    static let rules: String =
        "row.section { margin-top: 12px; } .week { padding: 12px; }"
        // Seven short words side by side fit into the narrowest window.
        + ".flags > button { padding-left: 2px; padding-right: 2px; }"
        // Several words side by side fit into a narrow window.
        + "row button.flat.text-button { padding-left: 8px; padding-right: 8px; }"
        // Icons of apps are drawn for more room than symbols need.
        + "row.app image.icon { -gtk-icon-size: 24px; }"
        // Subtitles are pale as a whole, and a colour that lets the background through
        // counts for links, too, which would be too pale to read.
        + "row.with-links label.subtitle"
        + " { opacity: 1; color: mix(@view_bg_color, @view_fg_color, 0.6); }"
        + "window.high-contrast row.with-links label.subtitle"
        + " { color: mix(@view_bg_color, @view_fg_color, 0.9); }"
        // The reason of a refusal is not pale.
        + "row.error label.subtitle { opacity: 1; }"
        // A row in grey says why: its subtitle is pale already, and not pale twice.
        + "row:disabled label.subtitle:disabled, row:disabled label.caption:disabled"
        + " { filter: none; }"
        + "row:drop(active) { background-color: alpha(@accent_bg_color, 0.25); }"
        + "calendar.reduced { font-size: 62%; }"
        // The narrow window of preferences has its pages' names side by side.
        + "window.large-texts headerbar label.title,"
        + " window.large-texts viewswitcher label { font-size: 65%; }"
        + "image.picture { border-radius: 6px; margin: 6px 0; }"
        + "button.chip { border-radius: 999px; padding: 2px 12px; }"
        + "button.card { padding: 12px; font-weight: normal; }"
        // The end of a page can be scrolled out from under a toast.
        + "preferencespage > scrolledwindow > viewport > clamp > box"
        + " { margin-bottom: 84px; }"
}
