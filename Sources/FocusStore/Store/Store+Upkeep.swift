// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension Store {
    /// Removes the oldest history entries beyond the number or the days to keep, as a part of the
    /// current batch.
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
            removed = try removeOldest(.pruneOldest, min(excess, atMost), before: nil)
        }
        if let now, removed < atMost {
            let cutoff = Timestamp(rawValue: now.rawValue - Int64(retention.days) * 86_400_000)
            removed += try removeOldest(.pruneBefore, atMost - removed, before: cutoff)
        }
        return (removed, removed == atMost)
    }

    private func removeOldest(
        _ sql: SQL, _ count: Int, before cutoff: Timestamp?
    ) throws(StoreError) -> Int {
        var removed = 0
        try change { () throws(StoreError) in
            let next = try nextKey()
            try run(sql, doing: "pruning history") { statement in
                statement.bind(1, count)
                if let cutoff { statement.bind(2, cutoff.rawValue) }
            }
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
