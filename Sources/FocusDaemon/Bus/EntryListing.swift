// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

// A search with few results may read tens of thousands of rows, and an answer may have a thousand
// entries. Each turn reads, and writes into the answer, for a few milliseconds, so that the loop
// serves other calls in between.

/// Answers the calls of `Entries`.
@LoopActor final class EntryListing {
    private let engine: Engine
    private var jobs: [Job] = []
    private lazy var turns = LoopTurns { [weak self] in self?.goOn() ?? false }

    private struct Job {
        let call: MethodCall
        var query: HistoryQuery
        let answer: Message
        let list: ArrayAppender
        /// The entry that is not in the answer yet: the last one says where the list continues.
        var last: EntryWire?
        /// Number of entries that were found, and bytes of their texts.
        var count = 0
        var bytes = 0
        var rows = 0
        /// Maximum length of the reply in bytes. Smaller for a caller that asks for few entries.
        var mostBytes: Int
        var next: EntryKey?
        /// Number of matching entries, if the query asks for it.
        var total: Int?

        /// True when the reply has reached its limit.
        var isFull: Bool {
            query.limit <= 0 || count >= Limits.listedEntries || bytes >= mostBytes
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
        let answer = call.message.methodReturn()
        do throws(MarshalError) {
            var job = Job(
                call: call, query: query, answer: answer,
                list: try answer.appendArray(of: "a{sv}"),
                mostBytes: isShort ? Limits.pageBytes : Limits.listedBytes,
                total: counts ? 0 : nil)
            try advance(&job)
            if job.isDone { return try reply(job) }
            jobs.append(job)
        } catch {
            throw ErrorReply(WireError.failed, "\(error)")
        }
        let own = jobs.count { $0.call.sender == call.sender }
        guard jobs.count <= Limits.listings, own <= Limits.listingsPerClient else {
            jobs.removeLast()
            throw ErrorReply(
                WireError.limitsExceeded,
                "too many lists are being read: wait for the answers of the calls before")
        }
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
        do throws(MarshalError) {
            try advance(&job)
            if job.isDone { try reply(job) } else { jobs.append(job) }
        } catch {
            job.call.fail(WireError.failed, "\(error)")
        }
        return !jobs.isEmpty
    }

    /// Reads, and writes the answer, for some milliseconds.
    private func advance(_ job: inout Job) throws(MarshalError) {
        let end = ContinuousClock.now + Limits.surveyTime
        repeat { try advanceByPart(&job) } while !job.isDone && ContinuousClock.now < end
    }

    private func advanceByPart(_ job: inout Job) throws(MarshalError) {
        var query = job.query
        let counts = job.isFull
        query.limit =
            counts
            ? Limits.pageEntries
            : min(query.limit, Limits.listedEntries - job.count, Self.partLength)
        let page = engine.page(query)
        job.rows += page.rows
        job.total = job.total.map { $0 + page.entries.count }
        job.query.before = page.next
        guard !counts else { return }
        for entry in engine.wires(page.entries) {
            if let last = job.last { try job.list.append(last.value) }
            job.last = entry
        }
        job.count += page.entries.count
        job.bytes += page.bytes
        job.next = page.next
        job.query.limit -= page.entries.count
    }

    /// Number of entries between two looks at the clock.
    private static let partLength = 32

    private func reply(_ job: Job) throws(MarshalError) {
        if var last = job.last {
            last.next = job.next
            last.total = job.total
            try job.list.append(last.value)
        }
        try job.list.close()
        job.call.reply(job.answer)
    }
}
