// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Dialogue below the missed list, for `missed --wait`.
@LoopActor struct MissedDialogue {
    let invocation: Invocation
    /// The number of the notification that a number has shown last; nil for none.
    private var shown: String?

    init(invocation: Invocation) { self.invocation = invocation }

    /// Key of the dialogue.
    private struct Key {
        /// The letter, and whole words for the key, the first one in messages.
        let names: [String]
        /// Command of the program that performs the key.
        let command: String
        /// Arguments, and a second form of them.
        let arguments: String
        let meaning: String

        var letter: String { names[0] }
        var usage: String { arguments.isEmpty ? letter : "\(letter) \(arguments)" }
    }

    /// Names, command, arguments and meaning of each key.
    private static let table: [(String, String, String, String)] = [
        ("a act", "missed act", "NUMBER [ACTION]", "invoke an action"),
        ("w why explain", "explain", "NUMBER", "show why it was silenced"),
        (
            "p allow permit", "missed allow", "NUMBER",
            "let such notifications through from now on (allow)"
        ),
        ("z snooze", "snooze", "NUMBER [20min]", "show it again later, after an hour or that time"),
        ("s deliver", "missed deliver", "NUMBER…", "show as a popup after all (deliver)"),
        ("d dismiss", "missed dismiss", "NUMBER…", "dismiss"),
        ("r read", "missed read", "NUMBER…", "mark as read"),
        ("t reply", "missed reply", "NUMBER TEXT", "reply with that text"),
        ("m mute", "missed mute", "NUMBER [1h]", "mute its app, until u or for that time"),
        ("u unmute undo", "unmute", "NUMBER or APP", "undo m: end the mute of its app"),
        ("c clear", "missed clear", "", "clear: dismiss all"),
        ("l list ls", "missed", "", "list again"),
    ]
    private static let keys = table.map { names, command, arguments, meaning in
        Key(
            names: names.split(separator: " ").map(String.init), command: command,
            arguments: arguments, meaning: meaning)
    }

    private static func key(_ word: String) -> Key? {
        let folded = word.lowercased()
        return keys.first { $0.names.contains(folded) }
    }

    /// Reads and performs commands until one closes the list.
    mutating func run() {
        begin(note: Self.note)
        defer { invocation.output.reword = { $0 } }
        repeat { invocation.output.prompt(Self.mark) } while answer()
    }

    /// The note for a list that nothing changes by itself.
    static let note = "The list stays as it is; l lists again."

    /// Prints the most important keys.
    func begin(note: String) {
        invocation.output.line()
        invocation.output.sentence(
            "A number shows one; d dismisses, w tells why, Enter closes, ? lists all keys.")
        invocation.output.sentence(note)
        invocation.output.reword = Self.reworded
    }

    /// The beginning of a line that the user types.
    static let mark = "> "

    /// Reads a line and performs its command. Returns false if the line closes the list.
    mutating func answer() -> Bool {
        guard let line = invocation.readLine(), !line.allSatisfy(\.isWhitespace) else {
            return false
        }
        // The list may have been open for hours.
        invocation.renew()
        do throws(ShellWordsError) {
            return perform(try shellWords(line))
        } catch {
            invocation.output.error(error.reason)
            return true
        }
    }

    /// Returns a message with keys in place of the program's commands.
    private static func reworded(_ text: String) -> String {
        guard text.contains("focus-switch ") else { return text }
        var text = text
        for lead in ["More", "For help"] {
            text = text.replacing(
                "\(lead): focus-switch missed show --help", with: "All keys: ?")
        }
        // A number alone shows a notification.
        text = text.replacing("focus-switch missed show ", with: "")
        for key in keys.sorted(by: { $0.command.count > $1.command.count }) {
            for lead in ["More", "For help"] {
                let help = "\(lead): focus-switch \(key.command) --help"
                text = text.replacing(help, with: "  \(key.usage)  \(key.meaning)")
            }
            text = text.replacing("focus-switch \(key.command)", with: key.letter)
        }
        return text
    }

    private func showKeys() {
        let width = invocation.output.width ?? HelpText.width
        var rows = [(term: "NUMBER", meaning: "show that notification, and its actions")]
        rows += Self.keys.map { ($0.usage, $0.meaning) }
        rows += [("?", "show these keys"), ("q or Enter", "close")]
        HelpText.table(rows, width: width).forEach { invocation.output.line($0) }
    }

    /// Performs a command. Returns false if the words close the list.
    private mutating func perform(_ typed: [String]) -> Bool {
        var words = typed
        switch words.first?.lowercased() ?? "" {
        case "q", "quit", "exit", ":q": return false
        case "?", "h", "help":
            showKeys()
            return true
        // The key of the program's own command is a word of the keys as well.
        case "missed" where words.count > 1: words.removeFirst()
        default: break
        }
        // “d3” and “3d” equal “d 3”.
        if let first = words.first, Self.key(first) == nil, let parts = Self.parts(of: first) {
            words = parts + words.dropFirst()
        }
        // The number may come first: “3 d” equals “d 3”.
        if words.count > 1, UInt32(words[0]) != nil, let key = Self.key(words[1]) {
            words = [key.letter, words[0]] + words.dropFirst(2)
        }
        let first = words.first ?? ""
        if words.count == 1, first == "show" || first == "o" {
            invocation.output.error("a number of the list shows a notification; ? lists the keys")
            return true
        }
        if UInt32(first) != nil || first == "show" || first == "o" {
            if let id = words.last, UInt32(id) != nil { shown = id }
            return perform(
                command: ["missed", "show"]
                    + (UInt32(first) == nil ? words.dropFirst() : words[...]))
        }
        // An option limits the list again.
        if first.hasPrefix("-") { return perform(command: ["missed"] + words) }
        guard let key = Self.key(first) else {
            let known = Self.keys.flatMap { $0.names.dropFirst() }
            let nearest = NearestWord.find(first, in: known.sorted())
            invocation.output.error(
                "there is no key “\(first.printable)”"
                    + (nearest == nil
                        ? "; ? lists the keys" : CommandLineReader.suggestion(nearest)))
            return true
        }
        return perform(key, Array(words.dropFirst()))
    }

    /// Returns `d` and `3` for `d3`, `3` and `d` for `3d`. Returns nil for other words.
    private static func parts(of word: String) -> [String]? {
        let isDigit: (Character) -> Bool = { $0.isASCII && $0.isNumber }
        guard let first = word.first,
            let border = word.firstIndex(where: { isDigit($0) != isDigit(first) })
        else { return nil }
        let parts = [String(word[..<border]), String(word[border...])]
        let (name, number) = isDigit(first) ? (parts[1], parts[0]) : (parts[0], parts[1])
        return UInt32(number) != nil && key(name) != nil ? parts : nil
    }

    private func perform(_ key: Key, _ arguments: [String]) -> Bool {
        var arguments = arguments
        // “d” behind “3” equals “d 3”.
        if arguments.isEmpty, key.arguments.hasPrefix("NUMBER"), let shown { arguments = [shown] }
        if arguments.isEmpty, key.arguments.hasPrefix("NUMBER") {
            invocation.output.error("\(key.letter) needs the number of a notification of the list")
            invocation.output.errorDetail("  \(key.usage)  \(key.meaning)")
            return true
        }
        if arguments == ["all"], ["d", "r", "s"].contains(key.letter) { arguments = ["--all"] }
        if key.letter == "z", arguments.count == 1 { arguments += ["--for", "1h"] }
        if key.letter == "u", arguments.count == 1, let id = UInt32(arguments[0]),
            let entry = try? invocation.ask(.entry(ClientID(rawValue: id)))
        {
            arguments = [(entry.record.program ?? entry.record.app).rawValue]
        }
        if ["d", "r"].contains(key.letter) { noteUnlisted(arguments) }
        let words = key.command.split(separator: " ").map(String.init)
        return perform(command: words + arguments)
    }

    /// Prints that a number is that of a notification which is not on the missed list: the list
    /// does not change then.
    private func noteUnlisted(_ numbers: [String]) {
        for number in numbers {
            guard let id = UInt32(number),
                let record = (try? invocation.ask(.entry(ClientID(rawValue: id))))?.record,
                record.ended == nil
            else { continue }
            let place: String
            switch record.state {
            case .shown: place = "it is on the screen"
            case .queued: place = "it is about to be shown"
            case .expired: place = "it was shown"
            default:
                guard record.isRead else { continue }
                place = "it is read already"
            }
            invocation.output.note("\(id) is not on the list: \(place)")
        }
    }

    /// The command prints its own errors.
    private func perform(command: [String]) -> Bool {
        _ = Program.run(command, invocation)
        return true
    }
}
