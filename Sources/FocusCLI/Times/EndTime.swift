// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// End of an activation: `--for`, `--until`, `--until-logout`.
enum EndTime {
    static let options: [OptionParser.Option] = [
        .init("for", .string, placeholder: "SPAN", help: "For that long: 45min, 2h, 1h30"),
        .init(
            "until", .string, placeholder: "TIME",
            help: "Until then: 18:00, 6pm, tonight, “tomorrow 9:00”, friday"),
        .init("until-logout", help: "Until you log out"),
    ]

    /// Returns the end that the options, or the last words, name, and the remaining words.
    ///
    /// - Parameter isName: returns true for words that are a whole Focus name, such as a Focus
    ///   called “Until Friday”; they name no end.
    static func read(
        _ values: OptionValues, now: Timestamp,
        unless isName: ([String]) throws(CommandFailure) -> Bool
    ) throws(CommandFailure) -> (end: ActivationEnd, words: [String]) {
        let (end, words) = try options(values, now: now, unless: isName)
        guard words.count > 1, try !isName(words) else { return (end, words) }
        if let (rest, ending) = try trailing(words, now: now) {
            guard end == .never else { throw .usage("there are two ends; give one") }
            return (ending, rest)
        }
        if let failure = complaint(about: words) { throw failure }
        return (end, words)
    }

    /// Returns the error for words such as `work until tomorow` or `work 1hh`; nil for words
    /// without an end.
    static func complaint(about words: [String]) -> CommandFailure? {
        if let last = words.last, ClockWords.nearest(toSpan: last) != nil {
            return .usage(ClockWords.complaint(aboutSpan: last))
        }
        let place = words.lastIndex { ["until", "till", "for"].contains($0.lowercased()) }
        guard let place, place > 0, place + 1 < words.count else { return nil }
        let text = words[(place + 1)...].joined(separator: " ")
        return words[place].lowercased() == "for"
            ? .usage(ClockWords.complaint(aboutSpan: text)) : .usage(complaint(aboutTime: text))
    }

    static func complaint(aboutTime text: String) -> String {
        "“\(text.printable)” is not a time; examples: 18:00, 6pm, tonight, “tomorrow 9:00”, friday,"
            + " “2026-11-21 9:00”"
    }

    /// Returns the end that the options name, and the remaining words.
    ///
    /// - Parameter isName: returns true for words that are a whole Focus name; none of them belongs
    ///   to the end.
    static func options(
        _ values: OptionValues, now: Timestamp,
        unless isName: ([String]) throws(CommandFailure) -> Bool
    ) throws(CommandFailure) -> (end: ActivationEnd, words: [String]) {
        var words = values.arguments
        var ends: [ActivationEnd] = []
        if var text = values.string("for") {
            // `--for 2 days` without quotes arrives as two words.
            if text.allSatisfy(\.isNumber),
                let index = words.firstIndex(where: { ClockWords.singleSpan("1\($0)") != nil })
            {
                text += words.remove(at: index)
            }
            guard let span = ClockWords.span(text) else {
                throw .usage("--for: \(ClockWords.complaint(aboutSpan: text))")
            }
            ends.append(.after(milliseconds: span))
        }
        if var text = values.string("until") {
            // `--until tomorrow 9:00` without quotes arrives as two words.
            if isDay(text), words.count > 1,
                let index = words.lastIndex(where: {
                    ClockWords.time($0) != nil || ["morning", "afternoon", "evening"].contains($0)
                }), try !isName(words)
            {
                text += " " + words.remove(at: index)
                // “--until tomorrow at 9”.
                if index > 0, words[index - 1].lowercased() == "at" { words.remove(at: index - 1) }
            }
            ends.append(isLogout(text) ? .withSession : .at(try moment(text, now: now)))
        }
        if values.flag("until-logout") { ends.append(.withSession) }
        guard ends.count <= 1 else {
            throw .usage("--for, --until and --until-logout exclude each other")
        }
        return (ends.first ?? .never, words)
    }

    /// Separates an end from the words before it: `work 1h`, `work for 1h 30min`, `work 18:00`,
    /// `work until tomorrow 9:00`. Returns nil if the last words name no end.
    static func trailing(
        _ words: [String], now: Timestamp
    ) throws(CommandFailure) -> (words: [String], end: ActivationEnd)? {
        for count in [3, 2, 1] where words.count > count {
            let text = words.suffix(count).joined(separator: " ")
            if count == 3, words[words.count - 2].lowercased() != "at" { continue }
            var rest = Array(words.dropLast(count))
            let last = rest.last?.lowercased()
            let isUntil = last == "until" || last == "till"
            let isFor = last == "for"
            if isUntil || isFor { rest.removeLast() }
            guard !rest.isEmpty else { continue }
            if !isUntil, let span = ClockWords.span(text) {
                return (rest, .after(milliseconds: span))
            }
            if isUntil, isLogout(text) { return (rest, .withSession) }
            // A number alone could be a length of time.
            guard !isFor, isUntil || isClock(text), MomentWords.upcoming(text, now: now) != nil
            else { continue }
            return (rest, .at(try moment(text, now: now)))
        }
        return nil
    }

    /// Returns true for `logout` and the like, which `--until-logout` means.
    private static func isLogout(_ text: String) -> Bool {
        ["logout", "log out", "logoff", "log off"]
            .contains(text.lowercased().replacing("-", with: ""))
    }

    private static func isClock(_ text: String) -> Bool {
        text.lowercased() == "tonight"
            || !text.allSatisfy(\.isNumber) && ClockWords.time(text) != nil
    }

    /// Returns the time that the text of `--until` names. ``MomentWords`` reads it; the errors are
    /// here.
    static func moment(_ text: String, now: Timestamp) throws(CommandFailure) -> Timestamp {
        guard let moment = MomentWords.upcoming(text, now: now) else {
            if ClockWords.span(text) != nil {
                throw .usage(
                    "--until: “\(text.printable)” is a length of time; use --for \(text.printable)")
            }
            throw .usage("--until: \(complaint(aboutTime: text))")
        }
        guard moment > now else {
            let clock = CalendarTime(local: moment)
            let isToday = clock.isSameDay(as: CalendarTime(local: now))
            throw .usage(
                "--until: \(TimeText.full(moment)) is in the past"
                    + (isToday
                        ? "; it is \(CalendarTime(local: now).clockText) now. For the next day:"
                            + " “tomorrow \(clock.clockText)”" : ""))
        }
        return moment
    }

    private static func isDay(_ text: String) -> Bool {
        ["today", "tonight", "tomorrow"].contains(text.lowercased()) || text.contains("-")
            || DayWords.day(text[...]) != nil
    }
}
