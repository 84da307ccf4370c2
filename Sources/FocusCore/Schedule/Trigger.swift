// SPDX-License-Identifier: Apache-2.0

/// A state of the desktop that turns a Focus on while it lasts.
package enum Trigger: Hashable, Sendable {
    /// The app with this id runs.
    case app(AppID)
    /// A program takes pictures of the screen, to share or to record it.
    case screenShared
    /// The window with the keyboard focus fills the screen.
    case fullScreen
    /// A client holds the Focus on (`Hold`).
    case hold(id: UInt32, reason: String)

    /// The source that reports a trigger; each source reports all of its triggers at once.
    package enum Source: Hashable, Sendable, CaseIterable {
        case apps
        case screenShared
        case fullScreen
        case holds
    }

    package var source: Source {
        switch self {
        case .app: .apps
        case .screenShared: .screenShared
        case .fullScreen: .fullScreen
        case .hold: .holds
        }
    }

    /// The trigger as one word for the bus and the store: `app:org.example.App`, `screen-shared`,
    /// `full-screen`, `hold:7 REASON`.
    package var text: String {
        switch self {
        case .app(let app): Self.appPrefix + app.rawValue
        case .screenShared: "screen-shared"
        case .fullScreen: "full-screen"
        case .hold(let id, let reason): "\(Self.holdPrefix)\(id) \(reason)"
        }
    }

    /// Reads a text of ``text``.
    package init?(text: String) {
        switch text {
        case "screen-shared": self = .screenShared
        case "full-screen": self = .fullScreen
        default:
            if text.hasPrefix(Self.holdPrefix) {
                let words = text.dropFirst(Self.holdPrefix.count)
                    .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
                guard words.count == 2, let id = UInt32(words[0]) else { return nil }
                self = .hold(id: id, reason: String(words[1]))
                return
            }
            guard text.hasPrefix(Self.appPrefix) else { return nil }
            let app = text.dropFirst(Self.appPrefix.count)
            guard !app.isEmpty else { return nil }
            self = .app(AppID(String(app)))
        }
    }

    private static let appPrefix = "app:"
    private static let holdPrefix = "hold:"
}

extension Trigger: Comparable {
    /// Orders triggers by their text, for a stable order.
    package static func < (left: Trigger, right: Trigger) -> Bool { left.text < right.text }
}
