// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Notify
import Synchronization

/// Queue of jobs for libnotify's thread.
final class DeliveryQueue: Sendable {
    struct Item: Sendable {
        let job: Outbox.Job
        let request: DeliveryRequest?
        /// True if the store has the notification, so that its delivery must be noted.
        let isStored: Bool
        /// Run of the server that the job is for; see ``ServerDeliveries``.
        let serverRun: Int
        let serverOwner: ServerOwner?
    }

    private struct State {
        var items: [Item] = []
        /// True while the thread works or is about to work.
        var isAwake = false
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Adds a job.
    /// - Returns: true if the thread must be woken.
    func append(_ item: Item) -> Bool {
        state.withLock { state in
            state.items.append(item)
            if state.isAwake || state.isStopped { return false }
            state.isAwake = true
            return true
        }
    }

    /// Returns the next job for the thread. The thread stops at nil.
    func next() -> Item? {
        state.withLock { state in
            if state.isStopped || state.items.isEmpty {
                state.isAwake = false
                return nil
            }
            return state.items.removeFirst()
        }
    }

    /// True if the queue is long enough for the loop to learn of ended jobs later.
    var isLong: Bool { state.withLock { $0.items.count > Outbox.shows / 2 && !$0.isStopped } }

    /// Lets no job begin before ``takeBack()``.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    /// Removes the job of a notification that ended before it was shown.
    /// - Returns: false if the thread has already taken the job.
    func withdraw(_ key: EntryKey) -> Bool {
        state.withLock { state in
            let place = state.items.firstIndex { item in
                if case .show(key, _) = item.job { return true }
                return false
            }
            if let place { state.items.remove(at: place) }
            return place != nil
        }
    }

    /// Removes and returns all jobs that the thread has not taken, in order, and lets jobs begin
    /// again.
    func takeBack() -> [Outbox.Job] {
        state.withLock { state in
            defer { state.items = [] }
            state.isStopped = false
            return state.items.map(\.job)
        }
    }
}
