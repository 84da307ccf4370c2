// SPDX-License-Identifier: Apache-2.0

extension Agenda {
    /// A change of the active Focus without an action of the user.
    package struct Change: Hashable, Sendable {
        package var time: Timestamp
        /// The Focus that is active from then on; nil for none.
        package var outcome: Outcome?

        package init(time: Timestamp, outcome: Outcome?) {
            self.time = time
            self.outcome = outcome
        }
    }

    /// Maximum number of boundaries that a forecast evaluates, and maximum product of boundaries
    /// and schedules. The forecast must answer fast, and windows that change nothing can repeat
    /// without end.
    private static let forecastSteps = 1_000
    private static let forecastWork = 20_000

    /// Returns the next changes of the active Focus, in order, if the user does nothing.
    /// - Parameter limit: maximum number of changes; ``Limits/upcomingChanges`` at most.
    package func forecast(
        from now: Timestamp, limit: Int, _ rules: some LocalTimeRules
    ) -> [Change] {
        var changes: [Change] = []
        var agenda = self
        agenda.advance(to: now)
        var last = agenda.outcome(at: now, rules)?.focus
        var time = now
        var steps = min(Self.forecastSteps, max(16, Self.forecastWork / max(1, scheduleCount)))
        while changes.count < min(limit, Limits.upcomingChanges), steps > 0,
            let next = agenda.nextChange(after: time, rules)
        {
            steps -= 1
            time = next
            agenda.advance(to: time)
            let outcome = agenda.outcome(at: time, rules)
            guard outcome?.focus != last else { continue }
            last = outcome?.focus
            changes.append(Change(time: time, outcome: outcome))
        }
        return changes
    }
}
