// SPDX-License-Identifier: Apache-2.0

// A trigger may have ended while focusd did not run or the machine slept, and its source tells so a
// moment later. What the Focus should have delivered meanwhile waits for that report: popups of a
// Focus that is over would interrupt the Focus that follows. A source that says nothing, because
// nothing changed, delays a delivery by half a minute.

/// The reports about triggers in this run of focusd, and the delivery that waits for one.
struct TriggerReports: Hashable, Sendable {
    /// The last report of each trigger as present.
    private var seen: [Trigger: Timestamp] = [:]
    /// The end of the wait; nil if no delivery waits.
    private var waitEnd: Timestamp?

    /// Maximum milliseconds that a delivery waits. NetworkManager and PipeWire tell their state
    /// within seconds after a sleep.
    private static let wait: Int64 = 30_000
    /// Milliseconds after which a delivery is late: the machine slept, or the clock was set.
    private static let lateness: Int64 = 60_000

    /// True if a delivery waits for a report.
    var isAwaited: Bool { waitEnd != nil }

    /// Records that a source reported these triggers as present.
    mutating func record(_ present: Set<Trigger>, at now: Timestamp) {
        for trigger in present { seen[trigger] = now }
    }

    /// Forgets triggers that no Focus has any more.
    mutating func keep(_ triggers: Set<Trigger>) {
        seen = seen.filter { triggers.contains($0.key) }
    }

    /// True if the trigger was present in this run of focusd.
    func hasSeen(_ trigger: Trigger) -> Bool { seen[trigger] != nil }

    /// Returns the end of the wait of a delivery; nil if the delivery need not wait: it is on time,
    /// or the trigger was present after it was due.
    ///
    /// - Parameters:
    ///   - trigger: the trigger of the active Focus.
    ///   - due: the time at which the delivery was due.
    ///   - graceEnd: the end of the trigger's grace; nil if its state is not over.
    mutating func wait(
        for trigger: Trigger, since due: Timestamp, graceEnd: Timestamp?, at now: Timestamp
    ) -> Timestamp? {
        let isPresent = seen[trigger].map { $0 >= due || due.distance(to: now) <= Self.lateness }
        guard isPresent != true else {
            waitEnd = nil
            return nil
        }
        if let graceEnd { return graceEnd }
        let latest = now.adding(Self.wait)
        // The clock may have been set back.
        let end = min(waitEnd ?? latest, latest)
        waitEnd = end
        return end > now ? end : nil
    }

    /// Ends the wait: no delivery is due.
    mutating func endWait() { waitEnd = nil }
}
