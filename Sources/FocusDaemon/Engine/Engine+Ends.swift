// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import GLibLoop

/// Reason for the end of a notification, table "NotificationClosed" of the notification
/// specification.
enum CloseReason: UInt32 {
    case expired = 1
    case dismissed = 2
    case closedByCall = 3
    case undefined = 4
}

/// Ends of notifications that the real server did not report.
extension Engine {
    /// Moves a notification that is no longer live to history.
    func over(_ entry: LiveEntry, _ state: EntryState, closesPopup: Bool) {
        letGo(of: entry.facts)
        actedOn.remove(entry.key)
        if summary?.id == entry.id { summary = nil }
        pictures?.forget(entry.key)
        if closesPopup, let server = entry.server { outbox.close(server) }
        guard !entry.isEphemeral else { return }
        uncertainEnds[entry.key] = UncertainEnd(state: state, time: .now)
        attempt {
            // The replaced notification ends first: after a kill, only this order tells that it was
            // replaced.
            try finishEndings()
            try store.finish(entry.key, as: state, at: .now)
        }
    }

    /// Ends the notifications that a new notification replaced or evicted.
    func endDisplaced(by admission: Admission, verdict: Verdict) {
        if let replaced = admission.replaced {
            if case .silence = verdict, let popup = replaced.server { outbox.close(popup) }
            endLater(replaced, .replaced)
        }
        if let evicted = admission.evicted {
            counters.count(.evicted)
            endLater(evicted.facts, .evicted)
            tellClosed(evicted, .undefined)
        }
    }

    /// Queues a notification that a new one ended for the move to history. The move costs more than
    /// the insert of the new one, so it follows the reply. After a kill in between,
    /// ``restore(present:)`` finds both notifications.
    func endLater(_ entry: EntryFacts, _ state: EntryState) {
        letGo(of: entry)
        pictures?.forget(entry.key)
        if !actedOn.isEmpty { actedOn.remove(entry.key) }
        if !entry.isEphemeral { endings.append((entry.key, state)) }
    }

    /// Moves ended notifications to history, and flushes arrived ones to the database if a flush is
    /// due. Uses one transaction.
    func applyEndings() {
        guard !endings.isEmpty || store.isFlushDue else { return }
        attempt {
            try finishEndings()
            if store.isFlushDue { try store.flush() }
            try store.commit()
        }
    }

    /// Moves ended notifications to history in the current batch.
    private func finishEndings() throws {
        guard !endings.isEmpty else { return }
        defer { endings.removeAll(keepingCapacity: true) }
        let now = Timestamp.now
        uncertainEnds.reserveCapacity(uncertainEnds.count + endings.count)
        for (key, state) in endings {
            uncertainEnds[key] = UncertainEnd(state: state, time: now)
        }
        // Usually all of them were replaced. The loop avoids closures: each call of an actor's
        // closure checks again that the call is on the actor's thread.
        var rest = endings
        while let state = rest.first?.state {
            var keys: [EntryKey] = []
            var others: [(key: EntryKey, state: EntryState)] = []
            for ending in rest {
                if ending.state == state { keys.append(ending.key) } else { others.append(ending) }
            }
            try store.finish(keys, as: state, at: now)
            rest = others
        }
    }

    /// Moves ended notifications to history before a client reads the history.
    func bringHistoryUpToDate() {
        guard !endings.isEmpty else { return }
        // Arrived notifications are answered first: their commit is separate.
        endBatch()
        applyEndings()
    }

    /// Uses an idle moment to flush arrivals to the database, to synchronise written data with the
    /// disk, and to release caches.
    func prepareForIdle() {
        applyEndings()
        attempt {
            try store.flush()
            try store.commit()
        }
        store.releaseMemory()
        // Release comes last because it also unmaps the pages of the synchronisation.
        if !store.synchronise(then: ProcessMemory.release) { ProcessMemory.release() }
    }

    /// Tells the sender of a notification, if the sender is still on the bus, that the notification
    /// ended.
    func tellClosed(_ entry: LiveEntry, _ reason: CloseReason) {
        tell(entry.sender) { $0.closed(entry.id, reason: reason, to: entry.sender) }
    }

    /// Sends a signal to a client that is still on the bus, once the change is in the store.
    /// Otherwise, after a kill, focusd would not know which signals the client has received.
    func tell(_ peer: PeerName, _ body: @escaping (any ClientSignals) -> Void) {
        if live.isPresent(peer) { unsentSignals.append(body) }
    }

    /// Sends the signals that ``tell(_:_:)`` has kept.
    func tellClients() {
        guard !unsentSignals.isEmpty else { return }
        let bodies = unsentSignals
        unsentSignals.removeAll(keepingCapacity: true)
        guard let signals else { return }
        for body in bodies { body(signals) }
    }

    /// Store key of the popups that are still to be closed.
    private static let closesName = "closes"

    /// Stores the popups whose notifications ended but which the real server has not closed yet. No
    /// notification refers to these popups any more.
    func storeCloses() {
        guard storedCloses != outbox.closeChanges else { return }
        storedCloses = outbox.closeChanges
        let text = outbox.unclosed.map { "\($0.rawValue)" }.joined(separator: " ")
        attempt { try store.setValue(Self.closesName, text.isEmpty ? nil : text) }
    }

    /// Stores the popups to be closed, even if they did not change.
    func rewriteCloses() throws {
        let text = outbox.unclosed.map { "\($0.rawValue)" }.joined(separator: " ")
        try store.setValue(Self.closesName, text.isEmpty ? nil : text)
    }

    /// Closes the popups that an earlier focusd did not close.
    func restoreCloses() throws(StoreError) {
        let text = try store.value(Self.closesName) ?? ""
        for server in text.split(separator: " ").compactMap({ UInt32($0) }) {
            outbox.close(ServerID(rawValue: server))
        }
        storedCloses = outbox.closeChanges
    }

    /// Handles `CloseNotification`. Returns false if the notification is not the caller's.
    func close(_ id: ClientID, by sender: Sender) -> Bool {
        guard let entry = live.closable(id, by: sender) else { return false }
        live.end(id)
        over(entry, .closedByApp, closesPopup: true)
        // The sender of an expired notification already got the signal when the popup expired.
        if entry.state != .expired { tellClosed(entry, .closedByCall) }
        return true
    }

    /// Forgets the inhibitions of a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        live.peerLeft(peer)
        let wasInhibited = isInhibited
        inhibitions.peerLeft(peer)
        tellInhibited(was: wasInhibited)
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
        for entry in Array(live.entries) where entry.app == app || keys.contains(entry.key) {
            live.end(entry.id)
            letGo(of: entry.facts)
            actedOn.remove(entry.key)
            pictures?.forget(entry.key)
            if let server = entry.server { outbox.close(server) }
            if entry.state != .expired { tellClosed(entry, .dismissed) }
        }
        live.badges.removeOwn(of: app)
        return try store.forget(app)
    }
}
