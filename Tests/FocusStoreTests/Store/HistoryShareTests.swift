// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusStore

/// One app's history does not push out that of all others.
@Suite struct HistoryShareTests {
    let scratch: Scratch
    let store: Store

    init() throws {
        scratch = try Scratch()
        store = try Store(path: scratch.path)
    }

    /// Adds ended entries of an app.
    private func add(
        _ keys: ClosedRange<Int64>, of app: String, as state: (Int64) -> EntryState
    ) throws {
        for key in keys {
            try store.insert(.sample(key, app: app))
            try store.finish(
                EntryKey(rawValue: key), as: state(key), at: Timestamp(rawValue: key))
            if key.isMultiple(of: 100) { try store.commit() }
        }
        try store.commit()
    }

    private func count(_ app: String) throws -> Int64 {
        try store.database.integer(
            "SELECT count(*) FROM history WHERE app = '\(app)'", doing: "testing")
    }

    private func prune(to entries: Int, step: Int) throws {
        let retention = Retention(days: 36_500, entries: entries)
        while try store.prune(retention, now: nil, atMost: step).hasMore {}
        try store.commit()
    }

    @Test(arguments: [7, 256])
    func appThatFillsTheHistoryMakesRoom(step: Int) throws {
        try add(1...100, of: "quiet") { _ in .read }
        try add(101...3_000, of: "loud") { _ in .replaced }
        try prune(to: 1_000, step: step)
        #expect(try count("quiet") == 100)
        #expect(try count("loud") == 900)
        let oldest = try store.database.integer(
            "SELECT min(key) FROM history WHERE app = 'loud'", doing: "testing")
        #expect(oldest == 2_101)
    }

    @Test func replacedVersionsGoFirst() throws {
        try add(1...20, of: "loud") { $0.isMultiple(of: 2) ? .replaced : .read }
        try prune(to: 10, step: 100)
        let left = try store.entries(HistoryQuery()).map(\.key.rawValue)
        #expect(left == [19, 17, 15, 13, 11, 9, 7, 5, 3, 1])
    }

    /// Many apps with little each: the oldest goes, as everybody expects.
    @Test func withoutAnAppBeyondItsShareTheOldestGo() throws {
        for number in 1...64 as ClosedRange<Int64> {
            try add(number...number, of: "app\(number)") { _ in .read }
        }
        try prune(to: 32, step: 100)
        #expect(try store.database.integer("SELECT min(key) FROM history", doing: "testing") == 33)
    }
}
