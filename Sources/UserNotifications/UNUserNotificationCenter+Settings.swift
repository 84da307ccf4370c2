// SPDX-License-Identifier: Apache-2.0

extension UNUserNotificationCenter {
    // MARK: Authorization

    /// Answers that the app may notify: see ``UNNotificationSettings``.
    @preconcurrency public func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        Task.detached { completionHandler(true, nil) }
    }

    /// True: see ``UNNotificationSettings``.
    ///
    /// - Throws: Nothing; as in Apple's systems it may.
    @discardableResult
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        true
    }

    /// Answers what the app may do.
    @preconcurrency public func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        Task.detached { completionHandler(UNNotificationSettings()) }
    }

    /// What the app may do.
    public func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings()
    }

    // MARK: Categories

    /// Says which kinds of notifications the app has; those that are not among them are forgotten. They
    /// count for notifications that are shown from then on.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        office.line.add { [office] in await office.setCategories(categories) }
    }

    /// Answers which kinds of notifications the app has.
    @preconcurrency public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        office.line.add { [office] in completionHandler(await office.categories) }
    }

    /// Which kinds of notifications the app has.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        await office.line.run { [office] in await office.categories }
    }
}
