// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// One of the user's switches, as `Control.Switches` and `Control.Follow` describe it.
package struct SwitchWire: Hashable, Sendable {
    /// The Focus; nil for a switch that turned the Focus off.
    package var focus: FocusID?
    /// The Focus's name, for a machine without that id.
    package var name: String?
    package var since: Timestamp
    package var until: Timestamp?
    package var endsWithSession = false
    /// The machine of the switch, where it was another one.
    package var machine: String?

    package init(
        focus: FocusID?, name: String? = nil, since: Timestamp, until: Timestamp? = nil,
        machine: String? = nil
    ) {
        self.focus = focus
        self.name = name
        self.since = since
        self.until = until
        self.machine = machine
    }

    package init(_ item: Agenda.Switch) {
        self.init(
            focus: item.focus, since: item.since, until: item.end.moment, machine: item.machine)
        if case .session = item.end { endsWithSession = true }
    }

    package init?(_ fields: Fields) {
        guard let focus = fields.string("focus"), let since = fields.int64("since") else {
            return nil
        }
        self.init(
            focus: focus.isEmpty ? nil : FocusID(focus), name: fields.string("name"),
            since: Timestamp(rawValue: since),
            until: fields.int64("until").map(Timestamp.init), machine: fields.string("machine"))
        endsWithSession = fields.boolean("until-logout") ?? false
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("focus", focus?.rawValue ?? "")
        fields.set("name", name)
        fields.set("since", .int64(since.rawValue))
        fields.set("until", until.map { .int64($0.rawValue) })
        if endsWithSession { fields.set("until-logout", .boolean(true)) }
        fields.set("machine", machine)
        return fields.value
    }
}

/// The answer of `Control.Switches`.
package struct SwitchList: Hashable, Sendable {
    /// The switches in force, oldest first.
    package var switches: [SwitchWire] = []
    /// The last action on the switches.
    package var action: Agenda.Action?
    /// The Focus that a schedule or a trigger with `Share=true` has turned on.
    package var shared: SwitchWire?
    /// True while a trigger without `Share=true`, or the hold of a client, decides.
    package var hasLocalTrigger = false

    package init() {}

    package init?(_ fields: Fields) {
        guard let list = fields.list("switches") else { return nil }
        switches = list.compactMap(SwitchWire.init)
        action = fields.int64("acted").map {
            Agenda.Action(
                time: Timestamp(rawValue: $0), isByLink: fields.boolean("by-link") ?? false)
        }
        shared = fields.fields("shared").flatMap(SwitchWire.init)
        hasLocalTrigger = fields.boolean("covered") ?? false
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("switches", FieldsBuilder.list(switches.map(\.value)))
        fields.set("acted", action.map { .int64($0.time.rawValue) })
        fields.set("by-link", action.map { .boolean($0.isByLink) })
        fields.set("shared", shared?.value)
        if hasLocalTrigger { fields.set("covered", .boolean(true)) }
        return fields.value
    }
}
