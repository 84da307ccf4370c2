// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Dialogue below the missed list, for `missed --wait`.
@LoopActor struct MissedDialogue {
    private let invocation: Invocation

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    /// Key of the dialogue.
    private struct Key {
        let letter: String
        /// Whole words for the key, the first one in messages.
        let words: [String]
        /// Command of the program that performs the key.
        let command: String
        /// Arguments, and a second form of them.
        let arguments: String
        let meaning: String
    }

    private static let keys: [Key] = [
        Key(
            letter: "a", words: ["act"], command: "missed act", arguments: "NUMBER [ACTION]",
            meaning: "invoke an action"),
        Key(
            letter: "w", words: ["why", "explain"], command: "explain", arguments: "NUMBER",
            meaning: "show why it was silenced"),
        Key(
            letter: "p", words: ["allow", "permit"], command: "missed allow", arguments: "NUMBER",
            meaning: "let such notifications through from now on (allow)"),
        Key(
            letter: "z", words: ["snooze"], command: "snooze", arguments: "NUMBER [20min]",
            meaning: "show it again later, after an hour or that time"),
        Key(
            letter: "s", words: ["deliver"], command: "missed deliver", arguments: "NUMBER…",
            meaning: "show as a popup after all (deliver)"),
        Key(
            letter: "d", words: ["dismiss"], command: "missed dismiss", arguments: "NUMBER…",
            meaning: "dismiss"),
        Key(
            letter: "r", words: ["read"], command: "missed read", arguments: "NUMBER…",
            meaning: "mark as read"),
        Key(
            letter: "t", words: ["reply"], command: "missed reply", arguments: "NUMBER TEXT",
            meaning: "reply with that text"),
        Key(
            letter: "m", words: ["mute"], command: "missed mute", arguments: "NUMBER [1h]",
            meaning: "mute its app, until u or for that time"),
        Key(
            letter: "u", words: ["unmute", "undo"], command: "unmute", arguments: "NUMBER or APP",
            meaning: "undo m: end the mute of its app"),
        Key(
            letter: "c", words: ["clear"], command: "missed clear", arguments: "",
            meaning: "clear: dismiss all"),
        Key(
            letter: "l", words: ["list", "ls"], command: "missed", arguments: "",
            meaning: "list again"),
    ]

    private static func key(_ word: String) -> Key? {
        let folded = word.lowercased()
        return keys.first { $0.letter == folded || $0.words.contains(folded) }
    }

    /// Reads and performs commands until one closes the list.
    func run() {
        invocation.output.line()
        invocation.output.sentence(
            "A number shows one; d dismisses, w tells why, Enter closes, ? lists all keys.")
        invocation.output.reword = Self.reworded
        defer { invocation.output.reword = { $0 } }
        while true {
            invocation.output.prompt("> ")
            guard let line = invocation.readLine(), !line.allSatisfy(\.isWhitespace) else { return }
            // The list may have been open for hours.
            invocation.renew()
            do throws(ShellWordsError) {
                guard perform(try shellWords(line)) else { return }
            } catch {
                invocation.output.error(error.reason)
            }
        }
    }

    /// Returns a message with keys in place of the program's commands.
    private static func reworded(_ text: String) -> String {
        guard text.contains("focus-switch ") else { return text }
        var text = text.replacing(
            "More: focus-switch missed show --help", with: "All keys: ?")
        // A number alone shows a notification.
        text = text.replacing("focus-switch missed show ", with: "")
        for key in keys.sorted(by: { $0.command.count > $1.command.count }) {
            let help = "More: focus-switch \(key.command) --help"
            let usage = [key.letter, key.arguments].filter { !$0.isEmpty }.joined(separator: " ")
            text = text.replacing(help, with: "  \(usage)  \(key.meaning)")
            text = text.replacing("focus-switch \(key.command)", with: key.letter)
        }
        return text
    }

    private func showKeys() {
        let width = invocation.output.width ?? HelpText.width
        var rows = [(term: "NUMBER", meaning: "show that notification, and its actions")]
        rows += Self.keys.map { key in
            (
                [key.letter, key.arguments].filter { !$0.isEmpty }.joined(separator: " "),
                key.meaning
            )
        }
        rows += [("?", "show these keys"), ("q or Enter", "close")]
        HelpText.table(rows, width: width).forEach { invocation.output.line($0) }
    }

    /// Performs a command. Returns false if the words close the list.
    private func perform(_ typed: [String]) -> Bool {
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
            return perform(
                command: ["missed", "show"]
                    + (UInt32(first) == nil ? words.dropFirst() : words[...]))
        }
        // An option limits the list again.
        if first.hasPrefix("-") { return perform(command: ["missed"] + words) }
        guard let key = Self.key(first) else {
            let known = Self.keys.flatMap(\.words)
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
        if arguments.isEmpty, key.arguments.hasPrefix("NUMBER") {
            invocation.output.error("\(key.letter) needs the number of a notification of the list")
            invocation.output.errorDetail("  \(key.letter) \(key.arguments)  \(key.meaning)")
            return true
        }
        if arguments == ["all"], ["d", "r", "s"].contains(key.letter) { arguments = ["--all"] }
        if key.letter == "z", arguments.count == 1 { arguments += ["--for", "1h"] }
        if key.letter == "u", arguments.count == 1, let id = UInt32(arguments[0]),
            let entry = try? invocation.ask(.entry(ClientID(rawValue: id)))
        {
            arguments = [(entry.record.program ?? entry.record.app).rawValue]
        }
        let words = key.command.split(separator: " ").map(String.init)
        return perform(command: words + arguments)
    }

    /// The command prints its own errors.
    private func perform(command: [String]) -> Bool {
        _ = Program.run(command, invocation)
        return true
    }
}
