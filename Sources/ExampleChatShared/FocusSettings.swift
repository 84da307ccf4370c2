// SPDX-License-Identifier: Apache-2.0

/// What the Focus filter last asked for; all of it is unset while no Focus asks for anything.
package struct FocusSettings: Codable, Hashable, Sendable {
    /// Whether the chat is drawn dark.
    package var usesDarkMode: Bool
    /// What others read beside the user's name.
    package var status: String?
    /// The one account that is shown; nil shows all.
    package var accountID: String?

    /// Settings as a filter has them; by default, as none has them.
    package init(usesDarkMode: Bool = false, status: String? = nil, accountID: String? = nil) {
        self.usesDarkMode = usesDarkMode
        self.status = status
        self.accountID = accountID
    }

    /// The one account that is shown.
    package var account: ChatAccount? {
        accountID.flatMap(ChatAccount.with(id:))
    }

    /// Whether messages of that account are shown.
    package func shows(_ account: ChatAccount) -> Bool {
        accountID == nil || accountID == account.id
    }
}

/// The settings, which the app and its extension share.
///
/// Whichever of the two runs when a Focus changes writes them; the app reads them when it starts.
package final class FocusSettingsStore: Sendable {
    /// The store of this user.
    package static let shared = FocusSettingsStore()

    /// Every change that this process makes; for one reader.
    package let updates: AsyncStream<FocusSettings>

    private let continuation: AsyncStream<FocusSettings>.Continuation
    private let file = SharedFile(ChatFiles.settings, initially: FocusSettings())

    private init() {
        (updates, continuation) = AsyncStream.makeStream()
    }

    /// The settings now.
    package var settings: FocusSettings { file.value }

    /// Takes settings over, writes them down and tells the reader of ``updates``.
    package func update(_ settings: FocusSettings) {
        if file.change({ $0 = settings }) { continuation.yield(settings) }
    }
}
