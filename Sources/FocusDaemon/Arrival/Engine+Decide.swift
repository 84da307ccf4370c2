// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire

// A server that stays in front of focusd asks by `Decide`, and shows the notifications that focusd
// delivers. focusd decides about them and records them as all others, and leaves only the delivery
// to that server.

extension Engine {
    /// Answers `Decide`: decides about a notification that its server shows itself, and records it.
    ///
    /// A delivered one goes to history at once: the server alone learns of its end. A silenced one
    /// waits in the missed list; the server is its sender there, and gets the signals about it.
    func decide(
        _ message: Message, from identity: SenderIdentity, for server: PeerName
    ) throws(ErrorReply) -> Arrival {
        let sender = Sender(
            peer: server, sandbox: identity.confinement, isTool: identity.isTool)
        peerAppeared(server)
        defer { extendLifetime(message) }
        guard let payload = try? unsafe message.keptBytes() else {
            throw ErrorReply(WireError.limitsExceeded, "there is no memory for the notification")
        }
        let notify = try NotifyCall(message, from: identity)
        try checkRoom(for: payload.count, of: notify.notification.app, server)
        let arrival = try admit(notify, from: sender, payloadBytes: payload.count)
        let entry = arrival.entry
        // The server sends for all apps.
        if entry.isStored, !(unsafe recordArrival(arrival, notify, sender, payload, forAll: true)) {
            return showUnstored(arrival)
        }
        if entry.state == .queued {
            change { $0.shownElsewhere(entry, into: &$1) }
        } else if notify.namesPicture {
            pictures?.keep(
                of: message, for: entry.key,
                of: PictureRoom.Owner(app: notify.notification.app))
        }
        return arrival
    }

    /// Lets the server show a silenced notification that the store could not keep, because no list
    /// would ever have it. Returns the decision about it.
    func showUnstored(_ arrival: Arrival) -> Arrival {
        let entry = arrival.entry
        guard entry.isStored, let shown = update({ $0.couldNotStore(entry) }) else {
            return arrival
        }
        change { $0.shownElsewhere(shown, into: &$1) }
        var result = arrival
        result.entry = shown
        if entry.state == .silenced {
            result.decision = Decision(
                verdict: .deliver, reason: .allowed, level: arrival.decision.level)
        }
        return result
    }
}
