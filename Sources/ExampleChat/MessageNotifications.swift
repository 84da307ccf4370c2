// SPDX-License-Identifier: Apache-2.0

import ExampleChatShared
import Foundation
import OSLog
import UserNotifications

/// A user's response to the notification of a message.
enum MessageResponse: Sendable {
    case open(ChatAccount)
    case reply(ChatAccount, String)
}

/// The notifications of messages, with the user's responses.
final class MessageNotifications: NSObject, UNUserNotificationCenterDelegate, Sendable {
    /// The user's responses, for one reader.
    let responses: AsyncStream<MessageResponse>

    private let continuation: AsyncStream<MessageResponse>.Continuation
    private static let category = "message"
    private static let replyAction = "reply"

    override init() {
        (responses, continuation) = AsyncStream.makeStream()
    }

    /// Asks for permission, and sets the actions of a message's notification.
    func start() async {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        let reply = UNTextInputNotificationAction(
            identifier: Self.replyAction, title: "Reply", options: [],
            textInputButtonTitle: "Send", textInputPlaceholder: "Message")
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: Self.category, actions: [reply], intentIdentifiers: [], options: [])
        ])
        do {
            _ = try await center.requestAuthorization(options: [.alert, .badge, .sound])
        } catch {
            let logger = Logger(subsystem: ChatFiles.appID, category: "Notifications")
            logger.error("No notifications: \(error, privacy: .public)")
        }
    }

    /// Shows a notification of a message. Its filter criteria is the account, which the Focus
    /// filter evaluates.
    static func show(_ message: ChatMessage, in account: ChatAccount) async throws {
        let content = UNMutableNotificationContent()
        content.title = message.sender ?? account.name
        content.subtitle = account.name
        content.body = message.text
        content.sound = .default
        content.threadIdentifier = account.id
        content.categoryIdentifier = category
        content.userInfo = ["account": account.id]
        content.filterCriteria = account.id
        let request = UNNotificationRequest(
            identifier: message.id.uuidString, content: content, trigger: nil)
        try await UNUserNotificationCenter.current().add(request)
    }

    /// Removes the notifications of messages that were read.
    static func remove(_ messages: [ChatMessage]) {
        UNUserNotificationCenter.current()
            .removeDeliveredNotifications(withIdentifiers: messages.map(\.id.uuidString))
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let content = response.notification.request.content
        guard let id = content.userInfo["account"] as? String,
            let account = ChatAccount.with(id: id)
        else { return }
        if let reply = response as? UNTextInputNotificationResponse {
            continuation.yield(.reply(account, reply.userText))
        } else if response.actionIdentifier == UNNotificationDefaultActionIdentifier {
            continuation.yield(.open(account))
        }
    }
}
