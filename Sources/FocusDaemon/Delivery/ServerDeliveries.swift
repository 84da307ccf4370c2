// SPDX-License-Identifier: Apache-2.0

// Queue between the loop, which chooses the jobs for the real server, and libnotify's thread, which
// waits for the server's replies. A few jobs are queued ahead, so that the next one begins when the
// last one ends, without waiting for the loop.
//
// A kill may repeat one notification at most. For this, the thread notes a delivery
// (`FocusStore/Journal/DeliveryJournal.swift`) before the next one begins. The queue is stopped
// when the note fails, the server does not answer in time, or there is no server. The loop then
// takes back the jobs that have not begun.

import FocusCore
import GLibLoop
import Notify
import Synchronization

/// The outbox's jobs at the real server: the queue, libnotify's thread, and the run of the server
/// that the jobs are for.
///
/// No job runs after a failure to reach the server, a crash of the server or a change of the name's
/// owner, until the loop knows the next server. Jobs added in between come back as `noServer`. Thus
/// the next server gets all jobs in order, and no popup is attributed to the wrong server.
@LoopActor final class ServerDeliveries {
    /// Number of ended server runs. libnotify's thread counts each end at once.
    final class EndedRuns: Sendable {
        private let ended = Atomic<Int>(0)

        var count: Int { ended.load(ordering: .acquiring) }

        func end() {
            ended.add(1, ordering: .acquiringAndReleasing)
        }
    }

    private let queue = DeliveryQueue()
    private let thread: DeliveryThread
    private let endedRuns = EndedRuns()
    /// Number of the server run that the loop believes to be up.
    private var serverRun = 0
    /// The owner of the server's name that the loop believes to be up.
    private var serverOwner: ServerOwner?

    /// - Parameters:
    ///   - note: records on any thread that the real server has a notification. Returns the note's
    ///     number, or nil if the note failed.
    ///   - onEnd: gets the end of each job in order, on libnotify's thread; see ``DeliveryThread``.
    init(
        _ forwarder: NotificationForwarder,
        note: @escaping @Sendable (EntryKey, ServerID) -> UInt64?,
        onEnd: @escaping @Sendable (DeliveryEnd, _ canWait: Bool) -> Void
    ) {
        thread = DeliveryThread(forwarder, queue, endedRuns, note: note, onEnd: onEnd)
    }

    /// Records that a new run of the server is up.
    /// - Parameter owner: the owner of the server's name, as the forwarder knows it.
    func serverIsUp(_ owner: ServerOwner?) {
        serverRun = endedRuns.count
        serverOwner = owner
    }

    /// Adds a job to the line; it begins when libnotify's thread takes it. ``Engine/jobsEnded(_:)``
    /// gets its end.
    func append(_ job: Outbox.Job, _ request: DeliveryRequest?, isStored: Bool) {
        let item = DeliveryQueue.Item(
            job: job, request: request, isStored: isStored, serverRun: serverRun,
            serverOwner: serverOwner)
        if queue.append(item) { Task { @NotifyActor [thread] in thread.run() } }
    }

    /// Removes the job of a notification that ended. Returns false if libnotify's thread has
    /// already taken the job.
    func withdraw(_ key: EntryKey) -> Bool { queue.withdraw(key) }

    /// Removes and returns the jobs that libnotify's thread has not taken.
    func takeBack() -> [Outbox.Job] { queue.takeBack() }
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
