// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The counts in the answer of `Control.ExplainEntries`: stored notifications as a Focus would
/// decide about them now.
package struct SurveyCounts: Hashable, Sendable {
    /// The counts of one app.
    package struct App: Hashable, Sendable {
        package var delivered: Int
        package var silenced: Int

        package init(delivered: Int, silenced: Int) {
            self.delivered = delivered
            self.silenced = silenced
        }
    }

    package var delivered: Int
    package var silenced: Int
    /// The apps, or the programs on whose behalf a tool sent the notifications.
    package var apps: [AppID: App]
    /// True if all entries of the query were looked at.
    package var isWhole: Bool

    package init(delivered: Int, silenced: Int, apps: [AppID: App], isWhole: Bool) {
        self.delivered = delivered
        self.silenced = silenced
        self.apps = apps
        self.isWhole = isWhole
    }

    /// Returns nil without the two numbers.
    package init?(_ fields: Fields) {
        guard let delivered = fields.uint32("delivered"), let silenced = fields.uint32("silenced")
        else { return nil }
        let found = (fields.list("apps") ?? []).compactMap { fields -> (AppID, App)? in
            guard let app = fields.string("app") else { return nil }
            return (
                AppID(app),
                App(
                    delivered: fields.uint32("delivered").map(Int.init) ?? 0,
                    silenced: fields.uint32("silenced").map(Int.init) ?? 0)
            )
        }
        self.init(
            delivered: Int(delivered), silenced: Int(silenced),
            apps: Dictionary(found, uniquingKeysWith: { first, _ in first }),
            isWhole: fields.int64("next") == nil)
    }

    /// Counts one more notification.
    package mutating func add(_ app: AppID, isDelivered: Bool) {
        if isDelivered {
            delivered += 1
            apps[app, default: App(delivered: 0, silenced: 0)].delivered += 1
        } else {
            silenced += 1
            apps[app, default: App(delivered: 0, silenced: 0)].silenced += 1
        }
    }
}
