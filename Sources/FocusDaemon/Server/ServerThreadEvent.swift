// SPDX-License-Identifier: Apache-2.0

import Notify

/// Event from libnotify's thread. All events use one mailbox to stay in order.
enum ServerThreadEvent: Sendable {
    case event(ServerEvent)
    case ended(DeliveryEnd)
}
