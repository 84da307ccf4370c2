// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Options that users expect for people, with the command or the option that does it here.
extension NearMiss {
    private static let personWords: Set = [
        "person", "people", "persons", "contact", "from", "sender", "user",
    ]

    /// Returns the failure for such an option, or nil for another option.
    static func failure(option: String, of command: Command) -> CommandFailure? {
        if command.name == "set", let key = Setting(rawValue: option) ?? Setting.meant(by: option) {
            return CommandFailure(
                .usage, "“focus-switch set” has no option --\(option): a setting has no dashes",
                details: ["To change it: focus-switch set \(key.rawValue) VALUE"])
        }
        if ["rule add", "rule change"].contains(command.name),
            ["name", "after", "before"].contains(option)
        {
            return CommandFailure(
                .usage, "“focus-switch \(command.name)” has no option --\(option)",
                details: [renamingRules])
        }
        if ["allow", "silence"].contains(command.name),
            ["for", "until", "until-logout"].contains(option)
        {
            return CommandFailure(
                .usage,
                "“focus-switch \(command.name)” has no option --\(option): a list has no end",
                details: [
                    command.name == "silence"
                        ? "To mute an app for a while: focus-switch mute APP --for 1h"
                        : "To allow an app until you remove it: focus-switch allow APP"
                ])
        }
        if option == "app", command.name == "missed clear" {
            return CommandFailure(
                .usage, "“focus-switch missed clear” has no option --app",
                details: ["For one app: focus-switch missed dismiss --app APP"])
        }
        if option == "all", let step = allSteps[command.name] {
            return CommandFailure(
                .usage, "“focus-switch \(command.name)” has no option --all", details: [step])
        }
        if command.name == "snooze", endWords.contains(option) {
            return CommandFailure(
                .usage, "“focus-switch snooze” has no option --\(option)",
                details: ["To end a snooze: focus-switch snooze --undo ID"])
        }
        if ["list", "show"].contains(option), let step = listSteps[command.name] {
            return CommandFailure(
                .usage, "“focus-switch \(command.name)” has no option --\(option)",
                details: [step])
        }
        if option == "always", ["allow", "silence"].contains(command.name) {
            return CommandFailure(
                .usage, "“focus-switch \(command.name)” has no option --always",
                details: [alwaysStep()])
        }
        guard personWords.contains(option) else { return nil }
        let steps: [String]
        switch command.name {
        case _ where command.options.contains(where: { $0.name == "person" }):
            steps = ["For a person: focus-switch \(command.name) --person NAME"]
        case "mute", "unmute", "missed mute":
            steps = [
                "Only apps are muted. A Focus silences people: focus-switch silence --person NAME"
                    + " --focus FOCUS",
                alwaysStep(),
            ]
        case "missed", "history":
            steps = ["To look for a person: focus-switch \(command.name) --search NAME"]
        case "forget", "history clear":
            steps = ["Notifications are deleted by app: focus-switch apps lists the apps"]
        default: return nil
        }
        return CommandFailure(
            .usage, "“focus-switch \(command.name)” has no option --\(option)", details: steps)
    }

    /// The step in place of `--all`, by command.
    private static let allSteps = [
        "off": "To turn off the current Focus: focus-switch off",
        "mute": "To silence all apps: focus-switch dnd",
        "allow": "For all apps: --all-apps. For all people: --all-people",
        "silence": "For all apps: --all-apps. For all people: --all-people",
    ]

    /// Words for the end of a snooze.
    static let endWords: Set = ["end", "stop", "cancel", "off", "remove", "clear", "unsnooze"]

    /// The step in place of `--list`, by command. Alone, these commands list.
    private static let listSteps = [
        "mute": "To list the muted apps: focus-switch mute",
        "unmute": "To list the muted apps: focus-switch mute",
        "snooze": "To list the snoozed notifications: focus-switch snooze",
    ]

    /// Words that users of other programs type for an option.
    private static let optionWords: [String: Set<String>] = [
        "limit": ["count", "number", "num", "max", "last", "lines", "head", "top"],
        "for": ["duration", "time", "span", "timeout", "minutes", "hours"],
        "until": ["end", "till", "til", "to"], "since": ["from", "after", "start"],
        "before": ["until", "end", "till", "til", "to"],
        "yes": ["force", "no-confirm", "assume-yes", "noconfirm"],
        "remove": ["delete", "rm"], "search": ["text", "query", "grep", "find", "filter"],
        "app": ["application", "program", "package"], "site": ["website", "url", "domain", "host"],
        "all": ["everything", "every"], "until-logout": ["logout", "session"],
        "list": ["show", "dry-run"], "focus": ["mode", "profile"],
        "summary": ["title", "subject", "headline"], "body": ["text", "message", "content"],
    ]

    /// Returns the options of the command that an unknown one probably means: a synonym, the
    /// nearest one or, for one letter, those that begin with it.
    static func options(for name: String, of command: Command) -> [String] {
        let names = command.allOptions.map(\.name)
        let synonyms = names.filter { optionWords[$0]?.contains(name) == true }
        if !synonyms.isEmpty { return synonyms }
        if name.count == 1 { return names.filter { $0.hasPrefix(name) } }
        return NearestWord.find(name, in: names).map { [$0] } ?? []
    }
}
