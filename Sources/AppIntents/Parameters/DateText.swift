// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

/// A date, a time of day or both, as parameters store them: ISO 8601 in its long form.
///
/// Examples: `2026-11-21T09:30:00Z`, `2026-11-21T09:30+01:00`, `2026-11-21T09:30` (local time),
/// `2026-11-21`, `09:30`.
struct DateText: Hashable, Sendable {
    struct Day: Hashable, Sendable {
        var year: Int
        var month: Int
        var day: Int
    }

    struct Time: Hashable, Sendable {
        var hour: Int
        var minute: Int
        var second: Int?
    }

    var day: Day?
    var time: Time?
    /// The offset from UTC in seconds, positive to the east; nil for local time.
    var offset: Int?

    /// Parses a text; nil for a text in another form, and for a day that does not exist.
    init?(_ text: String) {
        guard ISO8601Text.isValid(text) else { return nil }
        let parts = text.split(separator: "T")
        if parts.count == 2 || !text.contains(":") {
            let numbers = parts[0].split(separator: "-").compactMap { Int($0) }
            guard numbers.count == 3 else { return nil }
            day = Day(year: numbers[0], month: numbers[1], day: numbers[2])
        }
        guard text.contains(":"), var clock = parts.last else { return }
        if clock.last == "Z" {
            offset = 0
            clock = clock.dropLast()
        } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let zone = clock[clock.index(after: sign)...].split(separator: ":").compactMap {
                Int($0)
            }
            guard zone.count == 2 else { return nil }
            offset = (zone[0] * 60 + zone[1]) * (clock[sign] == "-" ? -60 : 60)
            clock = clock[..<sign]
        }
        // Parameters have no fractions of a second.
        let whole = clock.prefix { $0 != "." }
        let numbers = whole.split(separator: ":").compactMap { Int($0) }
        guard numbers.count >= 2 else { return nil }
        time = Time(
            hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : nil)
    }

    /// Makes the parts of a date that `kind` names, in whole seconds.
    init(_ date: Date, kind: DateParts) {
        var calendar = Self.calendar
        calendar.timeZone = kind == .dateTime ? .gmt : .current
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: date)
        if kind != .time {
            day = Day(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
        }
        if kind != .date {
            time = Time(
                hour: parts.hour ?? 0, minute: parts.minute ?? 0,
                second: kind == .time && parts.second == 0 ? nil : parts.second)
        }
        if kind == .dateTime { offset = 0 }
    }

    /// Makes the parts of date components; nil for components without a day and a time.
    init?(_ components: DateComponents) {
        if let year = components.year, let month = components.month, let day = components.day {
            self.day = Day(year: year, month: month, day: day)
        }
        if let hour = components.hour {
            time = Time(hour: hour, minute: components.minute ?? 0, second: components.second)
        }
        guard day != nil || time != nil else { return nil }
        if day != nil, time != nil, let date = Self.calendar.date(from: components) {
            offset = components.timeZone?.secondsFromGMT(for: date)
        }
    }

    /// The text in ISO 8601.
    var written: String {
        var text = day.map { Self.padded($0.year, 4, "-", $0.month, $0.day) } ?? ""
        guard let time else { return text }
        if day != nil { text += "T" }
        text += Self.padded(time.hour, 2, ":", time.minute, time.second)
        if let offset, day != nil {
            let minutes = abs(offset) / 60
            text +=
                offset == 0
                ? "Z"
                : (offset < 0 ? "-" : "+") + Self.padded(minutes / 60, 2, ":", minutes % 60)
        }
        return text
    }

    /// The moment. A day alone means its beginning; a time alone means today.
    var date: Date? {
        var calendar = Self.calendar
        if let offset, let zone = TimeZone(secondsFromGMT: offset) { calendar.timeZone = zone }
        var parts = components
        parts.timeZone = nil
        if day == nil {
            let today = calendar.dateComponents([.year, .month, .day], from: Date())
            parts.year = today.year
            parts.month = today.month
            parts.day = today.day
        }
        return calendar.date(from: parts)
    }

    /// The parts of the text as date components.
    var components: DateComponents {
        var components = DateComponents()
        components.year = day?.year
        components.month = day?.month
        components.day = day?.day
        components.hour = time?.hour
        components.minute = time?.minute
        components.second = time?.second
        components.timeZone = offset.flatMap { TimeZone(secondsFromGMT: $0) }
        return components
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        return calendar
    }

    private static func padded(
        _ first: Int, _ width: Int, _ separator: String, _ rest: Int?...
    ) -> String {
        let numbers = [(first, width)] + rest.compactMap { $0 }.map { ($0, 2) }
        return numbers.map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }.joined(separator: separator)
    }
}
