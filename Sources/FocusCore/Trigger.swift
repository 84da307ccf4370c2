// SPDX-License-Identifier: Apache-2.0

/// Something on the desktop that a Focus is on with, for as long as it is so.
package enum Trigger: Hashable, Sendable {
    /// The app of that id runs.
    case app(AppID)
    /// A program takes pictures of the screen, to share or to record it.
    case screenShared
    /// The window that has the keyboard fills the screen.
    case fullScreen

    /// What tells of it; each source tells of all of its triggers at once.
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

    /// One word, as the bus and the store have it: `app:org.example.App`, `screen-shared`,
    /// `full-screen`.
    package var text: String {
        switch self {
        case .app(let app): Self.appPrefix + app.rawValue
        case .screenShared: "screen-shared"
        case .fullScreen: "full-screen"
        }
    }

    /// Reads what ``text`` gave.
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
    /// By the text, for an order that is the same each time.
    package static func < (left: Trigger, right: Trigger) -> Bool { left.text < right.text }
}
