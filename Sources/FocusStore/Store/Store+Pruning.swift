// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension Store {
    /// Removes history entries beyond the number or the days to keep, as a part of the current
    /// batch: of the app that fills the history, else the oldest.
    ///
    /// Days count from the arrival. Keys follow the arrivals, so the search ends after the first
    /// `atMost` entries for any size of history.
    /// - Parameters:
    ///   - now: The time from which days count back; nil checks only the number of entries, which
    ///     needs no search.
    ///   - atMost: Maximum number of entries that one call removes.
    /// - Returns: The number of removed entries, and true if more entries may remain to be removed;
    ///   call again.
    package func prune(
        _ retention: Retention, now: Timestamp?, atMost: Int
    ) throws(StoreError) -> (removed: Int, hasMore: Bool) {
        try flush()
        let kept = max(retention.entries, 0)
        let excess = try historyCount(atMost: kept + atMost) - kept
        var removed = 0
        if excess > 0 {
            removed = try removeExcess(min(excess, atMost), keeping: kept)
        }
        if let now, removed < atMost {
            let cutoff = Timestamp(rawValue: now.rawValue - Int64(retention.days) * 86_400_000)
            removed += try removeOldest(.pruneBefore, atMost - removed, before: cutoff)
        }
        return (removed, removed == atMost)
    }

    /// Each version of a notification that its app replaces is a row, so one app could push out the
    /// history of all others. The apps that fill the history now are among its newest rows; those
    /// of them that have more than their share lose rows, the one with most first.
    private func removeExcess(_ excess: Int, keeping kept: Int) throws(StoreError) -> Int {
        let share = max(1, min(kept / HistoryShare.parts, HistoryShare.rows))
        var removed = 0
        for (app, count) in try apps(beyond: share) where removed < excess {
            let wanted = min(excess - removed, count - share)
            // The oldest rows of the app, among which its replaced versions go first.
            let candidates = 2 * wanted
            removed += try removeRows(.pruneApp) { statement in
                statement.bind(1, wanted)
                statement.bind(2, copying: app)
                statement.bind(3, candidates)
                statement.bind(4, Int(EntryState.replaced.rawValue))
            }
        }
        guard removed < excess else { return removed }
        return try removed + removeOldest(.pruneOldest, excess - removed, before: nil)
    }

    /// Returns the apps of the newest rows that have more than their share of history, and the
    /// numbers of their rows, largest first. No search depends on the size of history.
    private func apps(beyond share: Int) throws(StoreError) -> [(app: String, count: Int)] {
        var newest: [String] = []
        let bind: (Statement) -> Void = { statement in
            statement.bind(1, HistoryShare.newestRows)
            statement.bind(2, HistoryShare.apps)
        }
        try forEachRow(.newestApps, bind) { row in
            newest.append(row.text(0))
            return true
        }
        var largest: [(app: String, count: Int)] = []
        for app in newest {
            var count = 0
            let bind: (Statement) -> Void = { statement in
                statement.bind(1, copying: app)
                statement.bind(2, 2 * HistoryShare.rows)
            }
            try forEachRow(.countOfApp, bind) { row in
                count = Int(row.integer(0))
                return false
            }
            if count > share { largest.append((app, count)) }
        }
        return largest.sorted { $0.count > $1.count }
    }

    private func removeOldest(
        _ sql: SQL, _ count: Int, before cutoff: Timestamp?
    ) throws(StoreError) -> Int {
        try removeRows(sql) { statement in
            statement.bind(1, count)
            if let cutoff { statement.bind(2, cutoff.rawValue) }
        }
    }

    private func removeRows(
        _ sql: SQL, _ bind: (Statement) -> Void
    ) throws(StoreError) -> Int {
        var removed = 0
        try change { () throws(StoreError) in
            let next = try nextKey()
            try run(sql, doing: "pruning history", bind)
            removed = database.changes
            known.addToHistory(-removed)
            // No key is used twice, even after the newest entry was removed.
            if removed > 0, try nextKey() < next {
                try setValue(StateName.lastKey, "\(next.rawValue - 1)")
            }
        }
        return removed
    }

    /// Returns those of the `limit` oldest live entries that arrived before `time`, oldest first.
    /// The caller ends them.
    package func liveOlderThan(
        _ time: Timestamp, limit: Int
    ) throws(StoreError) -> [EntryKey] {
        var keys: [EntryKey] = []
        var seen = 0
        try forEachRow(.oldestLive, { $0.bind(1, limit) }) { row in
            seen += 1
            if row.integer(1) < time.rawValue { keys.append(EntryKey(rawValue: row.integer(0))) }
            return true
        }
        guard !batch.hasAbsorbed else { return keys }
        for index in pending.entries.indices where pending.entries[index].ending == nil {
            seen += 1
            guard seen <= limit else { break }
            let arrival = unsafe pending.withView(index) { unsafe $0.time }
            if let arrival, arrival < time.rawValue { keys.append(pending.entries[index].key) }
        }
        return keys
    }

    /// Returns the number of history entries, at most `limit`. Counted on the index, then
    /// remembered.
    func historyCount(atMost limit: Int) throws(StoreError) -> Int {
        if let count = known.historyCount { return count }
        var count = 0
        try forEachRow(.countHistory, { $0.bind(1, limit) }) { row in
            count = Int(row.integer(0))
            return false
        }
        if count < limit { known.historyCount = count }
        return count
    }
}

/// The part of the history that one app may fill while entries are beyond the number to keep.
private enum HistoryShare {
    /// An app with more than one part in so many of the entries to keep makes room.
    static let parts = 16
    /// Maximum share in rows, whatever the number to keep. Rows are counted up to twice this many,
    /// on the index: about a millisecond.
    static let rows = 5_000
    /// Number of the newest rows in which the apps are looked for, and of the apps.
    static let newestRows = 1_024
    static let apps = 4
}
