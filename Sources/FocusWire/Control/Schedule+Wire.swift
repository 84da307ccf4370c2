// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

extension Schedule {
    /// Reads name, days, from, to and share; nil if one of the first four is missing or invalid.
    package init?(_ fields: Fields) {
        guard let name = fields.string("name"), let days = fields.strings("days"),
            let from = fields.string("from").flatMap(TimeOfDay.init(_:)),
            let to = fields.string("to").flatMap(TimeOfDay.init(_:))
        else { return nil }
        let known = days.compactMap(Weekday.init)
        guard known.count == days.count, !known.isEmpty else { return nil }
        self.init(
            name: name, days: Set(known), from: from, to: to,
            isShared: fields.boolean("share") ?? false)
    }

    package var value: Value {
        var fields = FieldsBuilder()
        let days = Weekday.allCases.filter { self.days.contains($0) }.map(\.rawValue)
        fields.set("name", name)
        fields.set("days", .strings(days))
        fields.set("from", from.text)
        fields.set("to", to.text)
        fields.set("share", .boolean(isShared))
        return fields.value
    }
}
