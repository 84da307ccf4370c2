// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension Store {
    /// Keys that a search by anything but the app looks at, so that a rare match in a history of
    /// a million entries does not keep everybody waiting.
    static let searchedKeys: Int64 = 50_000
    /// Keys that a search for an old client id looks at.
    static let searchedKeysForID: Int64 = 10_000

    /// The entries that match, over or not, newest first.
    ///
    /// A search by state, verdict or time ends 50,000 keys below where it began.
    package func entries(_ query: HistoryQuery) throws(StoreError) -> [EntryRecord] {
        let most = min(query.limit, Limits.queryEntries)
        guard most > 0 else { return [] }
        settleHandovers()
        let pending = try pendingRecords(query, limit: most)
        let limit = most - pending.count
        guard limit > 0 else { return pending }
        // The state says which table.
        let isOver = query.state?.isFinal
        let live = isOver == true ? [] : try records(.live, query, limit: limit)
        let table: SQL = query.app == nil ? .history : .historyOfApp
        let past = isOver == false ? [] : try records(table, query, limit: limit)
        return pending + Self.merge(live, past, limit: limit)
    }

    /// Those that are pending: newer than all in the tables.
    private func pendingRecords(
        _ query: HistoryQuery, limit: Int
    ) throws(StoreError) -> [EntryRecord] {
        guard !isAbsorbed, !pending.isEmpty else { return [] }
        let released = try releasedThrough()
        var records: [EntryRecord] = []
        for index in pending.entries.indices.reversed() where records.count < limit {
            if let before = query.before, pending.entries[index].key >= before { continue }
            guard let record = pending.record(index, releasedThrough: released),
                query.selects(record)
            else { continue }
            records.append(record)
        }
        return records
    }

    private func records(
        _ sql: SQL, _ query: HistoryQuery, limit: Int
    ) throws(StoreError) -> [EntryRecord] {
        let isSearch = query.since != nil || query.verdict != nil || query.state != nil
        let newest = try nextKey()
        let before = min(query.before ?? newest, newest).rawValue
        let from = isSearch && sql != .live ? before - Self.searchedKeys : Int64.min
        let released = try releasedThrough()
        var records: [EntryRecord] = []
        try forEachRow(sql) { statement in
            statement.bind(1, before)
            statement.bind(2, from)
            statement.bind(3, limit)
            if let since = query.since { statement.bind(4, since.rawValue) }
            statement.bind(5, copying: query.verdict?.rawValue)
            if let state = query.state { statement.bind(6, Int(state.rawValue)) }
            if sql != .history { statement.bind(7, copying: query.app?.rawValue) }
        } _: { row in
            if let record = row.record(releasedThrough: released) { records.append(record) }
            return true
        }
        return records
    }

    private static func merge(
        _ live: [EntryRecord], _ past: [EntryRecord], limit: Int
    ) -> [EntryRecord] {
        guard !live.isEmpty else { return past }
        guard !past.isEmpty else { return live }
        var merged: [EntryRecord] = []
        merged.reserveCapacity(min(limit, live.count + past.count))
        var (left, right) = (live[...], past[...])
        while merged.count < limit {
            guard let first = left.first else {
                merged += right.prefix(limit - merged.count)
                break
            }
            if let second = right.first, second.key > first.key {
                merged.append(second)
                right.removeFirst()
            } else {
                merged.append(first)
                left.removeFirst()
            }
        }
        return merged
    }

    /// The entry with that key, over or not.
    package func entry(key: EntryKey) throws(StoreError) -> EntryRecord? {
        settleHandovers()
        if !isAbsorbed, let index = pending.index(of: key) {
            return pending.record(index, releasedThrough: try releasedThrough())
        }
        if let live = try record(.liveEntry, key.rawValue) { return live }
        return try record(.historyEntry, key.rawValue)
    }

    /// The newest entry that had that id: among those not over, else among the last 10,000 keys
    /// of history. Ids come round again, so an older one would mean something else.
    package func entry(id: ClientID) throws(StoreError) -> EntryRecord? {
        settleHandovers()
        let pending = try pendingRecords(HistoryQuery(), limit: .max).filter { $0.id == id }
        if let live = pending.first(where: { !$0.state.isFinal }) { return live }
        if let live = try record(.liveWithID, Int64(id.rawValue)) { return live }
        if let past = pending.first { return past }
        let from = try nextKey().rawValue - Self.searchedKeysForID
        return try record(.historyWithID, Int64(id.rawValue), from: from)
    }

    private func record(
        _ sql: SQL, _ value: Int64, from: Int64? = nil
    ) throws(StoreError) -> EntryRecord? {
        let released = try releasedThrough()
        var record: EntryRecord?
        try forEachRow(sql) { statement in
            statement.bind(1, value)
            if let from { statement.bind(2, from) }
        } _: { row in
            record = row.record(releasedThrough: released)
            return false
        }
        return record
    }
}

extension HistoryQuery {
    /// What the queries' conditions say, but for the key.
    fileprivate func selects(_ record: EntryRecord) -> Bool {
        if let since, record.time < since { return false }
        if let app, record.app != app { return false }
        if let verdict, record.verdict != verdict { return false }
        if let state, record.state != state { return false }
        return true
    }
}
