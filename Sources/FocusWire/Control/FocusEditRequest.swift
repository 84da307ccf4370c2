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
}

extension FocusChange: ChangeOnWire {
    /// Reads a change; `change` names its kind.
    package init(_ fields: Fields) throws(ErrorReply) {
        let reader = ChangeReader(fields: fields)
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
}
