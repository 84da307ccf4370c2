// SPDX-License-Identifier: Apache-2.0

extension UNUserNotificationCenter {
    // MARK: Adding

    /// Adds a request, and shows it now or when its trigger fires. The request replaces a pending
    /// request and a notification on the screen that have the same identifier.
    ///
    /// - Parameters:
    ///   - request: The notification and its trigger.
    ///   - completionHandler: Called when the notification server has the notification or the
    ///     request is pending; with a ``UNError`` otherwise.
    @preconcurrency public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        office.queue.add { [office] in
            do {
                try await office.add(request)
                completionHandler?(nil)
            } catch {
                completionHandler?(error)
            }
        }
    }

    /// Adds a request, and shows it now or when its trigger fires. The request replaces a pending
    /// request and a notification on the screen that have the same identifier.
    ///
    /// - Throws: ``UNError``: `notificationInvalidNoContent`, `notificationInvalidNoDate`, or
    ///   `notificationsNotAllowed` if no server accepts the notification.
    public func add(_ request: UNNotificationRequest) async throws {
        try await office.queue.run { [office] () async -> Result<Void, UNError> in
            do throws(UNError) {
                return .success(try await office.add(request))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    // MARK: Badge

    /// Sets the number on the app's icon; 0 hides the badge.
    ///
    /// - Parameters:
    ///   - newBadgeCount: The number.
    ///   - completionHandler: Called when the number is set; with a ``UNError`` if the number
    ///     cannot be set.
    @preconcurrency public func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        office.queue.add { [office] in
            do {
                try await office.setBadge(newBadgeCount)
                completionHandler?(nil)
            } catch {
                completionHandler?(error)
            }
        }
    }

    /// Sets the number on the app's icon; 0 hides the badge. focusd stores the number, and hides
    /// the badge if a Focus hides badges. Without focusd, the number goes to the docks and
    /// launchers.
    ///
    /// - Throws: ``UNError``: `badgeInputInvalid` for a count below 0 or above `UInt32.max`,
    ///   `notificationsNotAllowed` without a session bus or an app id.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await office.queue.run { [office] () async -> Result<Void, UNError> in
            do throws(UNError) {
                return .success(try await office.setBadge(newBadgeCount))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    // MARK: Pending requests

    /// Passes the pending requests to a function, the next one first.
    @preconcurrency public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        office.queue.add { [office] in completionHandler(await office.pendingRequests) }
    }

    /// Returns the pending requests, the next one first.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await office.queue.run { [office] in await office.pendingRequests }
    }

    /// Removes pending requests.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        office.queue.add { [office] in await office.removePending(identifiers) }
    }

    /// Removes all pending requests.
    public func removeAllPendingNotificationRequests() {
        office.queue.add { [office] in await office.removeAllPending() }
    }

    // MARK: Delivered notifications

    /// Passes the notifications that the user has not acted on to a function, the newest first.
    @preconcurrency public func getDeliveredNotifications(
        completionHandler: @escaping @Sendable ([UNNotification]) -> Void
    ) {
        office.queue.add { [office] in completionHandler(await office.deliveredNotifications) }
    }

    /// Returns the notifications that the user has not acted on, the newest first. With focusd, the
    /// result includes notifications of the app's earlier runs, and none that the user dealt with
    /// while the app did not run.
    ///
    /// An app does not learn if a Focus has silenced a notification.
    public func deliveredNotifications() async -> [UNNotification] {
        await office.queue.run { [office] in await office.deliveredNotifications }
    }

    /// Removes delivered notifications.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        office.queue.add { [office] in await office.removeDelivered(identifiers) }
    }

    /// Removes all delivered notifications.
    public func removeAllDeliveredNotifications() {
        office.queue.add { [office] in await office.removeAllDelivered() }
    }
}
