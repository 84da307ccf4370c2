// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

extension Engine {
    /// Returns a private app's notification without the body, which is not stored.
    nonisolated func redacted(_ notification: Notification) -> Notification {
        var notification = notification
        notification.body = ""
        return notification
    }

    /// Ends the live notifications of an app and deletes all stored data of the app.
    ///
    /// - Returns: the number of deleted notifications.
    /// - Throws: the reason for data of the app that may remain in the store's files.
    func forget(_ app: AppID) throws(StoreError) -> Int {
        // Arrived notifications are answered and ended ones move to history, from where they are
        // deleted.
        endBatch()
        bringHistoryUpToDate()
        // Notifications that a command-line tool sent for the app have the tool's id.
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
