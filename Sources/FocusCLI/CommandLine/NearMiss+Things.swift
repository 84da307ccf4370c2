// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Words for things, such as people and calendars, with the commands about them.
extension NearMiss {
    /// The words for a window with all settings.
    static let settingsWords: Set = [
        "config", "configure", "settings", "preferences", "gui", "ui", "window", "export", "import",
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
        case "word", "words", "keyword", "keywords":
            [
                "To let notifications with a word through: focus-switch allow --word"
                    + " \(values.isEmpty ? "WORD" : values)",
                "The secret words of the link: focus-switch link words",
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

    /// Returns the step for a word that stands for a list; nil for other words.
    ///
    /// - Parameter values: the words behind it, quoted.
    static func listSteps(_ word: String, _ values: String) -> [String]? {
        let steps = lists.first { $0.words.contains(word) }?.steps
        guard word == "info", !values.isEmpty else { return steps }
        return steps?.map { $0.hasSuffix(" show") ? "\($0) \(values)" : $0 }
    }

    private static let lists: [(words: Set<String>, steps: [String])] = [
        (
            ["ls", "focuses", "modes", "profiles"],
            ["To list your Focuses: focus-switch list", "What was missed: focus-switch missed"]
        ),
        (
            ["info", "current", "active", "now", "state", "which"],
            ["What is on now: focus-switch status", "The settings of a Focus: focus-switch show"]
        ),
        (["notifications"], ["To list the notifications: focus-switch history"]),
        (["summary", "inbox"], ["What was missed: focus-switch missed"]),
        (["panel", "open-panel", "toggle-panel"], ["To open it: focus-switch missed open"]),
        (
            ["archive"],
            [
                "Past notifications: focus-switch history",
                "To dismiss a missed one: focus-switch missed dismiss ID",
            ]
        ),
        (["schedules"], ["To list the schedules: focus-switch schedule list"]),
        (["triggers"], ["To list the triggers: focus-switch trigger list"]),
        (["rules"], ["To list the rules: focus-switch rule list"]),
        (["filters"], ["To list the apps' filters: focus-switch filter list"]),
        (["muted", "mutes"], ["To list the muted apps: focus-switch mute"]),
        (["snoozed", "snoozes"], ["To list the snoozed notifications: focus-switch snooze"]),
        (["skipped", "skips"], ["To list the skipped windows: focus-switch skip --list"]),
        (["badges", "unread"], ["To list the badges: focus-switch badge"]),
        (["timers"], ["The next changes of the active Focus: focus-switch next"]),
        (
            ["count"],
            [
                "How many were missed: focus-switch status",
                "The unread ones of each app: focus-switch badge",
            ]
        ),
        (
            ["templates", "template", "list-templates"],
            ["To create a Focus from a template: focus-switch create --help"]
        ),
    ]

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
