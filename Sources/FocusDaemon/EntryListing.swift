// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

// A search that finds little looks at tens of thousands of rows. It does so a page of the store at a
// time, and what has come in meanwhile is served in between.

/// The calls of `Entries` that are being answered.
@LoopActor final class EntryListing {
    private let engine: Engine
    private var jobs: [Job] = []
    /// Fires at the loop's next turn while there are jobs.
    private var turn: Timer?

    private struct Job {
        let call: MethodCall
        var query: HistoryQuery
        var entries: [EntryWire] = []
        var bytes = 0
        var rows = 0
        /// Bytes that the answer may have: fewer for a caller that asks for few entries.
        var mostBytes: Int
        var next: EntryKey?

        /// True when the answer is as long as one may be, or the search as long.
        var isDone: Bool {
            next == nil || query.limit <= 0 || entries.count >= Limits.listedEntries
                || bytes >= mostBytes || rows >= Limits.searchedRows
        }
    }

    init(_ engine: Engine) {
        self.engine = engine
    }

    /// Answers a call, now or after some turns of the loop.
    func answer(_ call: MethodCall, _ query: HistoryQuery) throws(ControlRefusal) {
        let isShort = query.limit <= Limits.pageEntries
        var job = Job(
            call: call, query: query,
            mostBytes: isShort ? Limits.pageBytes : Limits.listedBytes)
        advance(&job)
        guard !job.isDone else { return reply(job) }
        let own = jobs.count { $0.call.sender == call.sender }
        guard jobs.count < Limits.listings, own < Limits.listingsPerClient else {
            throw ControlRefusal(
                WireError.limitsExceeded,
                "too many lists are being read: wait for the answers of the calls before")
        }
        jobs.append(job)
        awaitTurn()
    }

    /// A client left the bus.
    func peerLeft(_ peer: PeerName) {
        jobs.removeAll { $0.call.sender.rawValue == peer.rawValue }
    }

    private func awaitTurn() {
        let timer = turn ?? Timer { [weak self] in self?.goOn() }
        turn = timer
        timer.reset(after: .zero)
    }

    private func goOn() {
        guard !jobs.isEmpty else { return }
        var job = jobs.removeFirst()
        advance(&job)
        if job.isDone { reply(job) } else { jobs.append(job) }
        if !jobs.isEmpty { awaitTurn() }
    }

    private func advance(_ job: inout Job) {
        var query = job.query
        query.limit = min(query.limit, Limits.listedEntries - job.entries.count)
        let page = engine.page(query)
        job.entries += page.entries.map(engine.wire)
        job.bytes += page.bytes
        job.rows += page.rows
        job.next = page.next
        job.query.limit -= page.entries.count
        if let next = page.next { job.query.before = next }
    }

    private func reply(_ job: Job) {
        var entries = job.entries
        if !entries.isEmpty { entries[entries.count - 1].next = job.next }
        job.call.reply(FieldsBuilder.list(entries.map(\.value)))
    }
}
