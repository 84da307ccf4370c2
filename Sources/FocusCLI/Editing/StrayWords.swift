// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words of `allow` and `silence` between the names of apps, or in place of one, that name no app:
/// `allow Slack and Discord`, `allow vs code`, `allow help`, `allow urgent`. On a list they would
/// have no effect.
@LoopActor struct StrayWords {
    let directory: AppDirectory
    /// The command with its options, such as `focus-switch allow --only`.
    let command: String
    /// The option that names the Focus.
    let focus: String

    /// Words between two apps, in lower case.
    private static let joining: Set = ["and", "or", "und", "oder", "&", "+", "plus"]

    /// Other words that are no names, in lower case.
    private static let others: Set = [
        "help", "nothing", "anything", "something", "call", "calls", "message", "messages",
        "notification", "notifications", "app", "apps", "people", "person", "only", "just", "the",
        "but", "not", "except", "from",
    ]

    /// The urgent notifications, in lower case without blanks and hyphens.
    private static let levels: Set = ["timesensitive", "critical", "urgent"]

    /// The maximum number of bytes of a word that is too short for an app that nobody knows.
    private static let shortest = 2

    /// Returns the words without an “and” between known apps. Throws for any other stray word.
    ///
    /// - Parameter typed: the words before they were split at commas.
    func removed(
        from words: [String], typed: [String]
    ) throws(CommandFailure) -> [String] {
        let words = Self.joiningLevels(words)
        var strays: [Int] = []
        for (index, word) in words.enumerated() where try isStray(word) { strays.append(index) }
        guard let first = strays.first(where: { Self.isLevel(words[$0]) }) ?? strays.first else {
            return words
        }
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
        if Self.isLevel(word) { return try directory.isUnknown(word) }
        let folded = word.lowercased()
        if Self.joining.contains(folded) || Self.others.contains(folded) { return true }
        guard word.utf8.count <= Self.shortest, !ListWords.everything.contains(folded) else {
            return false
        }
        return try directory.isUnknown(word)
    }

    /// Returns true for `time-sensitive`, `Time sensitive`, `urgent` and the like.
    private static func isLevel(_ word: String) -> Bool {
        levels.contains(word.lowercased().filter { !"-_ ".contains($0) })
    }

    /// Returns the words with `time sensitive` as one word.
    private static func joiningLevels(_ words: [String]) -> [String] {
        words.reduce(into: []) { joined, word in
            if let last = joined.last, isLevel("\(last) \(word)") {
                joined[joined.count - 1] = "\(last) \(word)"
            } else {
                joined.append(word)
            }
        }
    }

    private var verb: String { command.hasPrefix("focus-switch allow") ? "allow" : "silence" }

    /// Returns the steps for a word that stands for urgent notifications.
    private func levelSteps(_ word: String) -> [String] {
        let setting = "\(Setting.timeSensitive.rawValue) \(verb == "allow" ? "on" : "off")"
        let steps = ["For time-sensitive notifications: focus-switch set \(setting) \(focus)"]
        guard ["critical", "urgent"].contains(word.lowercased()) else { return steps }
        return steps + [
            "For notifications with that word: focus-switch \(verb) --word \(shellQuoted(word))"
                + " \(focus)"
        ]
    }

    /// - Parameter areApart: true if commas separated the words, which are not one name then.
    private func failure(
        _ word: String, _ words: [String], _ rest: [String], areApart: Bool
    ) -> CommandFailure {
        let isLevel = Self.isLevel(word)
        var details = isLevel ? levelSteps(word) : []
        if word.lowercased() == "help" {
            let name = command.split(separator: " ").prefix(2).joined(separator: " ")
            details.append("For help: \(name) --help")
        }
        if ["call", "calls"].contains(word.lowercased()) {
            details.append(
                "For calls in any app: focus-switch rule add calls --when 'category BEGINSWITH"
                    + " \"call\"' --do \(verb) \(focus)")
        }
        if !rest.isEmpty {
            let names = rest.map(shellQuoted).joined(separator: " ")
            details.append("Without that word: \(command) \(names) \(focus)")
        }
        let names =
            isLevel ? rest + [word] : areApart ? words : [words.joined(separator: " ")]
        let shown = names.map { "“\($0)”" }.joinedWithAnd
        let options = names.map { "--app \(shellQuoted($0))" }.joined(separator: " ")
        let start = names.count == 1 ? "For an app" : "For apps"
        details.append("\(start) \(shown) all the same: \(command) \(options) \(focus)")
        return .refused("there is no app “\(word.printable)”", details: details)
    }
}
