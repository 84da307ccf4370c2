// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore

extension Activation {
    /// Reads the keys of `Status` about the active Focus; nil for none.
    package init?(_ fields: Fields) {
        guard let focus = fields.string("focus"), !focus.isEmpty else { return nil }
        self.init(
            focus: FocusID(focus), since: Timestamp(rawValue: fields.int64("since") ?? 0),
            cause: fields.string("cause").flatMap(Activation.Cause.init) ?? .manual,
            schedule: fields.string("schedule"),
            trigger: fields.string("trigger").flatMap(Trigger.init(text:)),
            until: fields.int64("until").map(Timestamp.init),
            endsWithSession: fields.boolean("until-logout") ?? false,
            machine: fields.string("link"))
    }

    /// Adds the keys of `Status` about the active Focus.
    package static func set(
        _ activation: Activation?, name: String, in fields: inout FieldsBuilder
    ) {
        fields.set("focus", activation?.focus.rawValue ?? "")
        fields.set("focus-name", name)
        fields.set("since", activation.map { .int64($0.since.rawValue) })
        fields.set("cause", activation?.cause.rawValue)
        fields.set("schedule", activation?.schedule)
        fields.set("trigger", activation?.trigger?.text)
        fields.set("until", activation?.until.map { .int64($0.rawValue) })
        fields.set("link", activation?.machine)
        fields.set("until-logout", activation.map { .boolean($0.endsWithSession) })
    }

    /// Returns the keys of `Status` about the active Focus.
    package static func fields(_ activation: Activation?, name: String) -> FieldsBuilder {
        var fields = FieldsBuilder()
        set(activation, name: name, in: &fields)
        return fields
    }
}
