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

    /// The words for a time that is not understood, with an example.
    private static let anyTime = "a time, as today"

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
        guard let (text, options) = try meaning(words) else { return }
        let subject = missed ? "What was silenced \(text)" : "For the notifications \(text)"
        var step = "For help: focus-switch history --help"
        if let typed = typedOptions(beside: words, options) {
            let lead = missed && !options.hasPrefix(Self.search) ? " --silenced" : ""
            let command = missed && lead.isEmpty ? "missed" : "history"
            step = "\(subject): focus-switch \(command)\(lead)\(options)\(typed)"
        }
        throw .usage("“\(words.joined(separator: " ").printable)” is no app", step)
    }

    /// Returns the typed options, behind a blank, that the step for a time keeps; nil if they
    /// contain one of the step, or if other words are among those of the time.
    ///
    /// - Parameters:
    ///   - words: the words of the time.
    ///   - added: the options of the step.
    private func typedOptions(beside words: [String], _ added: String) -> String? {
        let typed = invocation.words
        let place = typed.indices.first { typed[$0...].starts(with: words) }
        guard let place else { return nil }
        let before = typed[..<place]
        // The command may have two words: “missed list”.
        let command = before.drop { $0.hasPrefix("-") }.prefix { !$0.hasPrefix("-") }
        var kept = Array(before[..<command.startIndex])
        kept += before[command.endIndex...]
        kept += typed[(place + words.count)...]
        // “history” has no keys.
        kept.removeAll { $0 == "--wait" }
        let isTwice = ["--since", "--before", "--search", "--app"].contains { option in
            added.contains("\(option) ") && kept.contains { $0.hasPrefix(option) }
        }
        if isTwice { return nil }
        return kept.map { " " + shellQuoted($0) }.joined().printable
    }

    private func meaning(
        _ words: [String]
    ) throws(CommandFailure) -> (clause: String, options: String)? {
        if let found = try time(words) { return found }
        return try mixed(words)
    }

    /// The beginning of the options for a text.
    private static let search = " --search "

    /// Returns a clause and the options, behind a blank, for a sender with a time or with another
    /// text: `Slack today`, `Slack Ben`. Nil for other words.
    private func mixed(
        _ words: [String]
    ) throws(CommandFailure) -> (clause: String, options: String)? {
        guard words.count > 1, !invocation.apps.isName(words.joined(separator: " ")) else {
            return nil
        }
        for place in 1..<words.count {
            let parts = [Array(words[..<place]), Array(words[place...])]
            for (sender, time) in [(parts[0], parts[1]), (parts[1], parts[0])] {
                let name = withoutLead(sender)
                guard try !isNoSender(name), let (clause, options) = try self.time(time),
                    !clause.hasSuffix(Self.anyTime)
                else { continue }
                let app = shellQuoted(name.joined(separator: " "))
                return (clause, " --app \(app)\(options)")
            }
        }
        let count = (1..<words.count).last { count in
            invocation.apps.isName(words.prefix(count).joined(separator: " "))
        }
        guard let count else { return nil }
        let rest = withoutLead(Array(words.dropFirst(count)))
        let text = rest.joined(separator: " ")
        let isOther =
            invocation.apps.isName(text)
            || rest.contains { word in
                word.means(.little) || TimeWords.areBegun(by: word)
                    || OtherUse.everythingWords.contains(word.lowercased())
                    || ["last", "past"].contains(word.lowercased())
            }
        if isOther {
            throw .usage(
                "“\(words.joined(separator: " ").printable)” is no app",
                "For help: focus-switch history --help")
        }
        let app = words.prefix(count).joined(separator: " ")
        return (
            "with that text", "\(Self.search)\(shellQuoted(text)) --app \(shellQuoted(app))"
        )
    }

    /// Returns a clause and the options, behind a blank, for words that name a time; nil for other
    /// words.
    func time(
        _ words: [String]
    ) throws(CommandFailure) -> (clause: String, options: String)? {
        guard let first = words.first?.lowercased(),
            !invocation.apps.isName(words.joined(separator: " "))
        else { return nil }
        let isEnd = Self.ends.contains(first)
        let isMark = words.count > 1 && (isEnd || Self.beginnings.contains(first))
        // “from Slack” and “from Monday”.
        let isLead = words.count > 1 && Self.leads.contains(first)
        let rest = isMark || isLead ? Array(words.dropFirst()) : words
        let text = rest.joined(separator: " ")
        let value = past(text)
        if isMark {
            let option = isEnd ? "before" : "since"
            guard let value else { return ("\(option) \(Self.anyTime)", " --\(option) today") }
            return ("\(option) then", " --\(option) \(shellQuoted(value))")
        }
        guard let value else { return nil }
        if isLead {
            guard try isNoSender(rest) else { return nil }
        } else {
            guard try isTime(rest) else { return nil }
        }
        let time = shellQuoted(value)
        if isLead, first == "by" { return ("before then", " --before \(time)") }
        // “from yesterday” goes on until now.
        guard first != "from", let end = Self.spans[text.lowercased()] else {
            return ("since then", " --since \(time)")
        }
        return ("then", " --since \(time) --before \(shellQuoted(end))")
    }

    /// Returns the time in the form that an option takes; nil for other words. An hour alone, which
    /// could be a length of time for an option, is a time of day here.
    private func past(_ text: String) -> String? {
        let now = invocation.now
        if let moment = HistoryCommand.moment(text, now: now), moment <= now { return text }
        var texts: [String] = []
        if let clock = ClockWords.time(text)?.text { texts = [clock, "yesterday \(clock)"] }
        // “last friday”, “past 2 days”, “last hour”.
        let words = text.lowercased().split(separator: " ").map(String.init)
        if words.count > 1, ["last", "past"].contains(words[0]),
            words[words.count - 1].allSatisfy(\.isLetter)
        {
            let rest = words.dropFirst().joined(separator: " ")
            texts = [rest, "1 \(rest)"]
        }
        return texts.first { text in
            HistoryCommand.moment(text, now: now).map { $0 <= now } ?? false
        }
    }

    /// Returns true for words without a lead that can only be a time: no known sender has them as
    /// its name.
    private func isTime(_ words: [String]) throws(CommandFailure) -> Bool {
        guard try isNoSender(words) else { return false }
        let name = words.joined(separator: " ")
        guard words.count == 1 else {
            return TimeWords.isTime(words[0]) || words[0].isNumber
                || ["last", "past", "this"].contains(words[0].lowercased())
                || words[words.count - 1].lowercased() == "ago"
        }
        // “2h”, but not “mo”.
        let isLong = name.count > 2 || name.first?.isNumber == true
        return TimeWords.isTime(name) && isLong || name.lowercased() == "yesterday"
    }

    /// Returns true if no known sender has the words as its name.
    private func isNoSender(_ words: [String]) throws(CommandFailure) -> Bool {
        let name = words.joined(separator: " ")
        guard try invocation.apps.isUnknown(name) else { return false }
        return !KnownPeople(FocusEditor(invocation)).contains(name)
    }
}
