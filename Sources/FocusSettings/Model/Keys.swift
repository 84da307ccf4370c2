// SPDX-License-Identifier: Apache-2.0

import Adwaita
import Presentation

/// The keys of the window.
enum Keys {
    /// The keys with an intent of their own.
    static let shortcuts = [
        Shortcut<Intent>("<Control>n", .open(.newFocus)),
        undo,
        Shortcut<Intent>("<Control>comma", .openPreferences),
        Shortcut<Intent>("<Control>question", .showKeys),
        Shortcut<Intent>("F5", .readAgain),
    ]

    /// The key of this window and of the preferences.
    static let undo = Shortcut<Intent>("<Control>z", .undo)

    /// All keys, for the window that lists them.
    static var groups: [Panel.KeyGroup] {
        [
            Panel.KeyGroup(
                tr("General"),
                [
                    Panel.Key(tr("New Focus"), "<Control>n"), Panel.Key(tr("Search"), "<Control>f"),
                    Panel.Key(tr("Undo"), "<Control>z"), Panel.Key(tr("Check again"), "F5"),
                    Panel.Key(tr("Preferences"), "<Control>comma"),
                    Panel.Key(tr("Keyboard Shortcuts"), "<Control>question"),
                    Panel.Key(tr("Menu"), "F10"), Panel.Key(tr("Close"), "<Control>w"),
                ]),
            Panel.KeyGroup(
                tr("Pages"),
                [
                    Panel.Key(tr("Open one of the first nine pages"), "<Control>1...9"),
                    Panel.Key(tr("List of all pages"), "<Control>0"),
                    Panel.Key(tr("Back"), BackKeys.usual),
                    Panel.Key(tr("Leave the field, then the page"), "Escape"),
                ]),
            Panel.KeyGroup(
                tr("Rows"),
                [
                    Panel.Key(tr("Turn a switch"), "space"),
                    Panel.Key(tr("Menu of the row"), "<Shift>F10"),
                    Panel.Key(tr("Remove"), "Delete"),
                    Panel.Key(tr("Move a rule up"), "<Alt>Up"),
                    Panel.Key(tr("Move a rule down"), "<Alt>Down"),
                ]),
        ]
    }
}
