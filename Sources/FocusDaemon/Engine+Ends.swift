// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import GLibLoop

/// How notifications end, other than by what the real server says.
extension Engine {
    /// Moves a notification that the proxy has let go of to history.
    func over(_ entry: LiveEntry, _ state: EntryState, closesPopup: Bool) {
        messages.release(entry.key)
        actedOn.remove(entry.key)
        if summary?.id == entry.id { summary = nil }
        pictures?.forget(entry.key)
        if closesPopup, let server = entry.server { outbox.close(server) }
        guard !entry.isEphemeral else { return }
        attempt { try store.finish(entry.key, as: state, at: .now) }
    }

    /// Moves what a new notification ended to history, after that one is answered: it costs more
    /// than the new one's own insert. After a kill in between, ``restore(present:)`` finds the new
    /// one beside it.
    func endLater(_ entry: LiveEntry, _ state: EntryState) {
        messages.release(entry.key)
        pictures?.forget(entry.key)
        actedOn.remove(entry.key)
        if !entry.isEphemeral { endings.append((entry.key, state)) }
    }

    /// Moves to history what ended, and what arrived to the database, where there is so much of
    /// either that it should: in one transaction.
    func applyEndings() {
        guard !endings.isEmpty || store.isFlushDue else { return }
        attempt {
            for (state, endings) in Dictionary(grouping: endings, by: \.state) {
                try store.finish(endings.map(\.key), as: state, at: .now)
            }
            if store.isFlushDue { try store.flush() }
            try store.commit()
        }
        endings.removeAll(keepingCapacity: true)
    }

    /// Nothing has happened for a moment: the database takes what has arrived, and memory that
    /// only made things faster is given back.
    func rest() {
        applyEndings()
        attempt {
            try store.flush()
            try store.commit()
        }
        store.releaseMemory()
    }

    /// Tells a notification's sender, if it is still there, that it is over.
    func tellClosed(_ entry: LiveEntry, _ reason: CloseReason) {
        guard proxy.isPresent(entry.sender) else { return }
        signals?.closed(entry.id, reason: reason, to: entry.sender)
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
