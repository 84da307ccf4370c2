// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// An app with notifications in the missed list.
package struct MissedApp: Hashable, Sendable {
    package let app: AppID
    /// The name by which the user knows the app.
    package let name: String
    /// The number of the app's notifications.
    package let count: Int

    package init(app: AppID, name: String, count: Int) {
        self.app = app
        self.name = name
        self.count = count
    }

    /// Reads a group of `CountEntries` by app. Returns nil without the app's id.
    package init?(_ fields: Fields) {
        guard let app = fields.string("app") else { return nil }
        let name = fields.string("name") ?? ""
        self.init(
            app: AppID(app), name: name.isEmpty ? app : name,
            count: Int(fields.uint32("count") ?? 0))
    }
}
