// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// A condition in front of what is to happen then: `during sleep allow Ann`, `when firefox runs
/// turn on work`. It means what it means behind that.
@LoopActor enum SpokenOrder {
    private static let wishes: [String: SpokenWish.Meaning] = [
        "allow": .allow, "let": .allow, "only": .allowOnly, "block": .silence, "mute": .silence,
        "silence": .silence,
    ]
    /// Words before a Focus that is to be turned on, in lower case.
    private static let starts: Set = ["activate", "enable", "on", "start", "turn"]

    /// Returns the failure for such a command line, with the commands that do it; nil for others.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        guard let first = words.first,
            SpokenCondition.isMark(first) || SpokenCondition.isLead(first)
        else { return nil }
        for place in words.indices.dropFirst(2) {
            let rest = Array(words[place...])
            let clause = Array(words[..<place])
            if let meaning = wishes[rest[0].lowercased()] {
                let names = SpokenWish.withoutThrough(Array(rest.dropFirst()))
                let phrase = SpokenPhrase(names + clause, invocation)
                guard phrase.focus != nil, phrase.isUnderstood,
                    let steps = phrase.steps(to: meaning, invocation)
                else { return nil }
                return .usage("there is no command “\(first.printable)”", details: steps)
            }
            let focus = Array(rest.drop { starts.contains($0.lowercased()) })
            if !focus.isEmpty, invocation.isFocus(focus) {
                return FocusWords(focus + clause, invocation).failure()
            }
        }
        return nil
    }
}
