// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The Focus of `--focus` in the commands that an error prints as next steps. Without the option,
/// such a command would change the active Focus.
struct TypedFocus {
    private static let program = "focus-switch "

    /// The Focus, as a shell reads it.
    private let name: String

    /// - Parameter words: the typed command line. Nil if it has no `--focus` with a value.
    init?(_ words: [String]) {
        let own = Array(words.prefix { $0 != "--" })
        guard
            let index = own.lastIndex(where: { $0 == "--focus" || $0.hasPrefix("--focus=") })
        else { return nil }
        let value =
            own[index] == "--focus"
            ? own[(index + 1)...].first : String(own[index].dropFirst("--focus=".count))
        guard let value, !value.isEmpty, value != FocusEditor.placeholder else { return nil }
        name = shellQuoted(value)
    }

    /// Returns the failure with the Focus in the commands below its sentence.
    func kept(in failure: CommandFailure) -> CommandFailure {
        CommandFailure(failure.code, failure.message, details: failure.details.map(line))
    }

    /// Returns a line with the Focus in each command that takes one and names none.
    private func line(_ line: String) -> String {
        let parts = line.split(separator: Self.program, omittingEmptySubsequences: false)
        let commands = parts.dropFirst().map { Self.program + command(String($0)) }
        return String(parts[0]) + commands.joined()
    }

    /// - Parameter text: a command, with what separates it from the next one.
    private func command(_ text: String) -> String {
        let end = [", ", " && "].first(where: text.hasSuffix) ?? ""
        var words = text.dropLast(end.count)
            .split(separator: " ", omittingEmptySubsequences: false)
            .map(String.init)
        var isQuoted = false
        for index in words.indices {
            if !isQuoted, words[index].split(separator: ",") == ["FOCUS"] {
                words[index] = words[index].replacing("FOCUS", with: name)
                continue
            }
            // The user's own words are in single quotes if they have blanks, with '\'' for a quote.
            let quotes = words[index].replacing("\\'", with: "")
                .count(where: { $0 == "'" })
            if !quotes.isMultiple(of: 2) { isQuoted.toggle() }
        }
        let command = CommandTable.all
            .filter { words.starts(with: $0.words.map(String.init)) }
            .max { $0.words.count < $1.words.count }
        let takesFocus = command?.options.contains { $0.name == "focus" } == true
        if takesFocus, !text.contains("--focus"), !words.contains("--help") {
            words.insert(
                contentsOf: ["--focus", name], at: words.firstIndex(of: "--") ?? words.endIndex)
        }
        return words.joined(separator: " ") + end
    }
}
