// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusStore

/// The real server's notifications are noted at once: the notes after a kill at any moment.
@Suite struct DeliveryJournalTests {
    private static let server = ServerID(rawValue: 7)

    private static func key(_ number: Int64) -> EntryKey { EntryKey(rawValue: number) }

    /// Returns a store with that many notifications that wait for delivery.
    private static func fill(_ scratch: Scratch, _ count: Int64) throws -> Store {
        let store = try Store(path: scratch.path)
        for key in 1...count { try store.insert(.sample(key, state: .queued), bytes: [1]) }
        try store.commit()
        return store
    }

    private static func note(_ store: Store, _ number: Int64) throws -> UInt64 {
        try #require(store.deliveryJournal?.note(key(number), as: server))
    }

    /// Returns the shown notifications that a start after a kill finds.
    private static func shown(afterKillOf scratch: Scratch) throws -> [Int64] {
        let copy = try scratch.copyFiles()
        let killed = try Store(path: copy.path)
        let live = try killed.live()
        for entry in live {
            if entry.state == .shown { #expect(entry.server == server) }
            #expect(try killed.entry(key: entry.key)?.state == entry.state)
        }
        // The first start has moved its notes to the database.
        let once = live.filter { $0.state == .shown }.map(\.key.rawValue)
        try? FileManager.default.removeItem(atPath: copy.path + "-handovers")
        let again = try copy.copyFiles()
        let twice = try Store(path: again.path).live().filter { $0.state == .shown }
        #expect(twice.map(\.key.rawValue) == once)
        return once
    }

    @Test(arguments: [false, true])
    func notedDeliveriesAreShownAfterAKillBeforeTheStoreIsTold(isInDatabase: Bool) throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        if isInDatabase {
            try store.flush()
            try store.commit()
        }
        #expect(try Self.shown(afterKillOf: scratch) == [])
        _ = try Self.note(store, 1)
        #expect(try Self.shown(afterKillOf: scratch) == [1])
        let second = try Self.note(store, 2)
        store.markShown(Self.key(2), server: Self.server, note: second)
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2])
    }

    @Test func notesAreTakenOverWithWhatArrived() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 2)
        store.markShown(Self.key(1), server: Self.server, note: try Self.note(store, 1))
        #expect(try store.live().map(\.state) == [.shown, .queued])
        try store.flush()
        try store.commit()
        #expect(store.marks.isEmpty)
        #expect(try Self.shown(afterKillOf: scratch) == [1])
    }

    @Test func anEntryShownBeforeItHasARowGetsAShownRow() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        store.markShown(Self.key(1), server: Self.server, note: try Self.note(store, 1))
        func changes() throws -> Int64 {
            try store.database.integer("SELECT total_changes()", doing: "counting changes")
        }
        let before = try changes()
        try store.flush()
        try store.commit()
        // Three rows, the journal's epoch and the newest note: no row was changed twice.
        #expect(try changes() == before + 5)
        #expect(try store.live().map(\.state) == [.shown, .queued, .queued])
        #expect(try store.live().map(\.server) == [Self.server, nil, nil])
    }

    @Test func noteAfterTheOneThatWasTakenOverStays() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        store.markShown(Self.key(1), server: Self.server, note: try Self.note(store, 1))
        try store.flush()
        // During the open transaction.
        let second = try Self.note(store, 2)
        try store.commit()
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2])
        store.markShown(Self.key(2), server: Self.server, note: second)
        store.markShown(Self.key(3), server: Self.server, note: try Self.note(store, 3))
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2, 3])
    }

    @Test func laterStatesCount() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 4)
        for number in Int64(1)...3 {
            let note = try Self.note(store, number)
            store.markShown(Self.key(number), server: Self.server, note: note)
        }
        try store.setState(Self.key(1), .queued)
        try store.finish(Self.key(2), as: .dismissed, at: Timestamp(rawValue: 77))
        try store.commit()
        #expect(try Self.shown(afterKillOf: scratch) == [3])
        #expect(try store.entries(HistoryQuery(state: .shown)).map(\.key.rawValue) == [3])
    }

    @Test func undoneBatchKeepsTheNotes() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 2)
        store.markShown(Self.key(1), server: Self.server, note: try Self.note(store, 1))
        try store.setRead(Self.key(2))
        #expect(store.marks.isTaken)
        store.rollback()
        #expect(!store.marks.isEmpty)
        #expect(try Self.shown(afterKillOf: scratch) == [1])
        #expect(try store.entry(key: Self.key(1))?.state == .shown)
    }

    @Test func noteOfWhatTheStoreNeverHadIsNotTakenForAnothers() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 1)
        _ = try Self.note(store, 2)
        let copy = try scratch.copyFiles()
        let next = try Store(path: copy.path)
        #expect(try next.nextKey() == Self.key(2))
        try next.insert(.sample(2, state: .queued), bytes: nil)
        try next.commit()
        #expect(try Self.shown(afterKillOf: copy) == [])
    }

    @Test func damagedNoteIsNoNote() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 2)
        _ = try Self.note(store, 1)
        _ = try Self.note(store, 2)
        let file = URL(fileURLWithPath: scratch.path + "-handovers")
        var bytes = try Data(contentsOf: file)
        // The first note has the second place of the ring.
        bytes[40 + 30] ^= 1
        try bytes.write(to: file)
        #expect(try Self.shown(afterKillOf: scratch) == [2])
    }

    @Test func databaseMayBeSoManyNotesBehind() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 2)
        let journal = try #require(store.deliveryJournal)
        for _ in 1..<DeliveryJournal.places { _ = try Self.note(store, 1) }
        let last = try Self.note(store, 2)
        #expect(journal.note(Self.key(2), as: Self.server) == nil)
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2])
        store.markShown(Self.key(2), server: Self.server, note: last)
        try store.flush()
        try store.commit()
        #expect(try Self.note(store, 2) == last + 1)
    }

    @Test func withoutAFileNothingIsNoted() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path + "-handovers", withIntermediateDirectories: true)
        let store = try Self.fill(scratch, 1)
        #expect(store.deliveryJournal?.note(Self.key(1), as: Self.server) == nil)
        #expect(try Store(path: nil).deliveryJournal == nil)
    }

    @Test func fileIsTheUsersAloneAndGoneAfterACleanEnd() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 1)
        let path = scratch.path + "-handovers"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let note = try Self.note(store, 1)
        store.markShown(Self.key(1), server: Self.server, note: note)
        try store.close()
        #expect(!FileManager.default.fileExists(atPath: path))
        let next = try Store(path: scratch.path)
        #expect(try next.live().map(\.state) == [.shown])
        #expect(try Self.note(next, 1) == note + 1)
        // The store is not told of this note.
        try next.close()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func removedFileIsCreatedAgain() throws {
        let scratch = try Scratch()
        let store = try Self.fill(scratch, 3)
        try FileManager.default.removeItem(atPath: scratch.path + "-handovers")
        store.markShown(Self.key(1), server: Self.server, note: try Self.note(store, 1))
        try store.flush()
        try store.commit()
        _ = try Self.note(store, 2)
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2])
    }
}
