// SPDX-License-Identifier: Apache-2.0

// A window begins when the clock first shows the window's beginning on its day, or a later time. It
// ends in the same way: a time that comes twice counts the first time, and a time that is skipped
// counts at the skip. A window that ends before it begins by these rules does not occur.

/// One occurrence of a schedule.
struct Window {
    let plan: Agenda.Plan
    let start: Timestamp
    let end: Timestamp

    /// Returns nil if the schedule does not begin on that day, or if its window is empty.
    init?(_ plan: Agenda.Plan, _ day: CalendarDay, _ rules: some LocalTimeRules) {
        let schedule = plan.schedule
        guard schedule.days.contains(day.weekday) else { return nil }
        self.plan = plan
        start = rules.moment(day, schedule.from)
        let isOvernight = schedule.to <= schedule.from
        end = rules.moment(isOvernight ? day.adding(1) : day, schedule.to)
        guard start < end else { return nil }
    }

    /// True if this window takes precedence: it began later or, where both began together, it ends
    /// earlier, so that the longer window follows it.
    func wins(over other: Window) -> Bool {
        start == other.start ? end < other.end : start > other.start
    }
}
