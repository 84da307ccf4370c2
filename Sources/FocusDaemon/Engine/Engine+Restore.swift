// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire

extension Engine {
    /// Restores the state of the previous run of focusd.
    ///
    /// Only an unreadable store is an error: the repair writes later what the disk refuses now.
    ///
    /// Popups keep their server ids until ``serverUp(_:)``, which finds out if another server runs.
    /// - Parameters:
    ///   - present: senders of stored notifications that are still on the bus.
    ///   - session: name of the login session.
    func restore(present: Set<PeerName>, session: String) throws(StoreError) {
        var replaced: [EntryKey] = []
        let stored = Int64(try store.value(StoredName.senders) ?? "") ?? 0
        let known = repair.firstNamed?.rawValue ?? stored
        try store.forEachLive { stored in
            var entry = stored
            if entry.key.rawValue < known, !RouteName.isHolder(entry.sender) {
                entry.sender = PeerName(rawValue: "")
            }
            let isPresent = present.contains(entry.sender)
            if let older = update({ $0.restore(entry, isPresent: isPresent) }) {
                replaced.append(older)
            }
        }
        for key in replaced {
            attempt { try movesToHistory.finish(key, as: .replaced, in: store) }
        }
        try restoreRoutes()
        let liveKeys = Set(state.live.entries.map(\.key))
        // A store in memory, in place of a database that cannot be opened now, knows none of the
        // notifications that the pictures belong to.
        if !repair.beganDetached { restorePictures() }
        try restoreFocus(session)
        try restorePopups(liveKeys)
        let snoozes = try store.value(StoredName.snoozes)
        change { $0.restore(snoozes: snoozes, into: &$1) }
        storeCloses()
        attempt { try store.commit() }
    }

    /// Takes over the state in the store's file, which could not be opened at the start. The
    /// senders of its notifications are unknown: the session bus may be a new one.
    func takeOverFile() throws(StoreError) {
        var earlier = EarlierState()
        let first = repair.firstKey
        try store.forEachLive { stored in
            guard stored.key < first else { return }
            var entry = stored
            if !RouteName.isHolder(entry.sender) { entry.sender = PeerName(rawValue: "") }
            earlier.entries.append(entry)
        }
        earlier.activation = try store.activation()
        earlier.agenda = try store.value(StoredName.agenda)
        earlier.mutes = try store.value(StoredName.mutes)
        earlier.snoozes = try store.value(StoredName.snoozes)
        earlier.appsHeardBefore = try store.value(StoredName.appsHeardBefore)
        let quiet = try store.value(StoredName.quietSince).flatMap { Int64($0) }
        earlier.quietSince = quiet.map(EntryKey.init)
        earlier.badges = try store.badges()
        change {
            $0.takeOver(earlier, session: $0.agenda.session, at: .now, clock.rules, into: &$1)
        }
        try restoreRoutes()
        // Others learn of it with the next batch.
        commitSoon()
    }

    private func restorePictures() {
        let owners = state.live.entries.map { entry in
            let client = entry.sender.rawValue.isEmpty ? nil : entry.sender
            return (entry.key, PictureRoom.Owner(app: entry.app, client: client))
        }
        let ownerOfKey = Dictionary(owners) { $1 }
        pictures?.restore { ownerOfKey[$0] }
    }

    private func restoreFocus(_ session: String) throws(StoreError) {
        let badges = try store.badges()
        let activation = try store.activation()
        let agenda = try store.value(StoredName.agenda)
        let delivered = try store.value(StoredName.deliveredThrough).flatMap { Int64($0) }
        let quiet = try store.value(StoredName.quietSince).flatMap { Int64($0) }
        let instance = try store.value(StoredName.serverInstance)
        let mutes = try store.value(StoredName.mutes)
        let known = try store.value(StoredName.appsHeardBefore)
        update { state in
            state.restore(badges: badges)
            state.restore(mutes: mutes, appsHeardBefore: known, session: session)
            state.restore(
                activation, agenda: agenda, session: session,
                delivered: delivered.map(Timestamp.init),
                quietSince: quiet.map(EntryKey.init), serverInstance: instance)
        }
        hooks?.begin(with: activation?.focus)
    }

    /// Finishes what the last run of focusd left: popups to be closed, and popups whose
    /// notifications ended before the store knew of the popups.
    private func restorePopups(_ liveKeys: Set<EntryKey>) throws(StoreError) {
        let closes = try store.value(StoredName.closes) ?? ""
        for server in closes.split(separator: " ").compactMap({ UInt32($0) }) {
            update { $0.closeLeftPopup(ServerID(rawValue: server)) }
        }
        storedCloses = state.outbox.closeChanges
        for (key, server) in store.leftDeliveries where !liveKeys.contains(key) {
            if let id = try store.clientID(of: key) {
                change { $0.latePopup(server, of: id, into: &$1) }
            }
        }
        storeCloses()
    }

    /// Forgets the senders of stored notifications, since the session bus is a new one. The new bus
    /// gives the same client names to other clients, which must not pass for the senders.
    func forgetSenders() throws(StoreError) {
        repair.firstNamed = try store.nextKey()
        attempt { try storeSenders() }
    }

    /// Returns the ids of the newest stored notifications.
    static func newestIDs(in store: Store) -> [ClientID] {
        (try? store.page(HistoryQuery(limit: 50)))?.entries.map(\.id) ?? []
    }
}
