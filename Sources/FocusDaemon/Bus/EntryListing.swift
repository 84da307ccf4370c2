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
    private lazy var slowCalls = SlowCalls<Work> { [weak self] call, work in
        self?.goOn(call, &work) ?? false
    }

    private struct Work {
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
        var work: Work
        do throws(MarshalError) {
            work = Work(
                query: query, answer: answer, list: try answer.appendArray(of: "a{sv}"),
                mostBytes: isShort ? Limits.pageBytes : Limits.listedBytes,
                total: counts ? 0 : nil)
            try advance(&work)
            if work.isDone { return try reply(call, work) }
        } catch {
            throw ErrorReply(WireError.failed, "\(error)")
        }
        try slowCalls.admit(
            call, upTo: Limits.listings, perClient: Limits.listingsPerClient,
            "too many lists are being read")
        slowCalls.add(call, work)
    }

    /// Drops the calls of a client that left the bus.
    func peerLeft(_ peer: PeerName) { slowCalls.peerLeft(peer) }

    /// Returns true if the answer is not complete.
    private func goOn(_ call: MethodCall, _ work: inout Work) -> Bool {
        do throws(MarshalError) {
            try advance(&work)
            if !work.isDone { return true }
            try reply(call, work)
        } catch {
            call.fail(WireError.failed, "\(error)")
        }
        return false
    }

    /// Reads, and writes the answer, for about a millisecond.
    private func advance(_ work: inout Work) throws(MarshalError) {
        let end = ContinuousClock.now + Limits.surveyTime
        repeat { try advanceByPart(&work) } while !work.isDone && ContinuousClock.now < end
    }

    private func advanceByPart(_ work: inout Work) throws(MarshalError) {
        var query = work.query
        let counts = work.isFull
        query.limit =
            counts
            ? Limits.pageEntries
            : min(query.limit, Limits.listedEntries - work.count, Self.partLength)
        let page = engine.page(query)
        work.rows += page.rows
        work.total = work.total.map { $0 + page.entries.count }
        work.query.before = page.next
        guard !counts else { return }
        for entry in engine.wires(page.entries) {
            if let last = work.last { try work.list.append(last.value) }
            work.last = entry
        }
        work.count += page.entries.count
        work.bytes += page.bytes
        work.next = page.next
        work.query.limit -= page.entries.count
    }

    /// Number of entries between two looks at the clock.
    private static let partLength = 32

    private func reply(_ call: MethodCall, _ work: Work) throws(MarshalError) {
        if var last = work.last {
            last.next = work.next
            last.total = work.total
            try work.list.append(last.value)
        }
        try work.list.close()
        call.reply(work.answer)
    }
}
