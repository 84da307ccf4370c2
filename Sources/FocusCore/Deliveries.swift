// SPDX-License-Identifier: Apache-2.0

// When a Focus hands over what it has silenced (`Deliver=`): at each of these times of day while it
// is on. A time that was slept through, or at which focusd did not run, counts as soon as somebody
// looks; several that have passed are one delivery. A clock that is set back comes to its times
// anew. Times that are changed count from then on.

/// How far a Focus's deliveries have come.
package struct Deliveries: Hashable, Sendable {
    /// What was due by then has been handed over.
    package private(set) var through: Timestamp
    private var times: [TimeOfDay]?

    /// - Parameter through: when the Focus was turned on, or what was last kept.
    package init(through: Timestamp) {
        self.through = through
    }

    /// Whether one of the times has come since this was last asked, or the Focus turned on.
    package mutating func areDue(
        _ times: [TimeOfDay], at now: Timestamp, _ rules: some LocalTimeRules
    ) -> Bool {
        let hasChanged = self.times.map { $0 != times } ?? false
        self.times = times
        if hasChanged || through > now {
            through = now
            return false
        }
        guard let next = Self.next(times, after: through, rules), next <= now else { return false }
        through = now
        return true
    }

    /// The first of the times after a moment; nil where there are none.
    package static func next(
        _ times: [TimeOfDay], after moment: Timestamp, _ rules: some LocalTimeRules
    ) -> Timestamp? {
        guard !times.isEmpty else { return nil }
        let today = rules.day(at: moment)
        // The day before: a time that a skipped midnight has pushed into this one.
        let moments = (-1...2).flatMap { day in
            times.map { rules.moment(today.adding(Int64(day)), $0) }
        }
        return moments.filter { $0 > moment }.min()
    }
}
