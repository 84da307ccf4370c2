// SPDX-License-Identifier: Apache-2.0

extension Agenda {
    /// A change of the active Focus without an action of the user.
    package struct Change: Hashable, Sendable {
        package var time: Timestamp
        /// The Focus that is active from then on; nil for none.
        package var outcome: Activation?

        package init(time: Timestamp, outcome: Activation?) {
            self.time = time
            self.outcome = outcome
        }
    }

    /// Maximum number of boundaries that a forecast evaluates, and maximum product of boundaries
    /// and schedules. The forecast must answer fast, and windows that change nothing can repeat
    /// without end.
    private static let forecastSteps = 1_000
    private static let forecastWork = 20_000

    /// Returns the Focus that comes back at the end of the active one, if no schedule begins until
    /// then. Returns nil if a schedule turned the active Focus on, or a switch without an end.
    ///
    /// The change's time is `now` if no clock decides when the active Focus ends.
    package func covered(at now: Timestamp, _ rules: some LocalTimeRules) -> Change? {
        guard let active = outcome(at: now, rules) else { return nil }
        var agenda = self
        agenda.advance(to: now)
        switch active.cause {
        case .manual where active.until != nil || active.endsWithSession:
            agenda.switches.removeLast()
        case .trigger: agenda.activeTriggers.removeLast()
        default: return nil
        }
        let end = active.until ?? now
        guard let below = agenda.outcome(at: now, rules), below.focus != active.focus,
            below.until.map({ $0 > end }) ?? true
        else { return nil }
        return Change(time: end, outcome: below)
    }

    /// Returns the next changes of the active Focus, in order, if the user does nothing. The end of
    /// a Focus is the time of the change after it, even if another window or Focus causes that.
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
        let limit = min(limit, Limits.upcomingChanges)
        // One change more than requested: the end of the last Focus may be the end of a later
        // window of the same Focus.
        while changes.count <= limit, steps > 0,
            let next = agenda.nextChange(after: time, rules)
        {
            steps -= 1
            time = next
            agenda.advance(to: time)
            let outcome = agenda.outcome(at: time, rules)
            guard outcome?.focus != last else {
                // Without further steps, the end stays unknown.
                changes.setLastEnd(steps > 0 ? outcome?.until : nil)
                continue
            }
            last = outcome?.focus
            if changes.last?.outcome?.until != nil { changes.setLastEnd(time) }
            changes.append(Change(time: time, outcome: outcome))
        }
        return Array(changes.prefix(limit))
    }
}

extension [Agenda.Change] {
    /// Sets the end of the last change's Focus.
    fileprivate mutating func setLastEnd(_ end: Timestamp?) {
        guard !isEmpty else { return }
        self[count - 1].outcome?.until = end
    }
}
