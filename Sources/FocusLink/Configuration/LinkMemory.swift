// SPDX-License-Identifier: Apache-2.0

import FocusWire
import LinkCore
import Sodium

/// The memory of this machine about the link: its file, as JSON.
package struct LinkMemory: Hashable {
    /// The machine's id, made together with the file.
    var machine: MachineID
    /// The mark of the computer that the id belongs to; nil if it is not known.
    var computer: String?
    /// Number of starts of the program. A later start has greater serial numbers.
    private(set) var starts: Int64 = 0
    /// Id of the group that the rest belongs to.
    var group: String
    /// The first part of the topics with this machine's messages.
    var prefix: String
    var agreement = Agreement.Memory()
    /// The last serial number of each other machine, to refuse messages that are sent again.
    var serials: [MachineID: Int64] = [:]
    /// The topics with this machine's messages for the house.
    var house: [String] = []
    /// The topics with messages of this machine that are to be emptied: those of a former group or
    /// a former `Topic=`, and those of files that are no longer shared.
    var left: [String] = []
    /// The memories of other computers that had this home before, the latest one last.
    private(set) var earlier: [LinkMemory] = []

    /// Number of starts for which a serial number has room: 31 bits.
    static let mostStarts = Int64(Int32.max)
    /// Maximum number of topics for the house, read from the file.
    private static let houseTopics = 64
    /// Maximum number of topics to be emptied.
    private static let leftTopics = 2 * LinkLimits.files
    /// Maximum number of memories of other computers, more than systems are installed on one.
    private static let earlierComputers = 4
    /// Maximum number of topics to be emptied in such a memory.
    private static let earlierTopics = 64

    init(group: String, prefix: String) {
        let bits = Sodium.randomBytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        machine = MachineID(bits: bits)
        self.group = group
        self.prefix = prefix
        agreement.isNewcomer = true
    }

    /// Goes on with the serial numbers of a later start, up to the last one.
    mutating func raiseStarts(to starts: Int64) {
        self.starts = min(starts, Self.mostStarts)
    }

    /// Forgets serial numbers of machines that are not among the known ones, if there are more than
    /// ``LinkLimits/machines``.
    mutating func forgetSerials(besides known: Set<MachineID>) {
        guard serials.count > LinkLimits.machines else { return }
        serials = serials.filter { known.contains($0.key) }
    }

    /// Returns a serial number: the program's start, the connection and the message, high bits
    /// first. The will and the last message have the highest number of their connection.
    func serial(connection: Int64, message: Int64) -> Int64 {
        starts << 32 | connection << 16 | min(message, 0xFFFF)
    }

    /// Goes to other topics; the former ones are to be emptied. Forgets the changes and machines of
    /// a former group.
    mutating func move(to group: LinkGroup, prefix: String) {
        guard self.group != group.id || self.prefix != prefix else { return }
        let old = self
        if old.group != group.id {
            self = LinkMemory(group: group.id, prefix: prefix)
            machine = old.machine
            computer = old.computer
            starts = old.starts
            house = old.house
            left = old.left
            earlier = old.earlier
        }
        self.prefix = prefix
        leave(old.topics)
        // The machine may have had these topics before.
        let own = LinkPayload.Kind.allCases.map { group.topic(of: machine, $0) }
        left.removeAll(where: own.contains)
    }

    /// Makes a new id for a memory that was copied from another computer, with the home. Two
    /// machines with one id throw each other off the broker.
    ///
    /// A computer that had this home before gets its memory back, as with two systems that share
    /// the home. The topics of the other computers stay: they may be on the broker, too. A computer
    /// that has not come back after several others, as with a new mark at each start, is gone.
    mutating func settle(on computer: String?) {
        guard let computer, computer != self.computer else { return }
        guard self.computer != nil else { return self.computer = computer }
        var former = self
        former.earlier = []
        former.left = Array(left.suffix(Self.earlierTopics))
        var others = earlier + [former]
        if let place = others.firstIndex(where: { $0.computer == computer }) {
            self = others.remove(at: place)
        } else {
            self = LinkMemory(group: group, prefix: prefix)
            self.computer = computer
            agreement = former.agreement.newcomer(machine, after: former.machine)
        }
        if group == former.group { serials.merge(former.serials, uniquingKeysWith: max) }
        for gone in others.dropLast(Self.earlierComputers) {
            leave(gone.topics + gone.house + gone.left)
        }
        earlier = Array(others.suffix(Self.earlierComputers))
    }

    /// Returns the topics without those of other computers that may come back.
    func own(_ topics: [String]) -> [String] {
        let others = earlier.map { "/\($0.machine)/" }
        return topics.filter { topic in !others.contains { topic.contains($0) } }
    }

    /// The topics with this machine's messages to the others.
    var topics: [String] {
        LinkPayload.Kind.allCases.map {
            "\(prefix)/\(group)/\(machine.rawValue)/\($0.rawValue)"
        }
    }

    /// Adds topics to be emptied.
    mutating func leave(_ topics: [String]) {
        let known = Set(left)
        left = Array((left + topics.filter { !known.contains($0) }).suffix(Self.leftTopics))
    }

    /// - Parameter prefix: the first part of the topics for a memory that does not name it.
    package init?(_ bytes: [UInt8], prefix: String = "focusd") {
        guard let text = String(validating: bytes, as: UTF8.self),
            let json = try? JSONValue(parsing: text)
        else { return nil }
        self.init(json, prefix: prefix)
        if case .array(let others) = json["earlier"] {
            earlier = others.prefix(Self.earlierComputers).compactMap {
                LinkMemory($0, prefix: prefix)
            }
        }
    }

    /// Reads a memory without those of other computers.
    private init?(_ json: JSONValue, prefix: String) {
        guard let machine = json["machine"]?.machine, let starts = json["starts"]?.integer,
            let group = json["group"]?.text
        else { return nil }
        self.machine = machine
        // The next start has a greater number.
        self.starts = min(max(0, starts), Self.mostStarts - 1)
        computer = json["computer"]?.text
        self.group = group
        self.prefix = json["prefix"]?.text ?? prefix
        if case .array(let topics) = json["house"] {
            house = topics.prefix(Self.houseTopics).compactMap(\.text)
        }
        if case .array(let topics) = json["left"] {
            left = topics.prefix(Self.leftTopics).compactMap(\.text)
        }
        agreement.latest = json["latest"].flatMap(Stamp.init(shared:))
        agreement.newest = json["newest"].flatMap(Change.init(stored:))
        agreement.shift = json["shift"]?.integer
        agreement.followed = json["followed"].flatMap(Stamp.init(shared:))
        agreement.action = json["action"]?.integer
        agreement.window = json["window"].flatMap(Agreement.SharedWindow.init(stored:))
        agreement.isNewcomer = json["newcomer"] == true
        agreement.done = json["done"].flatMap(SharedSwitch.list) ?? []
        if let pending = json["pending"],
            let change = pending["change"].flatMap(Change.init(stored:)),
            let made = pending["made"]?.integer
        {
            agreement.pending = .init(
                change: change, made: made, base: pending["base"].flatMap(Stamp.init(shared:)),
                wasSent: pending["sent"] == true, isEarlier: pending["earlier"] == true)
        }
        if case .object(let members) = json["serials"] {
            for member in members.prefix(LinkLimits.machines) {
                guard let id = MachineID(member.name), let serial = member.value.integer else {
                    continue
                }
                serials[id] = serial
            }
        }
    }

    /// The text of the file.
    package var text: String {
        let others = earlier.map(\.json)
        return (others.isEmpty ? json : json.adding(["earlier": .array(others)])).compact + "\n"
    }

    /// The memory without those of other computers.
    private var json: JSONValue {
        var json: JSONValue = [
            "machine": .string(machine.rawValue), "starts": .integer(starts),
            "computer": computer.map(JSONValue.string) ?? nil,
            "group": .string(group), "prefix": .string(prefix),
            "latest": agreement.latest?.shared ?? nil, "newest": agreement.newest?.stored ?? nil,
            "shift": agreement.shift.map(JSONValue.integer) ?? nil,
            "followed": agreement.followed?.shared ?? nil,
            "action": agreement.action.map(JSONValue.integer) ?? nil,
            "window": agreement.window?.stored ?? nil,
            "newcomer": .boolean(agreement.isNewcomer),
            "done": .array(agreement.done.map(\.json)),
            "serials": .object(
                serials.sorted { $0.key < $1.key }.map {
                    .init(name: $0.key.rawValue, value: .integer($0.value))
                }),
            "house": .strings(house), "left": .strings(left),
        ]
        if let pending = agreement.pending {
            json = json.adding([
                "pending": [
                    "change": pending.change.stored, "made": .integer(pending.made),
                    "base": pending.base?.shared ?? nil, "sent": .boolean(pending.wasSent),
                    "earlier": .boolean(pending.isEarlier),
                ]
            ])
        }
        return json
    }
}

extension Agreement.SharedWindow {
    fileprivate var stored: JSONValue {
        ["since": .integer(since), "until": until.map(JSONValue.integer) ?? nil]
    }

    fileprivate init?(stored: JSONValue) {
        guard let since = stored["since"]?.integer else { return nil }
        self.init(since: since, until: stored["until"]?.integer)
    }
}

extension Change {
    /// The change in the format of messages.
    fileprivate var stored: JSONValue {
        let envelope = LinkEnvelope(sender: stamp.machine, sent: 1, payload: .change(self))
        let text = String(decoding: envelope.bytes, as: UTF8.self)
        // The envelope's own text is valid.
        return (try? JSONValue(parsing: text)) ?? nil
    }

    fileprivate init?(stored: JSONValue) {
        guard let machine = stored["from"]?.machine,
            let envelope = LinkEnvelope(
                Array(stored.compact.utf8), from: machine, kind: .change),
            case .change(let change) = envelope.payload
        else { return nil }
        self = change
    }
}
