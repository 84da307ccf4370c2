// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// The settings that the app and its extension share.
package struct Settings: Sendable {
    package static let shared = Settings()

    /// Name of the notification that ``take(_:)`` posts, in its process only.
    package static let changed = "org.example.Notes.changed"

    private var defaults: UserDefaults? { UserDefaults(suiteName: "org.example.Notes.shared") }

    /// The notebook to show; nil shows all.
    package var notebook: String? { defaults?.string(forKey: "notebook") }

    package var textSize: Int {
        let size = defaults?.integer(forKey: "textSize") ?? 0
        return size == 0 ? 12 : size
    }

    /// Keeps what the filter says.
    package func take(_ filter: NotesFilter) {
        defaults?.set(filter.notebook?.id, forKey: "notebook")
        defaults?.set(filter.textSize, forKey: "textSize")
        NotificationCenter.default.post(name: Notification.Name(Self.changed), object: nil)
    }
}
