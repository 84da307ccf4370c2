// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Presentation

/// Triggers in words.
extension ScheduleWords {
    /// Returns a trigger as the end of a sentence: `while the screen is shared`.
    static func text(_ trigger: Trigger, name: (AppID) -> String) -> String {
        switch trigger {
        case .app(let app): tr("while \(name(app)) runs")
        case .screenShared: tr("while the screen is shared or recorded")
        case .fullScreen: tr("while a window fills the screen")
        case .microphone: tr("while a microphone records")
        case .camera: tr("while a camera is in use")
        case .calendar(""): tr("during the events of the calendars")
        case .calendar(let name): tr("during the events of the calendar \(name)")
        case .network(let name): tr("while the network “\(name)” is connected")
        case .vpn: tr("while a VPN is connected")
        case .docked: tr("while the computer is docked")
        case .lid: tr("while the lid is closed")
        case .locked: tr("while the session is locked")
        case .power: tr("while the computer is plugged in")
        case .battery: tr("while the computer runs on its battery")
        case .game: tr("while a game runs")
        case .hold(_, let reason): tr("while “\(reason)” lasts")
        }
    }

    /// Returns triggers as a text of its own: `While a game runs, while a VPN is connected`.
    static func sentence(_ triggers: Set<Trigger>, name: (AppID) -> String) -> String {
        let words = listed(triggers.sorted().map { text($0, name: name) })
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Returns the title of a kind's switch; for a kind with names, of the field for a name.
    static func title(_ kind: Trigger.Kind) -> String {
        switch kind {
        case .app: tr("App, by its name or id")
        case .screenShared: tr("The screen is shared or recorded")
        case .fullScreen: tr("A window fills the screen")
        case .microphone: tr("A microphone records")
        case .camera: tr("A camera is in use")
        case .calendar: tr("An event of any calendar takes place")
        case .network: tr("Network, by its name")
        case .vpn: tr("A VPN is connected")
        case .docked: tr("The computer is docked")
        case .lid: tr("The lid is closed")
        case .locked: tr("The session is locked")
        case .power: tr("The computer is plugged in")
        case .battery: tr("The computer runs on its battery")
        case .game: tr("A game runs")
        }
    }
}
