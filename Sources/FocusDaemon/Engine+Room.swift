// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

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
        let waiting = proxy.waitingBytes(of: app, peer)
        return waiting + count > free
            ? "\(waiting) bytes of its own wait for the real notification server" : nil
    }
}
