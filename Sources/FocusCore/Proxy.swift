// SPDX-License-Identifier: Apache-2.0

// What focusd holds of each notification between its arrival and its end (DESIGN §7): which id
// its app knows it by, who sent it, and which id the real server gave it.
//
// Whose a notification is: its sender's while that sender is on the bus. Afterwards, any
// unsandboxed program's of the user, and of sandboxed ones those with the same app id.
//
// `replaces_id`: 0 asks for a new id. The id of a notification that is the caller's keeps the id
// and ends the older notification. The id of somebody else's notification gets a new id (some
// clients invent ids). An id that nobody has is taken as it is.
//
// A notification is here until it is over: dismissed, acted on, closed by its app or read. The
// end of its popup's time is not its end; it stays as unread.

/// A client on the session bus and what is known of it.
package struct Sender: Hashable, Sendable {
    package let peer: PeerName
    /// Its own id where it runs in a sandbox.
    package let sandbox: AppID?

    package init(peer: PeerName, sandbox: AppID? = nil) {
        self.peer = peer
        self.sandbox = sandbox
    }
}

/// What ``Proxy/admit(app:from:replaces:verdict:isFeedback:)`` made of a notification.
package struct Admission: Sendable {
    package let entry: LiveEntry
    /// The notification that it took the id of, which is now over.
    package let replaced: LiveEntry?
    /// The notification that had to make room.
    package let evicted: LiveEntry?
}

/// The notifications that are not over, and the badges that follow from them.
package struct Proxy: Sendable {
    private var live = LiveTable()
    private var present: Set<PeerName> = []
    /// One of those that are present: nearly always the one that comes next.
    private var latest: PeerName?
    private var perApp = Holdings<AppID>()
    private var perClient = Holdings<PeerName>()
    /// Who gives way while the room is short, and for how many more it stays so.
    private var giver: (giver: RoomGiver, uses: Int)?
    private var lastID: UInt32
    private var nextKey: Int64
    private let capacity: Int
    package var badges = Badges()
    /// How many are in the missed list.
    package private(set) var missed = 0
    /// What waits for the real server.
    package private(set) var waiting = Waiting()

    /// - Parameters:
    ///   - lastID: the id given out last.
    ///   - nextKey: greater than every key in the store.
    ///   - capacity: how many may be live, ``Limits/liveNotifications`` unless told.
    package init(
        lastID: ClientID, nextKey: EntryKey, capacity: Int = Limits.liveNotifications
    ) {
        self.lastID = lastID.rawValue
        self.nextKey = nextKey.rawValue
        self.capacity = capacity
    }

    package var count: Int { live.count }

    /// The key that the next notification gets.
    package var nextEntryKey: EntryKey { EntryKey(rawValue: nextKey) }

    package subscript(id: ClientID) -> LiveEntry? { live[id] }

    package subscript(server: ServerID) -> LiveEntry? { live[server] }

    /// All entries, in no order.
    package var entries: some Sequence<LiveEntry> { live.entries }

    /// Puts back an entry that was live when focusd last ran.
    package mutating func restore(_ entry: LiveEntry) {
        add(entry)
    }

    // MARK: Clients

    /// Notes that a client is on the bus; its notifications are its own until it leaves.
    package mutating func peerAppeared(_ peer: PeerName) {
        if latest == peer { return }
        present.insert(peer)
        latest = peer
    }

    package mutating func peerLeft(_ peer: PeerName) {
        present.remove(peer)
        latest = nil
    }

    package func isPresent(_ peer: PeerName) -> Bool {
        present.contains(peer)
    }

    private func owns(_ sender: Sender, _ entry: LiveEntry) -> Bool {
        // What follows says the same, at the cost of looking the client up.
        if entry.sender == sender.peer, entry.sandbox == sender.sandbox { return true }
        if present.contains(entry.sender) { return entry.sender == sender.peer }
        guard let sandbox = sender.sandbox else { return true }
        return entry.sandbox == sandbox
    }

    // MARK: Arrival

    /// Whether a notification would take the place of another one.
    package func replaces(_ id: UInt32, from sender: Sender) -> Bool {
        guard id != 0, let older = live[ClientID(rawValue: id)] else { return false }
        return owns(sender, older)
    }

    /// What waits for the real server, of the app or of the client, whoever has more.
    package func waiting(of app: AppID, _ peer: PeerName) -> Waiting {
        let (app, client) = (perApp[app].waiting, perClient[peer].waiting)
        return Waiting(count: max(app.count, client.count), bytes: max(app.bytes, client.bytes))
    }

    /// Takes a decided notification in and gives it its id.
    ///
    /// - Parameters:
    ///   - isHeld: whether the badge counts it only when the Focus has ended; as a rule what a
    ///     Focus silenced.
    ///   - payloadBytes: what the store keeps of it.
    package mutating func admit(
        app: AppID, from sender: Sender, replaces: UInt32, verdict: Verdict, isFeedback: Bool,
        isHeld: Bool? = nil, payloadBytes: Int = 0
    ) -> Admission {
        var replaced: LiveEntry?
        let id: ClientID
        if replaces == 0 {
            id = freshID()
        } else if let older = live[ClientID(rawValue: replaces)] {
            if owns(sender, older) {
                id = older.id
                replaced = older
            } else {
                id = freshID()
            }
        } else {
            id = ClientID(rawValue: replaces)
        }
        let evicted = replaced == nil ? makeRoom() : nil
        let entry = LiveEntry(
            key: EntryKey(rawValue: nextKey), id: id, app: app, sender: sender.peer,
            sandbox: sender.sandbox, state: verdict == .deliver ? .queued : .silenced,
            server: verdict == .deliver ? replaced?.server : nil,
            isHeldFromBadge: isHeld ?? (verdict == .silence), isEphemeral: isFeedback,
            payloadBytes: isFeedback ? 0 : payloadBytes)
        nextKey += 1
        if let replaced {
            replace(replaced, with: entry)
        } else {
            add(entry)
        }
        return Admission(entry: entry, replaced: replaced, evicted: evicted)
    }

    private mutating func freshID() -> ClientID {
        repeat { lastID = lastID == .max ? 1 : lastID + 1 } while live.contains(lastID)
        return ClientID(rawValue: lastID)
    }

    private mutating func makeRoom() -> LiveEntry? {
        guard live.count >= capacity else { return nil }
        let giver = greediest()
        // What waits to be shown was promised to be: it goes last, and then not before it is all
        // that there is (see ``Limits/waitingNotifications``).
        let victim =
            giver.flatMap { live.first(of: $0, mayWait: false) } ?? live.first(mayWait: false)
            ?? giver.flatMap { live.first(of: $0, mayWait: true) } ?? live.first(mayWait: true)
        guard let victim else { return nil }
        remove(victim)
        return victim
    }

    /// The app or client that holds the most, if that is more than an equal share.
    ///
    /// Looking at all of them costs more than an arrival, so that it is done once for many.
    private mutating func greediest() -> RoomGiver? {
        if let (giver, uses) = giver, uses > 0, isGreedy(giver) {
            self.giver = (giver, uses - 1)
            return giver
        }
        giver = nil
        let app = perApp.largest.flatMap { isGreedy(.app($0.holder)) ? $0 : nil }
        let client = perClient.largest.flatMap { isGreedy(.client($0.holder)) ? $0 : nil }
        let largest: RoomGiver
        switch (app, client) {
        case (let app?, let client?) where client.count <= app.count: largest = .app(app.holder)
        case (_, let client?): largest = .client(client.holder)
        case (let app?, nil): largest = .app(app.holder)
        case (nil, nil): return nil
        }
        giver = (largest, Self.giverUses)
        return largest
    }

    private func isGreedy(_ giver: RoomGiver) -> Bool {
        switch giver {
        case .app(let app): perApp.isGreedy(app, of: live.count)
        case .client(let peer): perClient.isGreedy(peer, of: live.count)
        }
    }

    /// How many make room before it is looked anew for whoever holds the most.
    private static let giverUses = 32

    // MARK: Change and end

    /// The notification, if the sender may close it.
    package func closable(_ id: ClientID, by sender: Sender) -> LiveEntry? {
        live[id].flatMap { owns(sender, $0) ? $0 : nil }
    }

    /// Ends a notification; nil when it is not live, or lives on under a newer key.
    @discardableResult
    package mutating func end(_ id: ClientID, key: EntryKey? = nil) -> LiveEntry? {
        guard let entry = live[id], key == nil || entry.key == key else { return nil }
        remove(entry)
        return entry
    }

    /// Changes an entry in place; id, key and app stay as they are.
    package mutating func update(
        _ id: ClientID, key: EntryKey? = nil, _ change: (inout LiveEntry) -> Void
    ) -> LiveEntry? {
        guard var entry = live[id], key == nil || entry.key == key else { return nil }
        let old = entry
        change(&entry)
        live.set(entry)
        addWaiting(entry.waiting - old.waiting, entry)
        recount(old, as: entry)
        return entry
    }

    private mutating func addWaiting(_ more: Waiting, _ entry: LiveEntry) {
        guard more != Waiting() else { return }
        waiting += more
        perApp.addWaiting(more, to: entry.app)
        perClient.addWaiting(more, to: entry.sender)
    }

    /// The Focus ended: what it silenced counts in the badges from now on.
    package mutating func releaseHeld() {
        for entry in Array(live.entries) where entry.isHeldFromBadge {
            _ = update(entry.id) { $0.isHeldFromBadge = false }
        }
    }

    private mutating func add(_ entry: LiveEntry) {
        live.set(entry)
        perApp.add(entry.app, waiting: entry.waiting)
        perClient.add(entry.sender, waiting: entry.waiting)
        waiting += entry.waiting
        count(entry)
    }

    private mutating func remove(_ entry: LiveEntry) {
        live.remove(entry.id)
        perApp.remove(entry.app, waiting: entry.waiting)
        perClient.remove(entry.sender, waiting: entry.waiting)
        waiting = waiting - entry.waiting
        uncount(entry)
    }

    /// Puts an entry in the place of an older one with its id.
    private mutating func replace(_ old: LiveEntry, with entry: LiveEntry) {
        live.set(entry)
        // As a rule nothing of this changes but the length.
        if old.app == entry.app, old.sender == entry.sender {
            addWaiting(entry.waiting - old.waiting, entry)
        } else {
            perApp.add(entry.app, waiting: entry.waiting)
            perApp.remove(old.app, waiting: old.waiting)
            perClient.add(entry.sender, waiting: entry.waiting)
            perClient.remove(old.sender, waiting: old.waiting)
            waiting += entry.waiting - old.waiting
        }
        recount(old, as: entry)
    }

    /// Takes back what `old` counted and counts `entry`: nothing at all where they count alike.
    private mutating func recount(_ old: LiveEntry, as entry: LiveEntry) {
        if !badges.countsAlike(old, entry) {
            badges.uncount(old)
            badges.count(entry)
        }
        if old.isMissed { missed -= 1 }
        if entry.isMissed { missed += 1 }
    }

    private mutating func count(_ entry: LiveEntry) {
        badges.count(entry)
        if entry.isMissed { missed += 1 }
    }

    private mutating func uncount(_ entry: LiveEntry) {
        badges.uncount(entry)
        if entry.isMissed { missed -= 1 }
    }
}

extension LiveEntry {
    /// Whether the missed list holds it.
    package var isMissed: Bool { state == .silenced && !isRead }
}
