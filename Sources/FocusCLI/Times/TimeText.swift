// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Times as people write and read them, in the time zone of the environment.
enum TimeText {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the name of a month, such as `Nov` for 11.
    static func monthName(_ month: Int) -> String { months[(month - 1) % 12] }

    /// Returns a text such as `just now`, `5 min ago`, `14:05`, `yesterday 14:05`, `3 Nov 14:05` or
    /// `3 Nov 2025`.
    static func relative(_ time: Timestamp, now: Timestamp) -> String {
        let seconds = (now.rawValue - time.rawValue) / 1000
        // A notification may arrive after the command has begun.
        if (-10..<60).contains(seconds) { return "just now" }
        if (60..<3600).contains(seconds) { return "\(min((seconds + 30) / 60, 59)) min ago" }
        let then = CalendarTime(local: time)
        let today = CalendarTime(local: now)
        if then.isSameDay(as: today) { return then.clockText }
        if then.isSameDay(as: today.yesterday) { return "yesterday \(then.clockText)" }
        let date = "\(then.day) \(months[(then.month - 1) % 12])"
        return then.year == today.year ? "\(date) \(then.clockText)" : "\(date) \(then.year)"
    }

    /// Returns a text such as `2026-11-21 14:05:33`.
    static func full(_ time: Timestamp) -> String {
        let parts = CalendarTime(local: time)
        return "\(parts.dateText) \(parts.clockTextWithSeconds)"
    }

    /// Returns a text such as `14:05:33`.
    static func clock(_ time: Timestamp) -> String {
        CalendarTime(local: time).clockTextWithSeconds
    }

    /// Returns a text such as `2026-11-21T13:05:33.123Z` (RFC 3339), for JSON.
    static func utc(_ time: Timestamp) -> String {
        // Rounded down, also before 1970.
        let milliseconds = (time.rawValue % 1000 + 1000) % 1000
        let parts = CalendarTime(utc: Timestamp(rawValue: time.rawValue - milliseconds))
        let fraction = String(milliseconds + 1000).dropFirst()
        return "\(parts.dateText)T\(parts.clockTextWithSeconds).\(fraction)Z"
    }

    /// Returns the past time that a person names, or nil for other texts: `90s`, `15min`, `2h`,
    /// `3d`, `1w` ago; `today`, `yesterday`, `friday` from midnight; `14:05`, `2pm`, `2026-11-21
    /// 14:05`.
    static func pastMoment(_ text: String, now: Timestamp) -> Timestamp? {
        let today = CalendarTime(local: now)
        switch text {
        case "now": return now
        case "today": return today.at(hour: 0, minute: 0).timestamp
        case "yesterday": return today.yesterday.at(hour: 0, minute: 0).timestamp
        default: break
        }
        if let span = singleSpan(text) {
            let (time, overflow) = now.rawValue.subtractingReportingOverflow(span)
            return overflow || time < 0 ? nil : Timestamp(rawValue: time)
        }
        var words = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        var day = today
        if let first = words.first, let named = Self.day(first, today: today) {
            day = named
            words.removeFirst()
            if words.isEmpty { return day.at(hour: 0, minute: 0).timestamp }
        }
        guard words.count == 1, let (hour, minute) = hourAndMinute(words[0]) else { return nil }
        return day.at(hour: hour, minute: minute).timestamp
    }

    /// Returns the milliseconds of a length of time with one unit, such as `15min`.
    static func singleSpan(_ text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits) else { return nil }
        let seconds: Int64
        switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
        case "s", "sec", "secs", "second", "seconds": seconds = 1
        case "m", "min", "mins", "minute", "minutes": seconds = 60
        case "h", "hr", "hrs", "hour", "hours": seconds = 3600
        case "d", "day", "days": seconds = 86_400
        case "w", "week", "weeks": seconds = 604_800
        default: return nil
        }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: seconds * 1000)
        return overflow ? nil : milliseconds
    }

    /// Returns the day of `2026-11-21`, `today` or `yesterday`, or the last day with the name
    /// `friday`.
    private static func day(_ word: Substring, today: CalendarTime) -> CalendarTime? {
        if word.contains("-") { return date(word) }
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

    /// Returns midnight of `2026-11-21`, or nil for a day that does not exist.
    static func date(_ text: Substring) -> CalendarTime? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
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
        guard !text.allSatisfy(\.isNumber) else { return nil }
        return ClockWords.time(text).map { ($0.minutes / 60, $0.minutes % 60) }
    }
}

enum WallClock {
    static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
