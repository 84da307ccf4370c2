// SPDX-License-Identifier: Apache-2.0

package import AppIntents

/// The look of the chat, the user's status and the account to show while a Focus is on.
package struct ExampleChatFocusFilter: SetFocusFilterIntent {
    package static let title: LocalizedStringResource = "Choose account, status and look"
    package static let description: IntentDescription? =
        "Show the messages of one account, tell others what you are doing, and use a dark look."

    @Parameter(title: "Dark look", default: false)
    package var alwaysUseDarkMode: Bool

    @Parameter(title: "Status", description: "What others read beside your name.")
    package var status: String?

    @Parameter(title: "Account", description: "The account to show; all of them without one.")
    package var account: ChatAccount?

    package init() {}
}

// The presentation of the filter to the user.
extension ExampleChatFocusFilter {
    package var displayRepresentation: DisplayRepresentation {
        var parts: [LocalizedStringResource] = []
        var values: [String] = []
        if let account {
            parts.append("account")
            values.append(account.name)
        }
        if let status {
            parts.append("status")
            values.append(status)
        }
        parts.append("look")
        values.append(String(localized: alwaysUseDarkMode ? "Dark" : "Light"))
        return DisplayRepresentation(
            title: "Set \(parts, format: .list(type: .and))",
            subtitle: "\(values.formatted())")
    }

    package static func suggestedFocusFilters(
        for context: FocusFilterSuggestionContext
    ) async -> [ExampleChatFocusFilter] {
        let work = ExampleChatFocusFilter()
        work.alwaysUseDarkMode = true
        work.status = "At work"
        work.account = ChatAccount.with(id: "work")
        return [work]
    }
}

// The effects of a Focus that is turned on or off.
extension ExampleChatFocusFilter {
    /// The values of the filter that the chat stores.
    package var settings: FocusSettings {
        FocusSettings(
            usesDarkMode: alwaysUseDarkMode, status: status, accountID: account?.id)
    }

    package func perform() async throws -> some IntentResult {
        FocusSettingsStore.shared.update(settings)
        try await updateBadge()
        return .result()
    }

    package var appContext: FocusFilterAppContext {
        guard let account else {
            return FocusFilterAppContext(notificationFilterPredicate: NSPredicate(value: true))
        }
        let predicate = NSPredicate(format: "SELF IN %@", [account.id])
        return FocusFilterAppContext(notificationFilterPredicate: predicate)
    }
}
