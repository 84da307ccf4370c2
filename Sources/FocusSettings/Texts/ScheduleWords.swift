// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Presentation

/// Schedules in words.
enum ScheduleWords {
    static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
    static let weekend: Set<Weekday> = [.saturday, .sunday]

    /// Returns `Weekdays`, `Weekend`, `Daily`, `Mon–Wed` or `Mon, Thu`.
    static func days(_ days: Set<Weekday>) -> String {
        if days.count == 7 { return tr("Daily") }
        if days == workdays { return tr("Weekdays") }
        if days == weekend { return tr("Weekend") }
        if days.isEmpty { return tr("No day") }
        let all = Weekday.allCases
        let places = all.indices.filter { days.contains(all[$0]) }
        if let first = places.first, let last = places.last, places.count > 2,
            last - first == places.count - 1
        {
            return "\(shortName(all[first]))–\(shortName(all[last]))"
        }
        return places.map { shortName(all[$0]) }.joined(separator: ", ")
    }

    /// Returns `Weekdays 09:00–17:00`, and says that a night ends on the next day.
    static func text(_ schedule: Schedule) -> String {
        let text = shortText(schedule)
        return schedule.to < schedule.from ? tr("\(text) the next day") : text
    }

    /// Returns the same without the end of a night, for narrow places.
    static func shortText(_ schedule: Schedule) -> String {
        if schedule.from == schedule.to {
            return tr("\(days(schedule.days)) \(schedule.from.words) for 24 hours")
        }
        return "\(days(schedule.days)) \(schedule.from.words)–\(schedule.to.words)"
    }

    /// Returns the name for a schedule without one.
    static func name(_ schedule: Schedule) -> String { days(schedule.days) }

    /// Returns true for a schedule that ends after midnight.
    static func endsNextDay(_ schedule: Schedule) -> Bool { schedule.to <= schedule.from }

    /// Returns `Mon`.
    static func shortName(_ day: Weekday) -> String {
        switch day {
        case .monday: tr("Mon")
        case .tuesday: tr("Tue")
        case .wednesday: tr("Wed")
        case .thursday: tr("Thu")
        case .friday: tr("Fri")
        case .saturday: tr("Sat")
        case .sunday: tr("Sun")
        }
    }

    static func fullName(_ day: Weekday) -> String {
        switch day {
        case .monday: tr("Monday")
        case .tuesday: tr("Tuesday")
        case .wednesday: tr("Wednesday")
        case .thursday: tr("Thursday")
        case .friday: tr("Friday")
        case .saturday: tr("Saturday")
        case .sunday: tr("Sunday")
        }
    }
}

extension TimeOfDay {
    /// The time as the locale writes it, such as `09:00` or `9:00 AM`.
    var words: String { ClockText.clockText(minutes: minutes) }
}
