// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The user's texts.
@WindowActor enum Texts {
    static var layout: TextLayout { TextLayout(scale: cadwaita_text_scale()) }

    /// True for texts so large that controls side by side do not fit into a narrow window.
    static var areLarge: Bool { layout.isLarge }
}
