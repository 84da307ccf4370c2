// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Notify
import Synchronization

/// Executor of the queued jobs on libnotify's thread.
@NotifyActor final class DeliveryThread {
    /// Maximum number of jobs in one turn. Then other users of libnotify get their turn.
    private static let turn = 16

    private let forwarder: NotificationForwarder
    private let queue: DeliveryQueue
    private let endedRuns: ServerDeliveries.EndedRuns
    private let note: @Sendable (EntryKey, ServerID) -> UInt64?
    private let onEnd: @Sendable (DeliveryEnd, _ canWait: Bool) -> Void
    /// Time of the last end that the loop was woken for.
    private var told = ContinuousClock.now

    /// Maximum time without waking the loop while jobs end.
    private static let silence = Duration.milliseconds(2)

    /// - Parameters:
    ///   - note: records that the real server has a notification.
    ///   - onEnd: gets the end of each job in order, and true if the loop may learn of the end
    ///     together with the next one. Must not block.
    nonisolated init(
        _ forwarder: NotificationForwarder, _ queue: DeliveryQueue,
        _ endedRuns: ServerDeliveries.EndedRuns,
        note: @escaping @Sendable (EntryKey, ServerID) -> UInt64?,
        onEnd: @escaping @Sendable (DeliveryEnd, _ canWait: Bool) -> Void
    ) {
        self.forwarder = forwarder
        self.queue = queue
        self.endedRuns = endedRuns
        self.note = note
        self.onEnd = onEnd
    }

    /// Performs the queued jobs.
    func run() {
        for _ in 0..<Self.turn {
            guard let item = queue.next() else { return }
            let end = perform(item)
            if end.stopsQueue { queue.stop() }
            tell(end)
        }
        Task { run() }
    }

    /// Reports the end of a job. If the server hangs, the loop may not know of the few deliveries
    /// just before; these are noted.
    private func tell(_ end: DeliveryEnd) {
        let now = ContinuousClock.now
        let canWait = queue.isLong && now - told < Self.silence
        if !canWait { told = now }
        onEnd(end, canWait)
    }

    private func perform(_ item: DeliveryQueue.Item) -> DeliveryEnd {
        do throws(ShowError) {
            if endedRuns.count != item.serverRun || forwarder.serverOwner != item.serverOwner {
                throw .noServer
            }
            switch item.job {
            case .show(let key, _):
                guard let request = item.request?.read() else { throw .notANotification }
                let server = try forwarder.show(request)
                let number = item.isStored ? note(key, ServerID(rawValue: server)) : nil
                return DeliveryEnd(
                    item.job, .success(server), note: number, isStored: item.isStored)
            case .close(let server):
                try forwarder.close(server.rawValue)
                return DeliveryEnd(
                    item.job, .success(server.rawValue), isStored: item.isStored)
            }
        } catch {
            if error.isUnreachable { endedRuns.end() }
            return DeliveryEnd(item.job, .failure(error), isStored: item.isStored)
        }
    }
}

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
