// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The user's texts.
@WindowActor enum Texts {
    /// True for texts so large that controls side by side do not fit into a narrow window.
    static var areLarge: Bool { cadwaita_text_scale() >= 1.5 }
}
