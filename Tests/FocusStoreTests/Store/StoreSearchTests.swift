// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusStore

/// Searches by text, person, reason, Focus and time (issue 21).
@Suite struct StoreSearchTests {
    let scratch: Scratch
    let store: Store

    /// Keys 1 to 12. Every third entry has ended; the newest ones are not in a table yet.
    init() throws {
        scratch = try Scratch()
        store = try Store(path: scratch.path)
        for key in 1...12 as ClosedRange<Int64> {
            var record = EntryRecord.sample(key, app: key > 6 ? "a" : "b")
            record.summary = key.isMultiple(of: 2) ? "Invoice \(key)" : "Lunch"
            record.body = key == 5 ? String(repeating: "x", count: 9_000) + "NEEDLE" : ""
            record.people = key == 4 ? ["Alex <alex@example.org>"] : []
            record.reason = key == 7 ? .rule("pay") : .app
            record.focus = key < 3 ? FocusID("work") : nil
            record.verdict = key == 8 ? .silence : .deliver
            record.sandbox = key == 9 ? AppID("a") : nil
            record.thread = key.isMultiple(of: 5) ? "team" : key == 9 ? "t" : nil
            try store.insert(record)
            if key.isMultiple(of: 3) {
                try store.finish(
                    EntryKey(rawValue: key), as: .read, at: Timestamp(rawValue: key))
            }
        }
        try store.commit()
    }

    private func keys(_ change: (inout HistoryQuery) -> Void) throws -> [Int64] {
        var query = HistoryQuery()
        change(&query)
        return try store.entries(query).map(\.key.rawValue)
    }

    @Test func textIsFoundInAnyLetterCase() throws {
        #expect(try keys { $0.text = SearchedText("iNVOICE") } == [12, 10, 8, 6, 4, 2])
        #expect(try keys { $0.text = SearchedText("needle") } == [5], "beyond a list's texts")
        #expect(try keys { $0.text = SearchedText("nothing") } == [])
        let long = try store.entries(HistoryQuery(limit: 100)).first { $0.key.rawValue == 5 }
        #expect(long?.body.utf8.count == Limits.listedTextBytes)
    }

    @Test func personReasonAndFocusSelect() throws {
        #expect(try keys { $0.person = PersonKey("ALEX@example.org") } == [4])
        #expect(try keys { $0.person = PersonKey("alex") } == [4])
        #expect(try keys { $0.reason = "rule" } == [7])
        #expect(try keys { $0.focus = FocusID("work") } == [2, 1])
        #expect(try keys { $0.focus = FocusID("") }.count == 10)
    }

    @Test func threadSelects() throws {
        #expect(try keys { $0.thread = "team" } == [10, 5])
        #expect(
            try keys {
                $0.thread = "team"
                $0.app = AppID("b")
            } == [5])
        #expect(try keys { $0.thread = "t" } == [9], "an ended one, as a whole name")
        #expect(try keys { $0.thread = "" }.count == 9)
        #expect(try store.entries(HistoryQuery()).first { $0.key == 9 }?.thread == "t")
    }

    @Test func listEndsAfterTheKnownEntry() throws {
        #expect(try keys { $0.after = EntryKey(rawValue: 9) } == [12, 11, 10])
        var query = HistoryQuery(limit: 2)
        query.after = EntryKey(rawValue: 9)
        let page = try store.page(query)
        #expect(page.entries.map(\.key.rawValue) == [12, 11])
        query.before = page.next
        let rest = try store.page(query)
        #expect(rest.entries.map(\.key.rawValue) == [10])
        #expect(rest.next == nil)
        #expect(try keys { $0.after = EntryKey(rawValue: 12) } == [])
    }

    @Test func timeEndsBeforeUntil() throws {
        let time = try #require(try store.entries(HistoryQuery(limit: 1)).first?.time)
        #expect(try keys { $0.until = time }.first == 11)
        #expect(
            try keys {
                $0.until = time
                $0.since = time.adding(-3)
            } == [11, 10, 9])
    }

    @Test func searchedTextHasALimit() {
        #expect(SearchedText(String(repeating: "a", count: Limits.searchTextBytes)) != nil)
        #expect(SearchedText(String(repeating: "a", count: Limits.searchTextBytes + 1)) == nil)
        #expect(SearchedText("") == nil)
    }

    @Test func figuresOfAppsAndPeopleAreCounted() throws {
        let times = try store.entries(HistoryQuery(limit: 12)).map(\.time)
        // The newest five count.
        var tally = try store.tally(since: times[4])
        try store.read(&tally, keys: 10_000)
        #expect(tally.isComplete)
        let (a, b) = (tally.figures(of: AppID("a")), tally.figures(of: AppID("b")))
        #expect(a.came == 5)
        #expect(a.silenced == 1)
        #expect(a.first == times[5])
        #expect(a.isSandboxed)
        #expect(b.came == 0)
        #expect(!b.isSandboxed)
        tally = try store.tally(since: Timestamp(rawValue: 0))
        try store.read(&tally, keys: 10_000)
        #expect(tally.figures(ofPerson: "Alex <alex@example.org>").came == 1)
    }
}
