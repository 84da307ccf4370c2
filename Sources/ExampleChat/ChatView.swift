// SPDX-License-Identifier: Apache-2.0

import ExampleChatShared
import Foundation

/// The contents of the chat as lines of text.
struct ChatView {
    let settings: FocusSettings
    let messages: [ChatMessage]
    /// True to show accounts that the Focus filter hides, too.
    let showsEverything: Bool

    /// Maximum number of messages per account.
    private static let limit = 5

    var lines: [String] {
        [heading] + (mark.map { [$0] } ?? []) + shownAccounts.flatMap(conversation)
    }

    private var shownAccounts: [ChatAccount] {
        ChatAccount.all.filter { showsEverything || settings.shows($0) }
    }

    private var heading: String {
        let status = settings.status.map { " — \($0)" } ?? ""
        return "Example Chat\(status)"
    }

    /// The line that says why messages are missing, or nil without a filter.
    private var mark: String? {
        guard let account = settings.account else { return nil }
        return showsEverything
            ? "[Everything is shown. The Focus shows \(account.name); “filtered” goes back to it.]"
            : "[Filtered by Focus: \(account.name). “all” shows everything.]"
    }

    private func conversation(_ account: ChatAccount) -> [String] {
        let own = messages.filter { $0.accountID == account.id }
        let unread = own.count { !$0.isRead }
        return ["\(account.name)\(unread > 0 ? " (\(unread) unread)" : "")"]
            + own.suffix(Self.limit).map { message in
                "  \(message.isRead ? " " : "*") \(message.sender ?? "You"): \(message.text)"
            }
    }

    /// Returns a sentence with the settings of a Focus.
    static func sentence(_ settings: FocusSettings) -> String {
        var parts: [String] = []
        if settings.usesDarkMode { parts.append("the dark look") }
        if let status = settings.status { parts.append("the status “\(status)”") }
        if let account = settings.account { parts.append("the account \(account.name)") }
        return parts.isEmpty
            ? "The Focus asks for nothing."
            : "The Focus asks for \(parts.formatted(.list(type: .and)))."
    }
}
