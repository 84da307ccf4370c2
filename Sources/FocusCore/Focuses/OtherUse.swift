// SPDX-License-Identifier: Apache-2.0

/// The other meaning of a word or of several words on the command line of focus-switch. No Focus is
/// given them as its name or its id: a command with them would not reach that Focus.
package enum OtherUse: Hashable, Sendable {
    case doNotDisturb
    case lengthOfTime
    case time
    /// A word before a time, such as `until`.
    case beforeTime
    /// A word for all Focuses, or for none.
    case everything
    case command
    /// The last word behind the name of a Focus: `on` or `off`.
    case state(String, behind: String)
    /// The last word behind the name of a Focus: an end such as `1h`.
    case end(String, behind: String)

    /// Words for Do Not Disturb, in lower case.
    package static let doNotDisturbWords: Set = ["dnd"]
    /// Words for all apps, people or Focuses, or for none of them, in lower case.
    package static let everythingWords: Set = [
        "all", "everything", "everyone", "everybody", "anyone", "anybody", "none", "nobody", "*",
    ]
    /// Words for an end that never comes, in lower case.
    package static let endlessWords: Set = ["forever", "always", "indefinitely"]
    private static let dayWords: Set = ["today", "tonight", "tomorrow"]
    private static let leads: Set = ["until", "till", "til", "bis", "for", "in", "at"]
    /// The first words of all commands, and the second words that stand for a command alone.
    private static let commands: Set = [
        "act", "allow", "apps", "badge", "complete", "counters", "create", "delete", "deliver",
        "demo", "dismiss", "doctor", "edit", "explain", "filter", "forget", "help", "history",
        "link", "list", "lockscreen", "missed", "mute", "next", "off", "on", "open", "predicate",
        "read", "reload", "rename", "reply", "rule", "schedule", "set", "setup", "show", "silence",
        "skip", "snooze", "status", "toggle", "trigger", "undo", "unmute", "version", "watch",
        "why",
    ]

    /// Creates the other meaning of a single word, in any letter case; nil for a free word.
    package init?(ofID word: String) {
        let folded = word.lowercased()
        if Self.doNotDisturbWords.contains(folded) {
            self = .doNotDisturb
        } else if TypedSpan.milliseconds(folded) != nil {
            self = .lengthOfTime
        } else if TimeOfDay(typed: folded) != nil || Self.dayWords.contains(folded) {
            self = .time
        } else if Self.leads.contains(folded) {
            self = .beforeTime
        } else if Self.everythingWords.contains(folded) {
            self = .everything
        } else if Self.commands.contains(folded) {
            self = .command
        } else {
            return nil
        }
    }

    /// Creates the other meaning of a name, in any letter case; nil for a free name.
    ///
    /// - Parameter focuses: the Focuses that a first part of the name could mean.
    package init?(of name: String, among focuses: some Sequence<Focus>) {
        if let use = Self(ofID: name) {
            self = use
            return
        }
        let parts = name.split(separator: " ").map { $0.lowercased() }
        guard parts.count > 1, let last = parts.last else { return nil }
        let first = parts.dropLast().joined(separator: " ")
        let other = focuses.first {
            [$0.id.rawValue.lowercased(), $0.name.lowercased()].contains(first)
        }
        guard let other else { return nil }
        if ["on", "off"].contains(last) {
            self = .state(last, behind: other.name)
        } else if last == "tonight" || Self.endlessWords.contains(last)
            || TypedSpan.milliseconds(last) != nil
            // “Work 2” is a name: a number without a unit is no end.
            || !last.allSatisfy(\.isNumber) && TimeOfDay(typed: last) != nil
        {
            self = .end(last, behind: other.name)
        } else {
            return nil
        }
    }

    /// Returns a clause about the word or the name: `“dnd” stands for Do Not Disturb`.
    package func text(_ name: String) -> String {
        let example = ", as in “focus-switch \(name)”"
        return switch self {
        case .doNotDisturb: "“\(name)” stands for Do Not Disturb"
        case .lengthOfTime: "“\(name)” is a length of time"
        case .time: "“\(name)” is a time"
        case .beforeTime: "“\(name)” stands before a time"
        case .everything: "“\(name)” does not name one Focus"
        case .command: "“\(name)” is a command of focus-switch"
        case .state(let word, let other): "“\(word)” behind “\(other)” turns it \(word)\(example)"
        case .end(let word, let other):
            "“\(word)” behind “\(other)” says until when it is on\(example)"
        }
    }
}

/// The reason why a Focus cannot have a name.
package enum NameObstacle: Sendable {
    /// The name means something else on the command line of focus-switch.
    case otherUse(OtherUse)
    /// Another Focus has it as its name or its id, so that it would mean either.
    case namesake(Focus)

    /// Creates the obstacle to a name, which may have blanks around it. Nil for a free name, and
    /// for the name that the Focus has already, in any letter case.
    ///
    /// - Parameter focuses: all Focuses, with the one that is to have the name.
    package init?(_ name: String, of id: FocusID, among focuses: some Sequence<Focus>) {
        let name = name.trimmed
        let folded = name.lowercased()
        if focuses.contains(where: { $0.id == id && $0.name.trimmed.lowercased() == folded }) {
            return nil
        }
        if let use = OtherUse(of: name, among: focuses) {
            self = .otherUse(use)
        } else if let other = focuses.namesake(name, besides: id) {
            self = .namesake(other)
        } else {
            return nil
        }
    }
}
