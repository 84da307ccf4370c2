// SPDX-License-Identifier: Apache-2.0

// Keeps the live notifications (Design.md, "Notifications"): of each, the id that its app uses, its
// sender, and the id that the server uses.
//
// Owner of a notification: its sender while that sender is on the bus. Afterwards, any unsandboxed
// program of the user, and sandboxed programs with the same app id.
//
// `replaces_id`:
//
// - 0: the notification gets a new id.
// - The id of a notification that the caller owns: the new notification keeps the id, and the older
//   one ends. If the older one's sender has left, both must be of the same app, script or program,
//   or a tool such as `notify-send` must send the new one: Electron passes small numbers that it
//   was never given.
// - The id of another owner's notification: the notification gets a new id (some clients invent
//   ids).
// - A free id: the notification gets that id, except from a sandboxed client.
//
// A notification is live until it is dismissed, acted on, closed by its app or read. When its popup
// expires, the notification stays live as unread.

/// The result of admitting a notification to ``LiveNotifications``.
package struct Admission: Sendable {
    package let entry: EntryFacts
    /// The notification that had the same id, which has ended now.
    package let replaced: EntryFacts?
    /// The notification that made room.
    package let evicted: LiveEntry?
}

/// The live notifications, and the badges that follow from them.
package struct LiveNotifications: Sendable {
    private var table = LiveTable()
    private var present: Set<PeerName> = []
    /// The client that appeared last. The next call is almost always about the same client.
    private var latest: PeerName?
    private var perApp = RoomUse<AppID>()
    private var perClient = RoomUse<PeerName>()
    /// The app or client that makes room while room is short, and its number of remaining turns.
    private var knownGreediest: (holder: RoomHolder, uses: Int)?
    private var lastID: UInt32
    private var nextKey: Int64
    private let capacity: Int
    /// The key of the first notification of this run of focusd.
    package let firstEntryKey: EntryKey
    package var badges = Badges()
    /// Number of notifications in the missed list.
    package private(set) var missed = 0
    /// The notifications that wait for the server.
    package private(set) var waiting = Waiting()

    /// - Parameters:
    ///   - lastID: the last assigned id.
    ///   - nextKey: greater than every key in the store.
    ///   - capacity: maximum number of live notifications.
    package init(
        lastID: ClientID, nextKey: EntryKey, capacity: Int = Limits.liveNotifications
    ) {
        self.lastID = lastID.rawValue
        self.nextKey = nextKey.rawValue
        firstEntryKey = nextKey
        self.capacity = capacity
    }

    package var count: Int { table.count }

    /// The last assigned id.
    package var lastClientID: ClientID { ClientID(rawValue: lastID) }

    /// The key that the next notification gets.
    package var nextEntryKey: EntryKey { EntryKey(rawValue: nextKey) }

    // Mutating, although they change nothing: a getter would copy the value out of the class part
    // by part, and each delivery uses one of these.

    package subscript(id: ClientID) -> LiveEntry? { mutating get { table[id] } }

    package subscript(server: ServerID) -> LiveEntry? { mutating get { table[server] } }

    /// Returns the id of the notification whose popup has this id.
    package mutating func id(of server: ServerID) -> ClientID? { table.id(of: server) }

    /// All entries, in no order.
    package var entries: some Sequence<LiveEntry> { table.entries }

    /// The facts of all entries, in no order, at a fraction of the cost of ``entries``.
    package var facts: some Sequence<EntryFacts> { table.facts }

    /// Returns the facts of a live notification.
    package mutating func facts(of id: ClientID) -> EntryFacts? {
        table.slot(of: id.rawValue)?.facts(id.rawValue)
    }

    /// Returns the notifications in the missed list that a Focus silenced, by Focus and app.
    ///
    /// - Parameter isWanted: returns false for the key of a notification to leave out.
    package func missed(where isWanted: (EntryKey) -> Bool) -> [MissedGroup] {
        table.missed(where: isWanted)
    }

    /// Returns the facts of an app's notifications, and of those that a tool sent for it.
    package func facts(about app: AppID) -> [EntryFacts] { table.facts(about: app) }

    /// Returns the facts of the notifications that the badge of an app counts.
    package func facts(inBadgeOf app: AppID) -> [EntryFacts] {
        table.facts(ofBadge: app).filter(\.countsInBadge)
    }

    /// Restores an entry that was live when focusd last ran.
    package mutating func restore(_ entry: LiveEntry) {
        add(
            entry.facts, entry.app, countedAs: entry.countedAs,
            Sender(peer: entry.sender, sandbox: entry.sandbox), entry.focus)
    }

    // MARK: Clients

    /// Records that a client is on the bus. The client owns its notifications until it leaves.
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
        if present.contains(entry.sender) { return entry.sender == sender.peer }
        guard let sandbox = sender.sandbox else { return true }
        return entry.sandbox == sandbox
    }

    private func mayReplace(
        _ id: UInt32, _ slot: LiveTable.Slot, _ app: AppID, _ countedAs: AppID, _ sender: Sender
    ) -> Bool {
        // Avoids a lookup of the present clients.
        if table.isOf(sender, slot) { return true }
        guard let entry = table.entry(id, slot), owns(sender, entry) else { return false }
        if entry.sender == sender.peer || sender.sandbox != nil || sender.isTool { return true }
        return entry.app == app || entry.countedAs == countedAs
    }

    // MARK: Arrival

    /// Returns true if a notification of the app would replace another one.
    package func replaces(
        _ id: UInt32, app: AppID, countedAs: AppID? = nil, from sender: Sender
    ) -> Bool {
        guard id != 0, let older = table.slot(of: id) else { return false }
        return mayReplace(id, older, app, countedAs ?? app, sender)
    }

    /// Returns the number and the bytes of notifications that wait for the server: of each, the
    /// larger value of the app and of the client.
    package func waiting(of app: AppID, _ peer: PeerName) -> Waiting {
        let (app, client) = (perApp[app].waiting, perClient[peer].waiting)
        return Waiting(count: max(app.count, client.count), bytes: max(app.bytes, client.bytes))
    }

    /// Returns the bytes of texts that the store keeps of an app's live notifications.
    package func textBytes(of app: AppID) -> Int { perApp[app].textBytes }

    /// Adds a notification after its decision and assigns its id.
    ///
    /// - Parameters:
    ///   - focus: the Focus that had a part in the decision.
    ///   - isStored: false for a notification that is shown alone: neither history nor a badge has
    ///     it, and its sizes count as 0. That is feedback, and a notification of focusd's own.
    ///   - isTransient: true to count the notification as read from the start, if it is to be
    ///     shown.
    ///   - isHeld: true if the badge counts it only after the Focus has ended; by default true for
    ///     a silenced notification.
    ///   - payloadBytes: size of the message that the store keeps.
    ///   - textBytes: size of the texts that the store keeps beside the message.
    package mutating func admit(
        app: AppID, countedAs: AppID? = nil, from sender: Sender, replaces: UInt32,
        verdict: Verdict,
        focus: FocusID? = nil, isStored: Bool, isTransient: Bool = false, isHeld: Bool? = nil,
        payloadBytes: Int = 0, textBytes: Int = 0
    ) -> Admission {
        let countedAs = countedAs ?? app
        let isQueued = verdict == .deliver
        var entry = EntryFacts(
            key: EntryKey(rawValue: nextKey), id: ClientID(rawValue: replaces),
            state: isQueued ? .queued : .silenced, isRead: isTransient && isQueued,
            isHeldFromBadge: isHeld ?? !isQueued,
            isStored: isStored, payloadBytes: isStored ? payloadBytes : 0,
            textBytes: isStored ? textBytes : 0)
        nextKey += 1
        let older = replaces == 0 ? nil : table.slot(of: replaces)
        if let older, mayReplace(replaces, older, app, countedAs, sender) {
            let replaced = older.facts(replaces)
            if isQueued { entry.server = replaced.server }
            replace(older, replaced, with: entry, app, countedAs: countedAs, sender, focus)
            return Admission(entry: entry, replaced: replaced, evicted: nil)
        }
        // A sandboxed client gets a new id even if the asked one is free. Otherwise a new id would
        // tell it that a notification of another app has the asked one.
        if replaces == 0 || older != nil || sender.sandbox != nil { entry.id = freshID() }
        let evicted = makeRoom()
        add(entry, app, countedAs: countedAs, sender, focus)
        return Admission(entry: entry, replaced: nil, evicted: evicted)
    }

    private mutating func freshID() -> ClientID {
        repeat { lastID = lastID == .max ? 1 : lastID + 1 } while table.contains(lastID)
        return ClientID(rawValue: lastID)
    }

    private mutating func makeRoom() -> LiveEntry? {
        guard table.count >= capacity else { return nil }
        let holder = greediest()
        // A notification that waits for delivery makes room only if there is no other (see
        // ``Limits/waitingNotifications``).
        let victim =
            holder.flatMap { table.first(of: $0, mayWait: false) } ?? table.first(mayWait: false)
            ?? holder.flatMap { table.first(of: $0, mayWait: true) } ?? table.first(mayWait: true)
        guard let victim else { return nil }
        remove(victim)
        return victim
    }

    /// Returns the app or client with most notifications, if it has more than an equal share.
    ///
    /// The search costs more than an arrival, so its result serves many arrivals.
    private mutating func greediest() -> RoomHolder? {
        if let (holder, uses) = knownGreediest, uses > 0, isGreedy(holder) {
            knownGreediest = (holder, uses - 1)
            return holder
        }
        knownGreediest = nil
        let app = perApp.largest.flatMap { isGreedy(.app($0.holder)) ? $0 : nil }
        let client = perClient.largest.flatMap { isGreedy(.client($0.holder)) ? $0 : nil }
        let largest: RoomHolder
        switch (app, client) {
        case (let app?, let client?) where client.count <= app.count: largest = .app(app.holder)
        case (_, let client?): largest = .client(client.holder)
        case (let app?, nil): largest = .app(app.holder)
        case (nil, nil): return nil
        }
        knownGreediest = (largest, Self.greediestUses)
        return largest
    }

    private func isGreedy(_ holder: RoomHolder) -> Bool {
        switch holder {
        case .app(let app): perApp.isGreedy(app, of: table.count)
        case .client(let peer): perClient.isGreedy(peer, of: table.count)
        }
    }

    /// Number of notifications that make room between two searches for the largest holder.
    private static let greediestUses = 32

    // MARK: Changes and ends

    /// Returns the notification if the sender may close it.
    package func closable(_ id: ClientID, by sender: Sender) -> LiveEntry? {
        table[id].flatMap { owns(sender, $0) ? $0 : nil }
    }

    /// Ends a notification; returns nil if no live notification has this id, or its key is not
    /// `key`.
    @discardableResult
    package mutating func end(_ id: ClientID, key: EntryKey? = nil) -> LiveEntry? {
        guard let entry = table[id], key == nil || entry.key == key else { return nil }
        remove(entry)
        return entry
    }

    /// Changes an entry in place; id, key and app stay as they are.
    package mutating func update(
        _ id: ClientID, key: EntryKey? = nil, _ change: (inout LiveEntry) -> Void
    ) -> LiveEntry? {
        guard var entry = table[id], key == nil || entry.facts.key == key else {
            return nil
        }
        let old = entry.facts
        change(&entry)
        table.set(entry)
        addWaiting(entry.facts.waiting - old.waiting, entry.app, entry.sender)
        perApp.addTextBytes(entry.textBytes - old.textBytes, to: entry.app)
        recount(old, of: entry.countedAs, as: entry.facts, of: entry.countedAs)
        return entry
    }

    private mutating func addWaiting(_ more: Waiting, _ app: AppID, _ sender: PeerName) {
        guard more != Waiting() else { return }
        waiting += more
        perApp.addWaiting(more, to: app)
        perClient.addWaiting(more, to: sender)
    }

    /// Lets the badges count the notifications that the ended Focus silenced.
    package mutating func countHeldInBadges() {
        for (app, count) in table.releaseHeld() { badges.release(count, of: app) }
    }

    private mutating func add(
        _ entry: EntryFacts, _ app: AppID, countedAs: AppID, _ sender: Sender, _ focus: FocusID?
    ) {
        table.set(
            entry, app, countedAs: countedAs, sender, focus,
            after: table.slot(of: entry.id.rawValue))
        perApp.add(app, waiting: entry.waiting, textBytes: entry.textBytes)
        perClient.add(sender.peer, waiting: entry.waiting)
        waiting += entry.waiting
        badges.count(entry, of: countedAs)
        if entry.isMissed { missed += 1 }
    }

    private mutating func remove(_ entry: LiveEntry) {
        table.remove(entry.id)
        perApp.remove(entry.app, waiting: entry.waiting, textBytes: entry.textBytes)
        perClient.remove(entry.sender, waiting: entry.waiting)
        waiting = waiting - entry.waiting
        badges.uncount(entry.facts, of: entry.countedAs)
        if entry.isMissed { missed -= 1 }
    }

    /// Replaces an older entry with the same id.
    private mutating func replace(
        _ slot: LiveTable.Slot, _ old: EntryFacts, with entry: EntryFacts, _ app: AppID,
        countedAs: AppID, _ sender: Sender, _ focus: FocusID?
    ) {
        // App and sender are almost always the same.
        guard table.isOf(app, countedAs: countedAs, slot), table.isOf(sender, slot) else {
            return exchange(slot, old, with: entry, app, countedAs: countedAs, sender, focus)
        }
        table.replace(slot, with: entry, focus)
        addWaiting(entry.waiting - old.waiting, app, sender.peer)
        perApp.addTextBytes(entry.textBytes - old.textBytes, to: app)
        recount(old, of: countedAs, as: entry, of: countedAs)
    }

    /// Replaces an entry where the app or the client has changed.
    private mutating func exchange(
        _ slot: LiveTable.Slot, _ old: EntryFacts, with entry: EntryFacts, _ app: AppID,
        countedAs: AppID, _ sender: Sender, _ focus: FocusID?
    ) {
        guard let before = table.entry(old.id.rawValue, slot) else { return }
        table.set(entry, app, countedAs: countedAs, sender, focus, after: slot)
        perApp.add(app, waiting: entry.waiting, textBytes: entry.textBytes)
        perApp.remove(before.app, waiting: old.waiting, textBytes: old.textBytes)
        perClient.add(sender.peer, waiting: entry.waiting)
        perClient.remove(before.sender, waiting: old.waiting)
        waiting += entry.waiting - old.waiting
        recount(old, of: before.countedAs, as: entry, of: countedAs)
    }

    /// Reverts the counts of `old` and counts `entry`, if their counts differ.
    private mutating func recount(
        _ old: EntryFacts, of oldApp: AppID, as entry: EntryFacts, of app: AppID
    ) {
        if !badges.countsAlike(old, entry) || oldApp != app {
            badges.uncount(old, of: oldApp)
            badges.count(entry, of: app)
        }
        if old.isMissed { missed -= 1 }
        if entry.isMissed { missed += 1 }
    }
}
