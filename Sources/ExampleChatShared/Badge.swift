// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The number on the app's icon: what is unread in the accounts that the Focus filter shows.
package var badgeCount: Int {
    let settings = FocusSettingsStore.shared.settings
    return ChatAccount.all
        .filter(settings.shows)
        .map(ChatMessages.shared.unreadCount)
        .reduce(0, +)
}

/// Tells the desktop the number.
package func updateBadge() async throws {
    try await UNUserNotificationCenter.current().setBadgeCount(badgeCount)
}
