// SPDX-License-Identifier: Apache-2.0

/// What the clocks on the walls of a place show: the rules of its time zone.
///
/// Local time is counted in seconds that the clock shows since it showed midnight of 1 January 1970.
package protocol LocalTimeRules {
    /// How many seconds the clocks are ahead of UTC at that second since 1970-01-01T00:00:00Z.
    func offset(at second: Int64) -> Int64

    /// The first second at which the clocks show `local` or a later time: of a time that comes
    /// twice the first, and for one that is skipped the moment at which it is.
    func firstSecond(showing local: Int64) -> Int64
}

extension LocalTimeRules {
    /// The day that calendars show at a moment.
    func day(at moment: Timestamp) -> CalendarDay {
        let second = moment.second
        return CalendarDay(number: floorDivide(second + offset(at: second), CalendarDay.seconds))
    }

    /// The first moment at which that day's clocks show that time or a later one.
    func moment(_ day: CalendarDay, _ time: TimeOfDay) -> Timestamp {
        let local = day.number * CalendarDay.seconds + Int64(time.minutes) * 60
        return Timestamp(rawValue: firstSecond(showing: local) * 1_000)
    }
}

/// A day of the calendar, counted from 1 January 1970.
struct CalendarDay: Hashable {
    static let seconds: Int64 = 86_400

    let number: Int64

    /// The day of the week; 1 January 1970 was a Thursday.
    var weekday: Weekday {
        let index = number + 3 - floorDivide(number + 3, 7) * 7
        return Weekday.allCases[Int(index)]
    }

    func adding(_ days: Int64) -> CalendarDay { CalendarDay(number: number + days) }
}

extension Timestamp {
    /// The whole second in which the moment lies.
    var second: Int64 { floorDivide(rawValue, 1_000) }

    /// So many milliseconds later; no later than there are numbers.
    package func adding(_ milliseconds: Int64) -> Timestamp {
        let (sum, overflow) = rawValue.addingReportingOverflow(milliseconds)
        guard overflow else { return Timestamp(rawValue: sum) }
        return Timestamp(rawValue: milliseconds < 0 ? .min : .max)
    }

    /// The milliseconds from here to another moment; no more than there are numbers.
    package func distance(to other: Timestamp) -> Int64 {
        let (difference, overflow) = other.rawValue.subtractingReportingOverflow(rawValue)
        return overflow ? (rawValue < 0 ? .max : .min) : difference
    }
}

/// The quotient rounded down, also below zero.
private func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
}
