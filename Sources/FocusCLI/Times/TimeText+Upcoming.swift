// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Times ahead, as text and as people name them.
extension TimeText {
    /// Returns a text such as `14:05`, `tomorrow 09:00`, `Mon 09:00`, `3 Dec 09:00` or
    /// `3 Dec 2027`.
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

    /// Returns ``upcoming(_:now:)``, without the day if that is the day of `beginning`.
    static func upcoming(
        _ time: Timestamp, after beginning: Timestamp, now: Timestamp
    ) -> String {
        let then = CalendarTime(local: time)
        return then.isSameDay(as: CalendarTime(local: beginning))
            ? then.clockText : upcoming(time, now: now)
    }

    /// Returns a text such as `14:05`, `tomorrow (Tue 24 Nov) 09:00` or `Fri 27 Nov 00:00`, with
    /// the date of any day but today.
    static func upcomingWithDate(_ time: Timestamp, now: Timestamp) -> String {
        let then = CalendarTime(local: time)
        let today = CalendarTime(local: now)
        if then.isSameDay(as: today) { return then.clockText }
        let year = then.year == today.year ? "" : " \(then.year)"
        let date = "\(then.weekdayText) \(then.day) \(monthName(then.month))\(year)"
        return then.isSameDay(as: today.tomorrow)
            ? "tomorrow (\(date)) \(then.clockText)" : "\(date) \(then.clockText)"
    }

    /// Time of `tonight`. After this time, `tonight` means midnight.
    private static let evening = TimeOfDay(hour: 20, minute: 0)

    /// Time of `morning`, and of a day without a time: nobody waits for midnight.
    private static let morning = TimeOfDay(hour: 8, minute: 0)

    /// Returns a time of day, or the time of `morning`, `afternoon` or `evening`.
    private static func dayTime(_ word: Substring) -> TimeOfDay? {
        switch word.lowercased() {
        case "morning": morning
        case "afternoon": TimeOfDay(hour: 13, minute: 0)
        case "evening": evening
        default: ClockWords.time(word)
        }
    }

    /// Returns the future time that a person names: `18:00` (today or, if past, tomorrow), `6pm`,
    /// `tonight`, `tomorrow`, `tomorrow morning`, `tomorrow 9:00`, `Mon`, `Mon 9:00`, `2026-11-21`,
    /// `2026-11-21 9:00`. A day without a time means its morning, and a weekday another day than
    /// today.
    static func upcomingMoment(_ text: String, now: Timestamp) -> Timestamp? {
        let today = CalendarTime(local: now)
        var words = text.split(separator: " ")
        // “tomorrow at 9:00” equals “tomorrow 9:00”.
        if words.count == 3, words[1].lowercased() == "at" { words.remove(at: 1) }
        // “5 pm” equals “5pm”.
        if words.count > 1, let last = words.last, ["am", "pm"].contains(last.lowercased()) {
            words.removeLast()
            words.append(words.removeLast() + last)
        }
        guard let first = words.first, words.count <= 2 else { return nil }
        if words.count == 1, first.lowercased() == "tonight", let evening {
            let moment = today.at(evening)
            return moment.timestamp > now
                ? moment.timestamp : today.tomorrow.at(hour: 0, minute: 0).timestamp
        }
        if words.count == 1, let time = ClockWords.time(first) {
            let moment = today.at(time)
            return moment.timestamp > now ? moment.timestamp : today.tomorrow.at(time).timestamp
        }
        guard let time = words.count == 1 ? morning : dayTime(words[1]) else { return nil }
        switch first.lowercased() {
        case "today", "tonight": return today.at(time).timestamp
        case "tomorrow": return today.tomorrow.at(time).timestamp
        default: break
        }
        guard let weekday = DayWords.day(first) else {
            if words.count == 1, let day = date(first) { return day.at(time).timestamp }
            // A date with a time is left. A length of time would count backwards here.
            return singleSpan(text) == nil ? Self.pastMoment(text, now: now) : nil
        }
        var day = words.count == 1 ? today.tomorrow : today
        for _ in 0...7 {
            if day.weekday == weekday, day.at(time).timestamp > now {
                return day.at(time).timestamp
            }
            day = day.tomorrow
        }
        return nil
    }
}

extension CalendarTime {
    func at(_ time: TimeOfDay) -> CalendarTime {
        at(hour: time.minutes / 60, minute: time.minutes % 60)
    }
}
