// SPDX-License-Identifier: Apache-2.0

import GLibLoop

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
