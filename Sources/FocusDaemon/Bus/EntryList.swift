// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

// A search with few results may read tens of thousands of rows, and an answer may have a thousand
// entries. Each turn reads, and writes into the answer, for a few milliseconds, so that the loop
// serves other calls in between.

/// The answer to a call of `Entries`.
struct EntryList: ListedAnswer {
    let answer: Message
    private var query: HistoryQuery
    private let list: ArrayAppender
    /// The entry that is not in the answer yet: the last one says where the list continues.
    private var last: EntryWire?
    /// Number of entries that were found, and bytes of their texts.
    private var count = 0
    private var bytes = 0
    private var rows = 0
    /// Maximum length of the reply in bytes. Smaller for a caller that asks for few entries.
    private let mostBytes: Int
    private var next: EntryKey?
    /// Number of matching entries, if the query asks for it.
    private var total: Int?

    /// Number of entries between two looks at the clock.
    private static let partLength = 32

    /// - Parameter counts: true to count all matching entries.
    init(_ query: HistoryQuery, in answer: Message, counts: Bool) throws(MarshalError) {
        self.answer = answer
        self.query = query
        list = try answer.appendArray(of: "a{sv}")
        mostBytes = query.limit <= Limits.pageEntries ? Limits.pageBytes : Limits.listedBytes
        total = counts ? 0 : nil
    }

    /// True when the reply has reached its limit.
    private var isFull: Bool {
        query.limit <= 0 || count >= Limits.listedEntries || bytes >= mostBytes
    }

    /// True when nothing is left to read, or the search has reached its limit.
    private var isDone: Bool {
        query.before == nil || rows >= Limits.searchedRows || (isFull && total == nil)
    }

    mutating func advance(
        _ engine: Engine, until end: ContinuousClock.Instant
    ) throws(MarshalError) -> Bool {
        repeat { try advanceByPart(engine) } while !isDone && ContinuousClock.now < end
        guard isDone else { return false }
        if var last {
            last.next = next
            last.total = total
            try list.append(last.value)
        }
        try list.close()
        return true
    }

    private mutating func advanceByPart(_ engine: Engine) throws(MarshalError) {
        var part = query
        let counts = isFull
        part.limit =
            counts
            ? Limits.pageEntries : min(query.limit, Limits.listedEntries - count, Self.partLength)
        let page = engine.page(part)
        rows += page.rows
        total = total.map { $0 + page.entries.count }
        query.before = page.next
        guard !counts else { return }
        for entry in engine.wires(page.entries) {
            if let last { try list.append(last.value) }
            last = entry
        }
        count += page.entries.count
        bytes += page.bytes
        next = page.next
        query.limit -= page.entries.count
    }
}
