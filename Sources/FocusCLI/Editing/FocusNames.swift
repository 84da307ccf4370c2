// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Rules for the id and the name of a new or renamed Focus: no other Focus has the same one, and
/// the word means nothing else on a command line.
@LoopActor struct FocusNames {
    let catalog: FocusCatalog

    /// Checks the name and the id of a new Focus.
    func check(new name: String, id: FocusID) throws(CommandFailure) {
        try check(name, of: id)
        // The id may be made from the name, so a mistake in the name is reported first.
        if let use = Self.otherUse(of: id.rawValue) {
            throw .refused("“\(id.rawValue.printable)” \(use); choose another id with --id")
        }
        let folded = id.rawValue.lowercased()
        if let other = catalog.focuses.values.first(where: {
            $0.id != id && [$0.id.rawValue.lowercased(), $0.name.lowercased()].contains(folded)
        }) {
            throw Self.taken(id.rawValue, by: other)
        }
    }

    /// Checks the new name of the Focus with that id.
    func check(_ name: String, of id: FocusID) throws(CommandFailure) {
        if let use = Self.otherUse(of: name) {
            throw .refused("“\(name.printable)” \(use); choose another name")
        }
        let parts = name.split(separator: " ").map { $0.lowercased() }
        if parts.count > 1, let ending = parts.last, Self.isEnd(ending),
            let other = focus(named: parts.dropLast().joined(separator: " "))
        {
            let meaning =
                ["on", "off"].contains(ending) ? "turns it \(ending)" : "says until when it is on"
            throw .refused(
                "“\(ending.printable)” behind “\(other.name.printable)” \(meaning), as in"
                    + " “focus-switch \(name.printable)”; choose another name")
        }
        let folded = name.lowercased()
        if let other = catalog.focuses.ordered.first(where: {
            $0.id != id && [$0.name.lowercased(), $0.id.rawValue.lowercased()].contains(folded)
        }) {
            throw Self.taken(name, by: other)
        }
    }

    private func focus(named folded: String) -> Focus? {
        catalog.focuses.values.first {
            [$0.id.rawValue.lowercased(), $0.name.lowercased()].contains(folded)
        }
    }

    /// Returns true for a last word that says until when a Focus is on, or that it is on or off.
    private static func isEnd(_ word: String) -> Bool {
        ["on", "off", "tonight"].contains(word) || EndTime.isEndless(word)
            || ClockWords.span(word) != nil || ClockWords.time(word) != nil
    }

    private static func taken(_ word: String, by other: Focus) -> CommandFailure {
        let id = other.id.rawValue.printable
        // A renamed Focus keeps the id that was made from its first name.
        return other.name.lowercased() == word.lowercased()
            ? .refused("there is a Focus “\(word.printable)” already, with the id \(id)")
            : .refused("\(isID(word, of: other.name)); choose another name")
    }

    /// Returns a clause about a word that is the id of a Focus with another name.
    nonisolated static func isID(_ word: String, of name: String) -> String {
        "“\(word.printable)” is the id of the Focus “\(name.printable)”, and would mean two Focuses"
    }

    private static let dayWords: Set = ["today", "tonight", "tomorrow"]
    private static let endWords = EndTime.leads.union(["in", "at"])

    /// Returns the other meaning of a word on a command line; nil if there is none.
    private static func otherUse(of word: String) -> String? {
        let folded = word.lowercased()
        if FocusAlias.words.contains(folded) { return "stands for Do Not Disturb" }
        if ClockWords.span(folded) != nil { return "is a length of time" }
        if ClockWords.time(folded) != nil || dayWords.contains(folded) { return "is a time" }
        if endWords.contains(folded) { return "stands before a time" }
        if ListWords.everything.contains(folded) { return "does not name one Focus" }
        // The reader looks for a command before it looks for a Focus.
        guard !folded.isEmpty, !folded.hasPrefix("-") else { return nil }
        // A group's first word lists, or is refused, without a second word.
        if case .focus? = try? CommandLineReader(commands: CommandTable.all).read([folded]) {
            return nil
        }
        return "is a command of focus-switch"
    }
}
