// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Verbs of other programs, and what stands behind them: `block Ben on Slack`, `permit Ann`. The
/// answer is that of our own verb with the same words, so that each phrase is read in one place.
@LoopActor enum ForeignVerb {
    /// A command of ours, and what it does.
    private typealias Own = (lead: String, command: [String])

    private static let allow: Own = ("To let that through while a Focus is on", ["allow"])
    private static let silence: Own = ("While a Focus is on", ["silence"])
    private static let mute: Own = ("With any Focus and without one", ["mute"])
    private static let unmute: Own = ("To end a mute", ["unmute"])
    private static let unallow: Own = ("To take it off the list", ["allow", "--remove"])
    private static let unsilence: Own = ("To take it off the list", ["silence", "--remove"])
    private static let hideText: Own = (
        "While the session is locked, its texts", ["lockscreen", "hide"]
    )

    /// Verbs that silence, in lower case.
    nonisolated static let blocking: Set = [
        "ban", "blacklist", "block", "blocklist", "deny", "forbid", "ignore", "reject",
    ]

    /// The verbs, in lower case, with the commands that do it. ``NearMiss/stepText`` has the steps
    /// for a verb alone.
    private static let verbs: [(words: Set<String>, own: [Own])] = [
        (
            [
                "add", "allowlist", "importance", "important", "let", "permit", "priorities",
                "priority", "whitelist",
            ], [allow]
        ),
        (blocking, [silence, mute]),
        (["hide"], [silence, mute, hideText]), (["unblock"], [allow, unmute]),
        (["disallow", "unallow"], [silence, unallow]), (["unsilence"], [allow, unsilence]),
    ]

    /// Returns the failure for such a command line, with the answer of our own verb; nil for others
    /// and for a verb alone.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        guard let verb = words.first?.lowercased(),
            let own = verbs.first(where: { $0.words.contains(verb) })?.own
        else { return nil }
        var rest = Array(words.dropFirst())
        if verb == "let" { rest = SpokenWish.withoutThrough(rest) }
        guard !rest.isEmpty else { return nil }
        let place = verb == "hide" ? HiddenPlace(rest, invocation) : nil
        var steps = place?.steps ?? steps(own, rest, invocation)
        let isName = rest.count == 1 || steps.allSatisfy { $0.hasPrefix("If that is ") }
        if verb == "add", isName, !rest.contains(where: { $0.hasPrefix("-") }) {
            let name = shellQuoted(rest.joined(separator: " "))
            steps.append("To create a Focus: focus-switch create \(name)")
        }
        return .usage("there is no command “\(words[0].printable)”", details: steps)
    }

    /// Returns the steps for words behind one of our commands: the command itself if it takes them,
    /// or else what it says to them.
    static func steps(
        _ command: String, _ lead: String, _ words: [String], _ invocation: Invocation
    ) -> [String] {
        steps([(lead, command.split(separator: " ").map(String.init))], words, invocation)
    }

    private static func steps(
        _ own: [Own], _ words: [String], _ invocation: Invocation
    ) -> [String] {
        // Options follow the names.
        let names = words.prefix { !$0.hasPrefix("-") }
        let known = knownNames(Array(names), invocation)
        var steps: [String] = []
        var refusals: [[String]] = []
        for (lead, command) in own {
            let option = focusOption(command[0], words, invocation)
            // Names follow “--”.
            let end = words.firstIndex(of: "--") ?? words.endIndex
            let line = command + words[..<end] + option + words[end...]
            let answer = OwnAnswer(line, invocation)
            // Without a Focus that is on, the user has to name one.
            func named(_ text: String) -> String {
                option.isEmpty
                    ? text
                    : text.replacing(
                        option.joined(separator: " "), with: "--focus FOCUS")
            }
            let text = line.map(shellQuoted).joined(separator: " ")
            let step = named("\(lead): focus-switch \(text)")
            if let failure = answer.failure {
                // Nothing is known about the word, as without focusd.
                let isUnasked =
                    failure.code == .notReachable
                    || failure.details.isEmpty && command != unmute.command
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
        return (found.isEmpty ? [help(own[0].command)] : found).filter { seen.insert($0).inserted }
    }

    private static func help(_ command: [String]) -> String {
        "For help: focus-switch \(command.prefix { !$0.hasPrefix("-") }.joined(separator: " ")) --help"
    }

    /// Returns the lines of a refusal; with its sentence, unless the steps say what they are for.
    private static func told(_ failure: CommandFailure, _ command: [String]) -> [String] {
        let sentence = failure.message.map { [$0.prefix(1).uppercased() + $0.dropFirst()] } ?? []
        guard let first = failure.details.first else { return sentence + [help(command)] }
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
            let isKnown =
                StrayWords.joining.contains(name.lowercased())
                || (try? invocation.apps.isUnknown(name)) == false
            // A name with blanks was several words.
            let parts = words.contains(name) ? 1 : name.split(separator: " ").count
            if isKnown { count += parts }
        }
    }
}
