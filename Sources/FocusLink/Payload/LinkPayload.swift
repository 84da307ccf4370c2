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
