// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

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
    static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
