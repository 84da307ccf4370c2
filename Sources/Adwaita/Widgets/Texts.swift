// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The keys that go back: the arrow against the direction of texts.
package enum BackKeys {
    /// The keys where texts run from left to right.
    package static let usual = "<Alt>Left"

    static func keys(isMirrored: Bool) -> String { isMirrored ? "<Alt>Right" : usual }
}

/// The user's texts.
@WindowActor enum Texts {
    /// True where texts run from right to left.
    static var areMirrored: Bool { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }

    static var layout: TextLayout { TextLayout(scale: cadwaita_text_scale()) }

    /// True for texts so large that controls side by side do not fit into a narrow window.
    static var areLarge: Bool { layout.isLarge }
}
