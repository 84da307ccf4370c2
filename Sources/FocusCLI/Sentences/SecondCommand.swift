// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// A second command behind names: `mute Slack and turn on dnd`.
@LoopActor enum SecondCommand {
    /// Verbs that turn on a Focus, in lower case.
    private static let starting: Set = ["activate", "enable", "start"]

    /// Throws for such words, with a line for each command.
    ///
    /// - Parameters:
    ///   - verb: the command before the names.
    ///   - options: the typed options, each behind a blank.
    ///   - members: returns the arguments for the names.
    static func refuse(
        _ words: [String], behind verb: String,
        options: String = "", _ invocation: Invocation,
        _ members: @LoopActor ([String]) -> String = { ListWords.quoted($0) }
    ) throws(CommandFailure) {
        for place in words.indices.dropFirst().dropLast(2) {
            let joint = words[place].lowercased()
            guard joint.means(.and) || joint == "then" else { continue }
            let rest = Array(words[(place + 1)...].drop { $0.lowercased() == "then" })
            guard let second = command(rest, invocation) else {
                continue
            }
            // Both lines have to work.
            let front = "\(verb) \(members(Array(words[..<place])))\(options)"
            guard let typed = try? shellWords(front), OwnAnswer(typed, invocation).failure == nil,
                OwnAnswer(second, invocation).failure == nil
            else { continue }
            throw .usage(
                "“\(rest.joined(separator: " ").printable)” is a second command",
                "First: focus-switch \(front)",
                "Then: focus-switch \(ListWords.quoted(second))")
        }
    }

    /// Returns the words of a command, or those that turn on a Focus; nil for names.
    private static func command(_ words: [String], _ invocation: Invocation) -> [String]? {
        guard words.count > 1, let verb = words.first,
            !invocation.apps.isName(verb), !invocation.apps.isName(words.joined(separator: " "))
        else { return nil }
        let behind = Array(words.dropFirst())
        if starting.contains(verb.lowercased()), invocation.isFocus(behind) {
            return ["on"] + behind
        }
        // “allow Ann and silence Dave”.
        if ["allow", "silence"].contains(verb),
            let members = SpokenMembers.known(behind, invocation),
            let names = try? shellWords(members.arguments())
        {
            return [verb] + names
        }
        let own = words.withSynonym(CommandTable.all)
        return CommandTable.all.contains { $0.words[0] == own[0][...] } ? own : nil
    }
}
