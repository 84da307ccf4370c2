// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

/// Ended notifications on their way to history.
///
/// The move of a notification that a new one ended costs more than the insert of the new one, so it
/// follows the reply. After a kill in between, ``Engine/restore(present:session:)`` finds both
/// notifications.
struct MovesToHistory {
    /// End of a notification that may still be live in the store's file.
    struct Uncertain {
        let state: EntryState
        let time: Timestamp
    }

    /// Notifications that wait for their move.
    private var waiting: [(key: EntryKey, state: EntryState)] = []
    /// Ends that may not have reached the store's file.
    private(set) var uncertain: [EntryKey: Uncertain] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    /// True if enough notifications wait that the next batch must move them. With this number, less
    /// than one reply in a hundred waits for the move and the flush.
    var areMany: Bool { waiting.count >= Store.maximumPending }

    /// Queues a notification for its move.
    mutating func add(_ key: EntryKey, _ state: EntryState) { waiting.append((key, state)) }

    /// Moves a notification to history in the current batch, after the waiting ones: after a kill,
    /// only this order tells that a notification was replaced.
    mutating func finish(_ key: EntryKey, as state: EntryState, in store: Store) throws {
        uncertain[key] = Uncertain(state: state, time: .now)
        try finishWaiting(in: store)
        try store.finish(key, as: state, at: .now)
    }

    /// Moves the waiting notifications to history in the current batch.
    mutating func finishWaiting(in store: Store) throws {
        guard !waiting.isEmpty else { return }
        defer { waiting.removeAll(keepingCapacity: true) }
        let now = Timestamp.now
        uncertain.reserveCapacity(uncertain.count + waiting.count)
        for (key, state) in waiting { uncertain[key] = Uncertain(state: state, time: now) }
        // Usually all of them were replaced.
        var rest = waiting
        while let state = rest.first?.state {
            try store.finish(rest.filter { $0.state == state }.map(\.key), as: state, at: now)
            rest.removeAll { $0.state == state }
        }
    }

    /// Records that the store's file has all ends.
    mutating func confirmAll() {
        if !uncertain.isEmpty { uncertain.removeAll() }
    }
}

extension Engine {
    /// Moves ended notifications to history, and flushes arrived ones to the database if a flush is
    /// due. Uses one transaction. Does nothing while the log is emptied after a deletion,
    /// which this would prolong: ``Deletions`` ends a batch after it.
    func moveEndedToHistory() {
        guard !store.isEmptyingLog, !movesToHistory.isEmpty || store.isFlushDue else { return }
        attempt {
            try movesToHistory.finishWaiting(in: store)
            if store.isFlushDue { try store.flush() }
            try store.commit()
        }
    }

    /// Moves ended notifications to history before a client reads the history.
    func bringHistoryUpToDate() {
        guard !movesToHistory.isEmpty else { return }
        // Arrived notifications are answered first: their commit is separate.
        endBatch()
        moveEndedToHistory()
    }
}
