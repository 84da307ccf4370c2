// SPDX-License-Identifier: Apache-2.0

/// The part of an app's desktop file that names the app.
package struct DesktopApp: Hashable, Sendable {
    /// The desktop file's id: its name without `.desktop`.
    package var id: AppID
    /// `Name=` in the user's language; nil if the file has none.
    package var name: String?
    /// `StartupWMClass=`, which some apps send as their id.
    package var windowClass: String?
    /// `Icon=`: the name of an icon, or a path.
    package var icon: String?
    /// True for a file with `NoDisplay=true` or `Hidden=true`, which no menu shows.
    package var isHidden: Bool
    /// `Categories=`: the kinds of the app, such as `InstantMessaging`.
    package var categories: [String]

    package init(
        _ id: AppID, name: String? = nil, windowClass: String? = nil, icon: String? = nil,
        isHidden: Bool = false, categories: [String] = []
    ) {
        self.categories = categories
        self.icon = icon
        self.id = id
        self.name = name
        self.windowClass = windowClass
        self.isHidden = isHidden
    }

    /// True for an app of chat, calls, mail or calendars, by its categories. The names are those of
    /// the Desktop Menu Specification, “Registered Categories”.
    package var isForTalk: Bool {
        let talk: Set = [
            "InstantMessaging", "Chat", "IRCClient", "Telephony", "VideoConference", "Email",
            "Calendar", "ContactManagement",
        ]
        return categories.contains { talk.contains($0) }
    }

    /// The ids that the app's notifications may have: the file's id, its window class and its name.
    package var ids: [AppID] { [id] + [windowClass, name].compactMap { $0.map { AppID($0) } } }
}
