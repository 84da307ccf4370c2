// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words of `allow` and `silence` between the names of apps, or in place of one, that name no app:
/// `allow Slack and Discord`, `allow vs code`, `allow help`. On a list they would have no effect.
@LoopActor struct StrayWords {
    private let directory: AppDirectory
    private let command: String
    private let focus: String

    /// Words between two apps, in lower case.
    private static let joining: Set = ["and", "or", "und", "oder", "&", "+", "plus"]

    /// Other words that are no names, in lower case.
    private static let others: Set = [
        "help", "nothing", "anything", "something", "call", "calls", "message", "messages",
        "notification", "notifications", "app", "apps", "people", "person", "only", "just", "the",
        "but", "not", "except", "from",
    ]

    /// The maximum number of bytes of a word that is too short for an app that nobody knows.
    private static let shortest = 2

    /// - Parameters:
    ///   - command: the command with its options, such as `focus-switch allow --only`.
    ///   - focus: the option that names the Focus.
    init(_ directory: AppDirectory, command: String, focus: String) {
        self.directory = directory
        self.command = command
        self.focus = focus
    }

    /// Returns the words without an “and” between known apps. Throws for any other stray word.
    ///
    /// - Parameter typed: the words before they were split at commas.
    func removed(
        from words: [String], typed: [String]
    ) throws(CommandFailure) -> [String] {
        var strays: [Int] = []
        for (index, word) in words.enumerated() where try isStray(word) { strays.append(index) }
        guard let first = strays.first else { return words }
        let rest = words.indices.filter { !strays.contains($0) }.map { words[$0] }
        var areKnown = !rest.isEmpty
        for word in rest where try directory.isUnknown(word) { areKnown = false }
        let areBetween = strays.allSatisfy { index in
            Self.joining.contains(words[index].lowercased()) && index > 0
                && index < words.count - 1
        }
        if areBetween, areKnown { return rest }
        let areApart = typed.contains { $0.contains { ",;".contains($0) } }
        throw failure(words[first], words, rest, areApart: areApart)
    }

    private func isStray(_ word: String) throws(CommandFailure) -> Bool {
        guard !directory.isName(word) else { return false }
        let folded = word.lowercased()
        if Self.joining.contains(folded) || Self.others.contains(folded) { return true }
        guard word.utf8.count <= Self.shortest, !ListWords.everything.contains(folded) else {
            return false
        }
        return try directory.isUnknown(word)
    }

    /// - Parameter areApart: true if commas separated the words, which are not one name then.
    private func failure(
        _ word: String, _ words: [String], _ rest: [String], areApart: Bool
    ) -> CommandFailure {
        var details: [String] = []
        if word.lowercased() == "help" {
            let name = command.split(separator: " ").prefix(2).joined(separator: " ")
            details.append("For help: \(name) --help")
        }
        if !rest.isEmpty {
            let names = rest.map(shellQuoted).joined(separator: " ")
            details.append("Without that word: \(command) \(names) \(focus)")
        }
        let names = areApart ? words : [words.joined(separator: " ")]
        let shown = names.map { "“\($0)”" }.joinedWithAnd
        let options = names.map { "--app \(shellQuoted($0))" }.joined(separator: " ")
        let start = names.count == 1 ? "For an app" : "For apps"
        details.append("\(start) \(shown) all the same: \(command) \(options) \(focus)")
        return CommandFailure(
            .refused, "there is no app “\(word.printable)”", details: details.map(\.printable))
    }
}
