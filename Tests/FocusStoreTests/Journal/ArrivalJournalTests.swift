// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import SeededRandom
import Testing

@testable import FocusStore

/// Arrivals are in the journal before the database has them: the state after a kill at any moment,
/// and the transfer to the database.
@Suite struct ArrivalJournalTests {
    private static func journal(of scratch: Scratch) -> URL {
        URL(fileURLWithPath: scratch.path + "-arrivals")
    }

    private static func payload(_ key: Int64) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: key), count: 50)
    }

    /// Returns a store with that many committed notifications, all pending.
    private static func fill(_ scratch: Scratch, _ count: Int64) throws -> Store {
        let store = try Store(path: scratch.path)
        for key in 1...count {
            try store.insert(.sample(key), bytes: payload(key))
            try store.commit()
        }
        #expect(store.pending.entries.count == count)
        return store
    }

    /// Checks the notifications that a start after a kill finds.
    private static func expect(
        _ keys: [Int64], in scratch: Scratch, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let store = try Store(path: scratch.path)
        #expect(
            try store.live().map(\.key.rawValue) == keys, sourceLocation: sourceLocation)
        for key in keys {
            let entry = EntryKey(rawValue: key)
            #expect(try store.payload(of: entry) == payload(key), sourceLocation: sourceLocation)
            #expect(try store.entry(key: entry) == .sample(key), sourceLocation: sourceLocation)
        }
        #expect(store.pending.isEmpty, sourceLocation: sourceLocation)
        // The second start must not read the same notifications from the journal again.
        let copy = try scratch.copyFiles()
        let again = try Store(path: copy.path)
        #expect(
            try again.live().map(\.key.rawValue) == keys, sourceLocation: sourceLocation)
    }

    @Test func theStoredNewestKeyHidesNoPendingEntry() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        try store.countHeldInBadges()
        try store.setValue("server", "another")
        try store.commit()
        #expect(store.pending.entries.count == 3)
        let copy = try scratch.copyFiles()
        let killed = try Store(path: copy.path)
        #expect(try killed.live().map(\.key.rawValue) == [1, 2, 3])
        #expect(try killed.live().allSatisfy { !$0.isHeldFromBadge })
        #expect(try killed.nextKey().rawValue == 4)
    }

    @Test func aKillBetweenAnyTwoStepsLosesNothingAndDoublesNothing() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        let written = try scratch.copyFiles()
        try store.flush()
        // The transaction is open, so the files are unchanged.
        try Self.expect([1, 2, 3], in: scratch.copyFiles())
        try store.commit()
        // After the transaction, before the journal changes.
        let between = try scratch.copyFiles()
        try FileManager.default.removeItem(at: Self.journal(of: between))
        try FileManager.default.copyItem(
            at: Self.journal(of: written), to: Self.journal(of: between))
        try Self.expect([1, 2, 3], in: between)
        try Self.expect([1, 2, 3], in: scratch.copyFiles())
        // New records overwrite old ones.
        try store.insert(.sample(4), bytes: Self.payload(4))
        try Self.expect([1, 2, 3], in: scratch.copyFiles())
        try store.commit()
        try Self.expect([1, 2, 3, 4], in: scratch.copyFiles())
        try Self.expect([1, 2, 3], in: written)
    }

    @Test func aCutOffRecordLosesOnlyItself() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        let last = try #require(store.pending.entries.last).range
        let bytes = try Data(contentsOf: Self.journal(of: scratch))
        let copy = try scratch.copyFiles()
        // Each cut opens and closes a store: all of the header, then every seventh byte.
        for end in last
        where end < last.lowerBound + 40 || end % 7 == 0 || end + 8 > last.upperBound {
            var torn = bytes
            torn.replaceSubrange(end..<last.upperBound, with: Data(count: last.upperBound - end))
            let isWhole = torn == bytes
            try torn.write(to: Self.journal(of: copy))
            let opened = try Store(path: copy.path)
            #expect(try opened.live().count == (isWhole ? 3 : 2), "cut at \(end)")
            #expect(opened.damagedArrivals == nil)
            // Restores the copy for the next cut.
            for key in opened.pending.entries.map(\.key) { Issue.record("\(key) is pending") }
            try opened.close()
            try Self.restore(copy, from: scratch)
        }
    }

    /// Copies the files of the original again.
    private static func restore(_ copy: Scratch, from scratch: Scratch) throws {
        let state = copy.directory.appendingPathComponent("state")
        try FileManager.default.removeItem(at: state)
        try FileManager.default.copyItem(
            at: scratch.directory.appendingPathComponent("state"), to: state)
    }

    @Test func damageCostsOnlyWhatItHit() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        let copy = try scratch.copyFiles()
        var bytes = try Data(contentsOf: Self.journal(of: scratch))
        bytes[store.pending.entries[1].range.lowerBound + 30] ^= 1
        try bytes.write(to: Self.journal(of: copy))
        let opened = try Store(path: copy.path)
        #expect(try opened.live().map(\.key) == [1, 3])
        let damaged = try #require(opened.damagedArrivals)
        #expect(damaged.count == 1)
        let aside = try #require(damaged.setAside)
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bytes)
        #expect(try copy.names().contains(URL(fileURLWithPath: aside).lastPathComponent))
    }

    @Test(arguments: ["garbage", "empty", "missing", "short", "long"])
    func anyFileIsAJournalOrNone(kind: String) throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        try store.flush()
        try store.commit()
        let copy = try scratch.copyFiles()
        let file = Self.journal(of: copy)
        var random = SeededGenerator(seed: 3)
        switch kind {
        case "garbage", "long":
            let size = kind == "long" ? 3 * ArrivalJournal.fileSize : ArrivalJournal.fileSize
            try Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
                .write(to: file)
        case "empty": try Data().write(to: file)
        case "short": try Data(count: 100).write(to: file)
        default: try FileManager.default.removeItem(at: file)
        }
        let opened = try Store(path: copy.path)
        #expect(opened.damagedArrivals == nil)
        try opened.synchronise()
        try opened.insert(.sample(4), bytes: Self.payload(4))
        try opened.commit()
        #expect(opened.pending.entries.count == 1)
        try Self.expect([1, 2, 3, 4], in: copy.copyFiles())
    }

    @Test func aJournalThatIsNoFileStaysAndTheDatabaseServes() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            at: Self.journal(of: scratch), withIntermediateDirectories: true)
        let store = try Store(path: scratch.path)
        try store.insert(.sample(1), bytes: Self.payload(1))
        try store.commit()
        #expect(store.pending.isEmpty)
        #expect(store.journal?.failure != nil)
        try Self.expect([1], in: scratch.copyFiles())
        // The journal is created again when possible.
        try FileManager.default.removeItem(at: Self.journal(of: scratch))
        store.releaseMemory()
        #expect(store.journal?.failure == nil)
        try store.insert(.sample(2), bytes: Self.payload(2))
        try store.commit()
        #expect(store.pending.entries.count == 1)
        try Self.expect([1, 2], in: scratch.copyFiles())
    }

    /// Such an error would come again with each flush: the caller learns of it, and nothing stays.
    @Test func arrivalsThatTheDatabaseItselfRefusesAreNotKept() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            at: Self.journal(of: scratch), withIntermediateDirectories: true)
        let store = try Store(path: scratch.path)
        try store.insert(.sample(1), bytes: Self.payload(1))
        try store.commit()
        let trigger =
            "CREATE TRIGGER refusal BEFORE INSERT ON notification"
            + " BEGIN SELECT RAISE(ABORT, 'refused'); END"
        try store.database.execute(trigger, doing: "testing")
        try store.insert(.sample(2), bytes: Self.payload(2))
        let error = #expect(throws: StoreError.self) { try store.commit() }
        #expect(error?.code == .duplicate)
        #expect(!store.keptArrivals && store.flushFailure == nil && store.pending.isEmpty)
        try store.database.execute("DROP TRIGGER refusal", doing: "testing")
        try store.insert(.sample(2), bytes: Self.payload(2))
        try store.commit()
        try Self.expect([1, 2], in: scratch.copyFiles())
    }

    @Test func aJournalOutlivesItsDatabase() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 2)
        try store.flush()
        try store.commit()
        try store.synchronise()
        try store.insert(.sample(3), bytes: Self.payload(3))
        try store.commit()
        let copy = try scratch.copyFiles()
        let noise = (0..<8_192).map { UInt8(truncatingIfNeeded: $0) }
        try Data(noise).write(to: URL(fileURLWithPath: copy.path))
        try FileManager.default.removeItem(atPath: copy.path + "-wal")
        let opened = try Store(path: copy.path)
        #expect(opened.setAside != nil)
        #expect(try opened.live().map(\.key) == [3])
        #expect(try opened.nextKey() == 4)
    }

    @Test func aRemovedJournalIsCreatedAgain() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 2)
        let file = Self.journal(of: scratch)
        for (key, act) in [
            (3, { try FileManager.default.removeItem(at: file) }),
            (4, { try Data().write(to: file) }),
            (
                5,
                {
                    try FileManager.default.removeItem(at: file)
                    try Data("else".utf8).write(to: file)
                }
            ),
        ] as [(Int64, () throws -> Void)] {
            try act()
            // This process does not lose the journal's content.
            try store.flush()
            try store.commit()
            try store.synchronise()
            try store.insert(.sample(key), bytes: Self.payload(key))
            try store.commit()
            #expect(store.pending.entries.count == 1)
            try Self.expect(Array(1...key), in: scratch.copyFiles())
        }
    }

    @Test func closingLeavesTheDatabaseAlone() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        let facts = try FileManager.default.attributesOfItem(
            atPath: Self.journal(of: scratch).path)
        #expect(facts[.size] as? Int == ArrivalJournal.fileSize)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        try store.close()
        #expect(try scratch.names() == ["focusd.sqlite"])
        try Self.expect([1, 2, 3], in: scratch)
    }

    @Test func aQuietMomentLeavesNoTextInTheJournal() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        store.releaseMemory()
        #expect(store.pending.entries.count == 3)
        try store.flush()
        try store.commit()
        store.releaseMemory()
        try store.synchronise()
        let bytes = try Data(contentsOf: Self.journal(of: scratch))
        #expect(bytes == Data(count: ArrivalJournal.fileSize))
        try Self.expect([1, 2, 3], in: scratch.copyFiles())
    }

    @Test func aFullDatabaseLeavesItPending() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path, maximumPages: 14)
        var count: Int64 = 0
        while !store.isFlushDue {
            count += 1
            try store.insert(.sample(count), bytes: Self.payload(count))
            try store.commit()
        }
        #expect(count == Store.maximumPending)
        let error = try #require(throws: StoreError.self) { try store.flush() }
        #expect(error.code == .full)
        store.rollback()
        #expect(store.flushFailure == error)
        // Later arrivals do not try again.
        #expect(!store.isFlushDue)
        count += 1
        try store.insert(.sample(count), bytes: Self.payload(count))
        try store.commit()
        #expect(try store.live().count == Int(count))
        #expect(try store.payload(of: EntryKey(rawValue: count)) == Self.payload(count))
        try store.database.execute("PRAGMA max_page_count = 10000", doing: "making room")
        try Self.expect(Array(1...count), in: scratch.copyFiles())
        try store.flush()
        try store.commit()
        #expect(store.flushFailure == nil)
        #expect(store.pending.isEmpty)
        try Self.expect(Array(1...count), in: scratch.copyFiles())
    }

    @Test func aStartWithAFullDatabaseKeepsWhatTheJournalHas() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 200)
        let copy = try scratch.copyFiles()
        let opened = try Store(path: copy.path, maximumPages: 14)
        #expect(opened.pending.entries.count == 200)
        #expect(opened.flushFailure?.code == .full)
        #expect(try opened.live() == store.live())
        #expect(try opened.nextKey() == 201)
        try opened.insert(.sample(201), bytes: Self.payload(201))
        try opened.commit()
        try Self.expect(Array(1...201), in: copy.copyFiles())
    }

    @Test func aPendingEntryThatIsReplacedGoesStraightToHistory() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        let large = [UInt8](repeating: 1, count: PayloadFiles.smallest)
        try store.insert(.sample(4), bytes: large)
        try store.commit()
        let time = Timestamp(rawValue: 99)
        try store.finish([1, 4], as: .replaced, at: time)
        try store.commit()
        #expect(store.pending.entries.count == 4)
        #expect(try store.live().map(\.key) == [2, 3])
        #expect(try store.payload(of: 1) == nil)
        #expect(try store.entry(key: 4)?.state == .replaced)
        #expect(
            try store.counts() == StoreCounts(live: 2, history: 2, payloadBytes: 100))
        // Until the row is written, a kill restores the entry.
        let killed = try scratch.copyFiles()
        #expect(try Store(path: killed.path).live().map(\.key) == [1, 2, 3, 4])
        try store.flush()
        try store.commit()
        let copy = try scratch.copyFiles()
        let opened = try Store(path: copy.path)
        #expect(try opened.live().map(\.key) == [2, 3])
        #expect(try opened.entry(key: 1)?.ended == time)
        #expect(
            try opened.counts() == StoreCounts(live: 2, history: 2, payloadBytes: 100))
        try store.synchronise()
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "-payload")
        #expect(files.isEmpty)
    }

    @Test func anEndThatCountsIsWrittenAtOnce() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 2)
        try store.finish(1, as: .closedByApp, at: Timestamp(rawValue: 99))
        try store.commit()
        try Self.expect([2], in: scratch.copyFiles())
    }

    @Test func changesThatConcernNoneLeaveThePendingAlone() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 2)
        try store.setBadge(AppID("org.example.Chat"), 3)
        try store.commit()
        #expect(store.pending.entries.count == 2)
        try store.insert(.sample(3), bytes: Self.payload(3))
        try store.setValue("name", "value")
        try store.commit()
        // Both or neither, so they share a transaction.
        #expect(store.pending.isEmpty)
        let copy = try scratch.copyFiles()
        let opened = try Store(path: copy.path)
        #expect(try opened.badges() == [AppID("org.example.Chat"): 3])
        #expect(try opened.value("name") == "value")
        #expect(try opened.live().count == 3)
    }

    @Test func arrivalsThatDoNotFitGoToTheDatabase() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let body = String(repeating: "x", count: Limits.storedTextBytes)
        var largest = 0
        for key in 1...12 as ClosedRange<Int64> {
            try store.insert(.sample(key, body: body))
            try store.commit()
            largest = max(largest, store.pending.bytes.count)
            #expect(store.isFlushDue == (store.pending.bytes.count >= Store.dueBytes))
        }
        #expect((Store.dueBytes...ArrivalJournal.size).contains(largest))
        let copy = try scratch.copyFiles()
        #expect(try Store(path: copy.path).live() == store.live())
        #expect(try store.live().count == 12)
    }
}
