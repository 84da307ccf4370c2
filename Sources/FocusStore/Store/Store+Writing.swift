// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import FocusCore

extension Store {
    /// Writes the row of a notification in the current transaction.
    /// - Parameter payload: The payload for the row; nil if there is none or a file has it.
    func insertRow(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, payloadSize: Int
    ) throws(StoreError) {
        try change { () throws(StoreError) in
            // Pending notifications come before this row.
            try absorb()
            func write(_ memory: UnsafeMutableRawBufferPointer) -> Int {
                unsafe RecordCodec.write(
                    facts, notification, decision, at: time, focus: focus, from: sender,
                    payload: nil, payloadSize: payloadSize, to: memory)
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
            known.take(facts.key)
            known.addPayloadBytes(payloadSize)
        }
    }

    /// Moves an entry to history, without its payload. Ignores unknown keys.
    /// - Parameter state: A final state.
    package func finish(
        _ key: EntryKey, as state: EntryState, at time: Timestamp
    ) throws(StoreError) {
        try finish([key], as: state, at: time)
    }

    /// Moves entries to history, without their payloads. Ignores unknown keys.
    ///
    /// Consecutive keys without a gap are moved together, at a fraction of the cost. Replaced and
    /// evicted notifications may return after a kill: ``EntryState/replaced`` and
    /// ``EntryState/evicted`` are not written at once.
    /// - Parameter state: The final state of all entries.
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
            known.addToHistory(count)
        }
    }

    /// Records that the real server has the notification. Keeps its payload: a restarted focusd
    /// shows the popup once more, so that the server reports its events to the new focusd.
    package func markShown(_ key: EntryKey, server: ServerID) throws(StoreError) {
        do throws(StoreError) {
            try change(on: key...key) { () throws(StoreError) in try setShown(key, server) }
        } catch {
            // The database receives the note together with the other data that it refuses now.
            if error.isOfTheDisk, syncer != nil { marks.keep(key, server) }
            throw error
        }
    }

    /// Changes the row in the open transaction.
    func setShown(_ key: EntryKey, _ server: ServerID) throws(StoreError) {
        try run(.markShown, doing: "recording a delivery") { statement in
            statement.bind(1, key.rawValue)
            statement.bind(2, Int(EntryState.shown.rawValue))
            statement.bind(3, Int64(server.rawValue))
        }
    }

    /// Changes the state of a live notification. ``finish(_:as:at:)`` ends it.
    package func setState(_ key: EntryKey, _ state: EntryState) throws(StoreError) {
        precondition(!state.isFinal, "what is over lies in history")
        try update(.setState, key, to: Int(state.rawValue))
    }

    /// Stores the number of times that the real server died on a notification.
    package func setServerDeaths(_ key: EntryKey, _ count: Int) throws(StoreError) {
        try update(.setServerDeaths, key, to: count)
    }

    /// Records that the user has read a live notification, or (false) has it back as unread.
    package func setRead(_ key: EntryKey, _ isRead: Bool = true) throws(StoreError) {
        try update(.setRead, key, to: isRead ? 1 : 0)
    }

    /// Lets a live notification count in its app's badge, because the user has it shown.
    package func countInBadge(_ key: EntryKey) throws(StoreError) {
        try update(.countInBadge, key, to: nil)
    }

    /// Drops the message of a notification.
    package func dropPayload(of key: EntryKey) throws(StoreError) {
        try change(on: key...key) { () throws(StoreError) in
            guard try forgetPayload(of: key) else { return }
            try run(.dropPayload, doing: "dropping a payload") { $0.bind(1, key.rawValue) }
        }
    }

    /// Lets all entries so far count in the badges, because the Focus that held them has ended.
    ///
    /// Writes one number, the newest key, and no entry: ten thousand entries would take long.
    package func countHeldInBadges() throws(StoreError) {
        try change { () throws(StoreError) in
            let newest = try nextKey().rawValue - 1
            try setValue(StateName.releasedThrough, "\(newest)")
        }
    }

    /// Stores the badge that an app has set; nil removes it.
    package func setBadge(_ app: AppID, _ count: UInt32?) throws(StoreError) {
        try change { () throws(StoreError) in
            let sql: SQL = count == nil ? .removeBadge : .setBadge
            try run(sql, doing: "storing a badge") { statement in
                statement.bind(1, copying: app.rawValue)
                if let count { statement.bind(2, Int64(count)) }
            }
        }
    }

    /// Stores the active Focus; nil for none.
    package func setActivation(_ activation: Activation?) throws(StoreError) {
        try setValue(StateName.focus, activation?.focus.rawValue)
        try setValue(StateName.focusSince, (activation?.since.rawValue).map { "\($0)" })
        try setValue(StateName.focusCause, activation?.cause.rawValue)
    }

    /// Stores the highest client id that was assigned or reserved. Reserving a thousand ids at a
    /// time saves a page per notification.
    package func setLastClientID(_ id: ClientID) throws(StoreError) {
        try setValue(StateName.lastClientID, "\(id.rawValue)")
    }

    /// Stores a text under a name; nil removes it. Names beginning with `store.` belong to the
    /// store.
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

    /// Drops an entry's payload file and subtracts its bytes from the sum. The caller changes the
    /// row.
    /// - Returns: True if the entry exists.
    private func forgetPayload(of key: EntryKey) throws(StoreError) -> Bool {
        guard let payload = try payloadSize(of: key) else { return false }
        if payload.isInFile { files?.remove(key) }
        known.addPayloadBytes(-payload.count)
        return true
    }

    /// Drops the payload files of entries and subtracts their bytes from the sum. The caller
    /// changes the rows.
    /// - Returns: Number of existing entries.
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
        known.addPayloadBytes(-bytes)
        return entries
    }
}

extension Statement {
    /// Binds a range of keys to the first two parameters.
    fileprivate func bind(_ keys: ClosedRange<EntryKey>) {
        bind(1, keys.lowerBound.rawValue)
        bind(2, keys.upperBound.rawValue)
    }
}

/// The names of the store's own values.
enum StateName {
    static let focus = "store.focus"
    static let focusSince = "store.focus-since"
    static let focusCause = "store.focus-cause"
    static let lastClientID = "store.last-client-id"
    /// The newest key at the last release of held entries.
    static let releasedThrough = "store.released-through"
    /// The highest key of a removed entry that was the newest one.
    static let lastKey = "store.last-key"
    /// Present while the files may have deleted data (``Store/isRenewalDue``).
    static let renewal = "store.renewal"
    /// The current epoch; the journal's records of any other epoch are void.
    static let epoch = "store.epoch"
    /// The highest number of a note of deliveries in the database.
    static let deliveries = "store.handovers"
}
