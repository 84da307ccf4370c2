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

    /// Returns the decision of the given policy for an example notification, without counting it as
    /// a repeat.
    func explain(_ notification: Notification, by policy: Policy) -> Decision {
        policy.decide(
            notification, isRepeat: repeats.isRepeat(notification.people, at: .now))
    }
}
