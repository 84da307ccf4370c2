// SPDX-License-Identifier: Apache-2.0

/// The state of a notification between its arrival and its end.
package enum EntryState: UInt8, Sendable, CaseIterable {
    /// Waits for delivery to the server.
    case queued = 0
    /// Delivered to the server.
    case shown = 1
    /// In the missed list, with live actions.
    case silenced = 2
    /// The popup is gone (it expired, the server left, or the server names no cause), but the user
    /// has not acted on the notification.
    case expired = 3
    /// Given up: the server died on it repeatedly or refused it, or its message is lost.
    case parked = 4
    // The notification has ended and is in history from here on.
    case dismissed = 10
    case actedOn = 11
    case closedByApp = 12
    case read = 13
    case replaced = 14
    /// Ended to make room for newer ones at ``Limits/liveNotifications``, or older than the days to
    /// keep: then it leaves the history at once.
    case evicted = 15

    /// True if the notification has ended.
    package var isFinal: Bool { rawValue >= EntryState.dismissed.rawValue }

    /// The state's name in JSON and on the bus.
    package var name: String {
        switch self {
        case .queued: "queued"
        case .shown: "shown"
        case .silenced: "silenced"
        case .expired: "expired"
        case .parked: "parked"
        case .dismissed: "dismissed"
        case .actedOn: "acted-on"
        case .closedByApp: "closed-by-app"
        case .read: "read"
        case .replaced: "replaced"
        case .evicted: "evicted"
        }
    }
}
