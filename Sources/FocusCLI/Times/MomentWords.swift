// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Parser of times as people type them, such as `friday`, `tomorrow 9:00` or `2h` ago.
/// ``ClockWords`` reads times of day and lengths of time, `DayWords` reads weekdays.
enum MomentWords {
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
        // 24:00 of a day is the end of that day for some people, and its beginning for others.
        default: word.hasPrefix("24") ? nil : ClockWords.time(word)
        }
    }

    /// Returns the future time that a person names: `18:00` (today or, if past, tomorrow), `1800`,
    /// `6pm`, `tonight`, `tomorrow`, `tomorrow morning`, `tomorrow 9:00`, `next week`, `Mon`,
    /// `Mon 9:00`, `next Mon`, `2026-11-21`, `2026-11-21 9:00`. A day without a time means its
    /// morning, but `today` means its end. A weekday alone, or behind `next`, is never today; a
    /// weekday with a time can be.
    static func upcoming(_ text: String, now: Timestamp) -> Timestamp? {
        let today = CalendarTime(local: now)
        var words = datesJoined(text.split(separator: " "), today, isPast: false)
        // “5 pm” equals “5pm”.
        if words.count > 1, let last = words.last, ["am", "pm"].contains(last.lowercased()) {
            words.removeLast()
            words.append(words.removeLast() + last)
        }
        // “this evening” and “evening” are today's.
        if words.count == 2, words[0].lowercased() == "this" { words[0] = "today" }
        if words.count == 1, ["afternoon", "evening"].contains(words[0].lowercased()) {
            words.insert("today", at: 0)
        }
        // “until morning” is until the next one, which after midnight is today's.
        let isMorning = words.last?.lowercased() == "morning"
        if isMorning, words.count == 1 || words.map({ $0.lowercased() }) == ["the", "morning"],
            let morning
        {
            let moment = today.at(morning)
            return moment.timestamp > now ? moment.timestamp : today.tomorrow.at(morning).timestamp
        }
        // “9am tomorrow” equals “tomorrow 9am”.
        if words.count == 2, ["today", "tomorrow"].contains(words[1].lowercased()),
            dayTime(words[0]) != nil
        {
            words.swapAt(0, 1)
        }
        // “tomorrow morning 9am”, “friday evening at 20:00”.
        if words.count > 2, let last = words.last, let time = ClockWords.time(last),
            let isAfternoon = ["morning": false, "afternoon": true, "evening": true][
                words[1].lowercased()], isAfternoon == (time.minutes >= 12 * 60)
        {
            words.remove(at: 1)
        }
        // After 20:00, too, “this evening” equals “tonight”.
        if words.map({ $0.lowercased() }) == ["today", "evening"] { words = ["tonight"] }
        // A week begins on Monday, as for “last week”.
        if words.map({ $0.lowercased() }) == ["next", "week"] { words = ["monday"] }
        let isNext =
            words.count > 1 && words[0].lowercased() == "next" && DayWords.day(words[1]) != nil
        if isNext { words.removeFirst() }
        // “tomorrow at 9:00” equals “tomorrow 9:00”.
        if words.count == 3, words[1].lowercased() == "at" { words.remove(at: 1) }
        let typed = words
        if let last = words.last { words[words.count - 1] = ClockWords.withoutSeconds(last) }
        guard let first = words.first, words.count <= 2 else { return nil }
        if words.count == 1, first.lowercased() == "tonight", let evening {
            let moment = today.at(evening)
            return moment.timestamp > now
                ? moment.timestamp : today.tomorrow.at(hour: 0, minute: 0).timestamp
        }
        if words.count == 1, first.lowercased() == "today" {
            return today.tomorrow.at(hour: 0, minute: 0).timestamp
        }
        if words.count == 1, let time = ClockWords.time(first) ?? ClockWords.digits(first) {
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
            return spanAgo(text) == nil ? dayAndTime(typed.joined(separator: " "), now: now) : nil
        }
        var day = words.count == 1 || isNext ? today.tomorrow : today
        for _ in 0...7 {
            if day.weekday == weekday, day.at(time).timestamp > now {
                return day.at(time).timestamp
            }
            day = day.tomorrow
        }
        return nil
    }

    /// Returns the past time that a person names, or nil for other texts: `90s`, `15min`, `2h`,
    /// `1h30`, `3d`, `1w`, `an hour` ago; `today`, `yesterday`, `friday`, `20 Nov`, `20.11.`, `last
    /// week` from midnight; `this morning`; `14:05`, `2pm`, `21:00:30`, `2026-11-21 14:05`.
    static func past(_ text: String, now: Timestamp) -> Timestamp? {
        if let span = spanAgo(text) {
            let (time, overflow) = now.rawValue.subtractingReportingOverflow(span)
            return overflow || time < 0 ? nil : Timestamp(rawValue: time)
        }
        return dayAndTime(text, now: now)
    }

    /// Returns the time that a day, a time of day, both, or words such as `last week` name; nil for
    /// a length of time. A time of day alone is today's, a date without a year is the last one.
    private static func dayAndTime(_ text: String, now: Timestamp) -> Timestamp? {
        if text.lowercased() == "now" { return now }
        let today = CalendarTime(local: now)
        // ISO 8601 has a T between date and time; so has “Tuesday”, which is one word.
        let parts = text.first?.isNumber == true ? text.replacing("T", with: " ") : text
        var words = datesJoined(parts.split(separator: " "), today, isPast: true)
        var day = today
        if let named = partOfDay(words, today) { return named.timestamp }
        if let first = words.first, let named = calendarDay(first, today: today) {
            day = named
            words.removeFirst()
            if words.isEmpty { return day.at(hour: 0, minute: 0).timestamp }
        }
        guard words.count == 1 else { return nil }
        let clock = ClockWords.withoutSeconds(words[0])
        guard let (hour, minute) = hourAndMinute(clock) else { return nil }
        var moment = day.at(hour: hour, minute: minute)
        if clock.endIndex < words[0].endIndex { moment.second = Int(words[0].suffix(2)) ?? 0 }
        return moment.timestamp
    }

    /// Returns the milliseconds of a length of time, which may be zero.
    private static func spanAgo(_ text: String) -> Int64? {
        TypedSpan.single(text) ?? TypedSpan.milliseconds(text)
    }

    /// Returns the beginning of `last week` (a Monday), `last month`, `this morning`, `this week`
    /// and the like; nil for other words.
    private static func partOfDay(_ words: [Substring], _ today: CalendarTime) -> CalendarTime? {
        guard words.count == 2 else { return nil }
        let (lead, word) = (words[0].lowercased(), words[1].lowercased())
        var day = today.at(hour: 12, minute: 0)
        switch (lead, word) {
        case ("this", "morning"), ("this", "afternoon"), ("this", "evening"):
            // The morning of a user who looks back begins with the night's end.
            return word == "morning"
                ? today.at(hour: 5, minute: 0) : dayTime(words[1]).map(today.at)
        case ("last", "night"): return evening.map(today.yesterday.at)
        case ("this", "week"), ("last", "week"):
            day.day -= day.weekday + (lead == "last" ? 7 : 0)
        case ("this", "month"), ("last", "month"):
            day.day = 1
            if lead == "last" { day.month -= 1 }
        default: return nil
        }
        return CalendarTime(local: day.timestamp).at(hour: 0, minute: 0)
    }

    /// Returns the words with a day and a month as one date: `2026-11-20` for `20 Nov`, `november
    /// 20` and `20.11.`. The year is the one that is nearest in the wanted direction.
    private static func datesJoined(
        _ words: [Substring], _ today: CalendarTime, isPast: Bool
    ) -> [Substring] {
        guard let (month, day, count) = monthAndDay(words) else { return words }
        var year = today.year
        let isAfter = (month, day) > (today.month, today.day)
        let isBefore = (month, day) < (today.month, today.day)
        if isPast, isAfter { year -= 1 }
        if !isPast, isBefore { year += 1 }
        return [Substring("\(year)-\(month)-\(day)")] + words.dropFirst(count)
    }

    /// Returns the month and the day that the first words name, and the number of these words; nil
    /// for other words.
    private static func monthAndDay(_ words: [Substring]) -> (month: Int, day: Int, count: Int)? {
        // “20.11” without the last dot is a time of day.
        let parts = words.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        if parts.count == 3, parts[2].isEmpty, let day = Int(parts[0]), let month = Int(parts[1]) {
            return (month, day, 1)
        }
        guard words.count > 1 else { return nil }
        for (first, second) in [(0, 1), (1, 0)] {
            guard let month = month(words[first]), let day = Int(words[second]) else { continue }
            return (month, day, 2)
        }
        return nil
    }

    /// Returns the number of a month, of whose name the word has at least the first three letters.
    private static func month(_ word: Substring) -> Int? {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august",
            "september", "october", "november", "december",
        ]
        guard word.count >= 3 else { return nil }
        return names.firstIndex { $0.hasPrefix(word.lowercased()) }.map { $0 + 1 }
    }

    /// Returns the day of a ``date(_:)``, `today` or `yesterday`, or the last day with the name
    /// `friday`.
    private static func calendarDay(_ word: Substring, today: CalendarTime) -> CalendarTime? {
        if let day = date(word) { return day }
        switch word.lowercased() {
        case "today": return today
        case "yesterday": return today.yesterday
        default: break
        }
        guard let weekday = DayWords.day(word) else { return nil }
        var day = today
        while day.weekday != weekday { day = day.yesterday }
        return day
    }

    /// Returns true for a day such as `2026-11-21`, `21.11.2026` or `21.11.`.
    static func isDate(_ word: Substring) -> Bool {
        date(word) != nil || monthAndDay([word]) != nil
    }

    /// Returns the error message for a date with slashes, which people read in two ways; nil for
    /// other texts.
    static func complaint(aboutDate text: String) -> String? {
        let parts = text.prefix { $0 != " " }.split(separator: "/")
        guard parts.count > 1, parts.allSatisfy({ Int($0) != nil }) else { return nil }
        return "“\(text.printable)”: write a date as year, month and day: 2026-11-28"
    }

    /// Returns midnight of `2026-11-21` or `21.11.2026`, or nil for a day that does not exist.
    static func date(_ text: Substring) -> CalendarTime? {
        let separator: Character = text.contains(".") ? "." : "-"
        var numbers = text.split(separator: separator, omittingEmptySubsequences: false)
            .map { Int($0) }
        if separator == "." { numbers.reverse() }
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1],
            let day = numbers[2], (1970...9999).contains(year), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        var time = CalendarTime(local: Timestamp(rawValue: 0)).at(hour: 12, minute: 0)
        (time.year, time.month, time.day) = (year, month, day)
        // The calendar moves 31 April to 1 May.
        guard CalendarTime(local: time.timestamp).isSameDay(as: time) else { return nil }
        return time.at(hour: 0, minute: 0)
    }

    private static func hourAndMinute(_ text: Substring) -> (Int, Int)? {
        // A number without a unit could also mean a length of time.
        guard !text.allSatisfy(\.isNumber), !text.hasPrefix("24") else { return nil }
        return ClockWords.time(text).map { ($0.minutes / 60, $0.minutes % 60) }
    }
}

extension CalendarTime {
    func at(_ time: TimeOfDay) -> CalendarTime {
        at(hour: time.minutes / 60, minute: time.minutes % 60)
    }
}
