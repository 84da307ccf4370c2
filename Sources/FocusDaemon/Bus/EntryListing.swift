// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

// A search with few results may read tens of thousands of rows. Each turn reads one page of the
// store, so that the loop serves other calls in between.

/// Answers the calls of `Entries`.
@LoopActor final class EntryListing {
    private let engine: Engine
    private var jobs: [Job] = []
    private lazy var turns = LoopTurns { [weak self] in self?.goOn() ?? false }

    private struct Job {
        let call: MethodCall
        var query: HistoryQuery
        var entries: [EntryWire] = []
        var bytes = 0
        var rows = 0
        /// Maximum length of the reply in bytes. Smaller for a caller that asks for few entries.
        var mostBytes: Int
        var next: EntryKey?
        /// Number of matching entries, if the query asks for it.
        var total: Int?

        /// True when the reply has reached its limit.
        var isFull: Bool {
            query.limit <= 0 || entries.count >= Limits.listedEntries || bytes >= mostBytes
        }

        /// True when nothing is left to read, or the search has reached its limit.
        var isDone: Bool {
            query.before == nil || rows >= Limits.searchedRows || (isFull && total == nil)
        }
    }

    init(_ engine: Engine) {
        self.engine = engine
    }

    /// Answers a call, now or after some turns of the loop.
    ///
    /// - Parameter counts: true to count all matching entries.
    func answer(
        _ call: MethodCall, _ query: HistoryQuery, counts: Bool = false
    ) throws(ErrorReply) {
        let isShort = query.limit <= Limits.pageEntries
        var job = Job(
            call: call, query: query,
            mostBytes: isShort ? Limits.pageBytes : Limits.listedBytes,
            total: counts ? 0 : nil)
        advance(&job)
        guard !job.isDone else { return reply(job) }
        let own = jobs.count { $0.call.sender == call.sender }
        guard jobs.count < Limits.listings, own < Limits.listingsPerClient else {
            throw ErrorReply(
                WireError.limitsExceeded,
                "too many lists are being read: wait for the answers of the calls before")
        }
        jobs.append(job)
        turns.begin()
    }

    /// Drops the jobs of a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        jobs.removeAll { $0.call.sender.rawValue == peer.rawValue }
    }

    /// Returns true if jobs are left.
    private func goOn() -> Bool {
        guard !jobs.isEmpty else { return false }
        var job = jobs.removeFirst()
        advance(&job)
        if job.isDone { reply(job) } else { jobs.append(job) }
        return !jobs.isEmpty
    }

    private func advance(_ job: inout Job) {
        var query = job.query
        let counts = job.isFull
        query.limit =
            counts
            ? Limits.pageEntries : min(query.limit, Limits.listedEntries - job.entries.count)
        let page = engine.page(query)
        job.rows += page.rows
        job.total = job.total.map { $0 + page.entries.count }
        job.query.before = page.next
        guard !counts else { return }
        job.entries += page.entries.map(engine.wire)
        job.bytes += page.bytes
        job.next = page.next
        job.query.limit -= page.entries.count
    }

    private func reply(_ job: Job) {
        var entries = job.entries
        if !entries.isEmpty {
            entries[entries.count - 1].next = job.next
            entries[entries.count - 1].total = job.total
        }
        job.call.reply(FieldsBuilder.list(entries.map(\.value)))
    }
}
