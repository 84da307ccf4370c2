// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Words for things, such as people and calendars, with the commands about them.
extension NearMiss {
    /// The words for a window with all settings.
    static let settingsWords: Set = [
        "config", "configure", "settings", "preferences", "gui", "ui", "window",
    ]

    /// Returns the steps for a thing that is on the lists or among the triggers of a Focus; nil for
    /// other words.
    ///
    /// - Parameter values: the words behind the thing, quoted.
    static func thingSteps(_ word: String, _ values: String) -> [String]? {
        switch word {
        case "person", "people", "persons", "contact", "contacts":
            [
                "To let a person through while a Focus is on: focus-switch allow --person"
                    + " \(values.isEmpty ? "NAME" : values)",
                "Each notification with its sender: focus-switch history",
            ]
        case "site", "sites", "website", "websites":
            [
                "To let a web site through while a Focus is on: focus-switch allow --site"
                    + " \(values.isEmpty ? "HOST" : values)",
                "Each notification with its sender: focus-switch history",
            ]
        case "calendar", "calendars":
            [
                "To turn on a Focus during events: focus-switch trigger add calendar --focus FOCUS",
                "The calendars and their files: [Calendars] in focusd.conf(5)",
            ]
        default: nil
        }
    }

    /// True for a word for a thing or a kind of triggers. A Focus may have such a name.
    static func isThing(_ word: String) -> Bool {
        thingSteps(word.lowercased(), "") != nil || triggerSteps(word.lowercased()) != nil
    }

    /// The step to the window with all settings.
    ///
    /// - Parameter isInstalled: true if focus-settings is installed.
    static func windowStep(isInstalled: Bool) -> String {
        isInstalled
            ? "To open the window with all settings: focus-settings"
            : "The window with all settings is focus-settings; the package focusd-settings has it."
    }

    /// The step to the lists that hold with any Focus and without one.
    ///
    /// - Parameter hasWindow: true if focus-settings is installed.
    static func alwaysStep(
        hasWindow: Bool = ProgramFile.beside("focus-settings") != nil
    ) -> String {
        "With any Focus and without one, a file decides: always.focus in focus(5)"
            + (hasWindow ? ", or a window: focus-settings --always" : "")
    }
}
