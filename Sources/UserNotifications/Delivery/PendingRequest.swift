// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A request that waits for its trigger.
struct PendingRequest {
    let request: UNNotificationRequest
    /// The date after which the trigger fires: that of the scheduling, of the last delivery, or of
    /// the app's start.
    private let since: Date
    let due: Date
    /// The stored form for the next run. Encoded once, because every change writes all requests.
    let archived: Data
    /// True if the request was due while no server was available.
    var isOverdue = false
    /// The app's choice of presentation for an overdue request; nil if the app was not asked. The
    /// app is asked once about each notification.
    var options: UNNotificationPresentationOptions?

    init(_ request: UNNotificationRequest, since: Date, due: Date) {
        self.request = request
        self.since = since
        self.due = due
        archived = ArchivedRequest(request, due: due).data
    }

    /// Returns the request with the date that its trigger has in another time zone of the user.
    func moved(to timeZone: TimeZone) -> PendingRequest {
        guard !isOverdue, let trigger = request.trigger as? UNCalendarNotificationTrigger,
            let next = trigger.next(after: since, in: timeZone), next != due
        else { return self }
        return PendingRequest(request, since: since, due: next)
    }
}

/// A notification that the server has.
struct DeliveredNotification {
    let notification: UNNotification
    let id: ClientID
    let actions: ActionKeys
    /// True if the user has acted on the notification. The notification may still be on the screen.
    let isActedOn: Bool
    /// The stored form for the next run. Encoded once, because every change writes all
    /// notifications.
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

    /// The same notification, marked as acted on.
    var actedOn: DeliveredNotification {
        DeliveredNotification(notification, id: id, actions: actions, isActedOn: true)
    }
}

extension ContentFields {
    /// True if the notification has a text or an attachment to show.
    var isVisible: Bool { hasText || !attachments.isEmpty }

    /// True if the notification has a text, an attachment, a sound or a badge.
    var isWorthDelivering: Bool { isVisible || sound != nil || badge != nil }
}
