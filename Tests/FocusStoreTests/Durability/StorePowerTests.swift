// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Glibc
import Testing

@testable import FocusStore

/// The possible losses of a power failure. EndToEndTests cut the power at random moments.
@Suite struct StorePowerTests {
    private static func insert(_ keys: ClosedRange<Int64>, _ store: Store) throws {
        for key in keys {
            try store.insert(.sample(key), bytes: [UInt8(key)])
            try store.commit()
        }
    }

    private static func flush(_ store: Store) throws {
        try store.flush()
        try store.commit()
    }

    /// Replaces the log by a symbolic link, so that it cannot be synchronised under its name. A log
    /// exists at each moment, because the checkpointer would create a missing one.
    private static func misplaceLog(_ scratch: Scratch) throws {
        let log = scratch.path + "-wal"
        try FileManager.default.linkItem(atPath: log, toPath: log + "-away")
        try FileManager.default.createSymbolicLink(
            atPath: log + "-link", withDestinationPath: log + "-away")
        try rename(log + "-link", to: log)
    }

    private static func rename(_ path: String, to other: String) throws {
        guard unsafe Glibc.rename(path, other) == 0 else {
            throw StoreError(errno: errno, doing: "renaming a file")
        }
    }

    private static func journal(_ scratch: Scratch) -> URL {
        URL(fileURLWithPath: scratch.path + "-arrivals")
    }

    @Test func aDatabaseOneFlushBehindTakesTwoPartsOfTheJournal() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.insert(1...3, store)
        let before = try scratch.copyFiles()
        try Self.flush(store)
        try Self.insert(4...5, store)
        #expect(store.pending.entries.count == 2)
        // The first part is cleared only after the transaction is synchronised, which does not
        // happen here.
        let first = try Data(contentsOf: Self.journal(before)).prefix(ArrivalJournal.size)
        let second = try Data(contentsOf: Self.journal(scratch)).dropFirst(ArrivalJournal.size)
        try (first + second).write(to: Self.journal(before))
        let opened = try Store(path: before.path)
        #expect(try opened.live().map(\.key) == [1, 2, 3, 4, 5])
        #expect(opened.pending.isEmpty)
        #expect(opened.damagedArrivals == nil)
        try opened.synchronise()
        try Self.insert(6...6, opened)
        let copy = try before.copyFiles()
        #expect(try Store(path: copy.path).live().map(\.key) == [1, 2, 3, 4, 5, 6])
    }

    @Test func arrivalsThatAFullDatabaseRefusesAreNotMistakenForLaterOnes() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.insert(1...200, store)
        let before = try scratch.copyFiles()
        try Self.flush(store)
        try Self.insert(201...203, store)
        let first = try Data(contentsOf: Self.journal(before)).prefix(ArrivalJournal.size)
        let second = try Data(contentsOf: Self.journal(scratch)).dropFirst(ArrivalJournal.size)
        try (first + second).write(to: Self.journal(before))
        let opened = try Store(path: before.path, maximumPages: 14)
        // The first part stays pending. The second, of the last second before the failure, is lost.
        #expect(try opened.live().count == 200)
        try opened.database.execute("PRAGMA max_page_count = 10000", doing: "making room")
        try Self.flush(opened)
        try opened.synchronise()
        try opened.insert(.sample(201), bytes: [9])
        try opened.commit()
        #expect(opened.pending.entries.count == 1)
        let copy = try before.copyFiles()
        let again = try Store(path: copy.path)
        #expect(try again.live().count == 201)
        #expect(try again.payload(of: 201) == [9])
    }

    @Test func aPartIsReusedOnlyAfterItsRecordsAreSynchronised() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.insert(1...3, store)
        try Self.flush(store)
        try store.synchronise()
        #expect(store.syncFailure == nil)
        try Self.misplaceLog(scratch)
        var key: Int64 = 4
        for _ in 0..<ArrivalJournal.parts {
            try Self.insert(key...key, store)
            #expect(store.pending.entries.count == 1)
            try Self.flush(store)
            key += 1
        }
        // All parts wait. Arrivals that the database takes at once need no further part.
        let part = store.journal?.part
        for _ in 0..<3 {
            try Self.insert(key...key, store)
            #expect(store.pending.isEmpty)
            #expect(store.journal?.part == part)
            key += 1
        }
        #expect(throws: StoreError.self) { try store.synchronise() }
        #expect(store.syncFailure?.code == .cannotOpen)
        #expect(try store.live().count == Int(key) - 1)
        try Self.rename(scratch.path + "-wal-away", to: scratch.path + "-wal")
        try store.synchronise()
        #expect(store.syncFailure == nil)
        try Self.insert(key...key, store)
        #expect(store.pending.entries.count == 1)
    }

    @Test func theJournalOfAnEarlierProcessIsClearedToo() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.insert(1...3, store)
        let copy = try scratch.copyFiles()
        let opened = try Store(path: copy.path)
        #expect(try opened.live().map(\.key) == [1, 2, 3])
        try opened.synchronise()
        #expect(try Data(contentsOf: Self.journal(copy)).allSatisfy { $0 == 0 })
    }

    @Test func aPayloadGoesWhenWhatDroppedItIsSynchronised() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let large = [UInt8](repeating: 1, count: PayloadFiles.smallest)
        try store.insert(.sample(1), bytes: large)
        try store.commit()
        try store.synchronise()
        try Self.misplaceLog(scratch)
        try store.finish(1, as: .dismissed, at: Timestamp(rawValue: 9))
        try store.commit()
        #expect(throws: StoreError.self) { try store.synchronise() }
        let file = scratch.path + "-payload/1"
        #expect(FileManager.default.fileExists(atPath: file))
        try Self.rename(scratch.path + "-wal-away", to: scratch.path + "-wal")
        try store.synchronise()
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
