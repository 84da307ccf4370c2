// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// A change of a file as calls of `Control` carry it: a dictionary whose `change` names its kind.
package protocol ChangeOnWire {
    init(_ fields: Fields) throws(ErrorReply)
}

extension ChangeOnWire {
    /// Reads the changes of one call.
    package static func list(_ untrusted: Value) throws(ErrorReply) -> [Self] {
        guard let items = Fields.list(untrusted), items.count <= Limits.changes else {
            throw ErrorReply(
                WireError.invalidArgs, "not a list of at most \(Limits.changes) changes")
        }
        var changes: [Self] = []
        for item in items { changes.append(try Self(item)) }
        return changes
    }
}

/// Reads the parts of a change, each with the error that names a missing part.
struct ChangeReader {
    let fields: Fields

    func missing(_ name: String) -> ErrorReply {
        ErrorReply(
            WireError.invalidArgs,
            "\(fields.string("change") ?? "a change") needs \(name), or \(name) has another type")
    }

    /// The error for a kind of change that does not exist.
    var unknownKind: ErrorReply {
        ErrorReply(
            WireError.invalidArgs, "there is no change “\(fields.string("change") ?? "")”")
    }

    func text(_ name: String) throws(ErrorReply) -> String {
        guard let text = fields.string(name) else { throw missing(name) }
        return text
    }

    func list() throws(ErrorReply) -> FocusChange.List {
        guard let list = FocusChange.List(rawValue: try text("list")) else {
            throw wrong("list", FocusChange.List.allCases.map(\.rawValue))
        }
        return list
    }

    private func wrong(_ name: String, _ words: [String]) -> ErrorReply {
        ErrorReply(
            WireError.invalidArgs, "\(name) is one of \(words.joined(separator: ", "))")
    }

    func effect() throws(ErrorReply) -> RuleEffect? {
        guard let word = fields.string("do") else { return nil }
        guard let effect = RuleEffect(rawValue: word) else {
            throw wrong("do", RuleEffect.allCases.map(\.rawValue))
        }
        return effect
    }

    func schedule() throws(ErrorReply) -> Schedule {
        guard let schedule = Schedule(fields) else {
            throw ErrorReply(
                WireError.invalidArgs,
                "a schedule has name s, days as (Mon to Sun), from s and to s (as 09:30)")
        }
        return schedule
    }

    func filter() throws(ErrorReply) -> FilterKey {
        FilterKey(AppID(try text("app")), try text("filter"))
    }

    func parameters() throws(ErrorReply) -> [String: FilterValue?] {
        var parameters: [String: FilterValue?] = [:]
        for name in fields.strings("remove") ?? [] { parameters.updateValue(nil, forKey: name) }
        guard let value = fields["parameters"] else { return parameters }
        guard Fields(value) != nil, let entries = value.entries else { throw missing("parameters") }
        for entry in entries {
            guard let name = entry.key.asString, case .variant(let value) = entry.value else {
                throw missing("parameters")
            }
            if let text = value.asString {
                parameters.updateValue(.text(text), forKey: name)
            } else if let texts = value.asStrings {
                parameters.updateValue(.list(texts), forKey: name)
            } else {
                throw ErrorReply(
                    WireError.invalidArgs, "parameter \(name): the value is s or as, as in the file"
                )
            }
        }
        return parameters
    }

    /// Reads a change of kind `set`.
    func setting() throws(ErrorReply) -> FocusChange {
        let key = try text("key")
        if let flag = FocusChange.Flag(rawValue: key) {
            guard let value = fields.boolean("value") else { throw missing("value b") }
            return .flag(flag, value)
        }
        if let list = FocusChange.List(rawValue: key) { return .list(list, try texts()) }
        if let list = FocusChange.ModeList(rawValue: key) {
            guard let mode = ListPolicy<AppID>.Mode(rawValue: try text("value")) else {
                throw wrong("value", ["allow", "silence"])
            }
            return .mode(list, mode)
        }
        switch key {
        case "name": return .name(try text("value"))
        case "new-apps":
            guard let treatment = NewApps(rawValue: try text("value")) else {
                throw wrong("value", NewApps.allCases.map(\.rawValue))
            }
            return .newApps(treatment)
        case "icon": return .icon(try optional())
        case "color": return .color(try optional())
        case "deliver":
            return .deliver(try read(TimeOfDay.init(_:), "times of day, as 12:30"))
        case "triggers": return .triggers(Set(try read(Self.trigger, "triggers")))
        default: throw ErrorReply(WireError.invalidArgs, "there is no key “\(key)” to set")
        }
    }

    /// Returns a trigger that a file can have.
    private static func trigger(_ text: String) -> Trigger? {
        guard let trigger = Trigger(text: text), trigger.source != .holds else { return nil }
        return trigger
    }

    private func optional() throws(ErrorReply) -> String? {
        let text = try text("value")
        return text.isEmpty ? nil : text
    }

    private func texts() throws(ErrorReply) -> [String] {
        guard let texts = fields.strings("value") else { throw missing("value as") }
        return texts
    }

    private func read<Item>(
        _ read: (String) -> Item?, _ noun: String
    ) throws(ErrorReply) -> [Item] {
        var items: [Item] = []
        for text in try texts() {
            guard let item = read(text) else {
                throw ErrorReply(WireError.invalidArgs, "“\(text)” is none of the \(noun)")
            }
            items.append(item)
        }
        return items
    }
}
