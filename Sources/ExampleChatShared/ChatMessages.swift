// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// One message of a conversation.
package struct ChatMessage: Codable, Hashable, Identifiable, Sendable {
    /// The identifier of the message and of its notification.
    package let id: UUID
    /// The identifier of the account that received or sent the message.
    package let accountID: String
    /// The name of the sender; nil for the user.
    package let sender: String?
    /// The text of the message.
    package let text: String
    /// True if the user has read the message.
    package var isRead: Bool

    /// Makes an incoming message, or an outgoing message without a sender.
    package init(_ account: ChatAccount, from sender: String? = nil, _ text: String) {
        id = UUID()
        accountID = account.id
        self.sender = sender
        self.text = text
        isRead = sender == nil
    }
}

/// All messages. The app writes them; its extension counts the unread messages.
package final class ChatMessages: Sendable {
    /// The messages of this user.
    package static let shared = ChatMessages()

    private let file = SharedFile<[ChatMessage]>(ChatFiles.messages, initially: [])

    private init() {}

    /// All messages, the oldest first.
    package var all: [ChatMessage] { file.value }

    /// Adds a message.
    package func add(_ message: ChatMessage) {
        file.change { $0.append(message) }
    }

    /// Marks every message of an account as read.
    ///
    /// - Returns: the messages that were unread.
    package func markRead(_ account: ChatAccount) -> [ChatMessage] {
        var unread: [ChatMessage] = []
        file.change { messages in
            for index in messages.indices where messages[index].isUnread(in: account) {
                unread.append(messages[index])
                messages[index].isRead = true
            }
        }
        return unread
    }

    /// Returns the number of unread messages of an account.
    package func unreadCount(_ account: ChatAccount) -> Int {
        all.count { $0.isUnread(in: account) }
    }
}

extension ChatMessage {
    fileprivate func isUnread(in account: ChatAccount) -> Bool {
        accountID == account.id && !isRead
    }
}
