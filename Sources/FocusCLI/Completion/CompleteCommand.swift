// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The command `complete`, which shells call when the user presses the Tab key.
enum CompleteCommand {
    static let all = [complete]

    static let complete = Command(
        "complete", "[WORD…]", summary: "Print completions of a word, for shells",
        details: """
            The words are those of a command line; the last one is completed. Prints a line for each \
            possibility, with a tab and its meaning after it.
            """,
        examples: ["focus-switch complete -- on wo", "focus-switch complete -- set time"]
    ) { invocation, values in
        let found = Completion(values.arguments, invocation).candidates()
        let json = found.map { candidate -> JSONValue in
            ["word": .string(candidate.word), "meaning": .string(candidate.meaning)]
        }
        invocation.report(.array(json)) {
            for candidate in found {
                let meaning = candidate.meaning.printable
                invocation.output.line(
                    candidate.word.printable + (meaning.isEmpty ? "" : "\t\(meaning)"))
            }
        }
    }
}

/// Possible completion of a word.
struct Candidate: Hashable {
    let word: String
    var meaning = ""
}

/// Completes the last word of a command line from the table of commands, the user's files and,
/// while focusd runs, focusd's data.
@LoopActor struct Completion {
    private let line: CommandLinePrefix
    private let sources: CompletionSources

    /// True behind `help`, which takes a command.
    private let isHelp: Bool

    init(_ words: [String], _ invocation: Invocation) {
        let commands = CommandTable.all
        let typed = words.last ?? ""
        let front = LeadingOptions(Array(words.dropLast()))
        isHelp = front.rest.first == "help"
        // Words such as `dismiss` and `missed search` stand for other ones.
        let meant =
            isHelp
            ? Array(front.rest.dropFirst())
            : front.options + front.ends
                + front.rest.completed(by: commands).withSynonym(commands)
        line = CommandLinePrefix(meant + [typed], commands: commands)
        sources = CompletionSources(invocation)
    }

    /// Returns the possible words that begin with the typed text. Ignores letter case only if no
    /// word matches exactly.
    func candidates() -> [Candidate] {
        var seen: Set<String> = []
        let all = possible().filter { seen.insert($0.word).inserted }
        let exact = all.filter { $0.word.hasPrefix(line.word) }
        let found =
            exact.isEmpty
            ? all.filter { $0.word.lowercased().hasPrefix(line.word.lowercased()) } : exact
        return found.map { Candidate(word: line.lead + $0.word, meaning: $0.meaning) }
    }

    private func possible() -> [Candidate] {
        if isHelp {
            switch line.place {
            case .first: return firstWords()
            case .second(let group): return secondWords(group)
            case .argument, .value, .unknown: return []
            }
        }
        if line.takesOptions, line.word.hasPrefix("-") { return options() }
        switch line.place {
        case .first:
            return firstWords() + [Candidate(word: "help", meaning: "Explain a command")]
                + sources.focuses()
                + OtherUse.doNotDisturbWords.sorted().map {
                    Candidate(word: $0, meaning: "Do Not Disturb")
                }
        case .second(let group): return secondWords(group) + argumentsOfGroup(group)
        case .value(let command, let option):
            return Self.values(of: option, command, sources) ?? []
        case .argument(let command, let names, let before):
            return names.flatMap { values(ofArgument: $0, before, command) ?? [] }
        case .unknown: return []
        }
    }

    private func options() -> [Candidate] {
        let options: [OptionParser.Option] =
            switch line.place {
            case .value(let command, _), .argument(let command, _, _): command.allOptions
            case .second(let group):
                CommandTable.all.first { $0.name == group }?.allOptions ?? Self.general
            case .first, .unknown: Self.general
            }
        return options.filter { $0.kind == .strings || line.options[$0.name] == nil }
            .map { Candidate(word: "--\($0.name)", meaning: $0.help) }
    }

    private static let general = [
        OptionParser.Option("help", help: "List all commands"),
        OptionParser.Option("json", help: "Print JSON"),
        OptionParser.Option("version", help: "Print the version"),
    ]

    private func firstWords() -> [Candidate] {
        CommandLineReader(commands: CommandTable.all).firstWords.map { word in
            let command = CommandTable.all.first { $0.name == word }
            // A group without a command of its own is explained by its commands.
            let members = secondWords(word).map(\.word).joined(separator: ", ")
            return Candidate(word: word, meaning: command?.summary ?? "Commands: \(members)")
        }
    }

    private func secondWords(_ group: String) -> [Candidate] {
        CommandTable.all.filter { $0.words.count > 1 && $0.words[0] == group }.map {
            Candidate(word: $0.words.dropFirst().joined(separator: " "), meaning: $0.summary)
        }
    }

    /// Returns the values of the argument of a group's own command: the apps after `history`.
    private func argumentsOfGroup(_ group: String) -> [Candidate] {
        guard let command = CommandTable.all.first(where: { $0.name == group }) else { return [] }
        let name = command.parameters.split(separator: " ").first ?? ""
        return values(ofArgument: name.filter { !"[]…".contains($0) }, [], command) ?? []
    }

    // MARK: Arguments

    /// Returns the values for an argument, chosen by the argument's name in the usage line. Returns
    /// nil for an argument that only the user knows, such as a text.
    func values(
        ofArgument name: String, _ before: [String], _ command: Command
    ) -> [Candidate]? {
        switch name {
        case "FOCUS": return sources.focuses()
        case "SCHEDULE": return sources.schedules(before.first)
        case "ID": return sources.notifications(missed: command.words[0] == "missed")
        case "ACTION": return sources.actions(before.first)
        case "TRIGGER" where command.name == "trigger remove":
            return sources.triggers(line.options["focus"])
        case "TRIGGER":
            return Trigger.Kind.allCases.compactMap(Trigger.init(_:)).map {
                Candidate(word: $0.text, meaning: $0.words)
            } + sources.apps().map { Candidate(word: "app:\($0.word)", meaning: $0.meaning) }
        case "KEY": return Setting.allCases.map { Candidate(word: $0.rawValue) }
        case "VALUE":
            return before.first.flatMap { Setting(rawValue: $0) }
                .flatMap { Self.values(of: $0, sources) } ?? []
        case "NAME" where command.words[0] == "rule" && command.name != "rule add":
            return sources.rules(line.options["focus"])
        case "NAME" where command.words[0] == "schedule":
            return sources.schedules(line.options["focus"])
        case "NAME" where command.name == "create":
            return sources.templates().map { Candidate(word: $0.meaning) }
        case "APP" where command.name == "unmute": return sources.mutedApps()
        case "APP" where command.name == "missed": return sources.missedApps()
        case "APP": return command.words[0] == "filter" ? sources.filterApps() : sources.apps()
        case "FILTER": return before.first.map(sources.filters) ?? []
        case "PARAM": return parameters(before).map { Candidate(word: $0.name, meaning: $0.title) }
        case "PARAM=VALUE":
            return parameters(before).flatMap { parameter in
                let lead = "\(parameter.name)="
                guard line.word.hasPrefix(lead) else {
                    return [Candidate(word: lead, meaning: parameter.title)]
                }
                return parameter.choices.map {
                    Candidate(word: lead + $0.value, meaning: $0.title)
                }
            }
        case "COMMAND" where command.name == "link":
            return LinkProgram.commands.map { Candidate(word: $0) }
        default: return nil
        }
    }

    private func parameters(_ before: [String]) -> [ParameterDeclaration] {
        guard let app = before.first else { return [] }
        return sources.parameters(of: app, before.count > 1 ? before[1] : nil)
    }
}

extension ParameterDeclaration {
    /// Choices that are known without asking the app.
    fileprivate var choices: [ParameterChoice] {
        type.kind == .bool
            ? [ParameterChoice("on", title: ""), ParameterChoice("off", title: "")] : cases
    }
}

/// The possible values of options and settings.
extension Completion {
    /// Returns the values for an option, chosen by the option's name, else by its placeholder.
    /// Returns nil for a value that only the user knows, such as a text.
    static func values(
        of option: OptionParser.Option, _ command: Command, _ sources: CompletionSources
    ) -> [Candidate]? {
        switch (option.name, option.placeholder) {
        case ("urgency", _): words("low", "normal", "critical")
        case ("level", _): InterruptionLevel.allCases.map { Candidate(word: $0.name) }
        case ("do", _): words("silence", "allow")
        case ("category", _): words("im.received", "email.arrived", "call.incoming", "device")
        case ("hint", _): words("desktop-entry=", "category=", "urgency=", "x-focusd-person=")
        case ("days", _): words("weekdays", "weekend", "daily", "Mon-Fri")
        case ("grace", _): words("0", "5s", "30s", "2min")
        case ("until", _): words("tonight", "tomorrow", "noon", "18:00", "friday")
        case ("from", _): words("9:00", "22:00")
        case ("to", _): words("17:00", "7:00")
        case ("since", _), ("before", _): words("today", "yesterday", "1h", "1d", "1w")
        case (_, "SPAN"): words("15min", "30min", "1h", "2h")
        case (_, "N"): words("5", "10", "50")
        case (_, "TEMPLATE"): sources.templates()
        case (_, "FOCUS"): sources.focuses()
        case (_, "APP"):
            command.words[0] == "missed" ? sources.missedApps() : sources.apps()
        case (_, "P"): sources.people()
        case (_, "SITE"): sources.sites()
        case (_, "WORD"): sources.ruleWords()
        default: nil
        }
    }

    /// Returns the values of a setting; nil for a value that only the user knows.
    static func values(of setting: Setting, _ sources: CompletionSources) -> [Candidate]? {
        switch setting {
        case .timeSensitive, .hideBadges, .summary, .repeatBreaksThrough: words("on", "off")
        case .timeSensitiveExcept: sources.apps() + words("none")
        case .icon, .color, .deliver: words("none")
        case .name: nil
        }
    }

    static func words(_ words: String...) -> [Candidate] {
        words.map { Candidate(word: $0) }
    }
}
