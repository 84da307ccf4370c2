// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

extension Engine {
    /// Decides about a notification that arrives.
    func decide(_ notification: Notification) -> Decision {
        guard policy.heedsRepeats, !notification.people.isEmpty else {
            return policy.decide(notification)
        }
        let isRepeat = repeats.note(notification.people, at: .now)
        return policy.decide(notification, isRepeat: isRepeat)
    }

    /// Decides about a notification that is only asked about, by this policy.
    func explain(_ notification: Notification, by policy: Policy) -> Decision {
        policy.decide(
            notification, isRepeat: repeats.isRepeat(notification.people, at: .now))
    }
}
