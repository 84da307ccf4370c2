// SPDX-License-Identifier: Apache-2.0

/// A state of the desktop that turns a Focus on while it lasts.
package enum Trigger: Hashable, Sendable {
    /// The app with this id runs.
    case app(AppID)
    /// A program takes pictures of the screen, to share or to record it.
    case screenShared
    /// The window with the keyboard focus fills the screen.
    case fullScreen
    /// A program records from a microphone.
    case microphone
    /// A program takes pictures with a camera.
    case camera
    /// An event that makes the user busy takes place in the calendar of this name; in any calendar
    /// for an empty name.
    case calendar(String)
    /// The network connection of this name is active.
    case network(String)
    /// A VPN is active.
    case vpn
    /// The computer is docked, or a second display is connected.
    case docked
    /// The lid is closed.
    case lid
    /// The session is locked.
    case locked
    /// The computer runs on mains power.
    case power
    /// The computer runs on its battery.
    case battery
    /// A game has asked GameMode for speed.
    case game
    /// A client holds the Focus on (`Hold`).
    case hold(id: UInt32, reason: String)

    /// The kinds of triggers that a Focus file can name. The raw values are words of the user.
    package enum Kind: String, Sendable, CaseIterable {
        case app
        case screenShared = "screen-shared"
        case fullScreen = "full-screen"
        case microphone
        case camera
        case calendar
        case network
        case vpn
        case docked
        case lid
        case locked
        case power
        case battery
        case game
    }

    /// The source that reports a trigger; each source reports all of its triggers at once.
    package enum Source: Hashable, Sendable, CaseIterable {
        case apps
        case media
        case fullScreen
        case calendars
        case networks
        case dock
        case lock
        case power
        case games
        case holds
    }

    package var source: Source {
        switch self {
        case .app: .apps
        case .screenShared, .microphone, .camera: .media
        case .fullScreen: .fullScreen
        case .calendar: .calendars
        case .network, .vpn: .networks
        case .docked: .dock
        case .locked: .lock
        case .lid, .power, .battery: .power
        case .game: .games
        case .hold: .holds
        }
    }

    /// The kind of the trigger; nil for a hold, which no Focus file names.
    package var kind: Kind? {
        switch self {
        case .app: .app
        case .screenShared: .screenShared
        case .fullScreen: .fullScreen
        case .microphone: .microphone
        case .camera: .camera
        case .calendar: .calendar
        case .network: .network
        case .vpn: .vpn
        case .docked: .docked
        case .lid: .lid
        case .locked: .locked
        case .power: .power
        case .battery: .battery
        case .game: .game
        case .hold: nil
        }
    }

    /// The trigger as a text for the bus and the store: `app:org.example.App`, `screen-shared`,
    /// `calendar`, `calendar:Work`, `network:Home`, `hold:7 REASON`.
    package var text: String {
        switch self {
        case .app(let app): "\(Kind.app.rawValue):\(app.rawValue)"
        case .network(let name): "\(Kind.network.rawValue):\(name)"
        case .calendar(let name):
            name.isEmpty ? Kind.calendar.rawValue : "\(Kind.calendar.rawValue):\(name)"
        case .hold(let id, let reason): "\(Self.holdPrefix)\(id) \(reason)"
        default: kind?.rawValue ?? ""
        }
    }

    /// Reads a text of ``text``.
    package init?(text: String) {
        if let trigger = Kind(rawValue: text).flatMap(Self.init(_:)) {
            self = trigger
            return
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = String(text[text.index(after: colon)...])
        guard !name.isEmpty else { return nil }
        switch String(text[..<colon]) {
        case Kind.app.rawValue: self = .app(AppID(name))
        case Kind.calendar.rawValue: self = .calendar(name)
        case Kind.network.rawValue: self = .network(name)
        case "hold":
            let words = name.split(
                separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let id = UInt32(words[0]) else { return nil }
            self = .hold(id: id, reason: String(words[1]))
        default: return nil
        }
    }

    /// The trigger of a kind that needs no name; nil for other kinds.
    package init?(_ kind: Kind) {
        switch kind {
        case .app, .network: return nil
        case .screenShared: self = .screenShared
        case .fullScreen: self = .fullScreen
        case .microphone: self = .microphone
        case .camera: self = .camera
        case .calendar: self = .calendar("")
        case .vpn: self = .vpn
        case .docked: self = .docked
        case .lid: self = .lid
        case .locked: self = .locked
        case .power: self = .power
        case .battery: self = .battery
        case .game: self = .game
        }
    }

    private static let holdPrefix = "hold:"
}

extension Trigger.Kind {
    /// The form of a trigger of this kind on the command line.
    package var form: String {
        switch self {
        case .app: "app:APP"
        case .calendar: "calendar[:NAME]"
        case .network: "network:NAME"
        default: rawValue
        }
    }

    /// The meaning in words after “is on”, with the given name.
    package func words(_ name: String = "") -> String {
        switch self {
        case .app: name.isEmpty ? "while the app runs" : "while \(name) runs"
        case .screenShared: "while the screen is shared or recorded"
        case .fullScreen: "while a window fills the screen"
        case .microphone: "while a microphone records"
        case .camera: "while a camera is in use"
        case .calendar:
            name.isEmpty
                ? "during the events of the calendars" : "during the events of the calendar \(name)"
        case .network:
            name.isEmpty ? "while the network is connected" : "while \(name) is connected"
        case .vpn: "while a VPN is connected"
        case .docked: "while the computer is docked"
        case .lid: "while the lid is closed"
        case .locked: "while the session is locked"
        case .power: "while the computer is plugged in"
        case .battery: "while the computer runs on its battery"
        case .game: "while a game runs"
        }
    }
}

extension Trigger: Comparable {
    /// Orders triggers by their text, for a stable order.
    package static func < (left: Trigger, right: Trigger) -> Bool { left.text < right.text }
}
