// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// One message of a conversation.
package struct ChatMessage: Codable, Hashable, Identifiable, Sendable {
    /// The identifier, which its notification has too.
    package let id: UUID
    /// The account that it came to or was sent from.
    package let accountID: String
    /// Who wrote it; nil for the user.
    package let sender: String?
    /// What it says.
    package let text: String
    /// Whether the user has seen it.
    package var isRead: Bool

    /// A message that comes in; without a sender one that goes out.
    package init(_ account: ChatAccount, from sender: String? = nil, _ text: String) {
        id = UUID()
        accountID = account.id
        self.sender = sender
        self.text = text
        isRead = sender == nil
    }
}

/// All messages: the app writes them, its extension counts those that are unread.
package final class ChatMessages: Sendable {
    /// The messages of this user.
    package static let shared = ChatMessages()

    private let file = SharedFile<[ChatMessage]>(ChatFiles.messages, initially: [])

    private init() {}

    /// Every message, oldest first.
    package var all: [ChatMessage] { file.value }

    /// Adds a message.
    package func add(_ message: ChatMessage) {
        file.change { $0.append(message) }
    }

    /// Marks every message of an account as read.
    ///
    /// - Returns: those that were not.
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

    /// How many messages of an account the user has not seen.
    package func unreadCount(_ account: ChatAccount) -> Int {
        all.count { $0.isUnread(in: account) }
    }
}

extension ChatMessage {
    fileprivate func isUnread(in account: ChatAccount) -> Bool {
        accountID == account.id && !isRead
    }
}
