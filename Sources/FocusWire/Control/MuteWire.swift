// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A muted app, as `Control.Mutes` returns it.
package struct MuteWire: Hashable, Sendable {
    package var app: AppID
    /// The name by which the user knows the app; nil for an app without a desktop file.
    package var name: String?
    package var since: Timestamp
    /// The time at which the mute ends; nil if no clock decides it.
    package var until: Timestamp?
    /// True if the mute ends with the login session.
    package var endsWithSession = false
    /// True if focusd muted the app because the app is new.
    package var isNewApp = false

    package init(_ mute: Mute, name: String?) {
        app = mute.app
        self.name = name
        since = mute.span.since
        until = mute.until
        if case .session = mute.span.end { endsWithSession = true }
        isNewApp = mute.isNewApp
    }

    /// Returns nil without the app's id.
    package init?(_ fields: Fields) {
        guard let app = fields.string("app") else { return nil }
        self.app = AppID(app)
        name = fields.string("name")
        since = Timestamp(rawValue: fields.int64("since") ?? 0)
        until = fields.int64("until").map(Timestamp.init)
        endsWithSession = fields.boolean("until-logout") ?? false
        isNewApp = fields.boolean("new") ?? false
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("app", app.rawValue)
        fields.set("name", name)
        fields.set("since", .int64(since.rawValue))
        fields.set("until", until.map { .int64($0.rawValue) })
        if endsWithSession { fields.set("until-logout", .boolean(true)) }
        if isNewApp { fields.set("new", .boolean(true)) }
        return fields.value
    }
}
