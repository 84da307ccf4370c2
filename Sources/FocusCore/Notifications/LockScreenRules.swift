// SPDX-License-Identifier: Apache-2.0

/// The apps whose texts are hidden in what is delivered while the session is locked (`[Locked]`).
package struct LockScreenRules: Hashable, Sendable {
    /// The hidden part of a notification.
    package enum Hidden: Hashable, Sendable {
        case body
        /// All texts and pictures, and all buttons but the click on the popup.
        case everything
    }

    /// A list of apps, or every app.
    private struct Scope: Hashable, Sendable {
        let apps: AppList
        let isAll: Bool

        init(_ apps: Set<AppID>, _ aliases: (AppID) -> [AppID]) {
            isAll = apps.contains(LockScreenRules.everyApp)
            self.apps = isAll ? [] : AppList(apps, aliases: aliases)
        }

        func contains(_ app: AppID, _ program: AppID?) -> Bool {
            isAll || apps.contains(app) || program.map(apps.contains) ?? false
        }
    }

    /// The entry that stands for every app.
    package static let everyApp = AppID("all")

    private let bodies: Scope
    private let texts: Scope
    /// True if nothing is hidden.
    package let isEmpty: Bool

    /// - Parameters:
    ///   - bodies: the apps whose bodies are hidden.
    ///   - texts: the apps of which everything is hidden.
    ///   - aliases: returns other ids that the notifications of a listed app may have.
    package init(
        bodiesOf bodies: Set<AppID> = [], textsOf texts: Set<AppID> = [],
        aliases: (AppID) -> [AppID] = { _ in [] }
    ) {
        self.bodies = Scope(bodies, aliases)
        self.texts = Scope(texts, aliases)
        isEmpty = bodies.isEmpty && texts.isEmpty
    }

    /// Returns the part of an app's notifications to hide, or nil.
    /// - Parameter program: the script on whose behalf a tool sent the notification.
    package func hidden(of app: AppID, for program: AppID? = nil) -> Hidden? {
        if texts.contains(app, program) { return .everything }
        return bodies.contains(app, program) ? .body : nil
    }
}
