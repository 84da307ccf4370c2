// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A request that waits for its time.
struct PendingRequest {
    let request: UNNotificationRequest
    let due: Date
    /// How it is kept for the next run. Made once: everything is written each time.
    let archived: Data
    /// Whether it was due while there was no server.
    var isOverdue = false

    init(_ request: UNNotificationRequest, due: Date) {
        self.request = request
        self.due = due
        archived = ArchivedRequest(request, due: due).data
    }
}

/// A notification that the server has.
struct DeliveredNotification {
    let notification: UNNotification
    let id: ClientID
    let actions: ActionKeys
    /// Whether the user has acted on it; it may still be on the screen then.
    let isActedOn: Bool
    /// How it is kept for the next run. Made once: everything is written each time.
    let archived: Data

    init(
        _ notification: UNNotification, id: ClientID, actions: ActionKeys, isActedOn: Bool = false
    ) {
        self.notification = notification
        self.id = id
        self.actions = actions
        self.isActedOn = isActedOn
        archived =
            ArchivedDelivery(
                request: ArchivedRequest(notification.request, due: notification.date),
                id: id.rawValue, actions: actions, isActedOn: isActedOn
            ).data
    }

    var date: Date { notification.date }

    /// The same notification, after the user has acted on it.
    var actedOn: DeliveredNotification {
        DeliveredNotification(notification, id: id, actions: actions, isActedOn: true)
    }
}

extension ContentFields {
    /// Whether there is something to see.
    var isVisible: Bool { hasText || !attachments.isEmpty }

    /// Whether there is something to see, hear or count.
    var isWorthDelivering: Bool { isVisible || sound != nil || badge != nil }
}
