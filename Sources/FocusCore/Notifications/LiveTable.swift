// SPDX-License-Identifier: Apache-2.0

/// The live notifications, by the id that their app got, and by the real server's id.
///
/// An entry takes about 70 bytes: apps, senders, sandboxes and Focuses are stored once, and entries
/// refer to them by number.
struct LiveTable: Sendable {
    /// The stored form of an entry, without its id.
    struct Slot: Sendable {
        fileprivate var key: Int64
        fileprivate var app: UInt32
        fileprivate var countedAs: UInt32
        fileprivate var sender: UInt32
        fileprivate var sandbox: UInt32
        fileprivate var focus: UInt32
        fileprivate var server: UInt32
        fileprivate var payloadBytes: UInt32
        fileprivate var textBytes: UInt32
        fileprivate var state: EntryState
        fileprivate var deaths: UInt8
        fileprivate var flags: Flags

        fileprivate init(
            _ entry: EntryFacts, _ app: UInt32, _ countedAs: UInt32, _ sender: UInt32,
            _ sandbox: UInt32, _ focus: UInt32
        ) {
            (self.app, self.countedAs, self.sender, self.sandbox) = (
                app, countedAs, sender, sandbox
            )
            self.focus = focus
            key = entry.key.rawValue
            server = entry.server?.rawValue ?? 0
            payloadBytes = UInt32(clamping: entry.payloadBytes)
            textBytes = UInt32(clamping: entry.textBytes)
            state = entry.state
            deaths = UInt8(clamping: entry.serverDeaths)
            flags = []
            if entry.isRead { flags.insert(.read) }
            if entry.isHeldFromBadge { flags.insert(.held) }
            if !entry.isStored { flags.insert(.unstored) }
            if entry.server != nil { flags.insert(.server) }
        }

        func facts(_ id: UInt32) -> EntryFacts {
            EntryFacts(
                key: EntryKey(rawValue: key), id: ClientID(rawValue: id), state: state,
                server: flags.contains(.server) ? ServerID(rawValue: server) : nil,
                serverDeaths: Int(deaths), isRead: flags.contains(.read),
                isHeldFromBadge: flags.contains(.held),
                isStored: !flags.contains(.unstored), payloadBytes: Int(payloadBytes),
                textBytes: Int(textBytes))
        }
    }

    fileprivate struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let read = Flags(rawValue: 1)
        static let held = Flags(rawValue: 2)
        static let unstored = Flags(rawValue: 4)
        static let server = Flags(rawValue: 8)
    }

    private var slots: [UInt32: Slot] = [:]
    /// The app's id of a notification, by the real server's id.
    private var clientIDs: [UInt32: UInt32] = [:]
    private var apps = Interner<AppID>()
    private var senders = Interner<PeerName>()
    private var focuses = Interner<FocusID>()
    /// The entries in order of arrival. An element is stale when its key differs from the key of
    /// the entry with its id.
    private var arrivals: [(id: UInt32, key: Int64)] = []
    private var oldest = 0
    /// The index in `arrivals` at which the next search for the same app or client goes on.
    private var searched: (holder: RoomHolder, through: Int)?

    var count: Int { slots.count }

    subscript(id: ClientID) -> LiveEntry? {
        guard let slot = slots[id.rawValue] else { return nil }
        return entry(id.rawValue, slot)
    }

    subscript(server: ServerID) -> LiveEntry? {
        guard let id = clientIDs[server.rawValue] else { return nil }
        return self[ClientID(rawValue: id)]
    }

    /// Returns the app's id of the notification whose popup has this id.
    func id(of server: ServerID) -> ClientID? {
        clientIDs[server.rawValue].map { ClientID(rawValue: $0) }
    }

    /// All entries, in no order.
    var entries: some Sequence<LiveEntry> {
        slots.lazy.compactMap { id, slot in entry(id, slot) }
    }

    /// The facts of all entries, in no order, at a fraction of the cost of ``entries``.
    var facts: some Sequence<EntryFacts> {
        slots.lazy.map { id, slot in slot.facts(id) }
    }

    /// Returns the facts of the entries of an app, and of those that its badge counts.
    func facts(about app: AppID) -> [EntryFacts] {
        guard let handle = apps.handle(of: app) else { return [] }
        return slots.lazy.filter { $0.value.app == handle || $0.value.countedAs == handle }
            .map { id, slot in slot.facts(id) }
    }

    /// Returns the facts of the entries whose badge is that of an app.
    func facts(ofBadge app: AppID) -> [EntryFacts] {
        guard let handle = apps.handle(of: app) else { return [] }
        return slots.lazy.filter { $0.value.countedAs == handle }.map { id, slot in slot.facts(id) }
    }

    /// Returns the notifications in the missed list that a Focus silenced, by Focus and app.
    func missed(where isWanted: (EntryKey) -> Bool) -> [MissedGroup] {
        // By number: to hash and compare the names of each would take many times as long.
        var places: [GroupNumbers: Int] = [:]
        var groups: [MissedGroup] = []
        for (id, slot) in slots {
            guard slot.state == .silenced, slot.flags.isDisjoint(with: [.read, .unstored]),
                isWanted(EntryKey(rawValue: slot.key)), let focus = focuses[slot.focus],
                let app = apps[slot.app], let countedAs = apps[slot.countedAs]
            else { continue }
            let numbers = GroupNumbers(focus: slot.focus, app: slot.app, countedAs: slot.countedAs)
            if let place = places[numbers] {
                groups[place].add(slot.facts(id))
            } else {
                places[numbers] = groups.count
                groups.append(MissedGroup(slot.facts(id), of: app, countedAs: countedAs, focus))
            }
        }
        return groups
    }

    /// The numbers of the values that the members of a ``MissedGroup`` share.
    private struct GroupNumbers: Hashable {
        let focus: UInt32
        let app: UInt32
        let countedAs: UInt32
    }

    func contains(_ id: UInt32) -> Bool {
        slots[id] != nil
    }

    /// Returns the stored form of the entry with this id.
    func slot(of id: UInt32) -> Slot? { slots[id] }

    func isOf(_ sender: Sender, _ slot: Slot) -> Bool {
        senders.holds(sender.peer, at: slot.sender) && apps.holds(sender.sandbox, at: slot.sandbox)
    }

    func isOf(_ app: AppID, countedAs: AppID, _ slot: Slot) -> Bool {
        apps.holds(app, at: slot.app) && apps.holds(countedAs, at: slot.countedAs)
    }

    /// Adds an entry, or overwrites the entry with its id.
    mutating func set(_ entry: LiveEntry) {
        set(
            entry.facts, entry.app, countedAs: entry.countedAs,
            Sender(peer: entry.sender, sandbox: entry.sandbox), entry.focus,
            after: slots[entry.id.rawValue])
    }

    /// Adds an entry, or overwrites the entry with its id.
    /// - Parameter old: the stored form of the overwritten entry, if there is one.
    mutating func set(
        _ entry: EntryFacts, _ app: AppID, countedAs: AppID, _ sender: Sender, _ focus: FocusID?,
        after old: Slot?
    ) {
        // Keeps the numbers that both entries have in common.
        let slot = Slot(
            entry, apps.retain(app, insteadOf: old?.app),
            apps.retain(countedAs, insteadOf: old?.countedAs),
            senders.retain(sender.peer, insteadOf: old?.sender),
            apps.retain(sender.sandbox, insteadOf: old?.sandbox),
            focuses.retain(focus, insteadOf: old?.focus))
        set(entry.id.rawValue, slot, after: old)
    }

    /// Overwrites an entry with another of the same id, app and sender.
    mutating func replace(_ old: Slot, with entry: EntryFacts, _ focus: FocusID?) {
        let slot = Slot(
            entry, old.app, old.countedAs, old.sender, old.sandbox,
            focuses.retain(focus, insteadOf: old.focus))
        set(entry.id.rawValue, slot, after: old)
    }

    /// Releases all entries that a Focus holds back from badges.
    ///
    /// - Returns: the number of released entries that a badge counts, by the badge's app.
    mutating func releaseHeld() -> [(app: AppID, count: UInt32)] {
        var counts: [UInt32: UInt32] = [:]
        for index in slots.indices where slots.values[index].flags.contains(.held) {
            slots.values[index].flags.remove(.held)
            let slot = slots.values[index]
            if slot.flags.isDisjoint(with: [.read, .unstored]) {
                counts[slot.countedAs, default: 0] += 1
            }
        }
        return counts.compactMap { handle, count in apps[handle].map { ($0, count) } }
    }

    private mutating func set(_ id: UInt32, _ slot: Slot, after old: Slot?) {
        if let old, old.flags.contains(.server) { forgetServer(of: old, id, unlessOf: slot) }
        if slot.flags.contains(.server) { clientIDs[slot.server] = id }
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
        apps.release(slot.countedAs)
        apps.release(slot.sandbox)
        senders.release(slot.sender)
        focuses.release(slot.focus)
        forgetServer(of: slot, id.rawValue, unlessOf: nil)
        return removed
    }

    /// Returns the entry that arrived first; nil if there is none.
    ///
    /// - Parameter mayWait: true to include entries that wait for the server. Skipped waiting
    ///   entries are examined again in each call.
    mutating func first(mayWait: Bool) -> LiveEntry? {
        while oldest < arrivals.count, isStale(arrivals[oldest]) { oldest += 1 }
        for arrival in arrivals[oldest...] {
            guard let slot = slots[arrival.id], slot.key == arrival.key else { continue }
            if mayWait || slot.state != .queued { return entry(arrival.id, slot) }
        }
        return nil
    }

    /// Returns the entry of one app or client that arrived first; nil if there is none.
    ///
    /// Repeated calls for the same app or client examine each arrival of others only once: new
    /// arrivals come at the end.
    mutating func first(of holder: RoomHolder, mayWait: Bool) -> LiveEntry? {
        var place = oldest
        if let searched, searched.holder == holder { place = max(place, searched.through) }
        let (app, sender) = handles(of: holder)
        var own: Int?
        defer { searched = (holder, own ?? place) }
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

    private func handles(of holder: RoomHolder) -> (app: UInt32?, sender: UInt32?) {
        switch holder {
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

    /// Returns the whole entry.
    func entry(_ id: UInt32, _ slot: Slot) -> LiveEntry? {
        guard let app = apps[slot.app], let sender = senders[slot.sender] else { return nil }
        return LiveEntry(
            slot.facts(id), app: app, countedAs: apps[slot.countedAs], sender: sender,
            sandbox: apps[slot.sandbox], focus: focuses[slot.focus])
    }

    /// Forgets the popup of an entry, unless the popup is another entry's now.
    private mutating func forgetServer(of slot: Slot, _ id: UInt32, unlessOf new: Slot?) {
        guard slot.flags.contains(.server), clientIDs[slot.server] == id else { return }
        if let new, new.flags.contains(.server), new.server == slot.server { return }
        clientIDs[slot.server] = nil
    }
}
