// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words in capitals that stand for what the user fills in, typed as a printed step or a help
/// text has them: `allow APP`, `history --since TIME`. A command would take such a word for the
/// name of an app, and its steps would be about that app.
///
/// The words of a command are those of its usage line and of its options, and those of the steps. A
/// word that names an existing app, person, rule, schedule or Focus is not one of them. The Focus
/// alone is left to ``FocusEditor/unknown(_:offersTemplate:)``.
@LoopActor struct Placeholders {
    let command: Command
    let values: OptionValues
    let invocation: Invocation

    /// A word, what it stands for, and the lines below the failure.
    private struct Meaning {
        let word: String
        let noun: String
        var lines: [String] = []
    }

    /// Commands whose words are those of another program, or of an unfinished line.
    private static let others: Set = ["complete", "link"]

    /// Words in place of options' values in steps, besides the options' own placeholders.
    private static let values: [String: Set<String>] = [
        "focus": ["COPY"], "person": ["NAME", "PERSON"], "search": ["NAME"], "site": ["HOST"],
    ]

    /// Words in place of arguments in steps, besides those of the usage line.
    private static let arguments: [String: Set<String>] = [
        "rename": ["COPY"], "trigger add": ["app:APP", "network:NAME", "calendar:NAME"],
        "trigger remove": ["app:APP", "network:NAME", "calendar:NAME"],
    ]

    /// Nouns for what other words stand for.
    private static let nouns = [
        "ACTION": "an action", "COMMAND": "a program", "DAYS": "days, as Mon-Fri",
        "EFFECT": "silence or allow", "FILE": "a file", "FOLDER": "a folder",
        "FORMAT": "a predicate", "ICON": "an icon", "JSON": "a text in JSON", "KEY": "a setting",
        "PATH": "a file", "PREDICATE": "a predicate", "SPAN": "a length of time, as 1h",
        "TEMPLATE": "a template", "TEXT": "a text", "TIME": "a time, as 9:00 or 17:30",
        "WORD": "a word in titles and texts",
    ]

    /// Throws for such words, with what stands in their place.
    func refuse() throws(CommandFailure) {
        // A command that removes says itself that a list has no such entry.
        guard !Self.others.contains(command.name), !values.flag("remove") else { return }
        let meanings = typed
        guard meanings.contains(where: { $0.word != FocusEditor.placeholder }) else { return }
        let parts = meanings.enumerated().map { index, meaning in
            "“\(meaning.word)” \(index == 0 ? "stands for" : "for") \(meaning.noun)"
        }
        var lines: [String] = []
        for line in meanings.flatMap(\.lines) where !lines.contains(line) { lines.append(line) }
        throw .refused(
            parts.joinedWithAnd,
            details: lines.isEmpty ? ["For help: focus-switch \(command.name) --help"] : lines)
    }

    /// Throws for the word of a usage line in place of a command, where no Focus has that name.
    static func refuse(
        command words: [String], _ invocation: Invocation
    ) throws(CommandFailure) {
        guard let word = words.first, word == "COMMAND",
            !words.indices.contains(where: { invocation.isFocus(Array(words[...$0])) })
        else { return }
        throw .usage("“\(word)” stands for a command", "All commands: focus-switch --help")
    }

    /// Returns the words of a usage line, such as `APP` and `PARAM=VALUE` of `APP PARAM=VALUE…`.
    nonisolated static func words(ofUsage text: String) -> [String] {
        text.split { " []…".contains($0) }.map(String.init).filter(isPlaceholder)
    }

    /// Returns true for `APP`, `PARAM=VALUE` and `N`. A single letter may be a name.
    nonisolated static func isPlaceholder(_ word: String) -> Bool {
        let letters = word.filter { $0 != "=" }
        return word == "N"
            || letters.count > 1 && letters.allSatisfy { $0.isASCII && $0.isUppercase }
    }

    /// The typed words, in their order, each once.
    private var typed: [Meaning] {
        var meanings: [Meaning] = []
        func add(_ word: String, _ option: String?) {
            guard !meanings.contains(where: { $0.word == word }), !exists(word, option) else {
                return
            }
            meanings.append(meaning(word, option))
        }
        let known = Self.words(ofUsage: command.parameters)
        let others = Self.arguments[command.name] ?? []
        for argument in values.arguments {
            let word = argument.hasSuffix("…") ? String(argument.dropLast()) : argument
            if known.contains(word) || others.contains(word) { add(word, nil) }
        }
        if invocation.heldCommand.first == "COMMAND" { add("COMMAND", nil) }
        for option in command.options where option.kind != .flag {
            let given =
                option.kind == .strings
                ? values.strings(option.name)
                : option.kind == .string ? [values.string(option.name)].compactMap(\.self) : []
            for word in given {
                // A notification may have any text, and `explain` only describes one.
                let isText = word == "TEXT" && command.name == "explain"
                let isOwn =
                    word == option.placeholder && Self.isPlaceholder(word) && !isText
                if isOwn || Self.values[option.name]?.contains(word) == true {
                    add(word, option.name)
                }
            }
        }
        return meanings
    }

    /// Returns true if a word names what it would stand for.
    private func exists(_ word: String, _ option: String?) -> Bool {
        let editor = FocusEditor(invocation)
        let focuses = editor.catalog.focuses.values
        switch word {
        case "APP", "APPID":
            // An app whose name only begins with the word is not meant.
            let apps = invocation.apps
            let isListed =
                (try? apps.find(word)) == nil && (try? apps.isUnknown(word)) == false
            return apps.isName(word) || isListed
                || MutedApps(invocation).app(of: [AppID(word)]) != nil
        case "app:APP": return focuses.contains { $0.triggers.contains(.app(AppID("APP"))) }
        case FocusEditor.placeholder, "COPY": return editor.isNamed(word)
        case "NAME", "PERSON", "SCHEDULE":
            if option == "person" { return KnownPeople(editor).contains(word) }
            return focuses.contains { focus in
                let names = focus.rules.map(\.name) + focus.schedules.map(\.name)
                return (names + [focus.name]).contains(word)
            }
        default: return false
        }
    }

    private func meaning(_ word: String, _ option: String?) -> Meaning {
        let apps = "The apps: focus-switch apps"
        let help = "For help: focus-switch \(command.name) --help"
        switch (word, option) {
        case ("APP", _), ("APPID", _), ("app:APP", _):
            return Meaning(word: word, noun: "an app's name or id", lines: [apps])
        case (FocusEditor.placeholder, _), ("COPY", _):
            return Meaning(word: word, noun: "a Focus", lines: ["Your Focuses: focus-switch list"])
        case (_, "person"):
            return Meaning(word: word, noun: "a person's name", lines: people)
        case (_, "search"):
            // The search ignores letter case.
            let search = "focus-switch \(command.name) --search \(word.lowercased())"
            return Meaning(
                word: word, noun: "a text or a name",
                lines: ["To look for that word: \(search)"] + people)
        case ("network:NAME", _):
            return Meaning(
                word: word, noun: "a network's name behind “network:”",
                lines: ["The networks: nmcli connection"])
        case ("calendar:NAME", _):
            return Meaning(word: word, noun: "a calendar's name behind “calendar:”", lines: [help])
        case (_, "grace"):
            return Meaning(word: word, noun: "a length of time, as 30s", lines: [help])
        case ("NAME", _), ("SCHEDULE", _), ("ID", "id"):
            return named(word, help)
        case ("SITE", _), ("HOST", _):
            return Meaning(
                word: word, noun: "a web site, as example.org",
                lines: ["The sites of notifications: focus-switch history"])
        case ("ID", _):
            return Meaning(
                word: word, noun: "the id of a notification",
                lines: [
                    "The ids of missed ones: focus-switch missed",
                    "The ids of all: focus-switch history",
                ])
        case ("TRIGGER", _):
            return Meaning(
                word: word, noun: "a trigger", lines: ["The triggers: focus-switch trigger kinds"])
        case ("FILTER", _), ("PARAM", _), ("PARAM=VALUE", _):
            return Meaning(
                word: word, noun: "what an app's filter has",
                lines: ["The filters: focus-switch filter list"])
        default:
            return Meaning(word: word, noun: Self.nouns[word] ?? "a value", lines: [help])
        }
    }

    /// Returns the meaning of the name of a rule or a schedule, or of a new name.
    private func named(_ word: String, _ help: String) -> Meaning {
        let group = word == "SCHEDULE" ? "schedule" : String(command.words[0])
        let isNew = ["create", "rename", "rule add", "schedule set"].contains(command.name)
        guard !isNew, ["rule", "schedule"].contains(group) else {
            return Meaning(
                word: word, noun: "\(word == "ID" ? "an id" : "a name") of your choice",
                lines: [help])
        }
        return Meaning(
            word: word, noun: "a \(group)'s name",
            lines: ["The \(group)s: focus-switch \(group) list"])
    }

    /// The lines with people whom notifications have named.
    private var people: [String] {
        KnownPeople(FocusEditor(invocation)).some.map { ["Notifications have named \($0)"] }
            ?? ["The notifications with their senders: focus-switch history"]
    }
}
