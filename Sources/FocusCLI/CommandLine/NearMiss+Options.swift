// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Options that users expect for people, with the command or the option that does it here.
extension NearMiss {
    private static let personWords: Set = [
        "person", "people", "persons", "contact", "from", "sender", "user",
    ]

    /// The step that silences all apps, which may have an end.
    static let silencingAll = "To silence all apps: focus-switch dnd"

    /// Returns the failure for such an option, or nil for another option.
    ///
    /// - Parameter end: the option with the end on the command line, behind a blank.
    static func failure(
        option: String, of command: Command, _ end: String = ""
    ) -> CommandFailure? {
        if command.name == "set", let key = Setting(rawValue: option) ?? Setting.meant(by: option) {
            return .usage(
                "“focus-switch set” has no option --\(option): a setting has no dashes",
                "To change it: focus-switch set \(key.rawValue) VALUE")
        }
        if ["allow", "silence"].contains(command.name),
            ["for", "until", "until-logout"].contains(option)
        {
            return .usage(
                "“focus-switch \(command.name)” has no option --\(option): a list has no end",
                command.name == "silence"
                    ? "To mute an app for a while: focus-switch mute APP --for 1h"
                    : "To allow an app until you remove it: focus-switch allow APP")
        }
        if options(for: option, of: command).isEmpty, let step = quietStep(option, command.name) {
            return CommandFailure(
                .usage, "“focus-switch \(command.name)” has no option --\(option)", details: [step])
        }
        if option == "always", ["allow", "silence"].contains(command.name) {
            return .usage(
                "“focus-switch \(command.name)” has no option --always", details: [alwaysStep()])
        }
        let steps = steps(forOption: option, of: command.name)
        if !steps.isEmpty {
            return .usage(
                "“focus-switch \(command.name)” has no option --\(option)",
                details: steps.map { $0 == silencingAll ? silencingAll + end : $0 })
        }
        guard personWords.contains(option) else { return nil }
        let others: [String]
        switch command.name {
        case _ where command.options.contains(where: { $0.name == "person" }):
            others = ["For a person: focus-switch \(command.name) --person NAME"]
        case "mute", "unmute", "missed mute":
            others = [
                "Only apps are muted. A Focus silences people: focus-switch silence --person NAME"
                    + " --focus FOCUS",
                alwaysStep(),
            ]
        case "missed", "history":
            let time = "From a time on, as today: focus-switch history --since today"
            others =
                (command.name == "history" && option == "from" ? [time] : [])
                + ["To look for a person: focus-switch \(command.name) --search NAME"]
        case "forget", "history clear":
            others = ["Notifications are deleted by app; the apps: focus-switch apps"]
        default: return nil
        }
        return .usage(
            "“focus-switch \(command.name)” has no option --\(option)",
            details: others)
    }

    /// Returns the failure for an option that stands for an argument, with the command line as it
    /// should be: `mute --app Chat --for 1h`, `trigger add --wifi Office`. Nil for other options.
    ///
    /// - Parameters:
    ///   - unknown: the option as the user typed it, with a value behind `=` if it has one.
    ///   - words: the words behind the command's name.
    static func failure(
        option unknown: String, in words: [String], of command: Command
    ) -> CommandFailure? {
        guard let place = words.firstIndex(of: unknown) else { return nil }
        if let failure = valued(unknown, place, words, command) { return failure }
        let option = CommandLineReader.name(ofOption: unknown)
        let inline = unknown.firstIndex(of: "=").map {
            String(unknown[unknown.index(after: $0)...])
        }
        let next = words.dropFirst(place + 1).first.flatMap { $0.hasPrefix("-") ? nil : $0 }
        let value = inline ?? next
        if let value, let failure = timed(option, value, command) { return failure }
        let argument: String
        switch (command.name, TriggerNames.kind(option)) {
        case ("mute", .app?), ("unmute", .app?): argument = value ?? "APP"
        case ("trigger add", .app?): argument = "app:\(value ?? "APP")"
        case ("trigger add", .network?): argument = "network:\(value ?? "NAME")"
        case ("trigger add", let kind?) where value == nil: argument = kind.rawValue
        default: return nil
        }
        let end = place + (inline == nil && next != nil ? 2 : 1)
        var line = words
        line.replaceSubrange(place..<end, with: [argument])
        let text = line.map(shellQuoted).joined(separator: " ")
        return .usage(
            "“focus-switch \(command.name)” has no option --\(option)",
            "Without the option: focus-switch \(command.name) \(text)".printable)
    }

    /// Returns the failure for an option with a time that stands for another option of `history`.
    private static func timed(
        _ option: String, _ time: String, _ command: Command
    ) -> CommandFailure? {
        guard TimeWords.isTime(time) else { return nil }
        let step: String
        switch (command.name, option) {
        case ("history", "from"): step = "From that time on: focus-switch history"
        case ("missed", "since"):
            step = "What was silenced since then: focus-switch history --silenced"
        default: return nil
        }
        return .usage(
            "“focus-switch \(command.name)” has no option --\(option)",
            "\(step) --since \(shellQuoted(time))".printable)
    }

    /// Returns the failure for an option with a value that stands for another option or for a
    /// setting: `allow --contact Ann`, `set --color none`. Nil for other options.
    private static func valued(
        _ unknown: String, _ place: Int, _ words: [String], _ command: Command
    ) -> CommandFailure? {
        let parts = unknown.split(separator: "=", maxSplits: 1).map(String.init)
        let option = CommandLineReader.name(ofOption: unknown)
        let setting = Setting(rawValue: option) ?? Setting.meant(by: option)
        var name: String?
        if command.name == "set" { name = setting?.rawValue }
        let isPerson = personWords.contains(option)
        if isPerson, command.options.contains(where: { $0.name == "person" }) { name = "--person" }
        let next = words.dropFirst(place + 1).first.flatMap { $0.hasPrefix("-") ? nil : $0 }
        guard let name, let value = parts.count > 1 ? parts[1] : next else { return nil }
        var line = words
        line.replaceSubrange(place..<(place + (parts.count > 1 ? 1 : 2)), with: [name, value])
        let text = line.map(shellQuoted).joined(separator: " ")
        return .usage(
            "“focus-switch \(command.name)” has no option --\(option.printable)"
                + (isPerson ? "" : ": a setting has no dashes"),
            "\(isPerson ? "For a person" : "To change it"): focus-switch \(command.name) \(text)")
    }

    /// Options by which a new Focus would begin as a copy.
    static let copyOptions = ["copy", "from", "clone", "like"]

    /// Returns the words of `create` with `from work` in place of `--from work` behind the name of
    /// the new Focus. Other words stay as they are.
    static func withoutCopyOption(_ words: [String], of command: Command) -> [String] {
        let place = words.firstIndex { word in
            word.hasPrefix("--")
                && copyOptions.contains(CommandLineReader.name(ofOption: word))
        }
        guard command.name == "create", let place, let first = words.first,
            !first.hasPrefix("-")
        else { return words }
        var line = words
        let parts = line[place].split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count > 1 || place + 1 < line.count else { return words }
        line.replaceSubrange(place...place, with: ["from"] + parts.dropFirst())
        return line
    }

    /// The step for an option by which other programs print nothing; nil for other options.
    static func quietStep(_ option: String, _ command: String) -> String? {
        guard ["quiet", "silent", "no-output"].contains(option) else { return nil }
        return "To print nothing but errors: focus-switch \(command) >/dev/null"
    }

    /// Words that users of other programs type for an option.
    private static let optionWords: [String: Set<String>] = [
        "limit": ["count", "number", "num", "max", "last", "lines", "head", "top"],
        "for": ["duration", "time", "span", "timeout", "minutes", "hours"],
        "until": ["end", "till", "til", "to"], "since": ["from", "after", "start"],
        "before": ["until", "end", "till", "til", "to", "older-than"],
        "to": ["until", "end", "till", "til"],
        "from": ["since", "start", "begin"],
        "yes": ["force", "no-confirm", "assume-yes", "noconfirm"],
        "remove": ["delete", "rm"], "search": ["text", "query", "grep", "find", "filter"],
        "app": ["application", "program", "package"], "site": ["website", "url", "domain", "host"],
        "all": ["everything", "every"], "until-logout": ["logout", "session"],
        "word": ["text", "keyword", "keywords", "phrase"], "list": ["show", "dry-run"],
        "silenced": ["silent"], "focus": ["mode", "profile"],
        "summary": ["title", "subject", "headline"], "body": ["text", "message", "content"],
        "when": ["if", "condition", "predicate", "where", "match", "matches"],
        "do": ["action", "effect", "then", "verdict"],
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
