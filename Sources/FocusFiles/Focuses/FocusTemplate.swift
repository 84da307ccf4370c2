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
    package static let all = [
        FocusTemplate(
            id: .doNotDisturb, name: "Do Not Disturb", icon: "focusd-do-not-disturb-symbolic",
            color: "#613583"),
        FocusTemplate(
            id: FocusID("sleep"), name: "Sleep", icon: "focusd-sleep-symbolic",
            color: "#1a5fb4", timeSensitive: false),
        FocusTemplate(
            id: FocusID("work"), name: "Work", icon: "focusd-work-symbolic", color: "#3584e4"),
        FocusTemplate(
            id: FocusID("personal"), name: "Personal", icon: "focusd-personal-symbolic",
            color: "#9141ac"),
        FocusTemplate(
            id: FocusID("driving"), name: "Driving", icon: "focusd-driving-symbolic",
            color: "#c64600"),
        FocusTemplate(
            id: FocusID("fitness"), name: "Fitness", icon: "focusd-fitness-symbolic",
            color: "#2ec27e"),
        FocusTemplate(
            id: FocusID("gaming"), name: "Gaming", icon: "focusd-gaming-symbolic",
            color: "#e01b24"),
        FocusTemplate(
            id: FocusID("mindfulness"), name: "Mindfulness", icon: "focusd-mindfulness-symbolic",
            color: "#26a269"),
        FocusTemplate(
            id: FocusID("reading"), name: "Reading", icon: "focusd-reading-symbolic",
            color: "#e5a50a"),
        // Others see the screen, so urgency does not count.
        FocusTemplate(
            id: FocusID("share"), name: "Share", icon: "focusd-share-symbolic",
            color: "#a51d2d", timeSensitive: false, triggers: ["ScreenShared"]),
        FocusTemplate(
            id: FocusID("call"), name: "Call", icon: "focusd-call-symbolic",
            color: "#865e3c", triggers: ["Microphone", "Camera"]),
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
