// SPDX-License-Identifier: Apache-2.0

/// The last settings of the Focus filter. All have their defaults while no Focus sets the filter.
package struct FocusSettings: Codable, Hashable, Sendable {
    /// True to draw the chat dark.
    package var usesDarkMode: Bool
    /// The text that other people read beside the user's name.
    package var status: String?
    /// The identifier of the only account to show; nil shows all accounts.
    package var accountID: String?

    /// Makes settings with the values of a filter, or with the defaults.
    package init(usesDarkMode: Bool = false, status: String? = nil, accountID: String? = nil) {
        self.usesDarkMode = usesDarkMode
        self.status = status
        self.accountID = accountID
    }

    /// The only account to show; nil shows all accounts.
    package var account: ChatAccount? {
        accountID.flatMap(ChatAccount.with(id:))
    }

    /// Returns true if messages of an account are shown.
    package func shows(_ account: ChatAccount) -> Bool {
        accountID == nil || accountID == account.id
    }
}

/// The settings that the app and its extension share.
///
/// The program that runs when a Focus changes writes the settings. The app reads them when it
/// starts.
package final class FocusSettingsStore: Sendable {
    /// The store of this user.
    package static let shared = FocusSettingsStore()

    /// The changes that this process makes, for one reader.
    package let updates: AsyncStream<FocusSettings>

    private let continuation: AsyncStream<FocusSettings>.Continuation
    private let file = SharedFile(ChatFiles.settings, initially: FocusSettings())

    private init() {
        (updates, continuation) = AsyncStream.makeStream()
    }

    /// The current settings.
    package var settings: FocusSettings { file.value }

    /// Writes new settings and sends them to the reader of ``updates``.
    package func update(_ settings: FocusSettings) {
        if file.change({ $0 = settings }) { continuation.yield(settings) }
    }
}
