// SPDX-License-Identifier: Apache-2.0

import UserNotifications

// A messenger's notifications as an app of today would write them, built in Swift 6 mode.

@MainActor final class MessageCenter: NSObject {
    private(set) var opened: [String] = []
    private let center = UNUserNotificationCenter.current()

    func start() async throws {
        center.delegate = self
        let granted = try await center.requestAuthorization(options: [.alert, .badge, .sound])
        let settings = await center.notificationSettings()
        guard granted, settings.authorizationStatus == .authorized else { return }
        let reply = UNTextInputNotificationAction(
            identifier: "reply", title: "Reply",
            icon: UNNotificationActionIcon(templateImageName: "reply"),
            textInputButtonTitle: "Send", textInputPlaceholder: "Message")
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "message", actions: [reply], intentIdentifiers: [],
                options: [.customDismissAction, .hiddenPreviewsShowTitle])
        ])
    }

    func show(_ text: String, from sender: String, account: String) async throws {
        let content = UNMutableNotificationContent()
        content.title = sender
        content.body = text
        content.sound = .default
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.8
        content.filterCriteria = account
        content.targetContentIdentifier = "chat/\(sender)"
        content.userInfo = ["sender": sender]
        let request = UNNotificationRequest(
            identifier: UUID().uuidString, content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false))
        do {
            try await center.add(request)
            try await center.setBadgeCount(1)
        } catch UNError.notificationsNotAllowed {
            center.removeAllPendingNotificationRequests()
        }
    }

    func markRead(_ sender: String) async {
        let identifiers = await center.deliveredNotifications()
            .filter { $0.request.content.userInfo["sender"] as? String == sender }
            .map(\.request.identifier)
        center.removeDeliveredNotifications(withIdentifiers: identifiers)
        let waiting = await center.pendingNotificationRequests()
        center.removePendingNotificationRequests(withIdentifiers: waiting.map(\.identifier))
    }

    /// Bridges the older method, as many apps do.
    nonisolated func isAllowed() async -> Bool {
        await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                continuation.resume(returning: settings.alertSetting == .enabled)
            }
        }
    }
}

extension MessageCenter: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        opened.contains(notification.request.identifier) ? [] : [.banner, .sound]
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let identifier = response.notification.request.identifier
        Task { @MainActor in
            opened.append(identifier)
            completionHandler()
        }
    }
}

/// An older delegate that relies on calls on the main thread.
@MainActor final class OpeningDelegate: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
    private var count = 0

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        count += 1
        completionHandler()
    }
}

/// A protocol between an app and the center, for the app's own tests.
protocol MessageNotifying: Sendable {
    func add(_ request: UNNotificationRequest) async throws
    func setBadgeCount(_ newBadgeCount: Int) async throws
    func notificationSettings() async -> UNNotificationSettings
    func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool
    func deliveredNotifications() async -> [UNNotification]
}

extension UNUserNotificationCenter: MessageNotifying {}
