// SPDX-License-Identifier: Apache-2.0

package import AppIntents

/// An account of the chat. The user chooses an account in the Focus filter.
package struct ChatAccount: AppEntity {
    package static let typeDisplayRepresentation: TypeDisplayRepresentation = "Account"
    package static let defaultQuery = ChatAccountQuery()

    /// The identifier in a Focus file, and the filter criteria of the account's notifications.
    package let id: String
    /// The name of the account for the user.
    package let name: String
    /// The contacts of the account, in words.
    package let summary: String
    /// The name of a symbolic icon in the desktop's theme.
    package let symbol: String

    package var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(name)", subtitle: "\(summary)", image: .init(systemName: symbol))
    }
}

extension ChatAccount {
    /// The accounts of the example in display order.
    package static let all = [
        ChatAccount(
            id: "work", name: "Work", summary: "Team and customers", symbol: "mail-send-symbolic"),
        ChatAccount(
            id: "personal", name: "Personal", summary: "Family and friends",
            symbol: "user-home-symbolic"),
    ]

    /// Returns the account with an identifier.
    package static func with(id: String) -> ChatAccount? {
        all.first { $0.id == id }
    }
}

/// Finds accounts for the user who sets up the Focus filter.
package struct ChatAccountQuery: EntityStringQuery {
    package init() {}

    package func entities(for identifiers: [ChatAccount.ID]) async throws -> [ChatAccount] {
        identifiers.compactMap(ChatAccount.with(id:))
    }

    package func entities(matching string: String) async throws -> [ChatAccount] {
        ChatAccount.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
    }

    package func suggestedEntities() async throws -> [ChatAccount] {
        ChatAccount.all
    }
}
