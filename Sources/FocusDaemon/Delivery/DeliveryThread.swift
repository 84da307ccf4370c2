// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Notify

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
