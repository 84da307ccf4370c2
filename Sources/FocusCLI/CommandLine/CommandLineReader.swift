// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Request of a command line.
enum Request {
    case run(Command, OptionValues)
    case help(Command)
    /// The list of a group's commands, or of all commands.
    case overview(group: String?)
    case version(isJSON: Bool)
    /// An empty command line, which prints the state in a few lines.
    case brief(isJSON: Bool)
    /// Words that are not a command and may be a Focus to explain, with the failure otherwise.
    case focusHelp([String], CommandFailure)
    /// A first word that is not a command and may be a Focus.
    case focus(String, isJSON: Bool)
    /// Several words that begin with no command: a Focus's name without quotes, or a mistake.
    case words([String], isJSON: Bool)
}

/// Finds the command and the options of a command line.
struct CommandLineReader {
    let commands: [Command]

    func read(_ arguments: [String]) throws(CommandFailure) -> Request {
        let front = LeadingOptions(arguments)
        var arguments = front.rest
        var leading = front.options
        for option in leading {
            switch option {
            case "--version", "-v", "-V":
                return .version(isJSON: (leading + arguments).contains("--json"))
            // `--help status` equals `status --help`.
            case "--help", "-h": return try help(arguments[...])
            case _ where LeadingOptions.known.contains(option): break
            case "-d", "--dnd", "--toggle-dnd":
                throw .usage(
                    "unknown option \(option)",
                    "To turn Do Not Disturb on: focus-switch dnd",
                    "To turn it on or off: focus-switch toggle dnd")
            default: throw LeadingOptions.unknown(option, commands, before: arguments)
            }
        }
        try front.check(commands)
        leading += front.ends
        if arguments.first == "--" { arguments.removeFirst() }
        arguments = arguments.completed(by: commands).withSynonym(commands)
        guard let word = arguments.first else {
            return .brief(isJSON: leading.contains("--json"))
        }
        if word == "version", arguments.dropFirst().allSatisfy({ $0 == "--json" }) {
            return .version(isJSON: (leading + arguments).contains("--json"))
        }
        if word == "help" { return try help(arguments.dropFirst()) }
        guard let command = try command(arguments) else {
            let isJSON = arguments.contains("--json") || leading.contains("--json")
            let rest = arguments.dropFirst().filter { $0 != "--json" }
            if arguments.contains("--help") || arguments.contains("-h") {
                if isGroup(word) { return .overview(group: word) }
                return .focusHelp(
                    Array(arguments.prefix { !$0.hasPrefix("-") }), unknownCommand(word))
            }
            // `focus-switch work --for 1h` equals `focus-switch on work --for 1h`.
            if let on = commands.first(where: { $0.name == "on" }),
                (leading + rest).contains(where: { word in
                    ["--for", "--until", "--yes", "-y"].contains { word.hasPrefix($0) }
                })
            {
                return try parse(on, leading + arguments)
            }
            if !rest.isEmpty { return .words([word] + rest, isJSON: isJSON) }
            return .focus(word, isJSON: isJSON)
        }
        return try parse(command, leading + arguments.dropFirst(command.words.count))
    }

    /// Returns the commands of groups with that second word: `missed clear` for `clear`.
    func commands(ofSecondWord word: String) -> [String] {
        commands.filter { $0.words.count > 1 && $0.words[1] == word[...] }.map(\.name)
    }

    /// Returns the commands of groups whose second word resembles a word: `missed dismiss` for
    /// `dismis`.
    func commands(nearSecondWord word: String) -> [String] {
        let words = commands.filter { $0.words.count == 2 }.map { String($0.words[1]) }
        return NearestWord.find(word, in: words).map { commands(ofSecondWord: $0) } ?? []
    }

    /// Returns a line that leads to the list of commands, unless a word is suggested.
    static func overview(unless nearest: String?) -> [String] {
        nearest == nil ? ["All commands: focus-switch --help"] : []
    }

    /// Lead of the line that repeats a command line without its typing mistake.
    static let corrected = "Corrected: "

    /// Returns that line for a mistyped word before other ones; none for the last word, whose
    /// correction the message names.
    static func corrected(_ word: String, _ nearest: String, in words: [String]) -> [String] {
        guard let place = words.firstIndex(of: word), place + 1 < words.count else { return [] }
        let line = words[..<place] + [nearest] + words[(place + 1)...]
        return ["\(corrected)focus-switch \(line.map(shellQuoted).joined(separator: " "))"]
    }

    /// Returns `; did you mean “…” or “…”?` for at least one command.
    static func suggestion(amongCommands names: [String]) -> String {
        "; did you mean " + names.map { "“\($0)”" }.joined(separator: " or ") + "?"
    }

    /// All possible first words.
    var firstWords: [String] {
        var seen: Set<Substring> = []
        return commands.map { $0.words[0] }.filter { seen.insert($0).inserted }.map(String.init)
    }

    private func help(_ topic: ArraySlice<String>) throws(CommandFailure) -> Request {
        // `help --help` equals `help`.
        let words = Array(topic.filter { !$0.hasPrefix("-") }).withSynonym(commands)
        let topic = words[...]
        guard let word = topic.first else { return .overview(group: nil) }
        if topic.count == 1, isGroup(word), !commands.contains(where: { $0.name == word }) {
            return .overview(group: word)
        }
        guard let command = try command(words) else {
            return .focusHelp(words, unknownCommand(word))
        }
        return .help(command)
    }

    /// Returns the command with the most words that begin the arguments, or nil if no command has
    /// the first word.
    private func command(_ arguments: [String]) throws(CommandFailure) -> Command? {
        let fitting = commands.filter { arguments.starts(with: $0.words.map(String.init)) }
        if let command = fitting.max(by: { $0.words.count < $1.words.count }) { return command }
        guard isGroup(arguments[0]) else { return nil }
        let second = arguments.dropFirst().first
        if second == nil || second == "--help" || second == "-h" {
            if second != nil { return nil }
            throw .usage(
                "\(arguments[0]) needs a command: "
                    + secondWords(arguments[0]).joined(separator: ", "),
                "More: focus-switch \(arguments[0]) --help")
        }
        throw unknownSecondWord(arguments[0], second ?? "", Array(arguments.dropFirst(2)))
    }

    private func parse(
        _ command: Command, _ arguments: [String]
    ) throws(CommandFailure) -> Request {
        let arguments = NearMiss.withoutCopyOption(arguments, of: command)
            .withoutFocusOption(for: command)
            .withSeparateNumbers(for: command).withWholeTimes(for: command)
        let own = arguments.prefix { $0 != "--" }
        if own.contains("--help") || own.contains("-h") { return .help(command) }
        let options = Self.valuedOptions(arguments, command)
        if let failure = Self.missingValue(options, command) ?? Self.repeated(options) {
            throw failure.naming(command)
        }
        let values: OptionValues
        do throws(OptionError) {
            values = try command.parser.parse(arguments)
        } catch {
            let names = command.allOptions.map(\.name)
            let unknown = own.first { option in
                option.hasPrefix("--") && !names.contains(Self.name(ofOption: option))
            }
            if let unknown {
                let end = EndTime.typedOption(in: own)
                throw NearMiss.failure(option: unknown, in: arguments, of: command)
                    ?? NearMiss.failure(option: Self.name(ofOption: unknown), of: command, end)
                    ?? Self.unknownOption(unknown, of: command).naming(command)
            }
            if let unknown = unknownLetter(own, command) {
                throw Self.unknownOption(unknown, of: command).naming(command)
            }
            if let failure = Self.wrongNumber(options) { throw failure.naming(command) }
            // GOptionContext begins its sentences with a capital letter.
            let message = error.message.printable
            throw CommandFailure.usage(message.prefix(1).lowercased() + message.dropFirst())
                .naming(command)
        }
        // `missed sow` is a mistyped command, not a list with an argument.
        if command.parameters.isEmpty, let word = values.arguments.first, isGroup(command.name) {
            let rest = arguments == values.arguments ? Array(arguments.dropFirst()) : []
            throw unknownSecondWord(command.name, word, rest)
        }
        // `badge off chat`: the command of the group takes an argument.
        if isGroup(command.name), let word = values.arguments.first,
            let failure = NearMiss.failure(
                group: command.name, word, Array(values.arguments.dropFirst()))
        {
            throw failure
        }
        return .run(command, values)
    }

    /// An option of a command line that takes a value. The value is nil at the end of the line.
    private typealias ValuedOption = (option: OptionParser.Option, word: String, value: String?)

    /// Returns the options that take a value, as GOptionContext reads them: up to a `--`.
    private static func valuedOptions(
        _ arguments: [String], _ command: Command
    ) -> [ValuedOption] {
        var options: [ValuedOption] = []
        var words = arguments[...]
        while let word = words.popFirst(), word != "--" {
            let option = command.allOptions.first {
                word.hasPrefix("--") && name(ofOption: word) == $0.name
                    || word == $0.short.map { "-\($0)" }
            }
            guard let option, option.kind != .flag else { continue }
            let inline = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
            options.append((option, word, inline ?? words.popFirst()))
        }
        return options
    }

    /// Returns the error for the first option that would take the next option as its value, as
    /// GOptionContext does: `--person --focus work`.
    private static func missingValue(
        _ options: [ValuedOption], _ command: Command
    ) -> CommandFailure? {
        let letters = command.allOptions.compactMap(\.short).map { "-\($0)" }
        for (option, word, value) in options where !word.contains("=") {
            guard let value, value.hasPrefix("--") || letters.contains(value) else { continue }
            let isKnown =
                letters.contains(value) || value == "--"
                || command.allOptions.contains { $0.name == name(ofOption: value) }
            return .usage(
                "missing argument for --\(option.name)"
                    + (isKnown
                        ? ""
                        : "; for that text: \(shellQuoted("--\(option.name)=\(value)").printable)"))
        }
        return nil
    }

    /// Returns the error for an option with one value that is given twice: GOptionContext would
    /// drop the first value.
    private static func repeated(_ options: [ValuedOption]) -> CommandFailure? {
        var seen: Set<String> = []
        for (option, _, _) in options where option.kind != .strings {
            guard !seen.insert(option.name).inserted else { continue }
            return .usage("--\(option.name) takes one value; run the command once for each value")
        }
        return nil
    }

    /// Returns the error for the first number option with another value.
    private static func wrongNumber(_ options: [ValuedOption]) -> CommandFailure? {
        for (option, word, value) in options
        where option.kind == .integer && word.hasPrefix("--") && Int64(value ?? "") == nil {
            if let value, value == option.placeholder {
                return .usage("“\(value)” stands for a number, as --\(option.name) 50")
            }
            return .usage(
                "--\(option.name): expected a number, got “\((value ?? "").printable)”")
        }
        return nil
    }

    private func isGroup(_ word: String) -> Bool {
        commands.contains { $0.words.count > 1 && $0.words[0] == word }
    }

    private func secondWords(_ group: String) -> [String] {
        commands.filter { $0.words.count > 1 && $0.words[0] == group }
            .map { $0.words.dropFirst().joined(separator: " ") }
    }

    // MARK: Errors

    private func unknownCommand(_ word: String) -> CommandFailure {
        let groups = commands(ofSecondWord: word)
        if !groups.isEmpty {
            return .usage(
                "there is no command “\(word.printable)”" + Self.suggestion(amongCommands: groups))
        }
        let nearest = NearestWord.find(word, in: firstWords)
        return .usage(
            "there is no command “\(word.printable)”" + Self.suggestion(nearest),
            details: Self.overview(unless: nearest))
    }

    /// - Parameter rest: the words behind `word`.
    private func unknownSecondWord(
        _ group: String, _ word: String, _ rest: [String] = []
    ) -> CommandFailure {
        if let failure = NearMiss.failure(group: group, word, rest) { return failure }
        let words = secondWords(group)
        let nearest = NearestWord.find(word, in: words)
        var details: [String] = []
        if group == "schedule", nearest == nil {
            let example =
                "focus-switch schedule set hours --focus FOCUS --days Mon-Fri --from 9:00 --to 17:00"
            details = ["To set times of the day, as these: \(example)"]
        }
        if let nearest, !rest.isEmpty {
            let line = ([group, nearest] + rest).map(shellQuoted).joined(separator: " ")
            details = ["\(Self.corrected)focus-switch \(line)"]
        }
        return .usage(
            "there is no command “\(group) \(word.printable)”"
                + (nearest == nil
                    ? "; choose from \(words.joined(separator: ", "))"
                    : Self.suggestion(nearest.map { "\(group) \($0)" })),
            details: details)
    }

    /// Returns the error for an option that the command does not have.
    static func unknownOption(_ option: String, of command: Command) -> CommandFailure {
        let name = name(ofOption: option)
        let meant = NearMiss.options(for: name, of: command).map { "“--\($0)”" }
        return .usage(
            "unknown option \(option.printable)"
                + (meant.isEmpty ? "" : "; did you mean \(meant.joined(separator: " or "))?"))
    }

    /// Returns the first option of one letter that the command does not have.
    private func unknownLetter(_ arguments: ArraySlice<String>, _ command: Command) -> String? {
        let known = command.allOptions.compactMap(\.short)
        return arguments.first { word in
            guard word.hasPrefix("-"), !word.hasPrefix("--"), let letter = word.dropFirst().first
            else { return false }
            return !known.contains(letter)
        }
    }

    /// Returns `json` for `--json=…`.
    static func name(ofOption option: String) -> String {
        String(option.drop { $0 == "-" }.prefix { $0 != "=" })
    }

    /// Returns `; did you mean “…”?`, or an empty text.
    static func suggestion(_ word: String?) -> String {
        word.map { "; did you mean “\($0.printable)”?" } ?? ""
    }

    /// Returns `; did you mean “…”?` with the name that a word resembles, else `; it has “…”` with
    /// all names. An empty text without names.
    static func suggestion(_ word: String, among names: [String]) -> String {
        let nearest = NearestWord.find(word, in: names)
        guard nearest == nil, !names.isEmpty else { return suggestion(nearest) }
        return "; it has \(names.map { "“\($0.printable)”" }.joined(separator: ", "))"
    }
}

extension [String] {
    /// Returns the words with `-n5` in two words, which GOptionContext does not separate.
    fileprivate func withSeparateNumbers(for command: Command) -> [String] {
        let letters = command.options.filter { $0.kind == .integer }.compactMap(\.short)
        let end = firstIndex(of: "--") ?? endIndex
        return self[..<end].flatMap { word -> [String] in
            guard word.count > 2, word.first == "-", let letter = word.dropFirst().first,
                letters.contains(letter), word.dropFirst(2).allSatisfy(\.isNumber)
            else { return [word] }
            return [String(word.prefix(2)), String(word.dropFirst(2))]
        } + self[end...]
    }

    /// Returns the words with the unquoted time of an option in one word: `--until 6 pm`,
    /// `--from tomorrow 9 pm`.
    func withWholeTimes(for command: Command) -> [String] {
        let options = command.options.filter { $0.placeholder == "TIME" }.map { "--\($0.name)" }
        var words = self
        // From the last option on, so that the indices of the others stay.
        for index in indices.reversed() where options.contains(words[index]) {
            let end = [index + 2, index + 3].first { last in
                last < words.count && ["am", "pm"].contains(words[last].lowercased())
                    && words[last - 1].first?.isNumber == true
            }
            guard let end else { continue }
            let time = words[(index + 1)...end].joined(separator: " ")
            words.replaceSubrange((index + 1)...end, with: [time])
        }
        return words
    }

    /// Returns the words with omitted ones added: `missed` before `deliver 12`, `show` in
    /// `missed 12`, `list` behind `schedule` alone.
    func completed(by commands: [Command]) -> [String] {
        guard let first else { return self }
        if first == "missed", count > 1, UInt32(self[1]) != nil {
            return ["missed", "show"] + dropFirst()
        }
        if dropFirst().allSatisfy({ $0 == "--json" }),
            commands.contains(where: { $0.name == "\(first) list" }),
            !commands.contains(where: { $0.name == first })
        {
            return [first, "list"] + dropFirst()
        }
        guard !commands.contains(where: { $0.words[0] == first[...] }) else { return self }
        let meant = commands.filter { $0.words.count == 2 && $0.words[1] == first[...] }
        guard meant.count == 1, meant[0].words[0] == "missed" else { return self }
        return ["missed"] + self
    }
}
