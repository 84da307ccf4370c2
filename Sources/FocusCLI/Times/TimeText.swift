// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Times as text for people, in the time zone of the environment. ``MomentWords`` reads times.
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
        let date = "\(then.day) \(monthName(then.month))"
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
}

enum WallClock {
    static var now: Timestamp { Timestamp(rawValue: KernelClock.wall) }
}

/// Future times in words.
extension TimeText {
    /// Returns a text such as `14:05`, `tomorrow 09:00`, `Mon 09:00`, `3 Dec 09:00` or
    /// `3 Dec 2027`. Within the next minute, the text has the seconds: `14:05:38`.
    static func upcoming(_ time: Timestamp, now: Timestamp) -> String {
        let then = CalendarTime(local: time)
        if isWithinAMinute(time, now) { return then.clockTextWithSeconds }
        var day = CalendarTime(local: now)
        if then.isSameDay(as: day) { return then.clockText }
        for ahead in 1...6 {
            day = day.tomorrow
            guard then.isSameDay(as: day) else { continue }
            return "\(ahead == 1 ? "tomorrow" : then.weekdayText) \(then.clockText)"
        }
        return relative(time, now: now)
    }

    /// Returns true for a time in the next minute: the minute alone may be the one that is now.
    private static func isWithinAMinute(_ time: Timestamp, _ now: Timestamp) -> Bool {
        (1..<60_000).contains(time.rawValue - now.rawValue)
    }

    /// Returns ``upcoming(_:now:)``, without the day if `time` and `beginning` are on one day.
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
        if isWithinAMinute(time, now) { return then.clockTextWithSeconds }
        let today = CalendarTime(local: now)
        if then.isSameDay(as: today) { return then.clockText }
        let year = then.year == today.year ? "" : " \(then.year)"
        let date = "\(then.weekdayText) \(then.day) \(monthName(then.month))\(year)"
        return then.isSameDay(as: today.tomorrow)
            ? "tomorrow (\(date)) \(then.clockText)" : "\(date) \(then.clockText)"
    }
}

extension Activation {
    /// Returns ` until 18:00`, ` until you log out` or an empty text.
    func untilText(now: Timestamp, withDate: Bool = false) -> String {
        if endsWithSession { return " until you log out" }
        guard let until else { return "" }
        let text =
            withDate
            ? TimeText.upcomingWithDate(until, now: now) : TimeText.upcoming(until, now: now)
        return " until \(text)"
    }

    /// Returns the text of ``untilText(now:withDate:)``. For a Focus that ends with the login
    /// session, it has the time at which another Focus begins, too.
    @LoopActor func untilText(_ invocation: Invocation, withDate: Bool = false) -> String {
        let text = untilText(now: invocation.now, withDate: withDate)
        guard endsWithSession, let next = (try? invocation.ask(.upcoming(limit: 1)))?.first,
            next.focus != nil
        else { return text }
        var latest = self
        (latest.until, latest.endsWithSession) = (next.time, false)
        return "\(text), at the latest\(latest.untilText(now: invocation.now, withDate: withDate))"
    }
}
