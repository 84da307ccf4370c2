// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
package import LinkCore

// Policy. A message is refused as a whole if any part of it is missing, too long or of another
// type. Members that this version does not know have no effect, so that a later version can add
// some.

extension LinkEnvelope {
    /// Reads a message; nil unless it is one of this version, of that kind, from that machine.
    package init?(
        _ untrusted: [UInt8], from sender: MachineID, kind: LinkPayload.Kind
    ) {
        guard untrusted.count <= Self.maximumBytes,
            let text = String(validating: untrusted, as: UTF8.self),
            let json = try? JSONValue(parsing: text),
            json["v"]?.integer == Self.version, json["from"]?.machine == sender,
            json["kind"]?.isText(kind.rawValue) == true, let sent = json["sent"]?.time
        else { return nil }
        self.sender = sender
        self.sent = sent
        switch kind {
        case .change:
            guard let change = Change(json) else { return nil }
            payload = .change(change)
        case .presence:
            guard let presence = LinkPayload.Presence(json) else { return nil }
            payload = .presence(presence)
        }
    }
}

extension Change {
    fileprivate init?(_ json: JSONValue) {
        guard let stamp = json["stamp"].flatMap(Stamp.init(shared:)), let name = json["name"]?.name,
            let switches = json["switches"].flatMap(SharedSwitch.list)
        else { return nil }
        self.init(stamp: stamp, switches: switches, name: name)
    }
}

extension SharedSwitch {
    /// Reads the switches of a change; nil if one of them is wrong.
    static func list(_ json: JSONValue) -> [SharedSwitch]? {
        guard case .array(let items) = json, items.count <= LinkLimits.switches else { return nil }
        let switches = items.compactMap(SharedSwitch.init)
        return switches.count == items.count ? switches : nil
    }

    private init?(_ json: JSONValue) {
        guard let since = json["since"]?.time else { return nil }
        var focus: SharedFocus?
        if let untrusted = json["focus"] {
            guard let id = untrusted.name, !id.isEmpty, let name = json["name"]?.name else {
                return nil
            }
            focus = SharedFocus(id: id, name: name)
        }
        var until: Int64?
        if let untrusted = json["until"] {
            guard let time = untrusted.time else { return nil }
            until = time
        }
        var machine: MachineID?
        if let untrusted = json["by"] {
            guard let id = untrusted.machine else { return nil }
            machine = id
        }
        self.init(focus: focus, since: since, until: until, machine: machine)
    }
}

extension LinkPayload.Presence {
    fileprivate init?(_ json: JSONValue) {
        guard let name = json["name"]?.name, let role = json["role"]?.integer,
            (0...3).contains(role), case .boolean(let isOnline) = json["online"],
            let serial = json["serial"]?.integer, serial >= 0
        else { return nil }
        self.init(
            name: name, role: LinkRole(rawValue: UInt8(role)), isOnline: isOnline, serial: serial)
        if let untrusted = json["asks"] {
            guard let time = untrusted.time else { return nil }
            asks = time
        }
        if let untrusted = json["to"] {
            guard let machine = untrusted.machine, let asked = json["asked"]?.time else {
                return nil
            }
            answers = ClockQuestion(machine: machine, asked: asked)
        }
    }
}

extension JSONValue {
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var machine: MachineID? { text.flatMap { MachineID($0) } }

    /// Returns true for that text. Compares bytes: to compare characters takes quadratic time for a
    /// text of combining marks.
    func isText(_ expected: String) -> Bool {
        text?.utf8.elementsEqual(expected.utf8) == true
    }

    /// A time after 1970 and before the year 10000.
    var time: Int64? {
        integer.flatMap { (0..<253_402_300_800_000).contains($0) ? $0 : nil }
    }

    /// A name for people, short and on one line.
    var name: String? {
        guard let text, text.utf8.count <= LinkLimits.nameBytes,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return nil }
        return text
    }
}
