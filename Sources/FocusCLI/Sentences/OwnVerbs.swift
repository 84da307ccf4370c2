// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// The answers of our own commands to the words behind a verb of another program: `block quentin
/// jones`, `permit example.org`.
@LoopActor enum OwnVerbs {
    /// A command of ours, and what it does.
    typealias Own = (lead: String, command: String)

    private static let allow: Own = ("To let that through while a Focus is on", "allow")
    private static let silence: Own = ("While a Focus is on", "silence")
    private static let mute: Own = ("With any Focus and without one", "mute")

    /// Returns the commands that do what a verb says.
    static func commands(_ verb: String) -> [Own] {
        if verb.means(.allow) { return [allow] }
        if verb.means(.silence) { return [silence, mute] }
        if verb.means(.unblock) { return [allow, ("To end a mute", "unmute")] }
        if verb.means(.unallow) { return [silence, ("To take it off the list", "allow --remove")] }
        if verb.means(.unsilence) {
            return [allow, ("To take it off the list", "silence --remove")]
        }
        return [silence, mute, ("While the session is locked, its texts", "lockscreen hide")]
    }

    /// Returns the steps for words behind the commands: those that take the words, or else what the
    /// first one says to them.
    static func steps(
        _ own: [Own], _ words: [String], _ invocation: Invocation
    ) -> [String] {
        // Options follow the names.
        let names = words.prefix { !$0.hasPrefix("-") }
        let known = knownNames(Array(names), invocation)
        var steps: [String] = []
        var refusals: [[String]] = []
        for (lead, text) in own {
            let command = text.split(separator: " ").map(String.init)
            let option = focusOption(command[0], words, invocation)
            // Names follow “--”.
            let end = words.firstIndex(of: "--") ?? words.endIndex
            let line = command + words[..<end] + option + words[end...]
            let answer = OwnAnswer(line, invocation)
            // Without a Focus that is on, the user has to name one.
            func named(_ text: String) -> String {
                option.isEmpty
                    ? text : text.replacing(option.joined(separator: " "), with: "--focus FOCUS")
            }
            let step = named(
                "\(lead): focus-switch \(line.map(shellQuoted).joined(separator: " "))")
            if let failure = answer.failure {
                // Nothing is known about the word, as without focusd.
                let isUnasked =
                    failure.code == .notReachable || failure.details.isEmpty && text != "unmute"
                if isUnasked, names.count == 1 {
                    steps.append(step)
                } else {
                    refusals.append(told(failure, command).map(named))
                }
            } else if known == names.count || names.count < 2 {
                steps += [step] + answer.hints.map(named)
            } else {
                // Words that are not known may be one name, or a sentence. Beside a known app, a
                // hint has to name all words.
                let whole = names.joined(separator: " ")
                steps += answer.hints.filter { known == 0 || $0.contains(whole) }.map(named)
            }
        }
        var seen: Set<String> = []
        let found = steps.isEmpty ? refusals.first ?? [] : steps
        let help = "For help: focus-switch \(own[0].command) --help"
        return (found.isEmpty ? [help] : found).filter { seen.insert($0).inserted }
    }

    /// Returns the lines of a refusal; with its sentence, unless the steps say what they are for.
    private static func told(_ failure: CommandFailure, _ command: [String]) -> [String] {
        let sentence = failure.message.map { [$0.prefix(1).uppercased() + $0.dropFirst()] } ?? []
        guard let first = failure.details.first else {
            let words = command.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
            return sentence + ["For help: focus-switch \(words) --help"]
        }
        return first.hasPrefix(" ") ? sentence + failure.details : failure.details
    }

    /// Returns the option for a command that changes lists where no Focus is on.
    private static func focusOption(
        _ command: String, _ words: [String], _ invocation: Invocation
    ) -> [String] {
        guard ["allow", "silence"].contains(command),
            !words.contains(where: { $0.hasPrefix("--focus") })
        else { return [] }
        if let active = invocation.activeFocus, FocusEditor(invocation).catalog.hasFile(active) {
            return []
        }
        return ["--focus", FocusID.doNotDisturb.rawValue]
    }

    /// Returns the number of words that name known apps or stand between names.
    private static func knownNames(_ words: [String], _ invocation: Invocation) -> Int {
        let names = (try? ListWords.joined(words, invocation.apps)) ?? words
        return names.reduce(into: 0) { count, name in
            let isKnown = name.means(.and) || (try? invocation.apps.isUnknown(name)) == false
            // A name with blanks was several words.
            let parts = words.contains(name) ? 1 : name.split(separator: " ").count
            if isKnown { count += parts }
        }
    }
}
