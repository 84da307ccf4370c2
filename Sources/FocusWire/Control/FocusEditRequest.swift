// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// The arguments of `Control.ChangeFocus`.
package struct FocusEditRequest: Sendable {
    package var focus: FocusID
    /// The revision of the text that the caller has read; empty to change any text.
    package var revision: String
    package var changes: [FocusChange]

    package init(_ focus: FocusID, revision: String, _ changes: [FocusChange]) {
        self.focus = focus
        self.revision = revision
        self.changes = changes
    }
}

/// The argument of `Control.CreateFocus`.
package struct NewFocusRequest: Sendable {
    package var name: String
    /// The id; nil to make one from the name.
    package var id: FocusID?
    /// The id of a template; nil for the template of the Focus's own id, or none.
    package var template: FocusID?
    package var changes: [FocusChange] = []

    package init(name: String) {
        self.name = name
    }

    /// Reads the argument.
    package init(_ fields: Fields) throws(ErrorReply) {
        guard let name = fields.string("name"), !name.isEmpty else {
            throw ErrorReply(WireError.invalidArgs, "a new Focus needs name s")
        }
        self.name = name
        id = fields.string("id").map { FocusID($0) }
        template = fields.string("template").map { FocusID($0) }
        if let changes = fields["changes"] { self.changes = try FocusChange.list(changes) }
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("name", name)
        fields.set("id", id?.rawValue)
        fields.set("template", template?.rawValue)
        if !changes.isEmpty { fields.set("changes", FieldsBuilder.list(changes.map(\.value))) }
        return fields.value
    }
}

extension FocusChange: ChangeOnWire {
    /// Reads a change; `change` names its kind.
    package init(_ fields: Fields) throws(ErrorReply) {
        let reader = ChangeReader(fields)
        let kind = try reader.text("change")
        switch kind {
        case "set": self = try reader.setting()
        case "add": self = .add(try reader.list(), try reader.text("member"))
        case "remove": self = .remove(try reader.list(), try reader.text("member"))
        case "set-schedule":
            self = .setSchedule(try reader.schedule(), isShared: fields.boolean("share"))
        case "remove-schedule": self = .removeSchedule(try reader.text("name"))
        case "add-rule":
            guard let effect = try reader.effect() else { throw reader.missing("do") }
            self = .addRule(try reader.text("name"), when: try reader.text("when"), effect)
        case "replace-rule":
            self = .replaceRule(
                try reader.text("name"), when: fields.string("when"), try reader.effect())
        case "move-rule":
            guard let places = fields["by"]?.asInteger else { throw reader.missing("by") }
            self = .moveRule(try reader.text("name"), by: min(max(places, -256), 256))
        case "remove-rule": self = .removeRule(try reader.text("name"))
        case "set-filter": self = .setFilter(try reader.filter(), try reader.parameters())
        case "set-predicate":
            let text = try reader.text("predicate")
            self = .setPredicate(try reader.filter(), text.isEmpty ? nil : text)
        case "remove-filter": self = .removeFilter(try reader.filter())
        case "contents": self = .contents(try reader.text("contents"))
        default:
            throw reader.unknownKind
        }
    }

    package var value: Value {
        var fields = FieldsBuilder()
        switch self {
        case .name, .icon, .color, .flag, .newApps, .deliver, .mode, .list, .triggers:
            fields.set("change", "set")
            if let (key, value) = setting {
                fields.set("key", key)
                fields.set("value", value)
            }
        case .add(let list, let member), .remove(let list, let member):
            if case .add = self {
                fields.set("change", "add")
            } else {
                fields.set("change", "remove")
            }
            fields.set("list", list.rawValue)
            fields.set("member", member)
        case .setSchedule(let schedule, let isShared):
            fields.set("change", "set-schedule")
            schedule.set(&fields)
            fields.set("share", isShared.map(Value.boolean))
        case .addRule(let name, let when, let effect):
            fields.set("change", "add-rule")
            fields.set("name", name)
            fields.set("when", when)
            fields.set("do", effect.rawValue)
        case .replaceRule(let name, let when, let effect):
            fields.set("change", "replace-rule")
            fields.set("name", name)
            fields.set("when", when)
            fields.set("do", effect?.rawValue)
        case .moveRule(let name, let places):
            fields.set("change", "move-rule")
            fields.set("name", name)
            fields.set("by", .int32(Int32(clamping: places)))
        case .removeSchedule(let name):
            fields.set("change", "remove-schedule")
            fields.set("name", name)
        case .removeRule(let name):
            fields.set("change", "remove-rule")
            fields.set("name", name)
        case .setFilter(let key, let parameters):
            fields.set("change", "set-filter")
            fields.set("app", key.app.rawValue)
            fields.set("filter", key.filter)
            fields.set("parameters", Self.set(parameters))
            let removed = parameters.filter { $0.value == nil }.keys.sorted()
            if !removed.isEmpty { fields.set("remove", .strings(removed)) }
        case .setPredicate(let key, let predicate):
            fields.set("change", "set-predicate")
            fields.set("app", key.app.rawValue)
            fields.set("filter", key.filter)
            fields.set("predicate", predicate ?? "")
        case .removeFilter(let key):
            fields.set("change", "remove-filter")
            fields.set("app", key.app.rawValue)
            fields.set("filter", key.filter)
        case .contents(let text):
            fields.set("change", "contents")
            fields.set("contents", text)
        }
        return fields.value
    }

    private static func set(_ parameters: [String: FilterValue?]) -> Value {
        var fields = FieldsBuilder()
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .text(let text)?: fields.set(name, text)
            case .list(let texts)?: fields.set(name, .strings(texts))
            case nil: break
            }
        }
        return fields.value
    }

    /// The key and the value of a change of kind `set`.
    private var setting: (String, Value)? {
        switch self {
        case .name(let name): ("name", .string(name))
        case .icon(let icon): ("icon", .string(icon ?? ""))
        case .color(let color): ("color", .string(color ?? ""))
        case .flag(let flag, let value): (flag.rawValue, .boolean(value))
        case .newApps(let treatment): ("new-apps", .string(treatment.rawValue))
        case .deliver(let times): ("deliver", .strings(times.map(\.text)))
        case .mode(let list, let mode): (list.rawValue, .string(mode.rawValue))
        case .list(let list, let members): (list.rawValue, .strings(members))
        case .triggers(let triggers): ("triggers", .strings(triggers.sorted().map(\.text)))
        default: nil
        }
    }
}
