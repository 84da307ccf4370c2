// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Focuses that clients hold on.
extension Engine {
    /// Holds a Focus on for a client. Returns the hold's id.
    func hold(
        _ focus: FocusID, reason: String, by payer: PeerAccounts.Payer
    ) throws(Agenda.HoldRefusal) -> UInt32 {
        let rules = clock.rules
        return try change { state, effects throws(Agenda.HoldRefusal) in
            try state.hold(
                focus, reason: reason, by: payer.client, of: payer.app, at: .now, rules,
                into: &effects)
        }
    }

    /// Ends a hold. Returns false if the client has no such hold.
    func release(_ id: UInt32, by peer: PeerName) -> Bool {
        change { $0.release(id, by: peer, at: .now, clock.rules, into: &$1) }
    }

    /// Ends the holds of a client that left the bus.
    func releaseHolds(of peer: PeerName) {
        guard state.agenda.holds.contains(where: { $0.peer == peer }) else { return }
        _ = change { state, effects in
            state.releaseHolds(at: .now, clock.rules, into: &effects) { $0 == peer }
        }
        endBatch()
    }
}
