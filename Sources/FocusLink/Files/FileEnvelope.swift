// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
package import LinkCore

// Policy. A message is refused as a whole if any part of it is missing, too long or of another
// type, and if its text is not a valid Focus file. So the messages of a machine with the key can
// write only Focus files with valid ids.

/// A version of a Focus file with its sender, as it is sealed.
package struct FileEnvelope: Hashable {
    static let version: Int64 = 1
    /// Maximum bytes of a message before sealing. Sealed, it fits into a packet of 64 KiB, the
    /// limit of some brokers.
    static let maximumBytes = 60_000

    var sender: MachineID
    /// The id of the Focus.
    var id: String
    var file: FileVersion

    /// The text of the message.
    package var bytes: [UInt8] {
        var json: JSONValue = [
            "v": .integer(Self.version), "from": .string(sender.rawValue), "kind": "file",
            "id": .string(id), "stamp": file.stamp.shared,
            "ancestors": .strings(file.ancestors.map(\.rawValue)),
        ]
        if let text = file.text { json = json.adding(["text": .string(text)]) }
        return Array(json.compact.utf8)
    }

    init(sender: MachineID, id: String, file: FileVersion) {
        self.sender = sender
        self.id = id
        self.file = file
    }

    /// Reads a message; nil unless it is one of this version, from that machine.
    package init?(_ untrusted: [UInt8], from sender: MachineID) {
        guard untrusted.count <= Self.maximumBytes,
            let content = String(validating: untrusted, as: UTF8.self),
            let json = try? JSONValue(parsing: content),
            json["v"]?.integer == Self.version, json["from"]?.machine == sender,
            json["kind"]?.isText("file") == true,
            let id = json["id"]?.text, FocusDirectory.isValid(id),
            let stamp = json["stamp"].flatMap(Stamp.init(shared:)),
            case .array(let items) = json["ancestors"], items.count <= LinkLimits.ancestors
        else { return nil }
        let ancestors = items.compactMap { $0.text.flatMap { TextName($0) } }
        guard ancestors.count == items.count else { return nil }
        var text: String?
        if let untrusted = json["text"] {
            guard let valid = untrusted.text, Self.isFocus(valid, id) else { return nil }
            text = valid
        }
        self.sender = sender
        self.id = id
        file = FileVersion(stamp: stamp, text: text, ancestors: ancestors)
    }

    /// Returns true for the text of a Focus file that may be shared.
    static func isFocus(_ text: String, _ id: String) -> Bool {
        text.utf8.count <= LinkLimits.fileBytes
            && (try? FocusFile(id: FocusID(id), contents: text, path: id)) != nil
    }
}

extension Stamp {
    /// The stamp in messages and in the memory.
    var shared: JSONValue {
        .array([.integer(time), .integer(Int64(count)), .string(machine.rawValue)])
    }

    init?(shared json: JSONValue) {
        guard case .array(let parts) = json, parts.count == 3, let time = parts[0].time,
            let count = parts[1].integer.flatMap(UInt32.init(exactly:)),
            let machine = parts[2].machine
        else { return nil }
        self.init(time: time, count: count, machine: machine)
    }
}
