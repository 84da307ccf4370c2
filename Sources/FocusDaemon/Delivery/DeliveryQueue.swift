// SPDX-License-Identifier: Apache-2.0

// Queue between the loop, which chooses the jobs for the real server, and libnotify's thread, which
// waits for the server's replies. A few jobs are queued ahead, so that the next one begins when the
// last one ends, without waiting for the loop.
//
// A kill may repeat one notification at most. For this, the thread notes a delivery
// (`FocusStore/Journal/DeliveryJournal.swift`) before the next one begins. The queue is held when the note
// fails, the server does not answer in time, or there is no server. The loop then takes back the
// jobs that have not begun.

import FocusCore
import GLibLoop
import Notify
import Synchronization

/// Executor of the outbox's jobs, in the order in which they begin.
@LoopActor protocol ServerJobs: AnyObject {
    /// Begins a job. ``Engine/finished(_:)`` gets its end.
    func begin(_ job: Outbox.Job, _ request: DeliveryRequest?, isStored: Bool)
    /// Removes the job of a notification that ended. Returns false if the job has already begun.
    func withdraw(_ key: EntryKey) -> Bool
    /// Removes and returns the jobs that have not begun.
    func takeBack() -> [Outbox.Job]
}

/// End of a job of the outbox.
struct DeliveryEnd: Sendable {
    let job: Outbox.Job
    /// Server id of the shown popup, or of the closed popup for a close.
    let result: Result<UInt32, ShowError>
    /// Number of the note about this delivery, or nil if there is none.
    let note: UInt64?
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
        let serverNumber: UInt64?
    }

    private struct State {
        var items: [Item] = []
        /// True while the thread works or is about to work.
        var isAwake = false
        var isHeld = false
    }

    private let state = Mutex(State())

    /// Adds a job.
    /// - Returns: true if the thread must be woken.
    func append(_ item: Item) -> Bool {
        state.withLock { state in
            state.items.append(item)
            if state.isAwake || state.isHeld { return false }
            state.isAwake = true
            return true
        }
    }

    /// Returns the next job for the thread. The thread stops at nil.
    func next() -> Item? {
        state.withLock { state in
            if state.isHeld || state.items.isEmpty {
                state.isAwake = false
                return nil
            }
            return state.items.removeFirst()
        }
    }

    /// True if the queue is long enough for the loop to learn of ended jobs later.
    var isLong: Bool { state.withLock { $0.items.count > Outbox.shows / 2 && !$0.isHeld } }

    /// Lets no job begin before ``takeBack()``.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Removes the job of a notification that ended before it was shown.
    /// - Returns: false if the job has already begun.
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

    /// Removes and returns all jobs that have not begun, in order, and releases the hold.
    func takeBack() -> [Outbox.Job] {
        state.withLock { state in
            defer { state.items = [] }
            state.isHeld = false
            return state.items.map(\.job)
        }
    }
}

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
            if end.isDoubtful(wasStored: item.isStored) { queue.hold() }
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
            if endedRuns.count != item.serverRun || forwarder.serverNumber != item.serverNumber {
                throw .noServer
            }
            switch item.job {
            case .show(let key, _):
                guard let request = item.request?.read() else { throw .notANotification }
                let server = try forwarder.show(request)
                let number = item.isStored ? note(key, ServerID(rawValue: server)) : nil
                return DeliveryEnd(job: item.job, result: .success(server), note: number)
            case .close(let server):
                try forwarder.close(server.rawValue)
                return DeliveryEnd(job: item.job, result: .success(server.rawValue), note: nil)
            }
        } catch {
            if error.isUnreachable { endedRuns.end() }
            return DeliveryEnd(job: item.job, result: .failure(error), note: nil)
        }
    }
}

extension DeliveryEnd {
    /// Returns true if no job may follow before the loop has handled this end.
    fileprivate func isDoubtful(wasStored: Bool) -> Bool {
        switch (job, result) {
        case (_, .failure(let error)): error == .timedOut || error.isUnreachable
        case (.show, .success): wasStored && note == nil
        case (.close, .success): false
        }
    }
}
