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

        init(_ apps: Set<AppID>) {
            isAll = apps.contains(LockScreenRules.everyApp)
            self.apps = AppList(apps)
        }

        func contains(_ app: AppID) -> Bool { isAll || apps.contains(app) }
    }

    /// The entry that stands for every app.
    package static let everyApp = AppID("all")

    private let bodies: Scope
    private let texts: Scope
    /// True if nothing is hidden.
    package let isEmpty: Bool

    package init(bodiesOf bodies: Set<AppID> = [], textsOf texts: Set<AppID> = []) {
        self.bodies = Scope(bodies)
        self.texts = Scope(texts)
        isEmpty = bodies.isEmpty && texts.isEmpty
    }

    /// Returns the part of an app's notifications to hide, or nil.
    package func hidden(of app: AppID) -> Hidden? {
        if texts.contains(app) { return .everything }
        return bodies.contains(app) ? .body : nil
    }
}
