// SPDX-License-Identifier: Apache-2.0

extension UNUserNotificationCenter {
    // MARK: Adding

    /// Takes a request: shows it now, or when its trigger fires. It takes the place of what has the same
    /// identifier, pending or on the screen.
    ///
    /// - Parameters:
    ///   - request: What to show, and when.
    ///   - completionHandler: Called when the request is with the notification server or waits for its
    ///     time; with a ``UNError`` when it is neither.
    @preconcurrency public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        office.line.add { [office] in
            do {
                try await office.add(request)
                completionHandler?(nil)
            } catch {
                completionHandler?(error)
            }
        }
    }

    /// Takes a request: shows it now, or when its trigger fires. It takes the place of what has the same
    /// identifier, pending or on the screen.
    ///
    /// - Throws: ``UNError``: `notificationInvalidNoContent`, `notificationInvalidNoDate`, or
    ///   `notificationsNotAllowed` where no server takes it.
    public func add(_ request: UNNotificationRequest) async throws {
        try await office.line.run { [office] () async -> Result<Void, UNError> in
            do throws(UNError) {
                return .success(try await office.add(request))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    // MARK: The badge

    /// Sets the number at the app's icon; 0 hides it.
    ///
    /// - Parameters:
    ///   - newBadgeCount: The number.
    ///   - completionHandler: Called when it is set; with a ``UNError`` when it is not.
    @preconcurrency public func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        office.line.add { [office] in
            do {
                try await office.setBadge(newBadgeCount)
                completionHandler?(nil)
            } catch {
                completionHandler?(error)
            }
        }
    }

    /// Sets the number at the app's icon; 0 hides it. focusd keeps it, and hides it where a Focus says
    /// so; without focusd the docks and launchers are told.
    ///
    /// - Throws: ``UNError``: `badgeInputInvalid` for a count below 0 or above `UInt32.max`,
    ///   `notificationsNotAllowed` where there is no session bus, or the process has no app id.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await office.line.run { [office] () async -> Result<Void, UNError> in
            do throws(UNError) {
                return .success(try await office.setBadge(newBadgeCount))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    // MARK: Pending requests

    /// Answers the requests whose triggers have not fired, the next first.
    @preconcurrency public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        office.line.add { [office] in completionHandler(await office.pendingRequests) }
    }

    /// The requests whose triggers have not fired, the next first.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await office.line.run { [office] in await office.pendingRequests }
    }

    /// Drops requests whose triggers have not fired.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        office.line.add { [office] in await office.removePending(identifiers) }
    }

    /// Drops all requests whose triggers have not fired.
    public func removeAllPendingNotificationRequests() {
        office.line.add { [office] in await office.removeAllPending() }
    }

    // MARK: Delivered notifications

    /// Answers the notifications that the user has not dealt with, the newest first.
    @preconcurrency public func getDeliveredNotifications(
        completionHandler: @escaping @Sendable ([UNNotification]) -> Void
    ) {
        office.line.add { [office] in completionHandler(await office.deliveredNotifications) }
    }

    /// The notifications that the user has not dealt with, the newest first. With focusd those of the
    /// app's earlier runs are among them; what was dismissed while the app did not run may be, too.
    ///
    /// Whether a Focus has silenced one is told to no app.
    public func deliveredNotifications() async -> [UNNotification] {
        await office.line.run { [office] in await office.deliveredNotifications }
    }

    /// Takes delivered notifications back.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        office.line.add { [office] in await office.removeDelivered(identifiers) }
    }

    /// Takes all delivered notifications back.
    public func removeAllDeliveredNotifications() {
        office.line.add { [office] in await office.removeAllDelivered() }
    }
}
