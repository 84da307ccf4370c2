// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// Schedules of other Focuses that end or are ended by a schedule: of two windows, the one that
/// began later has its Focus on.
struct ScheduleOverlaps {
    private let schedule: Schedule
    private let others: [(focus: Focus, schedule: Schedule)]

    private static let day = 24 * 60
    private static let week = 7 * day

    /// The maximum number of schedules in a sentence.
    private static let limit = 3

    /// - Parameter id: the Focus of the schedule.
    init(_ schedule: Schedule, of id: FocusID, _ catalog: FocusCatalog) {
        self.schedule = schedule
        others = catalog.focuses.values.filter { $0.id != id }.sorted { $0.id < $1.id }
            .flatMap { focus in focus.schedules.map { (focus: focus, schedule: $0) } }
    }

    /// A sentence about those that it ends, and one about those that end it. Printable.
    var sentences: [String] {
        var ended: [String] = []
        var ending: [String] = []
        for (focus, other) in others {
            let name = "“\(other.name.printable)” of \(focus.name.printable) (\(other.timeText))"
            if Self.begins(schedule, during: other) {
                ended.append(name)
            } else if Self.begins(other, during: schedule) {
                ending.append(name)
            }
        }
        let (from, by) = (Self.list(ended), Self.list(ending))
        let verb = ending.count == 1 ? "takes" : "take"
        return (ended.isEmpty ? [] : ["It takes over from \(from) at \(schedule.from.text)."])
            + (ending.isEmpty ? [] : ["\(by) \(verb) over from it."])
    }

    private static func list(_ names: [String]) -> String {
        let rest = names.count - limit
        return (Array(names.prefix(limit)) + (rest > 0 ? ["\(rest) more"] : [])).joinedWithAnd
    }

    /// Returns true if a window of one schedule begins within a window of the other one, and not
    /// with it.
    private static func begins(_ schedule: Schedule, during other: Schedule) -> Bool {
        let length = (other.to.minutes - other.from.minutes + day) % day
        let minutes = length == 0 ? day : length
        return starts(schedule).contains { start in
            starts(other).contains { otherStart in
                let offset = (start - otherStart + week) % week
                return offset > 0 && offset < minutes
            }
        }
    }

    /// Returns the minutes of the week at which the schedule begins.
    private static func starts(_ schedule: Schedule) -> [Int] {
        Weekday.allCases.enumerated().filter { schedule.days.contains($0.element) }
            .map { $0.offset * day + schedule.from.minutes }
    }
}
