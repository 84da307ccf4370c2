// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// A predefined Focus: the initial text of a new file.
package struct FocusTemplate: Hashable, Sendable {
    package let id: FocusID
    package let name: String
    /// The name of an icon that focusd installs in the fallback theme of all themes.
    package var icon: String?
    /// The color as `#rrggbb`.
    package var color: String?
    /// True if time-sensitive notifications pass; false for Sleep, where an app's claim of urgency
    /// does not count.
    package var timeSensitive = true
    /// The keys of the states that turn the Focus on, in the group `[Triggers]` of its file.
    package var triggers: [String] = []

    /// All templates, Do Not Disturb first.
    package static let all: [FocusTemplate] = [
        .init("do-not-disturb", "Do Not Disturb", "#613583"),
        .init("sleep", "Sleep", "#1a5fb4", timeSensitive: false),
        .init("work", "Work", "#3584e4"),
        .init("personal", "Personal", "#9141ac"),
        .init("driving", "Driving", "#c64600"),
        .init("fitness", "Fitness", "#2ec27e"),
        .init("gaming", "Gaming", "#e01b24"),
        .init("mindfulness", "Mindfulness", "#26a269"),
        .init("reading", "Reading", "#e5a50a"),
        // Others see the screen, so urgency does not count.
        .init("share", "Share", "#a51d2d", timeSensitive: false, triggers: ["ScreenShared"]),
        .init("call", "Call", "#865e3c", triggers: ["Microphone", "Camera"]),
    ]

    /// Returns the template of that id, or nil.
    package static func named(_ id: FocusID) -> FocusTemplate? {
        all.first { $0.id == id }
    }

    /// The text of a new file: all notifications are silenced until the user puts apps and people
    /// on the lists.
    package var contents: String {
        """
        [Focus]
        Name=\(name)
        \(icon.map { "Icon=\($0)\n" } ?? "")\(color.map { "Color=\($0)\n" } ?? "")\
        # Apps, People: allow (silence all others) or silence (allow all others)
        Apps=allow
        AppList=
        People=allow
        PeopleList=
        # whether time-sensitive notifications pass the lists
        TimeSensitive=\(timeSensitive)
        HideBadges=false
        # one notification when the Focus ends: what you missed
        Summary=true

        """ + triggersGroup
    }

    private var triggersGroup: String {
        guard !triggers.isEmpty else { return "" }
        return ("[Triggers]" + triggers.map { "\n\($0)=true" }.joined()) + "\n\n"
    }
}

extension FocusTemplate {
    /// Makes a template of focusd, which has an icon of its own.
    private init(
        _ id: String, _ name: String, _ color: String, timeSensitive: Bool = true,
        triggers: [String] = []
    ) {
        self.init(
            id: FocusID(id), name: name, icon: "focusd-\(id)-symbolic", color: color,
            timeSensitive: timeSensitive, triggers: triggers)
    }
}
