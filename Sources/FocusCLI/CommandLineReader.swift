// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// What a command line asks for.
enum Request {
    case run(Command, OptionValues)
    case help(Command)
    /// A group's commands, or all of them.
    case overview(group: String?)
    case version
    /// Nothing at all: a few lines about the state of things.
    case brief(isJSON: Bool)
    /// A first word that is no command: perhaps a Focus.
    case focus(String, isJSON: Bool)
}

/// Finds the command that a command line means, and its options.
struct CommandLineReader {
    let commands: [Command]

    init(_ commands: [Command]) {
        self.commands = commands
    }

    func read(_ arguments: [String]) throws(CommandFailure) -> Request {
        var arguments = arguments
        var leading: [String] = []
        // `focus-switch --json status` means what `focus-switch status --json` does.
        while let first = arguments.first, first.hasPrefix("-"), first != "--" {
            leading.append(arguments.removeFirst())
        }
        for option in leading {
            switch option {
            case "--version": return .version
            case "--help", "-h": return .overview(group: nil)
            case "--json": break
            default: throw unknownOption(option, among: ["json", "help", "version"])
            }
        }
        if arguments.first == "--" { arguments.removeFirst() }
        arguments = arguments.completed(by: commands)
        guard let word = arguments.first else {
            return .brief(isJSON: leading.contains("--json"))
        }
        if word == "version", arguments.count == 1 { return .version }
        if word == "help" { return try help(arguments.dropFirst()) }
        guard let command = try command(arguments) else {
            let isJSON = arguments.contains("--json") || leading.contains("--json")
            let rest = arguments.dropFirst().filter { $0 != "--json" }
            if arguments.contains("--help") || arguments.contains("-h") {
                return .overview(group: isGroup(word) ? word : nil)
            }
            // `focus-switch work --for 1h` means what `focus-switch on work --for 1h` does.
            if let on = commands.first(where: { $0.name == "on" }),
                rest.contains(where: { word in
                    ["--for", "--until", "--yes", "-y"].contains { word.hasPrefix($0) }
                })
            {
                return try parse(on, leading + arguments)
            }
            if let extra = rest.first { throw unknown(word, extra) }
            return .focus(word, isJSON: isJSON)
        }
        return try parse(command, leading + arguments.dropFirst(command.words.count))
    }

    /// Every word that may come first.
    var firstWords: [String] {
        var seen: Set<Substring> = []
        return commands.map { $0.words[0] }.filter { seen.insert($0).inserted }.map(String.init)
    }

    private func help(_ topic: ArraySlice<String>) throws(CommandFailure) -> Request {
        guard let word = topic.first else { return .overview(group: nil) }
        if topic.count == 1, isGroup(word), !commands.contains(where: { $0.name == word }) {
            return .overview(group: word)
        }
        guard let command = try command(Array(topic)) else {
            throw unknownCommand(word)
        }
        return .help(command)
    }

    /// The command with the most words that begin the arguments; nil where the first word is none.
    private func command(_ arguments: [String]) throws(CommandFailure) -> Command? {
        let fitting = commands.filter { arguments.starts(with: $0.words.map(String.init)) }
        if let command = fitting.max(by: { $0.words.count < $1.words.count }) { return command }
        guard isGroup(arguments[0]) else { return nil }
        let second = arguments.dropFirst().first
        if second == nil || second == "--help" || second == "-h" {
            if second != nil { return nil }
            throw .usage(
                "\(arguments[0]) needs a command: "
                    + secondWords(arguments[0]).joined(separator: ", "))
        }
        throw unknownSecondWord(arguments[0], second ?? "")
    }

    private func parse(
        _ command: Command, _ arguments: [String]
    ) throws(CommandFailure) -> Request {
        let own = arguments.prefix { $0 != "--" }
        if own.contains("--help") || own.contains("-h") { return .help(command) }
        let values: OptionValues
        do throws(OptionError) {
            values = try command.parser.parse(arguments)
        } catch {
            let names = command.allOptions.map(\.name)
            let unknown = own.first { option in
                option.hasPrefix("--") && !names.contains(Self.name(ofOption: option))
            }
            if let unknown { throw unknownOption(unknown, among: names) }
            throw .usage(error.message.printable)
        }
        // `missed sow` is no list with an argument but a command with a mistake.
        if command.parameters.isEmpty, let word = values.arguments.first, isGroup(command.name) {
            throw unknownSecondWord(command.name, word)
        }
        return .run(command, values)
    }

    private func isGroup(_ word: String) -> Bool {
        commands.contains { $0.words.count > 1 && $0.words[0] == word }
    }

    private func secondWords(_ group: String) -> [String] {
        commands.filter { $0.words.count > 1 && $0.words[0] == group }
            .map { $0.words.dropFirst().joined(separator: " ") }
    }

    // MARK: Words that are wrong

    private func unknown(_ word: String, _ next: String) -> CommandFailure {
        if NearestWord.find(word, in: firstWords) != nil { return unknownCommand(word) }
        return .usage(
            "unexpected “\(next.printable)” after “\(word.printable)” (quote names with blanks)")
    }

    private func unknownCommand(_ word: String) -> CommandFailure {
        let groups = commands.filter {
            $0.words.count > 1 && $0.words.dropFirst().first == word[...]
        }
        if !groups.isEmpty {
            return .usage(
                "there is no command “\(word.printable)”; did you mean "
                    + groups.map { "“\($0.name)”" }.joined(separator: " or ") + "?")
        }
        return .usage(
            "there is no command “\(word.printable)”"
                + Self.suggestion(NearestWord.find(word, in: firstWords)))
    }

    private func unknownSecondWord(_ group: String, _ word: String) -> CommandFailure {
        let words = secondWords(group)
        let nearest = NearestWord.find(word, in: words)
        return .usage(
            "there is no command “\(group) \(word.printable)”"
                + (nearest == nil
                    ? "; choose from \(words.joined(separator: ", "))"
                    : Self.suggestion(nearest.map { "\(group) \($0)" })))
    }

    private func unknownOption(_ option: String, among names: [String]) -> CommandFailure {
        let nearest = NearestWord.find(Self.name(ofOption: option), in: names)
        return .usage(
            "unknown option \(option.printable)"
                + Self.suggestion(nearest.map { "--\($0)" }))
    }

    /// `json` of `--json=…`.
    private static func name(ofOption option: String) -> String {
        String(option.drop { $0 == "-" }.prefix { $0 != "=" })
    }

    /// `; did you mean “…”?`, or nothing.
    static func suggestion(_ word: String?) -> String {
        word.map { "; did you mean “\($0.printable)”?" } ?? ""
    }
}

extension [String] {
    /// The words with what people leave out: `missed` before `deliver 12`, `show` in `missed 12`.
    fileprivate func completed(by commands: [Command]) -> [String] {
        guard let first else { return self }
        if first == "missed", count > 1, UInt32(self[1]) != nil {
            return ["missed", "show"] + dropFirst()
        }
        guard !commands.contains(where: { $0.words[0] == first[...] }) else { return self }
        let meant = commands.filter { $0.words.count == 2 && $0.words[1] == first[...] }
        guard meant.count == 1, meant[0].words[0] == "missed" else { return self }
        return ["missed"] + self
    }
}
