// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Calendar date and wall-clock time: `struct tm` without its pointer.
struct CalendarTime: Hashable {
    var year: Int
    /// From 1 for January.
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// Converts a time to the time zone of the environment.
    init(local time: Timestamp) {
        var seconds = time_t(time.rawValue / 1000)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        unsafe self.init(parts)
    }

    init(utc time: Timestamp) {
        var seconds = time_t(time.rawValue / 1000)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        unsafe self.init(parts)
    }

    private init(_ parts: tm) {
        year = unsafe Int(parts.tm_year) + 1900
        month = unsafe Int(parts.tm_mon) + 1
        day = unsafe Int(parts.tm_mday)
        hour = unsafe Int(parts.tm_hour)
        minute = unsafe Int(parts.tm_min)
        second = unsafe Int(parts.tm_sec)
    }

    /// The time in the time zone of the environment. A nonexistent time, such as 31 April or an
    /// hour that summer time skips, moves forward.
    var timestamp: Timestamp {
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(clamping: year - 1900)
        unsafe parts.tm_mon = Int32(clamping: month - 1)
        unsafe parts.tm_mday = Int32(clamping: day)
        unsafe parts.tm_hour = Int32(clamping: hour)
        unsafe parts.tm_min = Int32(clamping: minute)
        unsafe parts.tm_sec = Int32(clamping: second)
        unsafe parts.tm_isdst = -1
        return Timestamp(rawValue: Int64(unsafe mktime(&parts)) * 1000)
    }

    /// Returns the given time on the same day.
    func at(hour: Int, minute: Int) -> CalendarTime {
        var time = self
        (time.hour, time.minute, time.second) = (hour, minute, 0)
        return time
    }

    /// The day before, at noon. No clock change skips or repeats noon.
    var yesterday: CalendarTime {
        var time = at(hour: 12, minute: 0)
        time.day -= 1
        return CalendarTime(local: time.timestamp)
    }

    /// The day after, at noon.
    var tomorrow: CalendarTime {
        var time = at(hour: 12, minute: 0)
        time.day += 1
        return CalendarTime(local: time.timestamp)
    }

    /// Day of the week, 0 for Monday.
    var weekday: Int {
        var seconds = time_t(at(hour: 12, minute: 0).timestamp.rawValue / 1000)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        return unsafe (Int(parts.tm_wday) + 6) % 7
    }

    /// Weekday such as `Mon`.
    var weekdayText: String { Weekday.allCases[weekday].rawValue }

    func isSameDay(as other: CalendarTime) -> Bool {
        (year, month, day) == (other.year, other.month, other.day)
    }

    /// Date such as `2026-11-21`.
    var dateText: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }

    /// Time such as `14:05`.
    var clockText: String { "\(Self.two(hour)):\(Self.two(minute))" }

    /// Time such as `14:05:33`.
    var clockTextWithSeconds: String { "\(clockText):\(Self.two(second))" }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
