// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// What a click on an entry of the menu asks for.
enum TrayCommand: Hashable, Sendable {
    /// Turns the Focus on or, where it is on, off.
    case focus(FocusID)
    case forAnHour(FocusID)
    case turnOff
    case openMissed
    case deliverMissed
    /// Has the session bus start focusd.
    case start

    private static let focusPrefix = "focus "
    private static let hourPrefix = "hour "

    /// What the entry is called in the menu.
    var id: String {
        switch self {
        case .focus(let focus): Self.focusPrefix + focus.rawValue
        case .forAnHour(let focus): Self.hourPrefix + focus.rawValue
        case .turnOff: "off"
        case .openMissed: "open"
        case .deliverMissed: "deliver"
        case .start: "start"
        }
    }

    /// The command of an entry; nil for one that asks for nothing.
    init?(id: String) {
        switch id {
        case "off": self = .turnOff
        case "open": self = .openMissed
        case "deliver": self = .deliverMissed
        case "start": self = .start
        case _ where id.hasPrefix(Self.focusPrefix):
            self = .focus(FocusID(String(id.dropFirst(Self.focusPrefix.count))))
        case _ where id.hasPrefix(Self.hourPrefix):
            self = .forAnHour(FocusID(String(id.dropFirst(Self.hourPrefix.count))))
        default: return nil
        }
    }
}
