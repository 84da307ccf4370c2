// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Ends after ids of notifications. Numbers are ids there: no number alone is a time.
extension EndTime {
    /// Returns the ids in the arguments, and the end that the options or the words behind the ids
    /// name: `12 13 1h`, `12 until tomorrow 9:00`.
    static func readIDs(
        _ values: OptionValues, now: Timestamp
    ) throws(CommandFailure) -> (end: ActivationEnd, ids: [String]) {
        let (end, arguments) = try options(values, now: now) { words in
            words.allSatisfy(isNumbers)
        }
        let words = idsFirst(arguments)
        var ids = Array(words.prefix(while: isNumbers))
        var rest = Array(words.dropFirst(ids.count))
        // “12 20 min” is the notification 12 for 20 minutes.
        if ids.count > 1, let unit = rest.first, let number = ids.last,
            TypedSpan.milliseconds("\(number) \(unit)") != nil
        {
            rest.insert(ids.removeLast(), at: 0)
        }
        // “12 24 dec 9:00” is the notification 12 until a date.
        if ids.count > 1, let day = ids.last, let month = rest.first, month.allSatisfy(\.isLetter),
            !leads.union(beginnings).contains(month.lowercased()),
            MomentWords.upcoming(rest.joined(separator: " "), now: now) == nil,
            MomentWords.upcoming(([day] + rest).joined(separator: " "), now: now) != nil
        {
            rest.insert(ids.removeLast(), at: 0)
        }
        guard !rest.isEmpty, !ids.isEmpty else { return (end, words) }
        let ending = try behindIDs(rest, now: now)
        guard end == .never else { throw .usage("there are two ends; give one") }
        return (ending, ids)
    }

    /// Returns the words with ids in front of the length of time that they stand behind: `12 1h`
    /// for `1h 12`. Other words stay as they are.
    static func idsFirst(_ words: [String]) -> [String] {
        let count = words.reversed().prefix(while: isNumbers).count
        let time = words.dropLast(count)
        let span = time.first?.lowercased() == "for" ? time.dropFirst() : time
        guard TypedSpan.milliseconds(span.joined(separator: " ")) != nil else { return words }
        return Array(words.suffix(count)) + time
    }

    private static func behindIDs(
        _ words: [String], now: Timestamp
    ) throws(CommandFailure) -> ActivationEnd {
        let lead = words[0].lowercased()
        if words.count == 1, isEndless(lead) { return .never }
        let isFor = lead == "for" || lead == "in"
        let isUntil = lead == "at" || untilWords.contains(lead)
        let time = isFor || isUntil ? words.dropFirst() : words[...]
        if let complaint = SpokenTime.complaint(about: time.joined(separator: " ")) {
            throw .usage(complaint)
        }
        if time.count > 1, let last = time.last, isNumbers(last) {
            throw .usage(
                "unexpected “\(last)” after the time; ids come before the time, and a time has no"
                    + " number alone: 1h30, “tomorrow 9:00”")
        }
        let text = time.joined(separator: " ")
        if !isUntil, let span = TypedSpan.milliseconds(text) { return .after(milliseconds: span) }
        if isFor { throw .usage(ClockWords.complaint(aboutSpan: text)) }
        guard MomentWords.upcoming(text, now: now) != nil else {
            if isUntil { throw .usage(complaint(aboutTime: text)) }
            if ClockWords.nearest(toSpan: text) != nil || ClockWords.isZero(text) {
                throw .usage(ClockWords.complaint(aboutSpan: text))
            }
            throw .usage(
                "“\(text.printable)” is neither the id of a notification nor a time; examples: 12, 13"
                    + " and 45min, 18:00, friday")
        }
        return .at(try moment(text, now: now))
    }

    /// Returns true for `12`, and for a list such as `12,13`.
    private static func isNumbers(_ word: String) -> Bool {
        !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isNumber || ",; ".contains($0) }
    }
}
