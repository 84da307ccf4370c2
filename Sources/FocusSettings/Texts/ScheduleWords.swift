// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// Schedules and triggers in words.
enum ScheduleWords {
    static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
    static let weekend: Set<Weekday> = [.saturday, .sunday]

    /// Returns `Weekdays`, `Weekend`, `Daily`, `Mon–Wed` or `Mon, Thu`.
    static func days(_ days: Set<Weekday>) -> String {
        if days.count == 7 { return "Daily" }
        if days == workdays { return "Weekdays" }
        if days == weekend { return "Weekend" }
        if days.isEmpty { return "No day" }
        let all = Weekday.allCases
        let places = all.indices.filter { days.contains(all[$0]) }
        if let first = places.first, let last = places.last, places.count > 2,
            last - first == places.count - 1
        {
            return "\(all[first].rawValue)–\(all[last].rawValue)"
        }
        return places.map { all[$0].rawValue }.joined(separator: ", ")
    }

    /// Returns `Weekdays 09:00–17:00`, and says that a night ends on the next day.
    static func text(_ schedule: Schedule) -> String {
        "\(days(schedule.days)) \(schedule.from.text)–\(schedule.to.text)\(nextDay(schedule))"
    }

    /// Returns the same without the end of a night, for narrow places.
    static func shortText(_ schedule: Schedule) -> String {
        "\(days(schedule.days)) \(schedule.from.text)–\(schedule.to.text)"
    }

    /// Returns the name for a schedule without one.
    static func name(_ schedule: Schedule) -> String { days(schedule.days) }

    /// Returns ` the next day` for a schedule that ends after midnight.
    static func nextDay(_ schedule: Schedule) -> String {
        schedule.to <= schedule.from ? " the next day" : ""
    }

    static func fullName(_ day: Weekday) -> String {
        switch day {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }

    /// Returns a trigger as the end of a sentence: `while the screen is shared`.
    static func text(_ trigger: Trigger, name: (AppID) -> String) -> String {
        switch trigger {
        case .app(let app): "while \(name(app)) runs"
        case .calendar(let name), .network(let name): trigger.kind?.words(name) ?? ""
        case .hold(_, let reason): "while “\(reason)” lasts"
        default: trigger.kind?.words() ?? ""
        }
    }

    /// Returns the times of a schedule for a drawing of the week. A night is two bands.
    static func times(_ schedule: Schedule) -> [DayTime] {
        let all = Weekday.allCases
        return all.indices.filter { schedule.days.contains(all[$0]) }.flatMap { day in
            let (from, to) = (schedule.from.minutes, schedule.to.minutes)
            if from < to { return [DayTime(day: day, minutes: from..<to)] }
            return [
                DayTime(day: day, minutes: from..<1440),
                DayTime(day: (day + 1) % 7, minutes: 0..<to),
            ]
        }
    }

    /// A time on one day of the week, counted from Monday.
    struct DayTime: Hashable, Sendable {
        var day: Int
        var minutes: Range<Int>

        /// Returns true if both times have a minute in common.
        func overlaps(_ other: DayTime) -> Bool {
            day == other.day && minutes.overlaps(other.minutes)
        }
    }
}
