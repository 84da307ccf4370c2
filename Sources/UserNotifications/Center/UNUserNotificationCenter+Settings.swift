// SPDX-License-Identifier: Apache-2.0

extension UNUserNotificationCenter {
    // MARK: Authorization

    /// Tells the app that it may notify: see ``UNNotificationSettings``.
    @preconcurrency public func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        Task.detached { completionHandler(true, nil) }
    }

    /// Returns true: see ``UNNotificationSettings``.
    ///
    /// - Throws: no error. The method throws because Apple's method does.
    @discardableResult
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        true
    }

    /// Passes the app's permissions to a function.
    @preconcurrency public func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        Task.detached { completionHandler(UNNotificationSettings()) }
    }

    /// Returns the app's permissions.
    public func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings()
    }

    // MARK: Categories

    /// Sets the categories of the app's notifications, in place of the previous categories. They
    /// apply to notifications that are shown from then on. A request that became due while the app
    /// did not run is delivered with the categories of the last run.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        office.queue.add { [office] in await office.setCategories(categories) }
    }

    /// Passes the app's categories to a function.
    @preconcurrency public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        office.queue.add { [office] in completionHandler(await office.categories) }
    }

    /// Returns the app's categories.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        await office.queue.run { [office] in await office.categories }
    }
}
