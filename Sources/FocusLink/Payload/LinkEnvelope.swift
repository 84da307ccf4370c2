// SPDX-License-Identifier: Apache-2.0

import FocusWire
import LinkCore

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
