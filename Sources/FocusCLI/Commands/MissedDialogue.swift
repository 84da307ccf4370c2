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

    private static let keys: [(term: String, meaning: String)] = [
        ("NUMBER", "show that notification, and its actions"),
        ("a NUMBER [ACTION]", "invoke an action"),
        ("d NUMBER…", "dismiss"), ("s NUMBER…", "show as a popup after all (deliver)"),
        ("r NUMBER…", "mark as read"), ("m NUMBER", "mute its app"),
        ("c", "clear: dismiss all"), ("l", "list again"),
        ("?", "show these keys"), ("q or Enter", "close"),
    ]

    /// Whole words for the keys.
    private static let words: [String: String] = [
        "a": "act", "d": "dismiss", "s": "deliver", "r": "read", "c": "clear", "l": "list",
        "o": "show", "m": "mute",
    ]

    /// Reads and performs commands until one closes the list.
    func run() {
        invocation.output.line()
        invocation.output.sentence(
            "A number shows one; d dismisses, Enter closes, ? lists all keys.")
        while true {
            invocation.output.prompt("> ")
            guard let line = invocation.readLine(), !line.allSatisfy(\.isWhitespace) else { return }
            do throws(ShellWordsError) {
                guard perform(try shellWords(line)) else { return }
            } catch {
                invocation.output.error(error.reason)
            }
        }
    }

    /// True for an option, and for the second word of a command such as `missed act`.
    private func isKnown(_ word: String) -> Bool {
        word.hasPrefix("-") || CommandTable.all.contains { $0.name == "missed \(word)" }
    }

    /// Performs a command. Returns false if the words close the list.
    private func perform(_ typed: [String]) -> Bool {
        var words = typed
        let first = words.first?.lowercased() ?? ""
        switch first {
        case "q", "quit", "exit", ":q": return false
        case "?", "h", "help":
            let width = invocation.output.width ?? HelpText.width
            HelpText.table(Self.keys, width: width).forEach { invocation.output.line($0) }
            return true
        case "l", "list", "ls": words = []
        default:
            if let word = Self.words[first] { words[0] = word }
        }
        // The number may come first: “3 d” equals “d 3”.
        if words.count == 2, UInt32(words[0]) != nil, UInt32(words[1]) == nil {
            words = [Self.words[words[1].lowercased()] ?? words[1], words[0]]
        }
        if let word = words.first, UInt32(word) == nil, !isKnown(word) {
            let nearest = NearestWord.find(word, in: Self.words.values.sorted())
            invocation.output.error(
                "there is no key “\(word.printable)”"
                    + (nearest == nil
                        ? "; ? lists the keys" : CommandLineReader.suggestion(nearest)))
            return true
        }
        // The command prints its own errors.
        _ = FocusSwitch.run(["missed"] + words, invocation)
        return true
    }
}
