// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// A command line as far as somebody has typed it, and what the next word can be by its grammar.
struct CommandLinePrefix {
    /// What kind of word comes next.
    enum Place {
        /// The first word: a command, a group, or a Focus.
        case first
        /// The second word of a group.
        case second(group: String)
        /// An option's value.
        case value(Command, OptionParser.Option)
        /// An argument of the command, by its name in the usage line, with those before it.
        case argument(Command, names: [String], before: [String])
    }

    let place: Place
    /// The word that is being typed, perhaps empty; without the option in `--option=value`.
    let word: String
    /// What stands before it in the same word: `--option=`, or nothing.
    let lead: String
    /// Whether an option may stand here.
    let takesOptions: Bool
    /// The options that stand before it.
    private(set) var options: [String: String] = [:]

    /// - Parameter words: the last one is the one that is being typed.
    init(_ words: [String], commands: [Command]) {
        let typed = words.last ?? ""
        let before = Array(words.dropLast().drop { $0.hasPrefix("-") && $0 != "--" })
        let command = commands.filter { before.starts(with: $0.words.map(String.init)) }
            .max { $0.words.count < $1.words.count }
        guard let command else {
            (word, lead, takesOptions) = (typed, "", true)
            place = before.first.map { .second(group: $0) } ?? .first
            return
        }
        let isGroup = commands.contains { $0.words.count > 1 && $0.words[0] == command.name }
        let rest = before.dropFirst(command.words.count)
        var arguments: [String] = []
        var awaiting: OptionParser.Option?
        var isPastOptions = false
        for text in rest {
            if let option = awaiting {
                options[option.name] = text
                awaiting = nil
            } else if isPastOptions || !text.hasPrefix("-") {
                arguments.append(text)
            } else if text == "--" {
                isPastOptions = true
            } else {
                let (name, value) = Self.split(text)
                options[name] = value ?? ""
                let option = command.allOptions.first { $0.name == name }
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
        } else if isGroup, arguments.isEmpty {
            (word, lead, place) = (typed, "", .second(group: command.name))
        } else {
            (word, lead) = (typed, "")
            place = .argument(
                command, names: Self.names(command.parameters, after: arguments.count),
                before: arguments)
        }
    }

    /// `focus` and `work` of `--focus=work`.
    private static func split(_ text: String) -> (name: String, value: String?) {
        let parts = text.drop { $0 == "-" }
            .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
    }

    /// What the usage line has for the next argument; optional ones can be passed over.
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
