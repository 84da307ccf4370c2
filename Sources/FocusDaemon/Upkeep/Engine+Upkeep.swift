// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

/// The next deletion of notifications and messages beyond the limits.
struct Upkeep {
    /// Number of arrivals between two upkeep runs.
    static let interval = Store.maximumPending
    /// Maximum number of notifications that one run ends or deletes. Larger than the number of
    /// arrivals between two runs.
    static let step = 2 * interval
    /// Pause before the next check of ages and numbers, after a check that found nothing. The age
    /// limit is in days.
    static let checkInterval = Duration.seconds(3_600)

    /// Number of arrivals since the last run.
    var arrivals = 0
    /// Bytes of all stored messages beyond which an arrival makes upkeep due.
    var payloadBytes = Limits.storedPayloadBytes
    var retention = Retention() { didSet { nextCheck = .now } }
    /// Next time to look for expired notifications. Each look reads hundreds of rows.
    private(set) var nextCheck = ContinuousClock.now

    /// True if enough notifications arrived since the last run.
    var isDue: Bool { arrivals >= Self.interval }
    /// True if the ages must be checked, even if no notification arrives.
    var isCheckDue: Bool { ContinuousClock.now >= nextCheck }

    /// Records that a check found nothing beyond the limits.
    mutating func checked() { nextCheck = .now + Self.checkInterval }
}

extension Engine {
    /// Ends and deletes notifications beyond the limits, at most ``Upkeep/step`` at a time. Runs
    /// after the replies are sent, never before: after each ``Upkeep/interval`` arrivals, and in an
    /// idle moment if the last check of ages was long ago.
    func doUpkeep() {
        upkeep.arrivals = 0
        attempt {
            let checksAges = upkeep.isCheckDue
            let hadOld = checksAges ? try endOldest() : false
            let (removed, hasMore) = try store.prune(
                upkeep.retention, now: checksAges ? .now : nil, atMost: Upkeep.step)
            // A check that found old notifications may have left more of them.
            if checksAges, !hadOld, !hasMore { upkeep.checked() }
            try dropPayloads()
            try store.commit()
            if removed > 0 { pruneReports.note() }
        }
        // The signals of this run leave with the next batch.
        commitSoon()
    }

    /// Ends notifications that have been live for too many days.
    /// - Returns: true if there were any.
    private func endOldest() throws -> Bool {
        let oldest = Timestamp(
            rawValue: Timestamp.now.rawValue - Int64(upkeep.retention.days) * 86_400_000)
        var hasEnded = false
        for key in try store.liveOlderThan(oldest, limit: Upkeep.step) {
            guard let id = try store.clientID(of: key) else { continue }
            if change({ $0.outlived(id, key, into: &$1) }) { hasEnded = true }
        }
        return hasEnded
    }

    /// Deletes messages of shown and missed notifications if all messages take too much room. The
    /// texts stay.
    ///
    /// Frees more than it must, so that not each further arrival needs this run.
    private func dropPayloads() throws {
        let stored = try store.payloadBytes()
        upkeep.payloadBytes = Limits.storedPayloadBytes
        guard stored > Limits.storedPayloadBytes else { return }
        let chosen = PayloadRoom.notifications(
            toFree: stored - Limits.storedPayloadBytes + Limits.freedPayloadBytes,
            atMost: Upkeep.step, among: state.live.entries)
        for entry in chosen {
            try store.dropPayload(of: entry.key)
            update { $0.payloadDropped(of: entry) }
        }
        let left = try store.payloadBytes()
        if left > Limits.storedPayloadBytes, chosen.count < Upkeep.step {
            // The rest waits for the server: the next run would not find more.
            upkeep.payloadBytes = left + Limits.freedPayloadBytes
        }
    }
}
