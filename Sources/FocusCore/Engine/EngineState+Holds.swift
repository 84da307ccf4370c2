// SPDX-License-Identifier: Apache-2.0

/// Focuses that clients hold on.
extension EngineState {
    /// Holds a Focus on until the client releases the hold or leaves the bus. Returns the hold's
    /// id.
    package mutating func hold(
        _ focus: FocusID, reason: String, by peer: PeerName, of app: AppID? = nil,
        at now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) throws(Agenda.HoldRefusal) -> UInt32 {
        let id = try agenda.hold(focus, reason: reason, by: peer, of: app, at: now)
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
}
