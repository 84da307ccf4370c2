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

    package init(
        _ id: AppID, name: String? = nil, windowClass: String? = nil, icon: String? = nil,
        isHidden: Bool = false
    ) {
        self.icon = icon
        self.id = id
        self.name = name
        self.windowClass = windowClass
        self.isHidden = isHidden
    }

    /// The ids that the app's notifications may have: the file's id, its window class and its name.
    package var ids: [AppID] { [id] + [windowClass, name].compactMap { $0.map { AppID($0) } } }
}
