// SPDX-License-Identifier: Apache-2.0

/// The notifications that are not over, by the id their apps know and by the real server's.
///
/// An entry costs about 64 bytes: apps, senders and sandboxes are kept once each, however many
/// notifications name them.
struct LiveTable: Sendable {
    private struct Slot: Sendable {
        var key: Int64
        var app: UInt32
        var sender: UInt32
        var sandbox: UInt32
        var server: UInt32
        var payloadBytes: UInt32
        var state: EntryState
        var deaths: UInt8
        var flags: Flags
    }

    private struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let read = Flags(rawValue: 1)
        static let held = Flags(rawValue: 2)
        static let ephemeral = Flags(rawValue: 4)
        static let server = Flags(rawValue: 8)
    }

    private var slots: [UInt32: Slot] = [:]
    private var clients: [UInt32: UInt32] = [:]
    private var apps = Interner<AppID>()
    private var senders = Interner<PeerName>()
    /// In order of arrival; an id is stale when its entry's key is not the one noted here.
    private var arrivals: [(id: UInt32, key: Int64)] = []
    private var oldest = 0
    /// Before which of the arrivals there is none of one app or client.
    private var searched: (giver: RoomGiver, through: Int)?

    var count: Int { slots.count }

    subscript(id: ClientID) -> LiveEntry? {
        guard let slot = slots[id.rawValue] else { return nil }
        return entry(id.rawValue, slot)
    }

    subscript(server: ServerID) -> LiveEntry? {
        guard let id = clients[server.rawValue] else { return nil }
        return self[ClientID(rawValue: id)]
    }

    /// All entries, in no order.
    var entries: some Sequence<LiveEntry> {
        slots.lazy.compactMap { id, slot in entry(id, slot) }
    }

    func contains(_ id: UInt32) -> Bool {
        slots[id] != nil
    }

    /// Adds an entry, or overwrites the one with its id.
    mutating func set(_ entry: LiveEntry) {
        let id = entry.id.rawValue
        let old = slots[id]
        let slot = slot(entry, after: old)
        if let old { forgetServer(of: old, unlessOf: slot) }
        if slot.flags.contains(.server) { clients[slot.server] = id }
        slots[id] = slot
        if old?.key != slot.key {
            arrivals.append((id, slot.key))
            compactArrivals()
        }
    }

    @discardableResult
    mutating func remove(_ id: ClientID) -> LiveEntry? {
        guard let slot = slots[id.rawValue] else { return nil }
        let removed = entry(id.rawValue, slot)
        slots[id.rawValue] = nil
        apps.release(slot.app)
        apps.release(slot.sandbox)
        senders.release(slot.sender)
        forgetServer(of: slot, unlessOf: nil)
        return removed
    }

    /// The entry that arrived first; nil when there is none.
    ///
    /// - Parameter mayWait: whether it may be one that waits for the real server; those are looked
    ///   at anew each time.
    mutating func first(mayWait: Bool) -> LiveEntry? {
        while oldest < arrivals.count, isStale(arrivals[oldest]) { oldest += 1 }
        for arrival in arrivals[oldest...] {
            guard let slot = slots[arrival.id], slot.key == arrival.key else { continue }
            if mayWait || slot.state != .queued { return entry(arrival.id, slot) }
        }
        return nil
    }

    /// The entry of one app or client that arrived first; nil when there is none.
    ///
    /// While it is asked for the same one again and again, each arrival of others is looked at once:
    /// what it gets new comes behind.
    mutating func first(of giver: RoomGiver, mayWait: Bool) -> LiveEntry? {
        var place = oldest
        if let searched, searched.giver == giver { place = max(place, searched.through) }
        let (app, sender) = handles(of: giver)
        var own: Int?
        defer { searched = (giver, own ?? place) }
        while place < arrivals.count {
            let arrival = arrivals[place]
            if let slot = slots[arrival.id], slot.key == arrival.key,
                slot.app == app || slot.sender == sender
            {
                own = own ?? place
                if mayWait || slot.state != .queued { return entry(arrival.id, slot) }
            }
            place += 1
        }
        return nil
    }

    private func handles(of giver: RoomGiver) -> (app: UInt32?, sender: UInt32?) {
        switch giver {
        case .app(let app): (apps.handle(of: app), nil)
        case .client(let peer): (nil, senders.handle(of: peer))
        }
    }

    private func isStale(_ arrival: (id: UInt32, key: Int64)) -> Bool {
        slots[arrival.id]?.key != arrival.key
    }

    /// Keeps the list of arrivals at most twice as long as the table.
    private mutating func compactArrivals() {
        guard arrivals.count > 64, arrivals.count > 2 * slots.count + 1 else { return }
        arrivals = arrivals[oldest...].filter { !isStale($0) }
        oldest = 0
        searched = nil
    }

    private func entry(_ id: UInt32, _ slot: Slot) -> LiveEntry? {
        guard let app = apps[slot.app], let sender = senders[slot.sender] else { return nil }
        return LiveEntry(
            key: EntryKey(rawValue: slot.key), id: ClientID(rawValue: id), app: app,
            sender: sender, sandbox: apps[slot.sandbox], state: slot.state,
            server: slot.flags.contains(.server) ? ServerID(rawValue: slot.server) : nil,
            serverDeaths: Int(slot.deaths), isRead: slot.flags.contains(.read),
            isHeldFromBadge: slot.flags.contains(.held),
            isEphemeral: slot.flags.contains(.ephemeral), payloadBytes: Int(slot.payloadBytes))
    }

    /// The entry as it is kept, taking over what it has in common with the one that it overwrites.
    private mutating func slot(_ entry: LiveEntry, after old: Slot?) -> Slot {
        var flags: Flags = []
        if entry.isRead { flags.insert(.read) }
        if entry.isHeldFromBadge { flags.insert(.held) }
        if entry.isEphemeral { flags.insert(.ephemeral) }
        if entry.server != nil { flags.insert(.server) }
        return Slot(
            key: entry.key.rawValue, app: apps.retain(entry.app, insteadOf: old?.app),
            sender: senders.retain(entry.sender, insteadOf: old?.sender),
            sandbox: apps.retain(entry.sandbox, insteadOf: old?.sandbox),
            server: entry.server?.rawValue ?? 0,
            payloadBytes: UInt32(clamping: entry.payloadBytes), state: entry.state,
            deaths: UInt8(clamping: entry.serverDeaths), flags: flags)
    }

    private mutating func forgetServer(of slot: Slot, unlessOf new: Slot?) {
        guard slot.flags.contains(.server) else { return }
        if let new, new.flags.contains(.server), new.server == slot.server { return }
        clients[slot.server] = nil
    }
}
