// SPDX-License-Identifier: Apache-2.0

/// A day of the week, as `Days=` of a schedule names it.
package enum Weekday: String, Sendable, CaseIterable {
    case monday = "Mon"
    case tuesday = "Tue"
    case wednesday = "Wed"
    case thursday = "Thu"
    case friday = "Fri"
    case saturday = "Sat"
    case sunday = "Sun"
}

/// A time of day on the wall clock, in minutes since midnight (0 to 1439).
package struct TimeOfDay: Hashable, Sendable, Comparable {
    package let minutes: Int

    /// Returns nil outside 00:00 to 23:59.
    package init?(hour: Int, minute: Int) {
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.minutes < right.minutes
    }
}

/// A weekly time in which a Focus is active; `to` is on the next day if it is not after `from`.
package struct Schedule: Hashable, Sendable {
    package var name: String
    /// The days on which a window begins.
    package var days: Set<Weekday>
    package var from: TimeOfDay
    package var to: TimeOfDay
    /// True if `focus-link` turns the Focus on on the user's other machines, too.
    package var isShared: Bool

    package init(
        name: String, days: Set<Weekday>, from: TimeOfDay, to: TimeOfDay, isShared: Bool = false
    ) {
        self.isShared = isShared
        self.name = name
        self.days = days
        self.from = from
        self.to = to
    }
}

extension Schedule {
    /// One occurrence of a schedule.
    ///
    /// A window begins when the clock first shows the window's beginning on its day, or a later
    /// time. It ends in the same way: a time that comes twice counts the first time, and a time
    /// that is skipped counts at the skip. A window that ends before it begins by these rules does
    /// not occur.
    struct Window {
        let start: Timestamp
        let end: Timestamp

        /// Returns nil if the schedule does not begin on that day, or if its window is empty.
        init?(_ schedule: Schedule, _ day: CalendarDay, _ rules: some LocalTimeRules) {
            guard schedule.days.contains(day.weekday) else { return nil }
            start = rules.moment(day, schedule.from)
            let isOvernight = schedule.to <= schedule.from
            end = rules.moment(isOvernight ? day.adding(1) : day, schedule.to)
            guard start < end else { return nil }
        }

        func contains(_ moment: Timestamp) -> Bool { start <= moment && moment < end }
    }

    /// Days from a moment's own in which a window of that moment begins. A window is hardly longer
    /// than a day. Days that are skipped or come twice (a move over the date line) add one day in
    /// each direction.
    static let daysAround: ClosedRange<Int64> = -2...1

    /// Returns true if a window of the schedule has begun and not ended.
    package func isDue(at now: Timestamp, _ rules: some LocalTimeRules) -> Bool {
        let today = rules.day(at: now)
        return Self.daysAround.contains { offset in
            Window(self, today.adding(offset), rules)?.contains(now) == true
        }
    }

    /// Returns true if one window of the schedule contains both moments.
    package func isDue(
        from first: Timestamp, through last: Timestamp, _ rules: some LocalTimeRules
    ) -> Bool {
        let day = rules.day(at: first)
        return Self.daysAround.contains { offset in
            let window = Window(self, day.adding(offset), rules)
            return window?.contains(first) == true && window?.contains(last) == true
        }
    }

    /// Returns the end of the window that contains a moment; nil outside of all windows.
    package func end(at now: Timestamp, _ rules: some LocalTimeRules) -> Timestamp? {
        let today = rules.day(at: now)
        let windows = Self.daysAround.compactMap { Window(self, today.adding($0), rules) }
        return windows.first { $0.contains(now) }?.end
    }

    /// Returns true if a window of the schedule begins at that moment.
    package func begins(at moment: Timestamp, _ rules: some LocalTimeRules) -> Bool {
        let day = rules.day(at: moment)
        return Self.daysAround.contains { offset in
            Window(self, day.adding(offset), rules)?.start == moment
        }
    }

    /// Returns the beginning of the next window; nil if there is none within eight days.
    package func nextBegin(after now: Timestamp, _ rules: some LocalTimeRules) -> Timestamp? {
        let today = rules.day(at: now)
        let begins = (-1...8).lazy.compactMap { Window(self, today.adding($0), rules)?.start }
        return begins.first { $0 > now }
    }
}

extension TimeOfDay {
    /// Reads `9:30` or `09:30`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2, areDigits,
            let hour = Int(String(parts[0]) ?? ""), let minute = Int(String(parts[1]) ?? "")
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    /// The time as `09:30`.
    package var text: String {
        CalendarDay.padded(Int64(minutes / 60), 2) + ":"
            + CalendarDay.padded(Int64(minutes % 60), 2)
    }
}
