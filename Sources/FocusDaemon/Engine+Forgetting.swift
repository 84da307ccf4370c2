// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

extension Engine {
    /// A private app's notification without what is not kept of it.
    nonisolated func redacted(_ notification: Notification) -> Notification {
        var notification = notification
        notification.body = ""
        return notification
    }

    /// Ends what is live of an app and removes all that the store keeps of it.
    ///
    /// - Returns: how many notifications there were.
    /// - Throws: why some of it may still be in the store's files.
    func forget(_ app: AppID) throws(StoreError) -> Int {
        // What has arrived is answered, and what is over moves to where it is removed from.
        endBatch()
        bringHistoryUpToDate()
        // Those that a tool has sent for it have the tool's id.
        var keys: Set<EntryKey> = []
        attempt { keys = try store.liveKeys(ofProgram: app) }
        for entry in Array(proxy.entries) where entry.app == app || keys.contains(entry.key) {
            proxy.end(entry.id)
            letGo(of: entry.facts)
            actedOn.remove(entry.key)
            pictures?.forget(entry.key)
            if let server = entry.server { outbox.close(server) }
            if entry.state != .expired { tellClosed(entry, .dismissed) }
        }
        proxy.badges.removeOwn(of: app)
        return try store.forget(app)
    }
}
