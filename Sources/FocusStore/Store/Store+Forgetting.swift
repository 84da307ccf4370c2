// SPDX-License-Identifier: Apache-2.0

package import FocusCore

// SQLite leaves deleted data in place until it needs the room: in pages of the database and in
// older frames of its log. After the rows are deleted, the other rows are therefore copied to new
// pages (``Renewal``), and the log is copied and emptied (``LogEmptying``). The journal of arrivals
// is overwritten once the deletion cannot be undone any more.

/// Notifications that are being removed from the store, in parts.
package struct Deletion {
    /// Number of removed notifications.
    package fileprivate(set) var count = 0
    /// The app whose notifications are removed; nil for all apps.
    fileprivate let app: AppID?
    /// The end of the arrivals that are removed; nil for all.
    fileprivate let time: Timestamp?
    /// The first key that is not removed. Later arrivals stay; keys from ``Store/keyLimit`` on are
    /// of a damaged store.
    fileprivate let end: Int64
    /// The table that is read, or nil when all are done, and its rows from this key on.
    fileprivate var table: Table?
    fileprivate var position = Int64.min

    fileprivate enum Table {
        case live, history
    }

    package var isComplete: Bool { table == nil }
}

extension Store {
    /// Begins to remove all data of an app: its live and past notifications, its badge, its
    /// declarations, and the values told to and answered by it. ``advance(_:rows:)-(Deletion,_)``
    /// removes the notifications. ``beginRenewal()`` must follow, so that no byte of the app
    /// remains in the store's files.
    ///
    /// Commits the current batch.
    package func beginForgetting(_ app: AppID) throws(StoreError) -> Deletion {
        let next = try beginDeletion { () throws(StoreError) in
            for sql in [
                SQL.removeBadge, .removeDeclarations, .forgetTold, .forgetContexts,
            ] {
                try run(sql, doing: Self.forgetting) { $0.bind(1, copying: app.rawValue) }
            }
        }
        return Deletion(app: app, time: nil, end: next.rawValue, table: .live)
    }

    /// Begins to remove past notifications. Live notifications stay.
    /// ``advance(_:rows:)-(Deletion,_)`` and ``beginRenewal()`` must follow, as for
    /// ``beginForgetting(_:)``.
    ///
    /// Commits the current batch.
    /// - Parameters:
    ///   - app: The app whose notifications are removed, or nil for all apps.
    ///   - time: The end of the removed part of history, or nil for all of it.
    package func beginClearing(
        of app: AppID?, before time: Timestamp?
    ) throws(StoreError) -> Deletion {
        let next = try beginDeletion {}
        return Deletion(app: app, time: time, end: next.rawValue, table: .history)
    }

    /// Returns the key of the next arrival.
    private func beginDeletion(
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) -> EntryKey {
        try commit()
        let next = try nextKey()
        try change { () throws(StoreError) in
            // The records of the journal become rows, which are removed with the others.
            try absorb()
            try body()
            // No key is used twice, even after the newest entry was removed.
            try setValue(StateName.lastKey, "\(next.rawValue - 1)")
            try setValue(StateName.renewal, "due")
        }
        try commit()
        pending.releaseMemory()
        return next
    }

    /// Looks at the next rows, and removes those that the deletion names. Commits the change.
    ///
    /// - Parameter rows: the number of rows.
    package func advance(_ deletion: inout Deletion, rows: Int) throws(StoreError) {
        guard let table = deletion.table else { return }
        let from = deletion.position
        let last = from < deletion.end ? deletion.end - 1 : .max
        var end = last
        try forEachRow(table == .live ? .liveKeyAfter : .historyKeyAfter) { statement in
            statement.bind(1, from)
            statement.bind(2, rows)
        } _: { row in
            // A damaged table may have its keys in any order.
            let next = row.integer(0)
            if next > from { end = min(last, next - 1) }
            return false
        }
        try change { () throws(StoreError) in
            switch table {
            case .live: try removeLive(from...end, of: deletion.app)
            case .history: try removePast(from...end, of: deletion.app, before: deletion.time)
            }
            deletion.count += database.changes
            known = KnownNumbers()
        }
        try commit()
        if end < last {
            deletion.position = end + 1
        } else if last < .max {
            deletion.position = Self.keyLimit
        } else {
            deletion.table = table == .live ? .history : nil
            deletion.position = .min
        }
    }

    private func removeLive(_ keys: ClosedRange<Int64>, of app: AppID?) throws(StoreError) {
        func bind(_ statement: Statement) {
            statement.bind(1, copying: app?.rawValue)
            statement.bind(2, keys.lowerBound)
            statement.bind(3, keys.upperBound)
        }
        try forEachRow(.payloadFilesOfApp, bind) { row in
            files?.remove(EntryKey(rawValue: row.integer(0)))
            return true
        }
        try run(.forgetLive, doing: Self.forgetting, bind)
    }

    private func removePast(
        _ keys: ClosedRange<Int64>, of app: AppID?, before time: Timestamp?
    ) throws(StoreError) {
        try run(.clearHistory, doing: Self.forgetting) { statement in
            statement.bind(1, copying: app?.rawValue)
            statement.bind(2, keys.lowerBound)
            statement.bind(3, keys.upperBound)
            if let time { statement.bind(4, time.rawValue) }
        }
    }

    private static let forgetting: StaticString = "deleting notifications"

    /// Empties the log, and waits until the disk and the journal have no deleted data any more, on
    /// a thread of its own. Call it between two batches after a ``Renewal``, and not again before
    /// `whenDone`.
    ///
    /// - Parameter whenDone: called on that thread, with the error if deleted data may remain.
    package func emptyLog(whenDone: @escaping @Sendable (StoreError?) -> Void) {
        finishEmptyingLog()
        guard filePath != nil else { return whenDone(nil) }
        guard let checkpointer, let syncer else {
            return whenDone(
                attachFailure
                    ?? StoreError(
                        .cannotOpen, "deleting notifications: the store has no file now"))
        }
        do throws(StoreError) {
            logEmptying = try LogEmptying(checkpointer, syncer, whenDone: whenDone)
        } catch {
            whenDone(error)
        }
    }

    /// True while ``emptyLog(whenDone:)`` waits for an empty log: a change other than an arrival
    /// would prolong it.
    package var isEmptyingLog: Bool { logEmptying?.isBusy == true }

    /// Waits until ``emptyLog(whenDone:)`` has ended.
    package func finishEmptyingLog() {
        logEmptying?.finish()
        logEmptying = nil
    }
}
