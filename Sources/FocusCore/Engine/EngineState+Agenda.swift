// SPDX-License-Identifier: Apache-2.0

/// Focuses that clients hold on.
extension EngineState {
    /// Holds a Focus on until the client releases the hold or leaves the bus. Returns the hold's
    /// id.
    package mutating func hold(
        _ focus: FocusID, reason: String, by peer: PeerName, at now: Timestamp,
        _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) throws(Agenda.HoldRefusal) -> UInt32 {
        let id = try agenda.hold(focus, reason: reason, by: peer, at: now)
        agendaChanged(at: now, rules, &effects)
        return id
    }

    /// Ends a hold. Returns false if the client has no such hold.
    package mutating func release(
        _ id: UInt32, by peer: PeerName, at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) -> Bool {
        guard agenda.release(id, by: peer) else { return false }
        agendaChanged(at: now, rules, &effects)
        return true
    }

    /// Ends the holds of clients that left the bus. Returns false if there are none.
    package mutating func releaseHolds(
        at now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect],
        where hasLeft: (PeerName) -> Bool
    ) -> Bool {
        guard agenda.removeHolds(where: { hasLeft($0.peer) }) else { return false }
        agendaChanged(at: now, rules, &effects)
        return true
    }

    /// Ends the Focuses and mutes of an earlier login session, as the user logs out or in. Returns
    /// false if the session is the same.
    package mutating func follow(
        session: String, at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) -> Bool {
        guard session != agenda.session else { return false }
        agenda.follow(session: session)
        if mutes.enter(session: session) { mutesChanged(&effects) }
        agendaChanged(at: now, rules, &effects)
        return true
    }

    /// Stores a changed agenda, and performs the changes that are due now.
    mutating func agendaChanged(
        at now: Timestamp, _ rules: some LocalTimeRules, _ effects: inout [EngineEffect]
    ) {
        effects.append(.row(.setAgenda))
        _ = advance(to: now, rules, into: &effects)
    }
}

/// Windows of schedules that the user skips.
extension EngineState {
    /// Skips one window of a schedule, or lets it occur again.
    ///
    /// - Parameter moment: a time within the window; nil for the current or next window.
    /// - Returns: the window; nil if there is no such window to skip or to bring back.
    package mutating func skip(
        _ focus: FocusID, _ schedule: String, at moment: Timestamp?, isSkipped: Bool,
        now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) -> Agenda.WindowTimes? {
        let times =
            isSkipped
            ? agenda.skip(focus, schedule, at: moment, now: now, rules)
            : agenda.unskip(focus, schedule, at: moment, now: now, rules)
        guard let times else { return nil }
        agendaChanged(at: now, rules, &effects)
        return times
    }
}
