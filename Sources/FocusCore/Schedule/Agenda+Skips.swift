// SPDX-License-Identifier: Apache-2.0

// A skipped window does not occur. The day on which it begins names it, so that it stays skipped
// when the clock is set or the time zone changes.

extension Agenda {
    /// A window of a schedule that the user skips.
    package struct Skip: Hashable, Sendable {
        package var focus: FocusID
        package var schedule: String
        /// The day on which the window begins.
        let day: CalendarDay
    }

    /// The beginning and the end of a window.
    package struct WindowTimes: Hashable, Sendable {
        package var start: Timestamp
        package var end: Timestamp
    }

    /// Days after which a skipped window is over in each time zone.
    private static let keptDays: Int64 = 4
    /// Days ahead to search for the next window of a weekly schedule: a week, one more for each
    /// window that may be skipped, and two for days that do not exist or come twice.
    var searchedDays: Int64 { Int64(7 * (skips.count + 1) + 2) }

    /// Skips a window. Beyond ``Limits/skips``, forgets the oldest wish.
    ///
    /// - Parameter moment: a time within the window; nil for the current window, else the next one.
    ///   A window that a later switch of the user has ended is not the current one.
    /// - Returns: the window; nil if the Focus has no such schedule or window.
    mutating func skip(
        _ focus: FocusID, _ schedule: String, at moment: Timestamp?, now: Timestamp,
        _ rules: some LocalTimeRules
    ) -> WindowTimes? {
        forgetOldSkips(at: now, rules)
        guard let (skip, times) = find(focus, schedule, moment, now, rules) else { return nil }
        guard !skips.contains(skip) else { return times }
        if skips.count >= Limits.skips { skips.removeFirst() }
        skips.append(skip)
        return times
    }

    /// Lets a skipped window occur.
    ///
    /// - Parameter moment: a time within the window; nil for the first skipped window that is not
    ///   over.
    /// - Returns: the window; nil if the window is not skipped.
    mutating func unskip(
        _ focus: FocusID, _ schedule: String, at moment: Timestamp?, now: Timestamp,
        _ rules: some LocalTimeRules
    ) -> WindowTimes? {
        forgetOldSkips(at: now, rules)
        guard let moment else {
            for (index, skip) in skips.enumerated()
            where skip.focus == focus && skip.schedule == schedule {
                guard let times = times(of: skip, rules), times.end > now else { continue }
                skips.remove(at: index)
                return times
            }
            return nil
        }
        guard let (skip, times) = find(focus, schedule, moment, now, rules),
            let index = skips.firstIndex(of: skip)
        else { return nil }
        skips.remove(at: index)
        return times
    }

    /// Returns the beginning and the end of a skipped window; nil if its schedule has none any
    /// more.
    package func times(of skip: Skip, _ rules: some LocalTimeRules) -> WindowTimes? {
        guard let plan = plan(skip.focus, skip.schedule),
            let window = Schedule.Window(plan.schedule, skip.day, rules)
        else { return nil }
        return WindowTimes(start: window.start, end: window.end)
    }

    func isSkipped(_ plan: Plan, _ day: CalendarDay) -> Bool {
        skips.contains {
            $0.day == day && $0.focus == plan.focus && $0.schedule == plan.schedule.name
        }
    }

    /// Drops skipped windows of deleted schedules.
    mutating func keepSkipsOfPlans() {
        let kept = skips.filter { plan($0.focus, $0.schedule) != nil }
        if kept != skips { skips = kept }
    }

    private mutating func forgetOldSkips(at now: Timestamp, _ rules: some LocalTimeRules) {
        let today = rules.day(at: now).number
        skips.removeAll { $0.day.number < today - Self.keptDays }
    }

    private func plan(_ focus: FocusID, _ schedule: String) -> Plan? {
        plans.first { $0.focus == focus && $0.schedule.name == schedule }
    }

    /// Returns the window that contains a time, or the next window that is not skipped.
    private func find(
        _ focus: FocusID, _ schedule: String, _ moment: Timestamp?, _ now: Timestamp,
        _ rules: some LocalTimeRules
    ) -> (Skip, WindowTimes)? {
        guard let plan = plan(focus, schedule) else { return nil }
        let today = rules.day(at: moment ?? now)
        for offset in -2...(moment == nil ? searchedDays : 1) {
            let day = today.adding(offset)
            guard let window = Schedule.Window(plan.schedule, day, rules) else { continue }
            let isWanted =
                moment.map(window.contains)
                ?? (window.end > now && !isSkipped(plan, day) && !hasEnded(window))
            guard isWanted else { continue }
            return (
                Skip(focus: focus, schedule: schedule, day: day),
                WindowTimes(start: window.start, end: window.end)
            )
        }
        return nil
    }
}

extension Agenda {
    /// True if the user has switched for good since the window began.
    private func hasEnded(_ window: Schedule.Window) -> Bool {
        switches.last { $0.end == .never }.map { window.start <= $0.since } ?? false
    }
}

extension Agenda.Skip {
    /// The line for the store. A schedule's name may have blanks, so it is last.
    var line: String { "skip \(day.number) \(focus) \(schedule)" }

    /// Reads the words after the first one of ``line``.
    init?(_ rest: String) {
        let words = rest.split(separator: " ", maxSplits: 2)
        guard words.count == 3, let day = Int64(words[0]) else { return nil }
        self.init(
            focus: FocusID(words[1]), schedule: String(words[2]), day: CalendarDay(number: day))
    }
}
