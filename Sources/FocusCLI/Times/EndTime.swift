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
    /// - Parameters:
    ///   - isWholeName: returns true if all words are one name, such as “Until Friday”, and no end.
    ///   - isAppName: returns true for words that name an app although they read as an end, such as
    ///     “Sunday”.
    static func read(
        _ values: OptionValues, now: Timestamp,
        unless isWholeName: ([String]) throws(CommandFailure) -> Bool,
        except isAppName: ([String]) -> Bool = { _ in false }
    ) throws(CommandFailure) -> (end: ActivationEnd, words: [String]) {
        let (end, words) = try options(values, now: now, unless: isWholeName)
        guard words.count > 1, try !isWholeName(words) else { return (end, words) }
        guard !isEnd(words, now: now) else { return (end, words) }
        if let text = SpokenTime.trailing(words), !isAppName([text]),
            let complaint = SpokenTime.complaint(about: text)
        {
            throw .usage(complaint)
        }
        try refuseBeginning(words, now: now, except: isAppName)
        if let (rest, ending) = try trailing(words, now: now, except: isAppName) {
            guard end == .never else { throw .usage("there are two ends; give one") }
            return (ending, rest)
        }
        if let failure = complaint(about: words, except: isAppName) { throw failure }
        return (end, words)
    }

    /// Returns the error for words such as `work until tomorow` or `work 1hh`; nil for words
    /// without an end.
    static func complaint(
        about words: [String], except isAppName: ([String]) -> Bool = { _ in false }
    ) -> CommandFailure? {
        if let text = SpokenTime.trailing(words),
            let complaint = SpokenTime.complaint(about: text)
        {
            return .usage(complaint)
        }
        let place = words.lastIndex { leads.contains($0.lowercased()) }
        let text = place.map { words[($0 + 1)...].joined(separator: " ") } ?? ""
        let isTime = place.map { $0 > 0 && words[$0].lowercased() != "for" } ?? false
        // “until tommorow 9”.
        if isTime, corrected(text) != nil { return .usage(complaint(aboutTime: text)) }
        if let last = words.last, !isAppName([last]) {
            // “12 13” are ids rather than a length of time.
            let before = words.dropLast().last ?? ""
            let isNumber =
                last.isNumber && !before.isNumber && !untilWords.contains(before.lowercased())
            if ClockWords.nearest(toSpan: last) != nil || isNumber {
                return .usage(ClockWords.complaint(aboutSpan: last))
            }
        }
        guard let place, place > 0, place + 1 < words.count else { return nil }
        let isDay = isEndOfDay(text) || ["today", "tonight"].contains(text.lowercased())
        if isDay { return .usage(endOfDay(text)) }
        return words[place].lowercased() == "for"
            ? .usage(ClockWords.complaint(aboutSpan: text)) : .usage(complaint(aboutTime: text))
    }

    static func complaint(aboutTime text: String) -> String {
        if isEndOfDay(text) { return endOfDay(text) }
        let known = SpokenTime.complaint(about: text) ?? MomentWords.complaint(aboutDate: text)
        if let known { return known }
        if TypedSpan.milliseconds(text) != nil {
            // “17h30” is a French time of day, too.
            let clock = text.lowercased().replacing("h", with: ":")
            return "“\(text.printable)” is a length of time; use --for \(text.printable)"
                + (ClockWords.time(clock) == nil ? "" : ", or --until \(clock) for the time of day")
        }
        if let meant = corrected(text) {
            return "“\(text.printable)” is not a time" + CommandLineReader.suggestion(meant)
        }
        return "“\(text.printable)” is not a time; examples: 18:00, 6pm, tonight, “tomorrow 9:00”,"
            + " friday, “24 dec 9:00”"
    }

    /// Returns the end that the options name, and the remaining words.
    ///
    /// - Parameter isWholeName: returns true for words that are a whole Focus name; none of them
    ///   belongs to the end.
    static func options(
        _ values: OptionValues, now: Timestamp,
        unless isWholeName: ([String]) throws(CommandFailure) -> Bool
    ) throws(CommandFailure) -> (end: ActivationEnd, words: [String]) {
        var words = values.arguments
        var ends: [ActivationEnd] = []
        if var text = values.string("for") {
            // `--for 2 days` without quotes arrives as two words.
            if text.allSatisfy(\.isNumber),
                let index = words.firstIndex(where: { TypedSpan.single("1\($0)") != nil })
            {
                text += words.remove(at: index)
            } else if text.isNumber, let unit = words.last,
                ClockWords.foreignSpan([text, unit]) != nil
            {
                text += " " + unit
            }
            if let span = TypedSpan.milliseconds(text) {
                ends.append(.after(milliseconds: span))
            } else if isEndless(text) {
                ends.append(.never)
            } else {
                throw .usage("--for: \(ClockWords.complaint(aboutSpan: text))")
            }
        }
        if var text = values.string("until") {
            // `--until tomorrow 9:00` without quotes arrives as two words.
            if isDay(text), words.count > 1,
                let index = words.lastIndex(where: {
                    ClockWords.time($0) != nil || ["morning", "afternoon", "evening"].contains($0)
                }), try !isWholeName(words)
            {
                text += " " + words.remove(at: index)
                // “--until tomorrow at 9”.
                if index > 0, words[index - 1].lowercased() == "at" { words.remove(at: index - 1) }
            }
            // `--until nov 28` without quotes arrives as two words, too; neither is a time alone.
            if MomentWords.upcoming(text, now: now) == nil, words.count > 1,
                let index = words.firstIndex(where: {
                    MomentWords.upcoming("\(text) \($0)", now: now) != nil
                })
            {
                text += " " + words.remove(at: index)
            }
            for count in [6, 5, 4, 3, 2, 1] where words.count >= count {
                let whole = ([text] + words.suffix(count)).joined(separator: " ")
                guard let complaint = SpokenTime.complaint(about: whole) else { continue }
                throw .usage("--until: \(complaint)")
            }
            if isEndless(text) {
                ends.append(.never)
            } else {
                ends.append(isLogout(text) ? .withSession : .at(try moment(text, now: now)))
            }
        }
        if values.flag("until-logout") { ends.append(.withSession) }
        guard ends.count <= 1 else {
            throw .usage("--for, --until and --until-logout exclude each other")
        }
        return (ends.first ?? .never, words)
    }

    /// Separates an end from the words before it: `work 1h`, `work for 1h 30min`, `work 18:00`,
    /// `work friday`, `work until tomorrow at 9 pm`, `work forever`. Returns nil if the last words
    /// name no end.
    ///
    /// - Parameters:
    ///   - withDays: false where a day behind a name could also be the beginning, as of a Focus.
    ///   - isAppName: returns true for words that name an app although they read as an end, such as
    ///     “Sunday”.
    static func trailing(
        _ words: [String], now: Timestamp, withDays: Bool = true,
        except isAppName: ([String]) -> Bool = { _ in false }
    ) throws(CommandFailure) -> (words: [String], end: ActivationEnd)? {
        for count in [5, 4, 3, 2, 1] where words.count > count {
            let time = Array(words.suffix(count))
            let text = time.joined(separator: " ")
            var rest = Array(words.dropLast(count))
            let last = rest.last?.lowercased()
            let isUntil = last.map(untilWords.contains) ?? false
            let isFor = last == "for"
            if isUntil || isFor { rest.removeLast() }
            guard !rest.isEmpty else { continue }
            let end: ActivationEnd
            if !isUntil, let span = TypedSpan.milliseconds(text) {
                end = .after(milliseconds: span)
            } else if isEndless(text) {
                end = .never
            } else if !isFor, isLogout(text) {
                end = .withSession
            } else if !isFor, isUntil || (withDays ? isMoment(time) : isClock(text)),
                MomentWords.upcoming(text, now: now) != nil
            {
                end = .at(try moment(text, now: now))
            } else {
                continue
            }
            if !isUntil, !isFor, isAppName(time) { continue }
            // “Chat 1h 2h”: the words before the end are another end.
            if let (before, _) = try trailing(
                rest, now: now, withDays: withDays, except: isAppName)
            {
                guard let lead = before.last, beginnings.contains(lead.lowercased()) else {
                    throw .usage("there are two ends; give one")
                }
                throw beginning(rest[(before.count - 1)...])
            }
            return (rest, end)
        }
        return nil
    }

    /// Returns the words of an end that ``trailing(_:now:withDays:except:)`` separated, as the
    /// option that means the same: `--for 1h`, `--until "tomorrow 9:00"`, `--until-logout`.
    static func option(_ words: [String], _ end: ActivationEnd) -> String {
        let hasLead = words.count > 1 && leads.contains(words[0].lowercased())
        let time = shellQuoted(words.dropFirst(hasLead ? 1 : 0).joined(separator: " "))
        return switch end {
        case .after, .never: "--for \(time)"
        case .withSession: "--until-logout"
        case .at: "--until \(time)"
        }
    }

    /// Words before an end.
    static let leads = untilWords.union(["for"])

    /// The words before an end that is a time.
    static let untilWords: Set = ["until", "till", "til", "bis"]

    private static func endOfDay(_ text: String) -> String {
        text.lowercased() == "tonight"
            ? "\(tonight): --until tonight, --until 8:00"
            : "“\(text.printable)” may be midnight or the evening: --until today, --until tonight"
    }

    /// Returns true for `end of day`, `the rest of the day` and the like.
    static func isEndOfDay(_ text: String) -> Bool {
        let words = text.lowercased().split(separator: " ").filter { $0 != "the" }
        return [
            ["eod"], ["end", "of", "day"], ["rest", "of", "day"], ["all", "day"], ["whole", "day"],
            ["this", "day"],
        ].contains(words)
    }

    /// Returns true for `logout` and the like, which `--until-logout` means.
    private static func isLogout(_ text: String) -> Bool {
        ["logout", "log out", "logoff", "log off", "i log out", "i log off"]
            .contains(text.lowercased().replacing("-", with: ""))
    }

    /// Returns true for `forever` and the like, an end that never comes.
    static func isEndless(_ text: String) -> Bool {
        OtherUse.endlessWords.contains(text.lowercased())
    }

    private static func isClock(_ text: String) -> Bool {
        !text.allSatisfy { $0.isNumber || $0 == " " } && ClockWords.time(text) != nil
    }

    /// Returns true for words that are a time without “until” before them. A number alone could
    /// be a length of time or the id of a notification, and two letters could be a name.
    private static func isMoment(_ words: [String]) -> Bool {
        let first = words[0].lowercased()[...]
        if isClock(words.joined(separator: " ")) { return true }
        guard words.count == 1 else { return isDay(String(first)) || first == "next" }
        return first == "tomorrow" || first.count > 2 && DayWords.day(first) != nil
            || MomentWords.isDate(first)
    }

    /// Returns true for words that are an end and nothing else.
    static func isEnd(_ words: [String], now: Timestamp) -> Bool {
        let text = words.joined(separator: " ")
        return TypedSpan.milliseconds(text) != nil || isLogout(text)
            || isMoment(words) && MomentWords.upcoming(text, now: now) != nil
    }

    /// Words before a time that is a beginning.
    static let beginnings: Set = ["at", "in", "from"]

    /// Throws for words such as `Chat in 1h` or `Chat at 18:00`, which name a beginning.
    private static func refuseBeginning(
        _ words: [String], now: Timestamp, except isAppName: ([String]) -> Bool
    ) throws(CommandFailure) {
        for index in words.indices.dropFirst().dropLast()
        where beginnings.contains(words[index].lowercased()) && !isDay(words[index - 1]) {
            let time = Array(words[(index + 1)...])
            guard isEnd(time, now: now), !isAppName([words[index]]), !isAppName(time) else {
                continue
            }
            throw beginning(words[index...])
        }
    }

    private static func beginning(_ words: ArraySlice<String>) -> CommandFailure {
        let text = words.joined(separator: " ").printable
        return .usage("“\(text)” is a beginning, and this begins now; ends: 1h, until 18:00")
    }

    /// Returns the time that the text of `--until` names. ``MomentWords`` reads it; the errors are
    /// here.
    static func moment(_ text: String, now: Timestamp) throws(CommandFailure) -> Timestamp {
        guard let moment = MomentWords.upcoming(text, now: now) else {
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
            || DayWords.day(text[...]) != nil || MomentWords.isDate(text[...])
    }
}

/// The option that gives a Focus or a mute the end that it had, in a command that brings it back.
enum EndOption {
    case never
    case withSession
    case at(Timestamp)

    init(until: Timestamp?, endsWithSession: Bool) {
        self = endsWithSession ? .withSession : until.map(EndOption.at) ?? .never
    }

    init(_ mute: MuteWire) {
        self.init(until: mute.until, endsWithSession: mute.endsWithSession)
    }

    init(_ end: ActivationEnd, now: Timestamp) {
        switch end {
        case .never: self = .never
        case .withSession: self = .withSession
        case .at(let moment): self = .at(moment)
        case .after(let milliseconds): self = .at(now.adding(milliseconds))
        }
    }

    /// The option, behind a blank; empty without an end. The date keeps the option true on a later
    /// day, when a time alone would mean the next day.
    var text: String {
        switch self {
        case .never: return ""
        case .withSession: return " --until-logout"
        case .at(let moment):
            let time = CalendarTime(local: moment)
            let clock = time.second == 0 ? time.clockText : time.clockTextWithSeconds
            return " --until '\(time.dateText) \(clock)'"
        }
    }

    /// Returns true if the end is over.
    func isOver(at now: Timestamp) -> Bool {
        if case .at(let moment) = self { moment <= now } else { false }
    }

    /// Returns true if both ends are written as the same option.
    func isSame(as other: EndOption) -> Bool { text == other.text }
}
