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
        // The disk may have refused to remove the mark of an earlier bus.
        let areOfThisBus = try values.popupsAreOfThisBus()
        leftPopups.areOfThisBus = repair.firstOnThisBus == nil && areOfThisBus
        let stored = try values.firstOnThisBus()
        let known = (repair.firstOnThisBus ?? stored)?.rawValue ?? 0
        try store.forEachLive { stored in
            var entry = stored
            if entry.key.rawValue < known, !RouteName.isHolder(entry.sender) {
                entry.sender = PeerName(rawValue: "")
            }
            let isPresent = present.contains(entry.sender)
            let older = update({ $0.restore(entry, isPresent: isPresent) })
            replaced.append(contentsOf: older)
        }
        for key in replaced {
            attempt { try movesToHistory.finish(key, as: .replaced, in: store) }
        }
        try restoreRoutes()
        let liveKeys = Set(state.live.entries.map(\.key))
        // A store in memory, in place of a database that cannot be opened now, knows none of the
        // notifications that the pictures belong to.
        if !repair.beganDetached { restorePictures() }
        let earlier = try values.earlierState()
        restoreFocus(earlier, session, present)
        change {
            $0.restore(
                inhibitions: earlier.inhibitions, present: present, at: .now, into: &$1)
        }
        try restorePopups(liveKeys)
        change { $0.restore(snoozes: earlier.snoozes, into: &$1) }
        storeCloses()
        attempt { try store.commit() }
    }

    /// Takes over the state in the store's file, which could not be opened at the start. The
    /// senders of its notifications are unknown, and its requests for quiet are over: the session
    /// bus may be a new one.
    func takeOverFile() throws(StoreError) {
        var earlier = try values.earlierState()
        let first = repair.firstKey
        try store.forEachLive { stored in
            guard stored.key < first else { return }
            var entry = stored
            if !RouteName.isHolder(entry.sender) { entry.sender = PeerName(rawValue: "") }
            earlier.entries.append(entry)
        }
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

    private func restoreFocus(
        _ earlier: EarlierState, _ session: String, _ present: Set<PeerName>
    ) {
        update { state in
            state.restore(badges: earlier.badges)
            state.restore(
                mutes: earlier.mutes, appsHeardBefore: earlier.appsHeardBefore, session: session)
            state.restore(
                earlier.activation, agenda: earlier.agenda, session: session,
                deliveredThrough: earlier.deliveredThrough, quietSince: earlier.quietSince,
                serverInstance: earlier.serverInstance)
            state.dropHolds(exceptOf: present)
        }
        hooks?.begin(with: earlier.activation?.focus)
    }

    /// Finishes what the last run of focusd left: popups to be closed, and popups whose
    /// notifications ended before the store knew of the popups.
    private func restorePopups(_ liveKeys: Set<EntryKey>) throws(StoreError) {
        for server in try values.closes() { update { $0.closeLeftPopup(server) } }
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
        repair.firstOnThisBus = try store.nextKey()
        attempt { try storeSenders() }
    }

    /// Returns the ids of the newest stored notifications.
    static func newestIDs(in store: Store) -> [ClientID] {
        (try? store.page(HistoryQuery(limit: 50)))?.entries.map(\.id) ?? []
    }
}
