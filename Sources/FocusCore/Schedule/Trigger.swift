// SPDX-License-Identifier: Apache-2.0

/// A state of the desktop that turns a Focus on while it lasts.
package enum Trigger: Hashable, Sendable {
    /// The app with this id runs.
    case app(AppID)
    /// A program takes pictures of the screen, to share or to record it.
    case screenShared
    /// The window with the keyboard focus fills the screen.
    case fullScreen

    /// The source that reports a trigger; each source reports all of its triggers at once.
    package enum Source: Hashable, Sendable, CaseIterable {
        case apps
        case screenShared
        case fullScreen
    }

    package var source: Source {
        switch self {
        case .app: .apps
        case .screenShared: .screenShared
        case .fullScreen: .fullScreen
        }
    }

    /// The trigger as one word for the bus and the store: `app:org.example.App`, `screen-shared`,
    /// `full-screen`.
    package var text: String {
        switch self {
        case .app(let app): Self.appPrefix + app.rawValue
        case .screenShared: "screen-shared"
        case .fullScreen: "full-screen"
        }
    }

    /// Reads a text of ``text``.
    package init?(text: String) {
        switch text {
        case "screen-shared": self = .screenShared
        case "full-screen": self = .fullScreen
        default:
            guard text.hasPrefix(Self.appPrefix) else { return nil }
            let app = text.dropFirst(Self.appPrefix.count)
            guard !app.isEmpty else { return nil }
            self = .app(AppID(String(app)))
        }
    }

    private static let appPrefix = "app:"
}

extension Trigger: Comparable {
    /// Orders triggers by their text, for a stable order.
    package static func < (left: Trigger, right: Trigger) -> Bool { left.text < right.text }
}
