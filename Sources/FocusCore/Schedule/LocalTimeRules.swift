// SPDX-License-Identifier: Apache-2.0

/// The rules of a time zone: the local time that clocks show.
///
/// Local time is the number of seconds on the clock since it showed midnight of 1 January 1970. The
/// machine's own time zone is GLibLoop's `LocalTimeZone`
/// (`FocusFiles/Focuses/LocalTimeZone+Rules.swift`).
package protocol LocalTimeRules {
    /// Returns the seconds that clocks are ahead of UTC at a second since 1970-01-01T00:00:00Z.
    func offset(at second: Int64) -> Int64

    /// Returns the first second at which the clocks show `local` or a later time. For a time that
    /// comes twice this is the first, for a skipped time the moment of the skip.
    func firstSecond(showing local: Int64) -> Int64
}

extension LocalTimeRules {
    /// Returns the local calendar day at a moment.
    func day(at moment: Timestamp) -> CalendarDay {
        let second = moment.second
        return CalendarDay(number: floorDivide(second + offset(at: second), CalendarDay.seconds))
    }

    /// Returns the first moment at which the clocks of that day show that time or a later one.
    func moment(_ day: CalendarDay, _ time: TimeOfDay) -> Timestamp {
        let local = day.number * CalendarDay.seconds + Int64(time.minutes) * 60
        return Timestamp(rawValue: firstSecond(showing: local) * 1_000)
    }
}

/// A day of the calendar, counted from 1 January 1970 and clamped to 100,000 years around it: a
/// caller or a damaged store may name any moment, and no sum with such a day can overflow.
struct CalendarDay: Hashable {
    static let seconds: Int64 = 86_400
    /// The last day in both directions.
    private static let last: Int64 = 36_524_250

    let number: Int64

    init(number: Int64) {
        self.number = min(max(number, -Self.last), Self.last)
    }

    /// The day of the week; 1 January 1970 was a Thursday.
    var weekday: Weekday {
        let index = number + 3 - floorDivide(number + 3, 7) * 7
        return Weekday.allCases[Int(index)]
    }

    func adding(_ days: Int64) -> CalendarDay { CalendarDay(number: number + days) }
}

extension Timestamp {
    /// The whole second that contains the moment.
    var second: Int64 { floorDivide(rawValue, 1_000) }

    /// Returns the time a number of milliseconds later, clamped to the range of the type.
    package func adding(_ milliseconds: Int64) -> Timestamp {
        let (sum, overflow) = rawValue.addingReportingOverflow(milliseconds)
        guard overflow else { return Timestamp(rawValue: sum) }
        return Timestamp(rawValue: milliseconds < 0 ? .min : .max)
    }

    /// Returns the milliseconds to another moment, clamped to the range of the type.
    package func distance(to other: Timestamp) -> Int64 {
        let (difference, overflow) = other.rawValue.subtractingReportingOverflow(rawValue)
        return overflow ? (rawValue < 0 ? .max : .min) : difference
    }
}

/// Returns the quotient rounded down, also below zero.
func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
}

extension LocalTimeRules {
    /// Returns the local day of a moment as `2026-11-23`.
    package func dayText(at moment: Timestamp) -> String { day(at: moment).text }
}

extension Timestamp {
    /// The time in UTC as `2026-11-23T09:05:00Z`, for programs.
    package var universalText: String {
        let day = CalendarDay(number: floorDivide(second, CalendarDay.seconds))
        // The day of a time beyond the calendar is the calendar's first or last one.
        let time = min(max(second - day.number * CalendarDay.seconds, 0), CalendarDay.seconds - 1)
        let fields = [time / 3_600, time / 60 % 60, time % 60].map { CalendarDay.padded($0, 2) }
        return "\(day.text)T\(fields.joined(separator: ":"))Z"
    }
}

extension CalendarDay {
    /// Number of days in 400 years, after which the Gregorian calendar repeats.
    private static let era: Int64 = 146_097

    /// The day in the form of ISO 8601.
    var text: String {
        // Years begin on 1 March here, so that the leap day is the last day of a year.
        let days = number + 719_468
        let eras = floorDivide(days, Self.era)
        let inEra = days - eras * Self.era
        let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * year + year / 4 - year / 100)
        let month = (5 * inYear + 2) / 153
        let day = inYear - (153 * month + 2) / 5 + 1
        let isNextYear = month >= 10
        return Self.padded(year + eras * 400 + (isNextYear ? 1 : 0), 4) + "-"
            + Self.padded(isNextYear ? month - 9 : month + 3, 2) + "-" + Self.padded(day, 2)
    }

    /// Returns a number with zeros in front of it.
    static func padded(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
