// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusStore

@Suite struct StoreQueryTests {
    let scratch: Scratch
    let store: Store

    /// Keys 1 to 30. Every third has ended, the apps a and b alternate, even ones were silenced.
    init() throws {
        scratch = try Scratch()
        store = try Store(path: scratch.path)
        for key in 1...30 as ClosedRange<Int64> {
            let isEven = key.isMultiple(of: 2)
            try store.insert(
                .sample(key, app: isEven ? "a" : "b", state: isEven ? .silenced : .shown))
            if key.isMultiple(of: 3) {
                try store.finish(
                    EntryKey(rawValue: key), as: key > 15 ? .read : .dismissed,
                    at: Timestamp(rawValue: key))
            }
        }
        try store.commit()
    }

    func keys(_ query: HistoryQuery) throws -> [Int64] {
        try store.entries(query).map(\.key.rawValue)
    }

    @Test func bothTablesComeMergedNewestFirst() throws {
        #expect(try keys(HistoryQuery()) == Array((1...30).reversed()))
    }

    @Test func pagesFollowEachOtherWithoutGapOrRepetition() throws {
        var pages: [[Int64]] = []
        var before: EntryKey?
        while true {
            let page = try keys(HistoryQuery(before: before, limit: 7))
            guard let last = page.last else { break }
            pages.append(page)
            before = EntryKey(rawValue: last)
        }
        #expect(pages.map(\.count) == [7, 7, 7, 7, 2])
        #expect(pages.flatMap { $0 } == Array((1...30).reversed()))
    }

    @Test(arguments: [
        (HistoryQuery(app: AppID("a"), limit: 3), [30, 28, 26]),
        (HistoryQuery(verdict: .deliver, limit: 4), [29, 27, 25, 23]),
        (HistoryQuery(state: .read), [30, 27, 24, 21, 18]),
        (HistoryQuery(state: .silenced, limit: 2), [28, 26]),
        (HistoryQuery(state: .parked), []),
        (HistoryQuery(since: Timestamp(rawValue: 1_700_000_000_028)), [30, 29, 28]),
        (HistoryQuery(before: 10, app: AppID("b"), verdict: .deliver, state: .dismissed), [9, 3]),
        (HistoryQuery(app: AppID("c")), []),
        (HistoryQuery(limit: 0), []),
        (HistoryQuery(limit: -1), []),
    ])
    func filtersNarrow(query: HistoryQuery, expected: [Int64]) throws {
        #expect(try keys(query) == expected)
    }

    @Test func deliveredLaterCountsAsDelivered() throws {
        var query = HistoryQuery(app: AppID("a"))
        query.isDelivered = true
        #expect(try keys(query) == [])
        try store.markShown(28, server: ServerID(rawValue: 7))
        try store.markShown(26, server: ServerID(rawValue: 0))
        try store.setState(26, .silenced)
        #expect(try keys(query) == [28, 26])
        try store.finish([28, 26], as: .dismissed, at: Timestamp(rawValue: 40))
        #expect(try keys(query) == [28, 26])
        query.app = nil
        query.limit = 4
        #expect(try keys(query) == [29, 28, 27, 26])
    }

    @Test func aQueryAnswersNoMoreThanTheLimit() throws {
        for key in 31...(Int64(Limits.queryEntries) + 10) { try store.insert(.sample(key)) }
        try store.commit()
        #expect(try keys(HistoryQuery(limit: .max)).count == Limits.queryEntries)
        #expect(try keys(HistoryQuery(limit: Limits.queryEntries)).count == Limits.queryEntries)
    }

    @Test func anIDMeansItsNewestEntry() throws {
        var again = EntryRecord.sample(31)
        again.id = ClientID(rawValue: 103)
        try store.insert(again)
        try store.commit()
        #expect(try store.entry(id: ClientID(rawValue: 103))?.key == 31)
        #expect(try store.entry(id: ClientID(rawValue: 106))?.key == 6)
        #expect(try store.entry(id: ClientID(rawValue: 999)) == nil)
        #expect(try store.entry(key: 99) == nil)
    }

    @Test func countsAddUp() throws {
        #expect(try store.counts() == StoreCounts(live: 20, history: 10, payloadBytes: 0))
        try store.finish(1, as: .evicted, at: Timestamp(rawValue: 1))
        #expect(try store.counts() == StoreCounts(live: 19, history: 11, payloadBytes: 0))
        store.rollback()
        #expect(try store.counts() == StoreCounts(live: 20, history: 10, payloadBytes: 0))
    }
}

@Suite struct StoreUpkeepTests {
    let scratch: Scratch
    let store: Store
    static let day: Int64 = 86_400_000

    /// Ten entries in history, one a day, the first on day 1; and a live one on day 1.
    init() throws {
        scratch = try Scratch()
        store = try Store(path: scratch.path)
        for key in 1...10 as ClosedRange<Int64> {
            try store.insert(.sample(key, time: key * Self.day))
            try store.finish(
                EntryKey(rawValue: key), as: .read, at: Timestamp(rawValue: 20 * Self.day))
        }
        try store.insert(.sample(11, time: Self.day))
        try store.commit()
    }

    /// Prunes until nothing remains to be removed, `step` entries at a time.
    func prune(_ retention: Retention, today: Int64, step: Int) throws -> [Int64] {
        while try store.prune(
            retention, now: Timestamp(rawValue: today * Self.day), atMost: step
        ).hasMore {}
        try store.commit()
        return try store.entries(HistoryQuery()).map(\.key.rawValue).filter { $0 != 11 }
    }

    @Test(arguments: [1, 3, 100])
    func entriesPastTheLimitGoOldestFirst(step: Int) throws {
        #expect(try prune(Retention(days: 100, entries: 10), today: 10, step: step).count == 10)
        #expect(try prune(Retention(days: 100, entries: 9), today: 10, step: step).last == 2)
        #expect(
            try prune(Retention(days: 100, entries: 4), today: 10, step: step) == [10, 9, 8, 7])
        #expect(try store.counts().history == 4)
    }

    @Test(arguments: [1, 3, 100])
    func entriesPastTheDaysGo(step: Int) throws {
        #expect(try prune(Retention(days: 5, entries: 100), today: 6, step: step).last == 1)
        #expect(try prune(Retention(days: 5, entries: 100), today: 7, step: step).last == 2)
        #expect(try prune(Retention(days: 5, entries: 2), today: 7, step: step) == [10, 9])
    }

    @Test func bothLimitsCountInOneCall() throws {
        let (removed, more) = try store.prune(
            Retention(days: 5, entries: 9), now: Timestamp(rawValue: 8 * Self.day), atMost: 100)
        try store.commit()
        #expect(!more && removed == 2)
        #expect(try store.counts().history == 8)
    }

    @Test func withoutAClockOnlyTheirNumberCounts() throws {
        #expect(try store.prune(Retention(days: 0, entries: 9), now: nil, atMost: 4) == (1, false))
        #expect(try store.prune(Retention(days: 0, entries: 4), now: nil, atMost: 4) == (4, true))
        try store.commit()
        #expect(try store.counts().history == 5)
    }

    @Test func oneCallRemovesNoMoreThanItMay() throws {
        let (removed, more) = try store.prune(
            Retention(days: 0, entries: 0), now: Timestamp(rawValue: 100 * Self.day), atMost: 4)
        try store.commit()
        #expect(more && removed == 4)
        #expect(try store.counts().history == 6)
    }

    @Test func nothingLiveIsPruned() throws {
        #expect(try prune(Retention(days: 0, entries: 0), today: 100, step: 50).isEmpty)
        #expect(try store.live().map(\.key) == [11])
    }

    @Test func noKeyComesTwice() throws {
        try store.finish(11, as: .read, at: Timestamp(rawValue: 1))
        try store.commit()
        #expect(try prune(Retention(days: 0, entries: 0), today: 100, step: 50).isEmpty)
        #expect(try store.counts() == StoreCounts(live: 0, history: 0, payloadBytes: 0))
        try store.close()
        #expect(try Store(path: scratch.path).nextKey() == 12)
    }

    @Test func oldLiveEntriesAreListedOldestFirst() throws {
        try store.insert(.sample(12, time: 2 * Self.day))
        try store.insert(.sample(13, time: 3 * Self.day))
        try store.commit()
        let third = Timestamp(rawValue: 3 * Self.day)
        #expect(try store.liveOlderThan(third, limit: 10) == [11, 12])
        #expect(try store.liveOlderThan(third, limit: 1) == [11])
        #expect(try store.liveOlderThan(Timestamp(rawValue: Self.day), limit: 10).isEmpty)
    }
}
