// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// When a Focus that is turned on is to end by itself: `--for`, `--until`, `--until-logout`.
enum EndTime {
    static let options: [OptionParser.Option] = [
        .init("for", .string, placeholder: "SPAN", help: "Only for that long: 45min, 2h, 1h30m"),
        .init(
            "until", .string, placeholder: "TIME", help: "Only until then: 18:00, “tomorrow 9:00”"),
        .init("until-logout", help: "Only until you log out"),
    ]

    /// The one that the options name, and the words that are left.
    static func read(
        _ values: OptionValues, now: Timestamp
    ) throws(CommandFailure) -> (end: ActivationEnd, words: [String]) {
        var words = values.arguments
        var ends: [ActivationEnd] = []
        if let text = values.string("for") {
            guard let span = span(text) else {
                throw .usage(
                    "--for: “\(text.printable)” is no length of time; write 90s, 45min, 2h or 1h30m"
                )
            }
            ends.append(.after(milliseconds: span))
        }
        if var text = values.string("until") {
            // `--until tomorrow 9:00` without quotes.
            if isDay(text), words.count > 1,
                let index = words.lastIndex(where: { TimeOfDay($0) != nil })
            {
                text += " " + words.remove(at: index)
            }
            ends.append(.at(try moment(text, now: now)))
        }
        if values.flag("until-logout") { ends.append(.withSession) }
        guard ends.count <= 1 else {
            throw .usage("only one of --for, --until and --until-logout")
        }
        return (ends.first ?? .never, words)
    }

    private static func moment(_ text: String, now: Timestamp) throws(CommandFailure) -> Timestamp {
        guard let moment = TimeText.upcomingMoment(text, now: now) else {
            throw .usage(
                "--until: “\(text.printable)” is no time; write 18:00, “tomorrow 9:00”, “Mon 9:00”"
                    + " or “2026-11-21 9:00”")
        }
        guard moment > now else {
            throw .usage("--until: \(TimeText.full(moment)) is over already")
        }
        return moment
    }

    private static func isDay(_ text: String) -> Bool {
        ["today", "tomorrow"].contains(text.lowercased()) || text.contains("-")
            || DayWords.day(text[...]) != nil
    }

    /// Milliseconds of `45min`, `2h`, `1h30m`, `1h 30min`; nil for anything else and for nothing.
    static func span(_ text: String) -> Int64? {
        var rest = text[...]
        var total: Int64 = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count).drop { $0 == " " }
            guard let part = TimeText.span("\(digits)\(unit)") else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(part)
            guard !overflow else { return nil }
            total = sum
        }
        return total > 0 ? total : nil
    }
}

extension TimeText {
    /// `14:05`, `tomorrow 09:00`, `Mon 09:00`, `3 Dec 09:00`, `3 Dec 2027`.
    static func upcoming(_ time: Timestamp, now: Timestamp) -> String {
        let then = CalendarTime(local: time)
        var day = CalendarTime(local: now)
        if then.isSameDay(as: day) { return then.clockText }
        for ahead in 1...6 {
            day = day.tomorrow
            guard then.isSameDay(as: day) else { continue }
            return "\(ahead == 1 ? "tomorrow" : then.weekdayText) \(then.clockText)"
        }
        return relative(time, now: now)
    }

    /// The moment that a person names, which is to come: `18:00` (today or, if that is over,
    /// tomorrow), `tomorrow`, `tomorrow 9:00`, `Mon 9:00`, `2026-11-21`, `2026-11-21 9:00`.
    static func upcomingMoment(_ text: String, now: Timestamp) -> Timestamp? {
        let today = CalendarTime(local: now)
        let words = text.split(separator: " ")
        guard let first = words.first, words.count <= 2 else { return nil }
        if words.count == 1, let time = TimeOfDay(text) {
            let moment = today.at(time)
            return moment.timestamp > now ? moment.timestamp : today.tomorrow.at(time).timestamp
        }
        guard let time = words.count == 1 ? TimeOfDay(hour: 0, minute: 0) : TimeOfDay(words[1])
        else { return nil }
        switch first.lowercased() {
        case "today": return today.at(time).timestamp
        case "tomorrow": return today.tomorrow.at(time).timestamp
        default: break
        }
        guard let weekday = DayWords.day(first) else {
            return Self.moment(text, now: now)
        }
        var day = today
        for _ in 0...7 {
            if day.weekday == weekday, day.at(time).timestamp > now {
                return day.at(time).timestamp
            }
            day = day.tomorrow
        }
        return nil
    }
}

extension TimeOfDay {
    fileprivate init?(_ word: Substring) {
        self.init(String(word))
    }
}

extension CalendarTime {
    fileprivate func at(_ time: TimeOfDay) -> CalendarTime {
        at(hour: time.minutes / 60, minute: time.minutes % 60)
    }
}
