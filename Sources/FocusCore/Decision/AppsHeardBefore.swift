// SPDX-License-Identifier: Apache-2.0

/// The apps that have sent a notification before, so that they are not new.
package struct AppsHeardBefore: Hashable, Sendable {
    private var apps: Set<AppID>

    package init(_ apps: some Sequence<AppID>) {
        self.apps = Set(apps.lazy.map { $0.folded ?? $0 }.prefix(Limits.appsHeardBefore))
    }

    /// Returns true for an app that is not new.
    func contains(_ app: AppID) -> Bool {
        apps.contains(app) || app.folded.map(apps.contains) ?? false
            || apps.count >= Limits.appsHeardBefore || !Mutes.isStorable(app)
    }

    mutating func insert(_ app: AppID) {
        apps.insert(app.folded ?? app)
    }

    /// Makes an app new again. Returns false if it was new.
    mutating func remove(_ app: AppID) -> Bool { apps.remove(app.folded ?? app) != nil }

    mutating func formUnion(_ others: AppsHeardBefore) {
        self = AppsHeardBefore(apps.union(others.apps))
    }

    /// The apps as the store keeps them, one line each.
    package var text: String { apps.map(\.rawValue).sorted().joined(separator: "\n") }

    /// Reads a text of ``text``.
    package init(text: String) {
        self.init(text.split(separator: "\n").map { AppID($0) })
    }
}
