// SPDX-License-Identifier: Apache-2.0

package import AppIntents

/// An account that the chat is signed in with; the user chooses one in the Focus filter.
package struct ChatAccount: AppEntity {
    package static let typeDisplayRepresentation: TypeDisplayRepresentation = "Account"
    package static let defaultQuery = ChatAccountQuery()

    /// The identifier that a Focus's file holds, and the filter criteria of its notifications.
    package let id: String
    /// What the user calls the account.
    package let name: String
    /// Who lives there, for people.
    package let summary: String
    /// A symbolic icon of the desktop's theme.
    package let symbol: String

    package var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(name)", subtitle: "\(summary)", image: .init(systemName: symbol))
    }
}

extension ChatAccount {
    /// The accounts of the example, in the order in which they are shown.
    package static let all = [
        ChatAccount(
            id: "work", name: "Work", summary: "Team and customers", symbol: "mail-send-symbolic"),
        ChatAccount(
            id: "personal", name: "Personal", summary: "Family and friends",
            symbol: "user-home-symbolic"),
    ]

    /// The account with that identifier.
    package static func with(id: String) -> ChatAccount? {
        all.first { $0.id == id }
    }
}

/// Finds accounts for whoever sets up the Focus filter.
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
