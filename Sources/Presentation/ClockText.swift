// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop
import Glibc

/// Times in words, in the time zone and the locale of the environment.
package enum ClockText {
    private static let day: Int64 = 24 * 3_600_000

    /// Returns `18:00`, `Sun 09:00` or `2026-12-24 09:00`.
    package static func text(_ time: Timestamp, seenFrom now: Timestamp) -> String {
        if isSameDay(time, now) { return format(time, clock) }
        let distance = time.rawValue.subtractingReportingOverflow(now.rawValue)
        let isNear = !distance.overflow && distance.partialValue.magnitude < 7 * day
        return format(time, isNear ? "%a \(clock)" : "\(date) \(clock)")
    }

    /// The first day of a week in the user's locale: 0 for Sunday, 1 for Monday.
    package static var firstDayOfWeek: Int {
        // Two extensions of glibc: a number in place of the text's address, and a text of one byte.
        let origin = unsafe UInt32(
            truncatingIfNeeded: UInt(bitPattern: nl_langinfo(nl_item(_NL_TIME_WEEK_1STDAY))))
        let first = unsafe nl_langinfo(nl_item(_NL_TIME_FIRST_WEEKDAY)).map { unsafe Int($0[0]) }
        // The days of 30 November and 1 December 1997.
        let start = origin == 19_971_201 ? 1 : 0
        return (start + (first ?? 1) + 6) % 7
    }

    /// Returns the hour and the minute only.
    package static func clockText(_ time: Timestamp) -> String { format(time, clock) }

    /// Returns a time of day, which is given in minutes since midnight.
    package static func clockText(minutes: Int) -> String {
        clockText(minutes: minutes, in: localeText(Int32(T_FMT)))
    }

    /// - Parameter localeFormat: The locale's format of a time (strftime(3)).
    package static func clockText(minutes: Int, in localeFormat: String) -> String {
        // No clock changes on this day. The text is valid for each time of a day.
        guard let time = time(of: "2026-01-15 \(minutes / 60):\(minutes % 60)") else { return "" }
        return format(time, clock(localeFormat))
    }

    /// Returns true if both times are on one day.
    package static func isSameDay(_ one: Timestamp, _ other: Timestamp) -> Bool {
        format(one, "%F") == format(other, "%F")
    }

    /// Returns true if a time is on the day before another time.
    package static func isDayBefore(_ time: Timestamp, _ now: Timestamp) -> Bool {
        isSameDay(time, Timestamp(rawValue: now.rawValue - day))
    }

    /// Returns a day such as `Fri 20 Nov 2026`.
    package static func dayText(_ time: Timestamp) -> String { format(time, "%a %e %b %Y") }

    /// Returns the next moment at that hour of the clock, today or tomorrow.
    package static func next(hour: Int, after now: Timestamp) -> Timestamp {
        for days in 0...2 {
            var parts = unsafe parts(Timestamp(rawValue: now.rawValue + Int64(days) * day))
            unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), 0, 0)
            let time = unsafe timestamp(&parts)
            if time > now { return time }
        }
        return Timestamp(rawValue: now.rawValue + day)
    }

    /// Returns the time of a text such as `2026-12-24 09:05`; nil for another text, and for a
    /// number that no date or time of day has.
    package static func time(of text: String) -> Timestamp? {
        let fields = text.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 2 else { return nil }
        let numbers =
            fields[0].split(separator: "-").map { Int32($0) }
            + fields[1].split(separator: ":").map { Int32($0) }
        guard numbers.count == 5, !numbers.contains(nil) else { return nil }
        let known = numbers.compactMap { $0 }
        let ranges: [ClosedRange<Int32>] = [1...9_999, 1...12, 1...31, 0...23, 0...59]
        guard zip(ranges, known).allSatisfy({ $0.contains($1) }) else { return nil }
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
            known[0] - 1900, known[1] - 1, known[2]
        )
        unsafe (parts.tm_hour, parts.tm_min) = (known[3], known[4])
        return unsafe timestamp(&parts)
    }

    /// Returns a text that ``time(of:)`` reads.
    package static func sortable(_ time: Timestamp) -> String { format(time, "%F %H:%M") }

    /// The format of the locale for hour and minute.
    private static var clock: String { clock(localeText(Int32(T_FMT))) }

    /// Returns the format for hour and minute: with 12 hours where the locale's format has them.
    /// The hours of such a clock have no leading zero (the minus sign of strftime(3)).
    private static func clock(_ format: String) -> String {
        has12Hours(format) ? "%-I:%M %p" : "%H:%M"
    }

    /// Returns true for the format of a clock with 12 hours (strftime(3)).
    package static func has12Hours(_ format: String) -> Bool {
        ["%r", "%I", "%l"].contains { format.contains($0) }
    }

    /// The words for the hours before noon and from noon on; nil in a locale whose clock has 24
    /// hours.
    package static var halves: (before: String, after: String)? {
        guard has12Hours(localeText(Int32(T_FMT))) else { return nil }
        let (before, after) = (localeText(Int32(AM_STR)), localeText(Int32(PM_STR)))
        return before.isEmpty || after.isEmpty ? ("AM", "PM") : (before, after)
    }

    /// Returns a time of day that the user typed, with 24 hours or with the words of ``halves``;
    /// nil for another text.
    package static func timeOfDay(typed text: String) -> TimeOfDay? {
        timeOfDay(typed: text, halves)
    }

    /// - Parameter halves: The words for the hours before noon and from noon on; nil for none.
    package static func timeOfDay(
        typed text: String, _ halves: (before: String, after: String)?
    ) -> TimeOfDay? {
        if let time = TimeOfDay(typed: text) { return time }
        let folded = text.lowercased()
        for (word, plain) in [(halves?.before, "am"), (halves?.after, "pm")] {
            guard let word = word?.lowercased(), !word.isEmpty, folded.hasSuffix(word) else {
                continue
            }
            return TimeOfDay(typed: folded.dropLast(word.count) + plain)
        }
        return nil
    }

    private static func localeText(_ item: Int32) -> String {
        unsafe nl_langinfo(item).map { unsafe String(cString: $0) } ?? ""
    }

    /// The format of the locale for a date; that of ISO 8601 in the locale C.
    private static var date: String {
        let format = unsafe nl_langinfo(Int32(D_FMT)).map { unsafe String(cString: $0) } ?? ""
        return format.isEmpty || format == "%m/%d/%y" ? "%F" : "%x"
    }

    private static func timestamp(_ parts: inout tm) -> Timestamp {
        // mktime finds out whether summer time is in force.
        unsafe parts.tm_isdst = -1
        return Timestamp(rawValue: Int64(unsafe mktime(&parts)) * 1_000)
    }

    private static func parts(_ time: Timestamp) -> tm {
        var seconds = time_t(time.rawValue / 1_000)
        var parts = unsafe tm()
        // The zone may have changed since the last call (tzset(3)).
        tzset()
        _ = unsafe localtime_r(&seconds, &parts)
        return unsafe parts
    }

    private static func format(_ time: Timestamp, _ format: String) -> String {
        var parts = unsafe parts(time)
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
            guard unsafe strftime(text.baseAddress, text.count, format, &parts) > 0,
                let base = text.baseAddress
            else { return "?" }
            return unsafe String(cString: base)
        }
    }
}

extension Timestamp {
    /// The time of the wall clock.
    package static var wallClock: Timestamp { Timestamp(rawValue: KernelClock.wall) }
}
