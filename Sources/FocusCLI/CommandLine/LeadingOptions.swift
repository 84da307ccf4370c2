// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The options in front of the command or the Focus.
struct LeadingOptions {
    /// The options that may stand in front, besides those of an end.
    static let known: Set = ["--json", "--yes", "-y"]

    /// Options without a value: `focus-switch --json status` equals `focus-switch status --json`.
    private(set) var options: [String] = []
    /// The options of an end, with their values: `--for 1h work` equals `work --for 1h`.
    private(set) var ends: [String] = []
    /// The words behind the options.
    let rest: [String]

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let first = rest.first, first.hasPrefix("-"), first != "--" {
            rest.removeFirst()
            let name = CommandLineReader.name(ofOption: first)
            guard first.hasPrefix("--"), ["for", "until", "until-logout"].contains(name) else {
                options.append(first)
                continue
            }
            ends.append(first)
            let hasValue = first.contains("=") || name == "until-logout"
            guard !hasValue, let value = rest.popFirst() else { continue }
            ends.append(value)
            if value.first?.isNumber == true, let half = rest.first,
                ["am", "pm"].contains(half.lowercased())
            {
                ends.append(rest.removeFirst())
            }
        }
        self.rest = Array(rest)
    }

    /// The short options of swaync-client, with their long ones. `-d` is read elsewhere.
    private static let swayncLetters = [
        "t": "toggle-panel", "op": "open-panel", "c": "count", "C": "close-all", "D": "get-dnd",
        "dn": "dnd-on", "df": "dnd-off", "R": "reload-config", "rs": "reload-css",
        "s": "subscribe", "swb": "subscribe-waybar", "Ia": "inhibitor-add",
        "Ic": "inhibitors-clear",
    ]

    /// Throws for `--for` and the like without a Focus after them, and for `--yes` and other
    /// options without a command.
    func check(_ commands: [Command]) throws(CommandFailure) {
        if rest.isEmpty, ends.isEmpty, let option = options.first(where: { $0 != "--json" }) {
            throw Self.unknown(option, commands)
        }
        guard let end = ends.first, rest.allSatisfy({ $0.hasPrefix("-") }) else { return }
        throw .usage(
            "\(end.printable) needs a Focus",
            "To turn on a Focus with an end: focus-switch on FOCUS --for 1h,"
                + " focus-switch on FOCUS --until 18:00")
    }

    /// Returns the error for an option that does not stand in front of a command.
    ///
    /// - Parameter rest: the words behind it.
    static func unknown(
        _ option: String, _ commands: [Command], before rest: [String] = []
    ) -> CommandFailure {
        let name = CommandLineReader.name(ofOption: option)
        let isLong = option.hasPrefix("--")
        if isLong, commands.contains(where: { $0.name == name }) {
            let command = ([name] + rest).map(shellQuoted).joined(separator: " ")
            return .usage(
                "unknown option \(option.printable)",
                "The command: focus-switch \(command.printable)")
        }
        let known = commands.flatMap(\.options).first { known in
            isLong ? known.name == name : known.short.map { "-\($0)" } == option
        }
        if let known {
            let value = known.kind == .flag ? "" : " \(known.placeholder ?? "VALUE")"
            return .usage(
                "\(option.printable) stands before a command",
                "An option follows its command: focus-switch COMMAND --\(known.name)\(value)")
        }
        // “--list-templates”, “--close-all”.
        let word = isLong ? name : swayncLetters[name]
        let steps =
            NearMiss.quietStep(name, "COMMAND").map { [$0] }
            ?? word.flatMap { NearMiss.failure([$0], active: nil)?.details }
        if word != nil, let steps {
            return .usage("unknown option \(option.printable)", details: steps)
        }
        let nearest = NearestWord.find(name, in: ["json", "help", "version"])
        return .usage(
            "unknown option \(option.printable)"
                + CommandLineReader.suggestion(nearest.map { "--\($0)" }),
            details: CommandLineReader.overview(unless: nearest))
    }
}

/// The command behind `--`, which runs while a Focus is on: `focus-switch on work -- make`.
extension LeadingOptions {
    /// Splits a command line that turns a Focus on into focus-switch's own words and the command
    /// behind `--`.
    static func split(
        _ arguments: [String], _ commands: [Command]
    ) -> (own: [String], command: [String]) {
        let front = LeadingOptions(arguments)
        guard front.options.allSatisfy(known.contains), let first = front.rest.first,
            first != "--", let end = front.rest.firstIndex(of: "--"), end < front.rest.count - 1,
            first == "on" || !commands.contains(where: { $0.words[0] == first[...] })
        else { return (arguments, []) }
        let own = Array(arguments.prefix(arguments.count - front.rest.count + end))
        return (first == "on" ? own : ["on"] + own, Array(front.rest[(end + 1)...]))
    }

    /// Returns the command line without a `--` at its end.
    ///
    /// Throws if the `--` follows a Focus: without its command, as from an empty variable of a
    /// script, the Focus would stay on.
    ///
    /// - Parameter isFocus: returns true for words that name a Focus.
    @LoopActor static func withoutEmptyCommand(
        _ arguments: [String], _ commands: [Command], isFocus: ([String]) -> Bool
    ) throws(CommandFailure) -> [String] {
        let front = LeadingOptions(arguments)
        guard front.rest.count > 1, front.rest.firstIndex(of: "--") == front.rest.count - 1,
            let first = front.rest.first
        else { return arguments }
        let own = Array(arguments.dropLast())
        let words = front.rest.dropLast().dropFirst(first == "on" ? 1 : 0)
        let name = Array(words.prefix { !$0.hasPrefix("-") })
        guard first == "on" || !commands.contains(where: { $0.words[0] == first[...] }),
            !name.isEmpty, isFocus(name)
        else { return own }
        let line = (Array(words) + front.options + front.ends).map(shellQuoted)
            .joined(separator: " ").printable
        throw .usage(
            "no command follows --",
            "To turn the Focus on: focus-switch on \(line)",
            "To run a command while it is on: focus-switch on \(line) -- COMMAND")
    }
}

/// Partly typed command line, with the grammar of the next word.
struct CommandLinePrefix {
    /// Kind of the next word.
    enum Place {
        /// The first word: a command, a group or a Focus.
        case first
        /// The second word of a group.
        case second(group: String)
        /// The value of an option.
        case value(Command, OptionParser.Option)
        /// An argument of the command, with its possible names in the usage line and the arguments
        /// before it.
        case argument(Command, names: [String], before: [String])
        /// A word behind a group's name and a word that is none of its commands.
        case unknown
    }

    let place: Place
    /// The word that is being typed, without the option in `--option=value`. May be empty.
    let word: String
    /// The text before the word in the same shell word: `--option=` or empty.
    let lead: String
    /// True if an option may appear here.
    let takesOptions: Bool
    /// Options before the word, with their values.
    private(set) var options: [String: String] = [:]

    /// - Parameter words: the words so far. The last one is being typed and may be empty.
    init(_ words: [String], commands: [Command]) {
        let typed = words.last ?? ""
        let front = LeadingOptions(Array(words.dropLast()))
        let before = front.rest
        let typedCommand = commands.filter { before.starts(with: $0.words.map(String.init)) }
            .max { $0.words.count < $1.words.count }
        // A Focus in place of a command: `work --for 1h` and `--for 1h work` equal
        // `on work --for 1h`.
        let isFocus =
            before.isEmpty
            ? !LeadingOptions(words).ends.isEmpty
            : typedCommand == nil && !commands.contains { $0.words[0] == before[0][...] }
        let command = isFocus ? commands.first { $0.name == "on" } : typedCommand
        guard let command else {
            (word, lead, takesOptions) = (typed, "", true)
            place =
                before.isEmpty ? .first : before.count == 1 ? .second(group: before[0]) : .unknown
            return
        }
        let isGroup = commands.contains { $0.words.count > 1 && $0.words[0] == command.name }
        let behind = Array(before.dropFirst(isFocus ? 0 : command.words.count))
        let rest = (front.options + front.ends + behind).withWholeTimes(for: command)
        var arguments: [String] = []
        var awaiting: OptionParser.Option?
        var isPastOptions = false
        for text in rest {
            let option = awaiting
            awaiting = nil
            if let option, !text.hasPrefix("--") {
                options[option.name] = text
            } else if isPastOptions || !text.hasPrefix("-") {
                arguments.append(text)
            } else if text == "--" {
                isPastOptions = true
            } else {
                let (name, value) = Self.split(text)
                let option = command.allOptions.first {
                    $0.name == name || $0.short.map { "-\($0)" } == text
                }
                options[option?.name ?? name] = value ?? ""
                if value == nil, let option, option.kind != .flag { awaiting = option }
            }
        }
        let (name, value) = Self.split(typed)
        let inline = command.allOptions.first { $0.name == name && $0.kind != .flag }
        takesOptions = !isPastOptions && awaiting == nil
        if let awaiting {
            (word, lead, place) = (typed, "", .value(command, awaiting))
        } else if let value, let inline, !isPastOptions, typed.hasPrefix("--") {
            (word, lead, place) = (value, "--\(name)=", .value(command, inline))
        } else if isGroup, behind.isEmpty {
            (word, lead, place) = (typed, "", .second(group: command.name))
        } else {
            (word, lead) = (typed, "")
            place = .argument(
                command, names: Self.names(command.parameters, after: arguments.count),
                before: arguments)
        }
    }

    /// Returns `focus` and `work` for `--focus=work`.
    private static func split(_ text: String) -> (name: String, value: String?) {
        let parts = text.drop { $0 == "-" }
            .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
    }

    /// Returns the names of the next argument in the usage line. Optional arguments may be skipped,
    /// so there can be several names.
    private static func names(_ parameters: String, after count: Int) -> [String] {
        var names: [String] = []
        var left = count
        for parameter in parameters.split(separator: " ") {
            let name = parameter.filter { !"[]…".contains($0) }
            let repeats = parameter.contains("…")
            if left > 0, !repeats {
                left -= 1
                continue
            }
            names.append(name)
            if !parameter.hasPrefix("[") { break }
        }
        return names
    }
}
