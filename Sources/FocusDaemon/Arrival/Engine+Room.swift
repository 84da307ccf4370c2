// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire

/// Space limits for new messages.
extension Engine {
    /// Returns the reason to refuse a message of that length, or nil to accept it.
    func refuse(_ count: Int, _ app: AppID, _ peer: PeerName) -> String? {
        if count > Limits.messageBytes {
            return "the notification is longer than \(Limits.messageBytes) bytes"
        }
        let stored = (try? store.payloadBytes()) ?? 0
        // Makes upkeep due. Upkeep deletes payloads of shown and missed notifications, the oldest
        // first.
        if stored + count > Limits.storedPayloadBytes {
            arrivalsSinceUpkeep = Self.upkeepInterval
        }
        // Upkeep never deletes payloads that wait for the real server.
        let free = Limits.waitingPayloadBytes - stored
        if count > free { return "\(stored) bytes wait for the real notification server" }
        // Far from the limit, no client or app needs a share.
        guard free < Limits.waitingPayloadBytes / 2 else { return nil }
        let waiting = live.waiting(of: app, peer).bytes
        return waiting + count > free
            ? "\(waiting) bytes of its own wait for the real notification server" : nil
    }

    /// Returns the reason to refuse one more notification that waits for the real server, or nil to
    /// accept it.
    ///
    /// Thus no accepted notification is dropped before it is shown, and no sender has more waiting
    /// notifications than are left for all others. A notification that replaces another one adds
    /// none.
    func refuseToWait(_ notify: NotifyCall, _ sender: Sender) -> String? {
        let free = Limits.waitingNotifications - live.waiting.count
        guard free <= Limits.waitingNotifications / 2,
            !live.replaces(notify.untrustedReplaces, from: sender)
        else { return nil }
        if free <= 0 {
            return "\(live.waiting.count) notifications wait for the real notification server"
        }
        let own = live.waiting(of: notify.notification.app, sender.peer).count
        return own >= free ? "\(own) of its own wait for the real notification server" : nil
    }
}
