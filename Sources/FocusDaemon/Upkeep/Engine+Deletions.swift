// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

/// Deletions at the user's request, a part at a time.
extension Engine {
    /// Ends the live notifications of an app and begins to delete all stored data of the app.
    func beginForgetting(_ app: AppID) throws(StoreError) -> Deletion {
        // Arrived notifications are answered and ended ones move to history, from where they are
        // deleted.
        endBatch()
        bringHistoryUpToDate()
        change { $0.forget(app, into: &$1) }
        return try store.beginForgetting(app)
    }

    /// Begins to delete past notifications. Notifications with an expired popup are past, too.
    ///
    /// - Parameters:
    ///   - app: the app whose notifications are deleted, or nil for all apps.
    ///   - time: the end of the deleted part of history, or nil for all of it.
    func beginClearing(
        of app: AppID?, before time: Timestamp?
    ) throws(StoreError) -> Deletion {
        endBatch()
        bringHistoryUpToDate()
        var keys: Set<EntryKey>?
        if let time {
            keys = []
            attempt {
                keys = Set(try store.liveOlderThan(time, limit: Limits.liveNotifications))
            }
        }
        let old = keys
        change { $0.endExpired(of: app, old, into: &$1) }
        endBatch()
        bringHistoryUpToDate()
        return try store.beginClearing(of: app, before: time)
    }

    /// Deletes more until a time.
    func advance(
        _ deletion: inout Deletion, until end: ContinuousClock.Instant
    ) throws(StoreError) {
        repeat {
            endBatch()
            try store.advance(&deletion, rows: Self.deletedRows)
        } while !deletion.isComplete && .now < end
    }

    /// Number of rows between two looks at the clock. So many of the largest take 3 ms.
    private static let deletedRows = 8
}
