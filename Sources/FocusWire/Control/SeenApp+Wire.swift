// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

extension SeenApp {
    /// Reads an app in the answer of `ListApps`; nil without its id.
    package init?(_ fields: Fields) {
        guard let app = fields.string("app") else { return nil }
        self.init(
            AppID(app), names: fields.strings("names") ?? [],
            count: fields.uint32("count").map(Int.init) ?? 0,
            latest: Timestamp(rawValue: fields.int64("latest") ?? 0))
    }

    package var value: Value { fields.value }

    /// The fields of the app, for further ones.
    package var fields: FieldsBuilder {
        var fields = FieldsBuilder()
        fields.set("app", id.rawValue)
        fields.set("names", .strings(names))
        fields.set("count", .uint32(UInt32(clamping: count)))
        fields.set("latest", .int64(latest.rawValue))
        return fields
    }
}

extension SeenPerson {
    /// Reads a person in the answer of `ListPeople`; nil without a name.
    package init?(_ fields: Fields) {
        guard let name = fields.string("person") else { return nil }
        self.init(name, latest: Timestamp(rawValue: fields.int64("latest") ?? 0))
    }

    package var value: Value { fields.value }

    /// The fields of the person, for further ones.
    package var fields: FieldsBuilder {
        var fields = FieldsBuilder()
        fields.set("person", name)
        fields.set("latest", .int64(latest.rawValue))
        return fields
    }
}
