// SPDX-License-Identifier: Apache-2.0

package import FocusCore

// SQLite leaves deleted data in place until it needs the room: in free pages of the database and in
// older frames of its log. After the rows are deleted, the whole file is therefore rewritten, and
// the log is copied and emptied (``Rewriter``). The journal of arrivals is overwritten once the
// deletion cannot be undone any more.

extension Store {
    /// Removes all data of an app: its live and past notifications, its badge, its declarations,
    /// and the values told to and answered by it. Call ``rewrite(whenDone:)`` so that no byte of it
    /// remains in the store's files.
    ///
    /// Commits the current batch first.
    /// - Returns: Number of removed notifications.
    package func forget(_ app: AppID) throws(StoreError) -> Int {
        try commit()
        var count = 0
        try change { () throws(StoreError) in
            let next = try nextKey()
            // The records of the journal become rows, which are removed with the others.
            try absorb()
            try forEachRow(.payloadFilesOfApp, { $0.bind(1, copying: app.rawValue) }) { row in
                files?.remove(EntryKey(rawValue: row.integer(0)))
                return true
            }
            for sql in [SQL.forgetLive, .forgetHistory] {
                try run(sql, doing: Self.forgetting) { $0.bind(1, copying: app.rawValue) }
                count += database.changes
            }
            for sql in [
                SQL.removeBadge, .removeDeclarations, .forgetTold, .forgetContexts,
            ] {
                try run(sql, doing: Self.forgetting) { $0.bind(1, copying: app.rawValue) }
            }
            // No key is used twice, even after the newest entry was removed.
            try setValue(StateName.lastKey, "\(next.rawValue - 1)")
            knownHistoryCount = nil
            knownPayloadBytes = nil
            knownNextKey = nil
        }
        try commit()
        pending.releaseMemory()
        return count
    }

    /// Removes past notifications. Live notifications stay. Call ``rewrite(whenDone:)`` so that no
    /// byte of them remains in the store's files.
    ///
    /// Commits the current batch first.
    /// - Parameters:
    ///   - app: The app whose notifications are removed, or nil for all apps.
    ///   - time: The end of the removed part of history, or nil for all of it.
    /// - Returns: Number of removed notifications.
    package func clearHistory(
        of app: AppID?, before time: Timestamp?
    ) throws(StoreError) -> Int {
        try commit()
        var count = 0
        try change { () throws(StoreError) in
            let next = try nextKey()
            // The records of the journal become rows, which are removed with the others.
            try absorb()
            try run(.clearHistory, doing: Self.clearing) { statement in
                statement.bind(1, copying: app?.rawValue)
                if let time { statement.bind(2, time.rawValue) }
            }
            count = database.changes
            // No key is used twice, even after the newest entry was removed.
            try setValue(StateName.lastKey, "\(next.rawValue - 1)")
            knownHistoryCount = nil
            knownNextKey = nil
        }
        try commit()
        pending.releaseMemory()
        return count
    }

    /// The live notifications that a tool has sent for a script or program.
    package func liveKeys(ofProgram program: AppID) throws(StoreError) -> Set<EntryKey> {
        absorbDeliveries()
        var keys = Set(try pendingRecords().filter { $0.program == program }.map(\.key))
        try forEachRow(.liveOfProgram, { $0.bind(1, copying: program.rawValue) }) { row in
            keys.insert(EntryKey(rawValue: row.integer(0)))
            return true
        }
        return keys
    }

    private static let clearing: StaticString = "clearing the history"
    private static let forgetting: StaticString = "forgetting an app"

    /// Rewrites the store's files without deleted data, on a thread of its own. Takes time in
    /// proportion to the size of the database. Call it between two batches, and not again before
    /// `whenDone`.
    ///
    /// - Parameter whenDone: called on that thread with its processor time, and with the error if
    ///   deleted data may remain: `.full` if there is no room for a second copy.
    package func rewrite(whenDone: @escaping @Sendable (StoreError?, Duration) -> Void) {
        finishRewriting()
        do throws(StoreError) {
            guard let filePath, let checkpointer, let syncer else {
                try database.execute("VACUUM", doing: Self.forgetting)
                return whenDone(nil, .zero)
            }
            rewriter = try Rewriter(path: filePath, checkpointer, syncer, whenDone: whenDone)
        } catch {
            whenDone(error, .zero)
        }
    }

    /// Waits until ``rewrite(whenDone:)`` has ended.
    package func finishRewriting() {
        rewriter?.finish()
        rewriter = nil
    }
}
