// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire

/// Whether there is room for one more message.
extension Engine {
    /// Why a message of that length is not taken; nil when it is.
    func refuse(_ count: Int, _ app: AppID, _ peer: PeerName) -> String? {
        if count > Limits.messageBytes {
            return "the notification is longer than \(Limits.messageBytes) bytes"
        }
        let stored = (try? store.payloadBytes()) ?? 0
        // Of what is only missed, the oldest gives way.
        if stored + count > Limits.storedPayloadBytes {
            arrivalsSinceUpkeep = Self.upkeepInterval
        }
        // What waits for the real server does not.
        let free = Limits.waitingPayloadBytes - stored
        if count > free { return "\(stored) bytes wait for the real notification server" }
        // Far from the limit nobody is asked for a share.
        guard free < Limits.waitingPayloadBytes / 2 else { return nil }
        let waiting = proxy.waiting(of: app, peer).bytes
        return waiting + count > free
            ? "\(waiting) bytes of its own wait for the real notification server" : nil
    }

    /// Why there is no room for one more that waits for the real server; nil when there is.
    ///
    /// So none that was taken has to give way before it is shown, and nobody has more of them than
    /// is left for all others. One that takes the place of another adds none.
    func refuseToWait(_ notify: NotifyCall, _ sender: Sender) -> String? {
        let free = Limits.waitingNotifications - proxy.waiting.count
        guard free <= Limits.waitingNotifications / 2,
            !proxy.replaces(notify.untrustedReplaces, from: sender)
        else { return nil }
        if free <= 0 {
            return "\(proxy.waiting.count) notifications wait for the real notification server"
        }
        let own = proxy.waiting(of: notify.notification.app, sender.peer).count
        return own >= free ? "\(own) of its own wait for the real notification server" : nil
    }
}
