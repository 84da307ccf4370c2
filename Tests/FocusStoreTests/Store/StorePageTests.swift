// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusStore

/// Issue 15: a list is read in bounded pieces, for any content of the store.
@Suite struct StorePageTests {
    let scratch: Scratch
    let store: Store

    static let end = Timestamp(rawValue: 1_800_000_000_000)

    init() throws {
        scratch = try Scratch()
        store = try Store(path: scratch.path)
    }

    /// Returns a text of that many bytes, and of far fewer characters.
    static func text(_ count: Int) -> String {
        "e" + String(repeating: "\u{301}", count: (count - 1) / 2)
    }

    /// Returns a notification of the largest legal size: about 200 KiB of texts.
    static func largest(_ key: Int64) -> EntryRecord {
        let long = text(Limits.storedTextBytes)
        var record = EntryRecord.sample(key, summary: long, body: long)
        record.appName = long
        record.category = long
        record.filterCriteria = text(Limits.filterCriteriaBytes)
        record.people = (0..<64).map { _ in text(1_000) }
        record.actions = (0..<60).map { Action(key: "\($0)", label: text(1_000)) }
        return record
    }

    @Test func aPageEndsWithTheRowThatPassesItsBytes() throws {
        // Each row has a little more than a sixth of a page's bytes.
        let sixth = Self.text(Limits.pageReadBytes / 12)
        for key in 1...12 as ClosedRange<Int64> {
            try store.insert(.sample(key, summary: sixth, body: sixth))
        }
        try store.commit()
        let pages = try store.pages(HistoryQuery())
        #expect(pages.flatMap(\.entries).map(\.key.rawValue) == Array((1...12).reversed()))
        #expect(pages.map(\.rows) == [6, 6, 0] || pages.map(\.rows) == [6, 6])
        // The database and the journal give the same pages.
        try store.flush()
        try store.commit()
        #expect(try store.pages(HistoryQuery()).map(\.rows) == pages.map(\.rows))
    }

    @Test(arguments: [false, true])
    func textsOfAListAreShortAndSaySo(isInDatabase: Bool) throws {
        try store.insert(Self.largest(1))
        let short = EntryRecord.sample(2)
        try store.insert(short)
        if isInDatabase { try store.flush() }
        try store.commit()
        let entries = try store.page(HistoryQuery()).entries
        #expect(entries.first == short)
        let long = try #require(entries.last)
        let all: ShortenedTexts = [
            .appName, .summary, .body, .category, .criteria, .people, .actions,
        ]
        #expect(long.shortened == all)
        let limit = Limits.listedTextBytes
        #expect(long.notification.textBytes(upTo: .max) <= 7 * limit)
        #expect(long.body.utf8.count > limit - 4 && long.body.utf8.count <= limit)
        #expect(Self.text(limit).unicodeScalars.starts(with: long.body.unicodeScalars))
        #expect(long.people.count == 2)
        #expect(long.actions.count == 2)
        // A single entry has its whole stored text.
        #expect(try store.entry(key: 1)?.body.utf8.count == Limits.storedTextBytes - 1)
    }

    @Test func aTextAtTheLimitOfAListIsWhole() throws {
        let limit = Limits.listedTextBytes
        for (key, count) in [(1, limit - 4), (2, limit), (3, limit + 1)] as [(Int64, Int)] {
            try store.insert(.sample(key, body: String(repeating: "x", count: count)))
        }
        try store.commit()
        let entries = try store.page(HistoryQuery()).entries
        #expect(entries.map(\.body.utf8.count) == [limit, limit, limit - 4])
        // A text of exactly the limit may have been longer before.
        #expect(entries.map(\.shortened) == [.body, .body, []])
    }

    @Test func aPageHasNoMoreEntriesThanItsLimit() throws {
        for key in 1...Int64(Limits.pageEntries + 1) { try store.insert(.sample(key)) }
        try store.commit()
        let pages = try store.pages(HistoryQuery(limit: .max))
        #expect(pages.map(\.entries.count) == [Limits.pageEntries, 1])
        #expect(pages.map { $0.next != nil } == [true, false])
    }

    @Test func aSearchPausesAfterSoManyRows() throws {
        for key in 1...Int64(2 * Limits.pageRows + 10) {
            try store.insert(.sample(key, state: key == 5 ? .silenced : .shown))
            if key.isMultiple(of: 500) { try store.flush() }
        }
        try store.commit()
        let pages = try store.pages(HistoryQuery(state: .silenced))
        #expect(pages.map(\.rows) == [Limits.pageRows, Limits.pageRows, 10])
        #expect(pages.map(\.entries.count) == [0, 0, 1])
    }

    @Test func nothingIsSkippedOrDoubledWhileNotificationsComeAndEnd() throws {
        for key in 1...600 as ClosedRange<Int64> {
            try store.insert(.sample(key, body: Self.text(9_000)))
            if key.isMultiple(of: 3) {
                try store.finish(EntryKey(rawValue: key), as: .read, at: Self.end)
            }
        }
        try store.commit()
        var next: Int64 = 601
        var keys: [Int64] = []
        var query = HistoryQuery(limit: .max)
        while true {
            let page = try store.page(query)
            keys += page.entries.map(\.key.rawValue)
            for _ in 0..<20 {
                try store.insert(.sample(next))
                next += 1
            }
            // Listed entries and others move to history.
            if let key = keys.last {
                try store.finish(EntryKey(rawValue: key), as: .read, at: Self.end)
            }
            if let key = keys.last, key > 7 {
                try store.finish(EntryKey(rawValue: key - 7), as: .read, at: Self.end)
            }
            try store.commit()
            guard let before = page.next else { break }
            query.before = before
        }
        #expect(keys == Array((1...600).reversed()))
    }

    @Test func nameIDAndFocusOfANotificationAreFound() throws {
        for key in 1...3 as ClosedRange<Int64> {
            try store.insert(.sample(key))
            if key == 2 { try store.flush() }
        }
        try store.finish(1, as: .dismissed, at: Self.end)
        try store.commit()
        for key in [2, 3] as [EntryKey] {
            #expect(try store.appName(of: key, upTo: 3) == "Cha")
            #expect(try store.clientID(of: key)?.rawValue == UInt32(key.rawValue) + 100)
        }
        #expect(try store.clientID(of: 1)?.rawValue == 101)
        #expect(try store.clientID(of: 999) == nil)
        #expect(try store.live().map(\.focus) == [FocusID("work"), FocusID("work")])
    }

    /// An action of a resident notification was invoked: it is live, and not missed.
    @Test(arguments: [false, true]) func missedListHasNoReadNotification(isFlushed: Bool) throws {
        for key in 1...3 as ClosedRange<Int64> {
            try store.insert(.sample(key, state: .silenced))
        }
        if isFlushed { try store.flush() }
        try store.setRead(2)
        try store.commit()
        #expect(try store.live().map(\.isRead) == [false, true, false])
        let page = try store.page(HistoryQuery(state: .silenced))
        #expect(page.entries.map(\.key) == [3, 1])
        #expect(try store.page(HistoryQuery()).entries.count == 3)
    }
}
