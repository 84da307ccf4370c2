// SPDX-License-Identifier: Apache-2.0

import AppIntents

// No code in this program refers to the types of this file: the SDK has to find them.

struct AccountFilter: SetFocusFilterIntent {
    static var title: LocalizedStringResource { "Accounts" }
    static var description: LocalizedStringResource? { "Which accounts are shown." }

    @Parameter(title: "Account", description: "The one that is shown")
    var account: AccountEntity?

    @Parameter(title: "Dark", default: false)
    var isDark: Bool

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(account?.name ?? "All accounts")", subtitle: isDark ? "Dark" : "Light")
    }

    var appContext: FocusFilterAppContext {
        guard let account else { return FocusFilterAppContext() }
        return FocusFilterAppContext(
            notificationFilterPredicate: NSPredicate(
                format: "SELF IN %@", [account.id, Notebook.shared.more].compactMap(\.self)))
    }

    func perform() async throws -> some IntentResult {
        if account?.id == "locked" { throw LockedError() }
        Notebook.shared.note(account?.id ?? "all")
        return .result()
    }

    static func suggestedFocusFilters(
        for context: FocusFilterSuggestionContext
    ) async -> [AccountFilter] {
        let filter = AccountFilter()
        filter.account = AccountEntity(id: "work")
        filter.isDark = true
        return [filter]
    }
}

private struct LockedError: LocalizedError {
    var errorDescription: String? { "The account is locked." }
}

struct AccountEntity: AppEntity {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { "Account" }
    static let defaultQuery = AccountQuery()

    let id: String

    var name: String { id.capitalized }

    var displayRepresentation: DisplayRepresentation { "\(name)" }
}

struct AccountQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [AccountEntity] {
        identifiers.filter { $0 != "gone" }.map { AccountEntity(id: $0) }
    }

    func suggestedEntities() async throws -> [AccountEntity] {
        [AccountEntity(id: "work"), AccountEntity(id: "home")]
    }
}

enum Rooms {
    // A filter with a required room, which cannot be read without a value.
    private struct RoomFilter: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Rooms"

        @Parameter(title: "Room")
        var room: String

        @Dependency
        private var notebook: Notebook

        var displayRepresentation: DisplayRepresentation { "\(room)" }

        func perform() async throws -> some IntentResult {
            notebook.note(room)
            return .result()
        }
    }

    static func current() async throws -> String { try await RoomFilter.current.room }
}
