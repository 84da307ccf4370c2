// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop

/// A snooze as people say it: `remind me of 13 in 1 hour`, `remind 12 tomorrow`.
@LoopActor enum SpokenReminder {
    private static let verbs: Set = ["defer", "delay", "later", "postpone", "remind"]
    /// Words that name neither a notification nor a time, in lower case.
    private static let fillers: Set = ["about", "again", "me", "notification", "of", "the", "to"]

    /// Returns the failure for such a command line, with the command that does it; nil for others.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        guard words.count > 1, verbs.contains(words[0].lowercased()) else { return nil }
        let rest = words.dropFirst().filter { !fillers.contains($0.lowercased()) }
        let leads = EndTime.leads.union(EndTime.beginnings).union(["by", "on"])
        var found: [String] = []
        // “in 1 hour of 13”: of several numbers, the id leaves an end.
        for place in rest.indices where UInt32(rest[place]) != nil {
            // “at 9 of 12”.
            if place > 0, leads.contains(rest[place - 1].lowercased()) { continue }
            let time = Array(rest[..<place] + rest[(place + 1)...])
            if let option = option(time, invocation) { found.append("\(rest[place]) \(option)") }
        }
        let arguments = found.count == 1 ? found[0] : "--help"
        return .usage(
            "there is no command “\(words[0].printable)”",
            "To see a notification again later: focus-switch snooze \(arguments)")
    }

    /// Returns the end of a snooze that the words name, one hour without words; nil for others.
    private static func option(_ words: [String], _ invocation: Invocation) -> String? {
        guard let lead = words.first?.lowercased() else { return "1h" }
        let meant = ["in": "for", "at": "until", "on": "until"][lead]
        let time = meant.map { [$0] + words.dropFirst() } ?? words
        guard let (names, end) = try? EndTime.trailing(["snooze"] + time, now: invocation.now),
            names.count == 1, end != .never, end != .withSession
        else { return nil }
        return EndTime.lengthOption(end) ?? EndTime.option(time, end)
    }
}
