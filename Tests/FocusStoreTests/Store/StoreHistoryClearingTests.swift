// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusStore

/// Issue 17: the history could not be emptied.
@Suite struct StoreHistoryClearingTests {
    private static let ended = Timestamp(rawValue: 1_700_000_900_000)

    /// Stores notifications with those keys and ends them, except the last one.
    private static func fill(_ store: Store, _ keys: [Int64], _ app: String) throws {
        for key in keys {
            var record = EntryRecord.sample(key, app: app, summary: "text\(key)")
            record.time = Timestamp(rawValue: key * 1_000)
            try unsafe store.insert(record, payload: nil)
            if key != keys.last {
                try store.finish(EntryKey(rawValue: key), as: .dismissed, at: ended)
            }
        }
        try store.commit()
    }

    @Test func allPastNotificationsGoAndLiveOnesStay() throws {
        let scratch = try Scratch()
        var store = try Store(path: scratch.path)
        try Self.fill(store, [1, 2, 3], "a")
        #expect(try store.clearHistory(of: nil, before: nil) == 2)
        try store.renew()
        #expect(try store.counts().history == 0)
        #expect(try store.entry(key: EntryKey(rawValue: 3))?.summary == "text3")
        let files = try StoreForgettingTests.files(of: scratch, holding: ["text1", "text2"])
        #expect(files.isEmpty)
        try store.finish(EntryKey(rawValue: 3), as: .dismissed, at: Self.ended)
        try store.commit()
        // No key is used twice, even after the newest entry was removed.
        #expect(try store.clearHistory(of: nil, before: nil) == 1)
        try store.close()
        store = try Store(path: scratch.path)
        #expect(try store.nextKey() == EntryKey(rawValue: 4))
    }

    @Test func anAppAndATimeLimitTheDeletedPart() throws {
        let store = try Store(path: nil)
        try Self.fill(store, [1, 3, 5, 7], "a")
        try Self.fill(store, [12, 14, 16], "b")
        func clear(_ app: String?, _ time: Int64?) throws -> Int {
            try store.clearHistory(
                of: app.map { AppID($0) }, before: time.map { Timestamp(rawValue: $0) })
        }
        #expect(try clear("c", nil) == 0)
        #expect(try clear("a", 3_000) == 1)
        #expect(try clear(nil, 13_000) == 3)
        #expect(try clear("b", nil) == 1)
        #expect(try store.counts().history == 0)
        #expect(try store.counts().live == 2)
    }
}
