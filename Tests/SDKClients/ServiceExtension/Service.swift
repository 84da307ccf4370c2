// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The notification service extension of an app, for the tests of the SDK. The payload's key `do`
/// selects the change of a notification.
@main
final class Service: UNNotificationServiceExtension, @unchecked Sendable {
    private var handler: ((UNNotificationContent) -> Void)?
    private var best = UNMutableNotificationContent()

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        switch content.userInfo["do"] as? String {
        case "decrypt":
            content.title = "Secret from \(content.userInfo["from"] as? String ?? "nobody")"
            content.sound = nil
            content.filterCriteria = "private"
            // The app reads this value without a call of `synchronize()`.
            UserDefaults(suiteName: "org.example.Chat.shared")?.set(content.title, forKey: "last")
            contentHandler(content)
            // Some apps call the handler twice.
            contentHandler(request.content)
        case "wait":
            content.title = "In a hurry"
            best = content
            handler = contentHandler
        case "nothing": break
        case "empty": contentHandler(UNNotificationContent())
        default: exit(1)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        handler?(best)
    }
}
