// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import GLibLoop

/// Why a notification is over, table "NotificationClosed" of the notification specification.
enum CloseReason: UInt32 {
    case expired = 1
    case dismissed = 2
    case closedByCall = 3
    case undefined = 4
}

/// How notifications end, other than by what the real server says.
extension Engine {
    /// Moves a notification that the proxy has let go of to history.
    func over(_ entry: LiveEntry, _ state: EntryState, closesPopup: Bool) {
        letGo(of: entry.facts)
        actedOn.remove(entry.key)
        if summary?.id == entry.id { summary = nil }
        pictures?.forget(entry.key)
        if closesPopup, let server = entry.server { outbox.close(server) }
        guard !entry.isEphemeral else { return }
        unsettledEnds[entry.key] = UnsettledEnd(state: state, time: .now)
        attempt {
            // What it replaced is over before it is: after a kill nothing else would tell that.
            try finishEndings()
            try store.finish(entry.key, as: state, at: .now)
        }
    }

    /// Ends what a new notification replaced or pushed out.
    func settle(_ admission: Admission, verdict: Verdict) {
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

    /// Moves what a new notification ended to history, after that one is answered: it costs more
    /// than the new one's own insert. After a kill in between, ``restore(present:)`` finds the new
    /// one beside it.
    func endLater(_ entry: EntryFacts, _ state: EntryState) {
        letGo(of: entry)
        pictures?.forget(entry.key)
        if !actedOn.isEmpty { actedOn.remove(entry.key) }
        if !entry.isEphemeral { endings.append((entry.key, state)) }
    }

    /// Moves to history what ended, and what arrived to the database, where there is so much of
    /// either that it should: in one transaction.
    func applyEndings() {
        guard !endings.isEmpty || store.isFlushDue else { return }
        attempt {
            try finishEndings()
            if store.isFlushDue { try store.flush() }
            try store.commit()
        }
    }

    /// Moves to history what ended, in the current batch.
    private func finishEndings() throws {
        guard !endings.isEmpty else { return }
        defer { endings.removeAll(keepingCapacity: true) }
        let now = Timestamp.now
        unsettledEnds.reserveCapacity(unsettledEnds.count + endings.count)
        for (key, state) in endings {
            unsettledEnds[key] = UnsettledEnd(state: state, time: now)
        }
        // As a rule all have been replaced. Without closures: each call of one that is the actor's
        // asks anew whether it is on the actor's thread.
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

    /// Moves to history what has ended, for one who is about to read it.
    func bringHistoryUpToDate() {
        guard !endings.isEmpty else { return }
        // What has arrived is answered first: its commit is not this one's.
        endBatch()
        applyEndings()
    }

    /// Nothing has happened for a moment: the database takes what has arrived, the disk what was
    /// written, and memory that only made things faster is given back.
    func rest() {
        applyEndings()
        attempt {
            try store.flush()
            try store.commit()
        }
        store.releaseMemory()
        // Last, since it is the pages of the synchronisation, too, that are unmapped.
        if !store.settle(then: ProcessMemory.release) { ProcessMemory.release() }
    }

    /// Tells a notification's sender, if it is still there, that it is over.
    func tellClosed(_ entry: LiveEntry, _ reason: CloseReason) {
        tell(entry.sender) { $0.closed(entry.id, reason: reason, to: entry.sender) }
    }

    /// Tells a client something, if it is still there, once it is in the store: after a kill in
    /// between, focusd would not know what the client has heard.
    func tell(_ peer: PeerName, _ body: @escaping (any ClientSignals) -> Void) {
        if proxy.isPresent(peer) { news.append(body) }
    }

    /// Sends what ``tell(_:_:)`` has kept.
    func tellClients() {
        guard !news.isEmpty else { return }
        let bodies = news
        news.removeAll(keepingCapacity: true)
        guard let signals else { return }
        for body in bodies { body(signals) }
    }

    /// Where the store keeps the popups that are yet to be closed.
    private static let closesName = "closes"

    /// Remembers the popups whose notifications are over and that the real server has not closed
    /// yet: no entry names them any more.
    func storeCloses() {
        guard storedCloses != outbox.closeChanges else { return }
        storedCloses = outbox.closeChanges
        let text = outbox.unclosed.map { "\($0.rawValue)" }.joined(separator: " ")
        attempt { try store.setValue(Self.closesName, text.isEmpty ? nil : text) }
    }

    /// Writes down the same, whether it has changed or not.
    func rewriteCloses() throws {
        let text = outbox.unclosed.map { "\($0.rawValue)" }.joined(separator: " ")
        try store.setValue(Self.closesName, text.isEmpty ? nil : text)
    }

    /// Takes up what an earlier focusd did not come to close.
    func restoreCloses() throws(StoreError) {
        let text = try store.value(Self.closesName) ?? ""
        for server in text.split(separator: " ").compactMap({ UInt32($0) }) {
            outbox.close(ServerID(rawValue: server))
        }
        storedCloses = outbox.closeChanges
    }

    /// What `CloseNotification` does; false when the notification is not the caller's.
    func close(_ id: ClientID, by sender: Sender) -> Bool {
        guard let entry = proxy.closable(id, by: sender) else { return false }
        proxy.end(id)
        over(entry, .closedByApp, closesPopup: true)
        // The end of the popup's time was told when it came.
        if entry.state != .expired { tellClosed(entry, .closedByCall) }
        return true
    }

    /// A client left the bus.
    func peerLeft(_ peer: PeerName) {
        proxy.peerLeft(peer)
        let wasInhibited = isInhibited
        inhibitions.peerLeft(peer)
        tellInhibited(was: wasInhibited)
    }
}
