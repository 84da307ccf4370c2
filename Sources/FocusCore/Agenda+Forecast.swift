// SPDX-License-Identifier: Apache-2.0

extension Agenda {
    /// Something that will happen by itself.
    package struct Change: Hashable, Sendable {
        package var time: Timestamp
        /// The Focus that will be on then; nil for none.
        package var outcome: Outcome?

        package init(time: Timestamp, outcome: Outcome?) {
            self.time = time
            self.outcome = outcome
        }
    }

    /// Boundaries that a forecast looks at, and those times the number of schedules, at most: it
    /// must not keep anybody waiting, and windows that change nothing could go on for ever.
    private static let forecastSteps = 1_000
    private static let forecastWork = 20_000

    /// What will happen by itself from now on, if the user does nothing: the next changes of the
    /// Focus, in order.
    /// - Parameter limit: how many at most; ``Limits/upcomingChanges`` at most.
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
