// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The number on the app's icon: the unread messages of the accounts that the Focus filter shows.
package var badgeCount: Int {
    let settings = FocusSettingsStore.shared.settings
    return ChatAccount.all
        .filter(settings.shows)
        .map(ChatMessages.shared.unreadCount)
        .reduce(0, +)
}

/// Sends the number to the desktop.
package func updateBadge() async throws {
    try await UNUserNotificationCenter.current().setBadgeCount(badgeCount)
}
