// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import FocusWire

// Changes of files as a settings program writes them into its calls. focusd reads them; no program
// of its own writes any.

extension FocusChange {
    /// The change in a call of `Control.ChangeFocus`.
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
            for (name, value) in Self.parts(of: schedule) { fields.set(name, value) }
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

    /// The four parts that every schedule has.
    private static func parts(of schedule: Schedule) -> [(String, Value)] {
        let days = Weekday.allCases.filter { schedule.days.contains($0) }.map(\.rawValue)
        return [
            ("name", .string(schedule.name)), ("days", .strings(days)),
            ("from", .string(schedule.from.text)), ("to", .string(schedule.to.text)),
        ]
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

extension ConfigurationChange {
    /// The change in a call of `Control.ChangeConfiguration`.
    package var value: Value {
        var fields = FieldsBuilder()
        switch self {
        case .set(let group, let key, let value):
            fields.set("change", "set")
            fields.set("group", group)
            fields.set("key", key)
            fields.set("value", value.wire)
        case .unset(let group, let key):
            fields.set("change", "unset")
            fields.set("group", group)
            fields.set("key", key)
        case .removeGroup(let group):
            fields.set("change", "remove-group")
            fields.set("group", group)
        case .contents(let text):
            fields.set("change", "contents")
            fields.set("contents", text)
        }
        return fields.value
    }
}
