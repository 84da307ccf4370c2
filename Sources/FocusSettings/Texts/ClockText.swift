// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Times in words, in the time zone of the environment.
enum ClockText {
    private static let day: Int64 = 24 * 3_600_000

    /// Returns `18:00`, `Sun 09:00` or `2026-12-24 09:00`.
    static func text(_ time: Timestamp, seenFrom now: Timestamp) -> String {
        if isSameDay(time, now) { return format(time, "%H:%M") }
        let distance = time.rawValue.subtractingReportingOverflow(now.rawValue)
        let isNear = !distance.overflow && abs(distance.partialValue) < 7 * day
        return format(time, isNear ? "%a %H:%M" : "%F %H:%M")
    }

    /// Returns true if both times are on one day.
    static func isSameDay(_ one: Timestamp, _ other: Timestamp) -> Bool {
        format(one, "%F") == format(other, "%F")
    }

    /// Returns `Today`, `Yesterday` or `Fri 20 Nov 2026`.
    static func dayName(_ time: Timestamp, seenFrom now: Timestamp) -> String {
        if isSameDay(time, now) { return "Today" }
        let yesterday = Timestamp(rawValue: now.rawValue - day)
        return isSameDay(time, yesterday) ? "Yesterday" : format(time, "%a %e %b %Y")
    }

    /// Returns the next moment at that hour of the clock, today or tomorrow.
    static func next(hour: Int, after now: Timestamp) -> Timestamp {
        for days in 0...2 {
            var parts = unsafe parts(Timestamp(rawValue: now.rawValue + Int64(days) * day))
            unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), 0, 0)
            // mktime finds out whether summer time is in force.
            unsafe parts.tm_isdst = -1
            let time = Timestamp(rawValue: Int64(unsafe mktime(&parts)) * 1_000)
            if time > now { return time }
        }
        return Timestamp(rawValue: now.rawValue + day)
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
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard unsafe strftime(text.baseAddress, text.count, format, &parts) > 0,
                let base = text.baseAddress
            else { return "?" }
            return unsafe String(cString: base)
        }
    }
}

extension Timestamp {
    /// The time of the wall clock.
    static var wallClock: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
