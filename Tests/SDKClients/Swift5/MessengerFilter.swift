// SPDX-License-Identifier: Apache-2.0

import AppIntents

// A messenger as an app for iOS 16 would write it, built in Swift 5 mode: one filter with a
// switch, an optional text and an optional account that the app knows by its identifier.

@available(iOS 16.0, macOS 13.0, *)
struct MessengerFocusFilter: SetFocusFilterIntent {
    static var title: LocalizedStringResource = "Account & Status"
    static var description: LocalizedStringResource? = """
        Choose an account and a status for this Focus.
        """

    @Parameter(title: "Dark Appearance", default: false)
    var alwaysUseDarkMode: Bool

    @Parameter(title: "Status Message")
    var status: String?

    @Parameter(title: "Account")
    var account: MessengerAccount?

    var displayRepresentation: DisplayRepresentation {
        var chosen: [LocalizedStringResource] = []
        if alwaysUseDarkMode { chosen.append("Dark Appearance") }
        if status != nil { chosen.append("Status") }
        if account != nil { chosen.append("Account") }
        let title = LocalizedStringResource(
            "messenger-filter-title", defaultValue: "Set \(chosen, format: .list(type: .and))")
        let subtitle = LocalizedStringResource(
            stringLiteral: [status, account?.name].compactMap { $0 }.formatted())
        return DisplayRepresentation(title: title, subtitle: subtitle)
    }

    var appContext: FocusFilterAppContext {
        let allowed = [account?.id, "general"].compactMap { $0 }
        guard account != nil else { return FocusFilterAppContext() }
        return FocusFilterAppContext(
            notificationFilterPredicate: NSPredicate(format: "SELF IN %@", allowed))
    }

    static func suggestedFocusFilters(
        for context: FocusFilterSuggestionContext
    ) async -> [MessengerFocusFilter] {
        let filter = MessengerFocusFilter()
        filter.alwaysUseDarkMode = true
        filter.account = try? await MessengerAccountQuery().suggestedEntities().first
        return [filter]
    }

    func perform() async throws -> some IntentResult {
        MessengerModel.shared.darkMode = alwaysUseDarkMode
        MessengerModel.shared.status = status
        MessengerModel.shared.accountID = account?.id
        return .result()
    }
}

final class MessengerModel {
    static let shared = MessengerModel()

    var darkMode = false
    var status: String?
    var accountID: String?
}

struct MessengerAccount: AppEntity, Identifiable, Hashable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Account"
    static var defaultQuery = MessengerAccountQuery()

    let id: String
    let name: String

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(name)", subtitle: "\(id)", image: .init(systemName: "avatar-default"))
    }
}

struct MessengerAccountQuery: EntityQuery {
    static let known = [
        MessengerAccount(id: "work", name: "Work"),
        MessengerAccount(id: "home", name: "Home"),
    ]

    func entities(for identifiers: [MessengerAccount.ID]) async throws -> [MessengerAccount] {
        Self.known.filter { identifiers.contains($0.id) }
    }

    func suggestedEntities() async throws -> [MessengerAccount] { Self.known }
}

enum MessengerFilterReader {
    static func isFiltered() async -> Bool {
        do {
            return try await MessengerFocusFilter.current.account != nil
        } catch SetFocusFilterIntentError.notFound {
            return false
        } catch {
            return false
        }
    }

    static func accountListChanged() {
        MessengerFocusFilter.invalidateFocusFilterAppContext()
    }
}
