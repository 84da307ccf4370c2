// SPDX-License-Identifier: Apache-2.0

import FocusWire
package import LinkCore

/// A message between machines.
package enum LinkPayload: Hashable {
    case change(Change)
    case presence(Presence)

    /// The presence of a machine.
    package struct Presence: Hashable {
        var name: String
        var role: LinkRole
        var isOnline: Bool
        /// Grows with each message, so that nobody can send an earlier one again.
        var serial: Int64
        /// The time at which the machine asked for the clocks of the others.
        var asks: Int64?
        var answers: ClockQuestion?
    }

    /// The kind of message: the last part of its topic.
    package enum Kind: String, CaseIterable {
        case change = "focus"
        case presence = "here"
    }

    var kind: Kind {
        switch self {
        case .change: .change
        case .presence: .presence
        }
    }
}

/// A message with its sender, as it is sealed.
///
/// The sender and the kind are part of the sealed text, so that no broker can move a message to
/// another topic.
package struct LinkEnvelope: Hashable {
    static let version: Int64 = 1
    /// Maximum bytes of a message, before and after sealing. The longest message of this version
    /// has some 10,000 bytes.
    static let maximumBytes = 16 << 10

    var sender: MachineID
    /// The time of the sender's clock.
    var sent: Int64
    var payload: LinkPayload

    /// The text of the message.
    package var bytes: [UInt8] {
        var json: JSONValue = [
            "v": .integer(Self.version), "from": .string(sender.rawValue),
            "kind": .string(payload.kind.rawValue), "sent": .integer(sent),
        ]
        switch payload {
        case .change(let change):
            json = json.adding([
                "stamp": change.stamp.shared, "name": .string(change.name),
                "switches": .array(change.switches.map(\.json)),
            ])
        case .presence(let presence):
            json = json.adding([
                "name": .string(presence.name), "role": .integer(Int64(presence.role.rawValue)),
                "online": .boolean(presence.isOnline), "serial": .integer(presence.serial),
            ])
            if let asks = presence.asks { json = json.adding(["asks": .integer(asks)]) }
            if let question = presence.answers {
                json = json.adding([
                    "to": .string(question.machine.rawValue), "asked": .integer(question.asked),
                ])
            }
        }
        return Array(json.compact.utf8)
    }
}

extension SharedSwitch {
    var json: JSONValue {
        var json: JSONValue = ["since": .integer(since)]
        if let focus {
            json = json.adding(["focus": .string(focus.id), "name": .string(focus.name)])
        }
        if let until { json = json.adding(["until": .integer(until)]) }
        if let machine { json = json.adding(["by": .string(machine.rawValue)]) }
        return json
    }
}
