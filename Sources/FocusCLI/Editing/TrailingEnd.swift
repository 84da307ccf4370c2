// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words of time behind names of apps, where a command has no end and no times: `silence Slack 1h`,
/// `allow Slack today`, `silence Slack from 9 to 17`. Without this refusal, they would be taken as
/// further apps.
@LoopActor enum TrailingEnd {
    /// Throws if the last words are about time and no known app, with the command without them. For
    /// an end behind `silence`, the command is `mute`.
    ///
    /// - Parameters:
    ///   - name: the command, such as `lockscreen hide`.
    ///   - command: returns the whole command for the quoted apps.
    static func refuse(
        _ words: [String], _ invocation: Invocation, _ name: String, _ command: (String) -> String
    ) throws(CommandFailure) {
        let directory = invocation.apps
        guard words.count > 1, !directory.isName(words.joined(separator: " ")) else { return }
        let end = try end(words, invocation)
        let before = end?.apps ?? words
        // “Slack until the meeting is over”.
        let lead = before.indices.dropFirst().first { place in
            EndTime.untilWords.contains(before[place].lowercased())
                && !isInName(place, of: before, directory)
        }
        let names = withoutTimes(
            Array(before[..<(lead ?? before.endIndex)]), directory,
            isBeforeEnd: end != nil || lead != nil)
        guard !names.isEmpty, names.count < words.count else { return }
        let last = words.dropFirst(names.count)
        // “on friday” and “from 9 to 17” have more than an end.
        let option = names.count == before.count ? end?.option : nil
        let hasTimes = option == nil && lead == nil && !last.allSatisfy(TimeWords.isNoClock)
        var details: [String] = []
        if let members = SpokenMembers.known(names, invocation)?.arguments(),
            ["allow", "silence"].contains(name)
        {
            // Only apps are muted.
            details.append("Without \(hasTimes ? "times" : "an end"): \(command(members))")
        } else if let apps = try ListWords.certain(names, directory), !apps.isEmpty {
            let quoted = apps.map(shellQuoted).joined(separator: " ")
            if let option, name == "silence" {
                details.append("To mute until then: focus-switch mute \(quoted) \(option)")
            } else {
                details.append("Without \(hasTimes ? "times" : "an end"): \(command(quoted))")
            }
            if name == "silence", EndTime.isTonight(last) {
                let mute = "focus-switch mute \(quoted)"
                details += EndTime.tonight(mute, now: invocation.now).details
            }
            if let lead, name == "silence" {
                let time = before[(lead + 1)...].joined(separator: " ")
                details += SpokenTime.times(time).map { time in
                    "To mute until \(time): focus-switch mute \(quoted) --until \(time)"
                }
            }
        } else {
            details.append("For help: focus-switch \(name) --help")
        }
        if hasTimes { details.append("A Focus has times: focus-switch schedule set --help") }
        let subject = name.hasPrefix("lockscreen ") ? "lockscreen" : "a list"
        throw .usage(
            "“\(last.joined(separator: " ").printable)” is no app, and \(subject) has no"
                + (hasTimes ? " times" : " end"), details: details)
    }

    /// Returns true for a word that is a known app or belongs to its name, as in “Until Dawn”.
    private static func isInName(
        _ place: Int, of words: [String], _ directory: AppDirectory
    ) -> Bool {
        (0...place).contains { start in
            (place + 1...words.count).contains { end in
                directory.isName(words[start..<end].joined(separator: " "))
            }
        }
    }

    /// Returns the names before the end, and the option for the end.
    private static func end(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> (apps: [String], option: String)? {
        // “Slack fo 1h”.
        if let lead = MistypedLead(words, invocation) { return (lead.names, lead.option) }
        let isName = { (words: [String]) in invocation.apps.isName(words.joined(separator: " ")) }
        if let (apps, end) = try EndTime.trailing(words, now: invocation.now, except: isName) {
            let last = Array(words.dropFirst(apps.count))
            return (apps, EndTime.lengthOption(end) ?? EndTime.option(last, end))
        }
        // A number alone lacks its unit.
        guard let last = words.last, last.isNumber, !isName([last]) else { return nil }
        return (words.dropLast(), "--for \(last)min")
    }

    /// Returns the words without the last ones that are about time.
    ///
    /// - Parameter isBeforeEnd: true if an end follows the words.
    private static func withoutTimes(
        _ words: [String], _ directory: AppDirectory, isBeforeEnd: Bool
    ) -> [String] {
        var rest = words[...]
        var hasTime = isBeforeEnd
        while let last = rest.last, !directory.isName(last) {
            let previous = rest.dropLast().last
            let isTime =
                TimeWords.isTime(last) || last.isNumber || TimeWords.isPart(last, behind: previous)
            guard isTime || TimeWords.isBeside(last) else { break }
            hasTime = hasTime || isTime
            rest.removeLast()
        }
        return hasTime ? Array(rest) : words
    }
}

/// Words about time in phrases with apps, in any letter case.
enum TimeWords {
    /// Returns true for a moment, an end, a time of day or days. A number alone is none.
    static func isTime(_ word: String) -> Bool {
        guard !word.isNumber, !OtherUse.everythingWords.contains(word.lowercased()) else {
            return false
        }
        return word.means(.moment) || EndTime.isEndless(word)
            || ClockWords.time(word) != nil || TypedSpan.milliseconds(word) != nil
            || (try? DayWords.days(word)) != nil || ScheduleWords([word]) != nil
    }

    /// Returns true for “night” behind “at” and the like.
    static func isPart(_ word: String, behind previous: String?) -> Bool {
        guard let previous, word.means(.timePart) else { return false }
        return isBeside(previous) || previous.isNumber
    }

    /// Returns true for a word that stands beside a time.
    static func isBeside(_ word: String) -> Bool {
        word.means(.besideTime, .little)
    }

    /// Returns true for a word with which words about time may begin.
    static func areBegun(by word: String) -> Bool {
        isTime(word) || word.isNumber || word.means(.besideTime)
    }

    /// Returns true for a word in a phrase about an end: “right now”, but not “at night”.
    static func isNoClock(_ word: String) -> Bool {
        let folded = word.lowercased()
        return word.means(.moment) || EndTime.isEndless(word)
            || TypedSpan.milliseconds(word) != nil || isBeside(word) && folded != "between"
            || ["week", "month", "while", "moment", "time"].contains(folded)
    }
}

extension String {
    /// True for a text of digits alone.
    var isNumber: Bool { !isEmpty && allSatisfy { $0.isASCII && $0.isNumber } }
}
