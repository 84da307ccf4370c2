// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The command of a menu entry.
enum TrayCommand: Hashable, Sendable {
    /// Activates the Focus, or deactivates the active one.
    case focus(FocusID)
    case forAnHour(FocusID)
    case turnOff
    case openMissed
    case deliverMissed
    /// Mutes the app without an end.
    case mute(AppID)
    /// Opens the settings window.
    case settings
    /// Has the session bus start the notification server that the session is set up for.
    case start

    private static let focusPrefix = "focus "
    private static let hourPrefix = "hour "
    private static let mutePrefix = "mute "

    /// The id of the entry in the menu.
    var id: String {
        switch self {
        case .focus(let focus): Self.focusPrefix + focus.rawValue
        case .forAnHour(let focus): Self.hourPrefix + focus.rawValue
        case .turnOff: "off"
        case .openMissed: "open"
        case .deliverMissed: "deliver"
        case .mute(let app): Self.mutePrefix + app.rawValue
        case .settings: "settings"
        case .start: "start"
        }
    }

    /// Returns the command of an entry; nil for an entry without one.
    init?(id: String) {
        switch id {
        case "off": self = .turnOff
        case "open": self = .openMissed
        case "deliver": self = .deliverMissed
        case "settings": self = .settings
        case "start": self = .start
        case _ where id.hasPrefix(Self.focusPrefix):
            self = .focus(FocusID(String(id.dropFirst(Self.focusPrefix.count))))
        case _ where id.hasPrefix(Self.hourPrefix):
            self = .forAnHour(FocusID(String(id.dropFirst(Self.hourPrefix.count))))
        case _ where id.hasPrefix(Self.mutePrefix):
            self = .mute(AppID(String(id.dropFirst(Self.mutePrefix.count))))
        default: return nil
        }
    }
}
