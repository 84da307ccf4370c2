// SPDX-License-Identifier: Apache-2.0

package import FocusCore

// SQLite leaves what was deleted in place until the room is needed: in free pages of the database,
// in older frames of its log. So after the rows are gone the whole file is written anew without
// them, and the log is copied and emptied. The journal of arrivals is overwritten once that can no
// longer be undone.

extension Store {
    /// Removes all that is kept of an app, so that no byte of it is left in any of the store's files:
    /// its notifications, past and present, its badge, what it declared, was told and answered.
    ///
    /// What the current batch has changed is committed first. The file is written as a whole, which
    /// takes as long as its size says.
    /// - Returns: how many notifications there were.
    /// - Throws: `.full` where there is no room for a second copy: then the rows are gone, what they
    ///   held may not be.
    package func forget(_ app: AppID) throws(StoreError) -> Int {
        try commit()
        var count = 0
        try change { () throws(StoreError) in
            let next = try nextKey()
            // What the journal has becomes rows, to be removed with the others.
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
            // No key comes twice, even when the newest entry has gone.
            try setValue(StateName.lastKey, "\(next.rawValue - 1)")
            knownHistoryCount = nil
            knownPayloadBytes = nil
            knownNextKey = nil
        }
        try commit()
        pending.releaseMemory()
        try rewrite()
        try synchronise()
        return count
    }

    private static let forgetting: StaticString = "forgetting an app"

    /// Writes the file anew, without what was deleted, and empties the log.
    private func rewrite() throws(StoreError) {
        beginUse()
        let result = Result { () throws(StoreError) in
            try database.execute("VACUUM", doing: Self.forgetting)
        }
        endUse()
        try result.get()
        try checkpointer?.empty()
    }
}
