// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words beside a sender, or in place of one, as people type them behind `history` and `missed`:
/// `from Slack`, `since 9`, `today`, `last week`. Only options take times.
@LoopActor struct SenderWords {
    let invocation: Invocation

    /// Words before a sender, in lower case.
    private static let leads: Set = ["for", "from", "of", "by"]

    /// Words before a time from which on notifications are meant, in lower case, and before a time
    /// until which they are.
    private static let beginnings: Set = ["since", "after"]
    private static let ends: Set = ["until", "before"]

    /// The spans that end before another one begins.
    private static let spans = [
        "yesterday": "today", "last week": "this week", "last month": "this month",
    ]

    /// Returns the words without one before a sender: `Slack` for `from Slack`.
    func withoutLead(_ words: [String]) -> [String] {
        guard words.count > 1, Self.leads.contains(words[0].lowercased()),
            !invocation.apps.isName(words[0]),
            !invocation.apps.isName(words.joined(separator: " "))
        else { return words }
        return Array(words.dropFirst())
    }

    /// Throws for words that name no sender but a time, with the command for that time.
    ///
    /// - Parameter missed: true for the missed list, which is not sorted out by times.
    func refuseTime(_ words: [String], missed: Bool = false) throws(CommandFailure) {
        guard let (text, options) = try time(words) else { return }
        let subject = missed ? "What was silenced \(text)" : "For the notifications \(text)"
        throw .usage(
            "“\(words.joined(separator: " ").printable)” is no app",
            "\(subject): focus-switch history\(missed ? " --silenced" : "")\(options)")
    }

    /// Returns a clause and the options, behind a blank, for words that name a time; nil for other
    /// words.
    func time(
        _ words: [String]
    ) throws(CommandFailure) -> (clause: String, options: String)? {
        guard let first = words.first?.lowercased(),
            !invocation.apps.isName(words.joined(separator: " "))
        else { return nil }
        let isBeginning = Self.beginnings.contains(first)
        let isEnd = Self.ends.contains(first)
        let hasLead = words.count > 1 && (isBeginning || isEnd || first == "from")
        let text = words.dropFirst(hasLead ? 1 : 0).joined(separator: " ")
        let value = past(text)
        // “from Slack” and “from Monday”.
        guard hasLead, isBeginning || isEnd || value != nil else {
            guard let value, try isTime(words) else { return nil }
            guard let end = Self.spans[text.lowercased()] else {
                return ("since then", " --since \(shellQuoted(value))")
            }
            return ("then", " --since \(shellQuoted(value)) --before \(shellQuoted(end))")
        }
        let option = isEnd ? "before" : "since"
        return ("\(option) then", " --\(option) \(value.map(shellQuoted) ?? "TIME")")
    }

    /// Returns the time in the form that an option takes; nil for other words. An hour alone, which
    /// could be a length of time for an option, is a time of day here.
    private func past(_ text: String) -> String? {
        let now = invocation.now
        if let moment = HistoryCommand.moment(text, now: now), moment <= now { return text }
        guard let clock = ClockWords.time(text)?.text else { return nil }
        let texts = [clock, "yesterday \(clock)"]
        return texts.first { HistoryCommand.moment($0, now: now).map { $0 <= now } ?? false }
    }

    /// Returns true for words without a lead that can only be a time: no known sender has them as
    /// its name.
    private func isTime(_ words: [String]) throws(CommandFailure) -> Bool {
        let name = words.joined(separator: " ")
        guard try invocation.apps.isUnknown(name),
            !KnownPeople(FocusEditor(invocation)).contains(name)
        else { return false }
        guard words.count == 1 else {
            return TimeWords.isTime(words[0]) || ["last", "this"].contains(words[0].lowercased())
        }
        return TimeWords.isTime(name) && name.count > 2 || name.lowercased() == "yesterday"
    }
}
