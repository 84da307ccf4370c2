// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Line with a command of this program for the user to copy, as `To end that: focus-switch off`.
struct StepLine {
    /// The program before the arguments.
    private static let program = "focus-switch "
    private static let marker = ": \(program)"
    private static let separator = ", \(program)"

    /// The text before the program's name.
    let lead: String
    /// The arguments, as the shell reads them.
    let command: String

    init(lead: String, command: String) {
        self.lead = lead
        self.command = command
    }

    /// - Parameter line: a line whose end is the command. Nil for any other line.
    init?(_ line: String) {
        if let marker = line.firstRange(of: Self.marker) {
            lead = String(line[..<marker.lowerBound]) + ": "
            command = String(line[marker.upperBound...])
        } else {
            let text = line.drop { $0 == " " }
            guard text.hasPrefix(Self.program) else { return nil }
            lead = String(line[..<text.startIndex])
            command = String(text.dropFirst(Self.program.count))
        }
    }

    /// The whole line.
    var text: String { lead + Self.program + command }

    /// True for a line that goes on from the step above it: `Then, to name the copy: …`.
    var goesOn: Bool { ["Then", "And"].contains(where: lead.hasPrefix) }

    /// True for a command that prints a help text.
    var isHelp: Bool {
        let words = command.split(separator: " ")
        return words.first == "help" || words.contains("--help") || words.contains("-h")
    }

    /// The words of the command. Nil for a command that is no command line yet: with a name in
    /// capitals or “…” for what the user has to fill in, or with a pipe or another character that a
    /// shell does not leave as it is.
    var words: [String]? {
        let isPlain = Self.unquoted(command).allSatisfy { character in
            character.isASCII && (character.isLetter || character.isNumber)
                || " /._-+=:,@".contains(character)
        }
        guard isPlain, let words = try? shellWords(command),
            !words.contains(where: { $0.contains("…") || Self.isPlaceholder($0) })
        else { return nil }
        return words
    }

    /// Returns true for `FOCUS`, `app:APP` or `N`, but also for an app that was typed in capitals:
    /// its command is just not rehearsed.
    private static func isPlaceholder(_ word: String) -> Bool {
        word.split { "=:,".contains($0) }.contains { part in
            part == "N"
                || part.count > 1 && part.first?.isUppercase == true
                    && part.allSatisfy { $0.isASCII && $0.isUppercase || $0 == "-" }
        }
    }

    /// Returns the text outside of quotes.
    private static func unquoted(_ text: String) -> String {
        var outside = ""
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
            } else if quote == nil, character == "\\" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, "'\"".contains(character) {
                quote = character
            } else if quote == nil {
                outside.append(character)
            }
        }
        return outside
    }

    // MARK: One command a line

    /// Returns a line for each command of a line: several behind one lead cannot be copied at once.
    static func split(_ line: String) -> [String] {
        guard let step = StepLine(line) else { return [line] }
        let commands = step.commands
        guard commands.count > 1 else { return [line] }
        return commands.map { StepLine(lead: step.lead, command: $0).text }
    }

    /// Returns a sentence without the commands at its end if it has several, and a line for each.
    static func parted(_ sentence: String) -> (sentence: String, lines: [String]) {
        guard let step = StepLine(sentence), step.commands.count > 1 else { return (sentence, []) }
        let lines = step.commands.map { StepLine(lead: "  ", command: $0).text }
        return (String(step.lead.dropLast(2)), lines)
    }

    /// The commands that commas separate, where the program's name begins each.
    private var commands: [String] {
        var commands: [String] = []
        var rest = command
        while true {
            // The comma of a quoted text is no separator.
            let place = rest.ranges(of: Self.separator).first { found in
                (try? shellWords(String(rest[..<found.lowerBound]))) != nil
            }
            guard let place else { return commands + [rest] }
            commands.append(String(rest[..<place.lowerBound]))
            rest = String(rest[place.upperBound...])
        }
    }

    // MARK: A step in a sentence

    /// The step at the end of a sentence, as a line of its own: the clause behind the last
    /// semicolon, `…; to mute that app: focus-switch missed mute 12`. Nil without such a clause.
    var clause: StepLine? {
        guard let place = lead.ranges(of: "; ").last else { return nil }
        let words = lead[place.upperBound...]
        return StepLine(lead: words.prefix(1).uppercased() + words.dropFirst(), command: command)
    }

    /// The sentence without ``clause``.
    var beforeClause: String? {
        lead.ranges(of: "; ").last.map { String(lead[..<$0.lowerBound]) }
    }
}
