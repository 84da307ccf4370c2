// SPDX-License-Identifier: Apache-2.0

// The times at which a Focus delivers silenced notifications (`Deliver=`), each day that the Focus
// is active. A time that passed while the computer slept or focusd did not run counts at the next
// check, if the Focus was on at that time; several passed times are one delivery. After the clock
// is set back, its times come again. Changed times count from the change on.

/// Progress of a Focus through its delivery times.
package struct DeliveryTimes: Hashable, Sendable {
    /// Notifications that were due by this time are delivered.
    package private(set) var through: Timestamp
    private var times: [TimeOfDay]?

    /// - Parameter through: the time at which the Focus was turned on, or the last stored value.
    package init(through: Timestamp) {
        self.through = through
    }

    /// Milliseconds before now in which passed times are looked for. Schedules repeat each week.
    private static let searched: Int64 = 8 * 24 * 3_600_000

    /// Returns true if a delivery time has passed since the last call, or since the Focus was
    /// turned on.
    ///
    /// - Parameter isOn: returns true if the Focus was on at a time that has passed.
    package mutating func takeDue(
        _ times: [TimeOfDay], at now: Timestamp, _ rules: some LocalTimeRules,
        where isOn: (Timestamp) -> Bool = { _ in true }
    ) -> Bool {
        let hasChanged = self.times.map { $0 != times } ?? false
        self.times = times
        if hasChanged || through > now {
            through = now
            return false
        }
        var moment = max(through, now.adding(-Self.searched))
        while let next = Self.next(times, after: moment, rules), next <= now {
            through = now
            if isOn(next) { return true }
            moment = next
        }
        return false
    }

    /// Returns the first delivery time after a moment; nil if there are no times.
    package static func next(
        _ times: [TimeOfDay], after moment: Timestamp, _ rules: some LocalTimeRules
    ) -> Timestamp? {
        guard !times.isEmpty else { return nil }
        let today = rules.day(at: moment)
        // The day before counts too: a skipped midnight can move one of its times to this day.
        let moments = (-1...2).flatMap { day in
            times.map { rules.moment(today.adding(Int64(day)), $0) }
        }
        return moments.filter { $0 > moment }.min()
    }
}
