// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import FocusCore

extension Store {
    /// Adds a notification that is not over, with the message that it arrived as.
    /// - Parameter apart: whether the message is kept in a file of its own, however short: it is then
    ///   in no other, and goes with it.
    /// - Throws: `.duplicate` when the key is taken, `.full` and the like.
    package func insert(
        _ record: EntryRecord, payload: UnsafeRawBufferPointer?, apart: Bool = false
    ) throws(StoreError) {
        try unsafe insert(
            record.facts, record.notification, record.decision, at: record.time,
            focus: record.focus, from: Sender(peer: record.sender, sandbox: record.sandbox),
            payload: payload, apart: apart)
    }

    /// Adds a notification as it arrives: the same, without a record that is made for this alone.
    package func insert(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, apart: Bool
    ) throws(StoreError) {
        let size = unsafe payload?.count ?? 0
        var kept = unsafe size == 0 ? nil : payload
        if apart || size >= PayloadFiles.smallest,
            try unsafe writeFile(payload, for: facts.key, insists: apart)
        {
            unsafe kept = nil
        }
        let isPending = try unsafe insertPending(
            facts, notification, decision, at: time, focus: focus, from: sender, payload: kept,
            size: size)
        if isPending { return }
        try unsafe insertRow(
            facts, notification, decision, at: time, focus: focus, from: sender, payload: kept,
            size: size)
    }

    /// Gives a message a file of its own; false where it has none.
    private func writeFile(
        _ payload: UnsafeRawBufferPointer?, for key: EntryKey, insists: Bool
    ) throws(StoreError) -> Bool {
        guard let payload = unsafe payload, payload.count > 0 else { return false }
        do throws(StoreError) {
            try unsafe files?.write(payload, for: key)
            return files != nil
        } catch {
            // What has no room of its own goes with the others, unless it must not.
            if insists { throw error }
            return false
        }
    }

    /// Gives a notification its row in the current transaction.
    /// - Parameter payload: what the row is to hold of it; nil where there is none or a file has it.
    func insertRow(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, size: Int
    ) throws(StoreError) {
        try change { () throws(StoreError) in
            // What is pending comes before it.
            try absorb()
            func write(_ memory: UnsafeMutableRawBufferPointer) -> Int {
                unsafe RecordCodec.write(
                    facts, notification, decision, at: time, focus: focus, from: sender,
                    payload: nil, size: size, to: memory)
            }
            let length = unsafe write(UnsafeMutableRawBufferPointer(start: nil, count: 0))
            var bytes = [UInt8](repeating: 0, count: length)
            let statement = try statement(.insert)
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                _ = unsafe write(buffer)
                return unsafe RecordView(UnsafeRawBufferPointer(buffer)).map { view in
                    unsafe statement.insert(view, payload: payload)
                }
            }
            statement.reset()
            guard let result, result == SQLITE_DONE else {
                throw StoreError(
                    sqlite: result ?? SQLITE_CONSTRAINT, doing: "storing a notification")
            }
            if let known = knownNextKey, facts.key >= known {
                knownNextKey = EntryKey(rawValue: facts.key.rawValue + 1)
            }
            addPayloadBytes(size)
        }
    }

    /// Moves an entry to history, without its payload. Unknown keys are ignored.
    /// - Parameter state: a final one.
    package func finish(
        _ key: EntryKey, as state: EntryState, at time: Timestamp
    ) throws(StoreError) {
        try finish([key], as: state, at: time)
    }

    /// Moves entries to history, without their payloads. Unknown keys are ignored.
    ///
    /// Keys that follow each other without a gap are moved together, at a fraction of the cost.
    /// What was replaced or had to make room may come back after a kill: ``EntryState/replaced``
    /// and ``EntryState/evicted`` are not written at once.
    /// - Parameter state: a final one, that of all.
    package func finish(
        _ keys: [EntryKey], as state: EntryState, at time: Timestamp
    ) throws(StoreError) {
        precondition(state.isFinal, "only what is over lies in history")
        var keys = keys
        if state == .replaced || state == .evicted {
            keys = try endPending(keys, as: state, at: time)
        }
        var run: ClosedRange<EntryKey>?
        for key in keys.sorted() {
            if let current = run {
                if key.rawValue - current.upperBound.rawValue <= 1 {
                    run = current.lowerBound...key
                    continue
                }
                try finish(current, as: state, at: time)
            }
            run = key...key
        }
        if let run { try finish(run, as: state, at: time) }
    }

    /// Moves all entries with these keys.
    private func finish(
        _ keys: ClosedRange<EntryKey>, as state: EntryState, at time: Timestamp
    ) throws(StoreError) {
        try change(on: keys) { () throws(StoreError) in
            let count = try forgetPayloads(of: keys)
            guard count > 0 else { return }
            try run(.copyToHistory, doing: "ending a notification") { statement in
                statement.bind(keys)
                statement.bind(3, time.rawValue)
                statement.bind(4, Int(state.rawValue))
            }
            try run(.delete, doing: "ending a notification") { $0.bind(keys) }
            if let known = knownHistoryCount { knownHistoryCount = known + count }
        }
    }

    /// Records that the real server has the notification. Its payload stays: a focusd that is
    /// started anew shows the popup once more, to become the one whom the server tells of it.
    package func markShown(_ key: EntryKey, server: ServerID) throws(StoreError) {
        do throws(StoreError) {
            try change(on: key...key) { () throws(StoreError) in try setShown(key, server) }
        } catch {
            // The database hears of it together with what else it refuses now.
            if error.isOfTheDisk, syncer != nil { marks.keep(key, server) }
            throw error
        }
    }

    /// The change of the row, in the transaction that is open.
    func setShown(_ key: EntryKey, _ server: ServerID) throws(StoreError) {
        try run(.markShown, doing: "recording a hand-over") { statement in
            statement.bind(1, key.rawValue)
            statement.bind(2, Int(EntryState.shown.rawValue))
            statement.bind(3, Int64(server.rawValue))
        }
    }

    /// Changes where a notification stands, short of its end (see ``finish(_:as:at:)``).
    package func setState(_ key: EntryKey, _ state: EntryState) throws(StoreError) {
        precondition(!state.isFinal, "what is over lies in history")
        try update(.setState, key, to: Int(state.rawValue))
    }

    /// Records how often the real server died on a notification.
    package func setServerDeaths(_ key: EntryKey, _ count: Int) throws(StoreError) {
        try update(.setServerDeaths, key, to: count)
    }

    /// Records that the user has read a notification, though it is not over.
    package func setRead(_ key: EntryKey) throws(StoreError) {
        try update(.setRead, key, to: nil)
    }

    /// Drops the message that a notification arrived as.
    package func dropPayload(of key: EntryKey) throws(StoreError) {
        try change(on: key...key) { () throws(StoreError) in
            guard try forgetPayload(of: key) else { return }
            try run(.dropPayload, doing: "dropping a payload") { $0.bind(1, key.rawValue) }
        }
    }

    /// Lets everything stored so far count in the badges: the Focus that held it has ended.
    ///
    /// It writes one number, the newest key, and no entry: ten thousand would take long.
    package func releaseHeld() throws(StoreError) {
        try change { () throws(StoreError) in
            let newest = try nextKey().rawValue - 1
            try setValue(StateName.releasedThrough, "\(newest)")
        }
    }

    /// Sets the badge that an app gave itself; nil removes it.
    package func setBadge(_ app: AppID, _ count: UInt32?) throws(StoreError) {
        try change { () throws(StoreError) in
            let sql: SQL = count == nil ? .removeBadge : .setBadge
            try run(sql, doing: "storing a badge") { statement in
                statement.bind(1, copying: app.rawValue)
                if let count { statement.bind(2, Int64(count)) }
            }
        }
    }

    /// Records the Focus that is on, nil for none.
    package func setActivation(_ activation: Activation?) throws(StoreError) {
        try setValue(StateName.focus, activation?.focus.rawValue)
        try setValue(StateName.focusSince, (activation?.since.rawValue).map { "\($0)" })
        try setValue(StateName.focusCause, activation?.cause.rawValue)
    }

    /// Records the highest client id that was given out or set apart. Setting a thousand apart
    /// at a time saves a page per notification.
    package func setLastClientID(_ id: ClientID) throws(StoreError) {
        try setValue(StateName.lastClientID, "\(id.rawValue)")
    }

    /// Keeps a text under a name; nil removes it. Names beginning with `store.` are the store's.
    package func setValue(_ name: String, _ value: String?) throws(StoreError) {
        try change { () throws(StoreError) in
            let sql: SQL = value == nil ? .removeValue : .setValue
            try run(sql, doing: "storing a value") { statement in
                statement.bind(1, copying: name)
                if let value { statement.bind(2, copying: value) }
            }
        }
    }

    private func update(_ sql: SQL, _ key: EntryKey, to value: Int?) throws(StoreError) {
        try change(on: key...key) { () throws(StoreError) in
            try run(sql, doing: "changing a notification") { statement in
                statement.bind(1, key.rawValue)
                if let value { statement.bind(2, value) }
            }
        }
    }

    /// Gives up an entry's payload file and its share of the sum; the row is the caller's.
    /// - Returns: whether there is such an entry.
    private func forgetPayload(of key: EntryKey) throws(StoreError) -> Bool {
        guard let payload = try payloadSize(of: key) else { return false }
        if payload.isInFile { files?.remove(key) }
        addPayloadBytes(-payload.count)
        return true
    }

    /// Gives up the payload files of entries and their share of the sum; the rows are the caller's.
    /// - Returns: how many such entries there are.
    private func forgetPayloads(of keys: ClosedRange<EntryKey>) throws(StoreError) -> Int {
        var entries = 0
        var bytes = 0
        try forEachRow(.payloadSizes, { $0.bind(keys) }) { row in
            entries += 1
            let count = Int(row.integer(1))
            bytes += count
            if count > 0, row.bool(2) { files?.remove(EntryKey(rawValue: row.integer(0))) }
            return true
        }
        addPayloadBytes(-bytes)
        return entries
    }

    func addPayloadBytes(_ count: Int) {
        if let sum = knownPayloadBytes { knownPayloadBytes = sum + count }
    }
}

extension Statement {
    /// Binds a range of keys to the first two parameters.
    fileprivate func bind(_ keys: ClosedRange<EntryKey>) {
        bind(1, keys.lowerBound.rawValue)
        bind(2, keys.upperBound.rawValue)
    }
}

/// The names under which the store keeps values of its own.
enum StateName {
    static let focus = "store.focus"
    static let focusSince = "store.focus-since"
    static let focusCause = "store.focus-cause"
    static let lastClientID = "store.last-client-id"
    /// The newest key when held entries were last released.
    static let releasedThrough = "store.released-through"
    /// The newest key that was ever pruned while nothing newer was there.
    static let lastKey = "store.last-key"
    /// Records in the journal of any other epoch are void.
    static let epoch = "store.epoch"
    /// Notes in the journal of hand-overs up to this number are in the database.
    static let handovers = "store.handovers"
}
