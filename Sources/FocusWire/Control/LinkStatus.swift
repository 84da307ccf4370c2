// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The answer of `org.focusd.Link1.Status`: the state of `focus-link`.
package struct LinkStatus: Hashable, Sendable {
    /// Another machine of the user.
    package struct Machine: Hashable, Sendable {
        package var name: String
        package var isOnline: Bool
        package var role: String

        package init(name: String, isOnline: Bool, role: String) {
            self.name = name
            self.isOnline = isOnline
            self.role = role
        }
    }

    package var isConnected = false
    /// Host and port of the broker.
    package var broker = ""
    /// This machine's name.
    package var name = ""
    package var role = ""
    package var isSealed = true
    package var usesTLS = true
    package var machines: [Machine] = []
    /// The Focus of the newest change; empty for off, nil before the first change.
    package var focus: String?
    /// The machine of the newest change.
    package var origin = ""
    /// Problems, each with what to do.
    package var problems: [String] = []
    /// Number of messages that were not from the user's machines, or damaged.
    package var refused: UInt32 = 0

    package init() {}

    package init(_ fields: Fields) {
        isConnected = fields.boolean("connected") ?? false
        broker = fields.string("broker") ?? ""
        name = fields.string("name") ?? ""
        role = fields.string("role") ?? ""
        isSealed = fields.boolean("sealed") ?? true
        usesTLS = fields.boolean("tls") ?? true
        machines = (fields.list("machines") ?? []).map {
            Machine(
                name: $0.string("name") ?? "", isOnline: $0.boolean("online") ?? false,
                role: $0.string("role") ?? "")
        }
        focus = fields.string("focus")
        origin = fields.string("origin") ?? ""
        problems = fields.strings("problems") ?? []
        refused = fields.uint32("refused") ?? 0
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("connected", .boolean(isConnected))
        fields.set("broker", broker)
        fields.set("name", name)
        fields.set("role", role)
        fields.set("sealed", .boolean(isSealed))
        fields.set("tls", .boolean(usesTLS))
        let machines = machines.map { machine in
            var fields = FieldsBuilder()
            fields.set("name", machine.name)
            fields.set("online", .boolean(machine.isOnline))
            fields.set("role", machine.role)
            return fields.value
        }
        fields.set("machines", FieldsBuilder.list(machines))
        fields.set("focus", focus)
        fields.set("origin", origin)
        fields.set("problems", .strings(problems))
        fields.set("refused", .uint32(refused))
        return fields.value
    }
}
