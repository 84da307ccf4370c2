// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusStore

/// The notes of deliveries while the disk refuses writes, or while the file is unusable.
@Suite struct DeliveryMendingTests {
    private static let server = ServerID(rawValue: 7)

    private static func key(_ number: Int64) -> EntryKey { EntryKey(rawValue: number) }

    private static func note(_ store: Store, _ number: Int64) throws -> UInt64 {
        try #require(store.deliveryJournal?.note(key(number), as: server))
    }

    private static func insert(_ keys: ClosedRange<Int64>, _ store: Store) throws {
        for key in keys {
            var record = EntryRecord.sample(1, state: .queued)
            record.key = EntryKey(rawValue: key)
            try store.insert(record, bytes: [1])
        }
        try store.commit()
    }

    private static func shown(_ store: Store) throws -> [Int64] {
        try store.live().filter { $0.state == .shown && $0.server == server }.map(\.key.rawValue)
    }

    /// Returns the shown notifications that a start after a kill finds.
    private static func shown(afterKillOf scratch: Scratch) throws -> [Int64] {
        let copy = try scratch.copyFiles()
        return try withExtendedLifetime(copy) { try shown(Store(path: copy.path)) }
    }

    @Test func notesThatADiskRefusesAreTakenOverLaterWithTheRows() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path, maximumPages: 14)
        try Self.insert(1...300, store)
        store.markShown(Self.key(1), server: Self.server, note: try Self.note(store, 1))
        // This delivery could not be noted.
        #expect(throws: StoreError.self) { try store.markShown(Self.key(2), server: Self.server) }
        store.abandonBatch()
        #expect(throws: StoreError.self) { try store.mend() }
        #expect(!store.marks.isEmpty)
        #expect(try Self.shown(store) == [1, 2])
        #expect(try Self.shown(afterKillOf: scratch) == [1])
        _ = try Self.note(store, 3)
        try store.database.execute("PRAGMA max_page_count = 100000", doing: "making room")
        try store.mend()
        #expect(!store.needsMending)
        #expect(store.marks.isEmpty)
        #expect(try Self.shown(store) == [1, 2])
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2, 3])
        try FileManager.default.removeItem(atPath: scratch.path + "-handovers")
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2])
    }

    @Test func removedFilesAreCreatedAgainWithTheNotes() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.insert(1...5, store)
        store.markShown(Self.key(1), server: Self.server, note: try Self.note(store, 1))
        try store.flush()
        try store.commit()
        store.markShown(Self.key(2), server: Self.server, note: try Self.note(store, 2))
        // The store gets this note only after it has another file.
        let late = try Self.note(store, 3)
        for name in try scratch.names() {
            try FileManager.default.removeItem(
                at: scratch.directory.appendingPathComponent("state/\(name)"))
        }
        #expect(throws: StoreError.self) { try store.synchronise() }
        try store.mend()
        #expect(!store.needsMending)
        #expect(try Self.shown(store) == [1, 2, 3])
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2, 3])
        let next = try Self.note(store, 4)
        #expect(next > late)
        store.markShown(Self.key(3), server: Self.server, note: late)
        try store.commit()
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2, 3, 4])
        store.markShown(Self.key(4), server: Self.server, note: next)
        try store.close()
        #expect(try Self.shown(Store(path: scratch.path)) == [1, 2, 3, 4])
    }

    @Test func aNewDatabaseTakesOnlyNotesOfItsOwnEntries() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.insert(1...300, store)
        for number in Int64(1)...20 {
            let note = try Self.note(store, number)
            store.markShown(Self.key(number), server: Self.server, note: note)
        }
        try store.flush()
        try store.commit()
        try store.synchronise()
        _ = try store.database.checkpoint(.truncate)
        store.database.releasePages()
        try Self.insert(301...302, store)
        _ = try Self.note(store, 301)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: scratch.path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
        try file.close()
        _ = try? store.live()
        try store.mend()
        #expect(store.setAside != nil)
        #expect(try store.live().map(\.state) == [.shown, .queued])
        #expect(try Self.shown(afterKillOf: scratch) == [301])
        _ = try Self.note(store, 302)
        #expect(try Self.shown(afterKillOf: scratch) == [301, 302])
    }

    @Test func aStoreThatBeginsInMemoryNotesWhenItHasItsFile() throws {
        let scratch = try Scratch()
        let before = try Store(path: scratch.path)
        try Self.insert(1...2, before)
        let old = try Self.note(before, 1)
        let copy = try scratch.copyFiles()
        let store = try Store.detached(from: copy.path)
        let journal = try #require(store.deliveryJournal)
        let key = try store.nextKey().rawValue
        try Self.insert(key...key + 1, store)
        #expect(journal.note(Self.key(key), as: Self.server) == nil)
        try store.markShown(Self.key(key), server: Self.server)
        try store.commit()
        try store.mend()
        #expect(!store.needsMending)
        #expect(store.leftDeliveries.isEmpty)
        #expect(try Self.shown(store) == [1, key])
        #expect(try #require(journal.note(Self.key(key + 1), as: Self.server)) > old)
        #expect(try Self.shown(afterKillOf: copy) == [1, key, key + 1])
    }

    @Test func aFileThatCannotBeMadeLeavesNotesWhereTheyAre() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.insert(1...3, store)
        _ = try Self.note(store, 1)
        store.hasSeenDamage = true
        try scratch.takeDirectoryAway()
        #expect(throws: StoreError.self) { try store.mend() }
        #expect(store.isDetached)
        #expect(store.deliveryJournal?.note(Self.key(2), as: Self.server) == nil)
        try store.markShown(Self.key(2), server: Self.server)
        try store.commit()
        #expect(throws: StoreError.self) { try store.mend() }
        #expect(try Self.shown(store) == [1, 2])
        try scratch.bringDirectoryBack()
        try store.mend()
        #expect(!store.needsMending)
        #expect(try Self.shown(store) == [1, 2])
        _ = try Self.note(store, 3)
        #expect(try Self.shown(afterKillOf: scratch) == [1, 2, 3])
        let mode = try FileManager.default.attributesOfItem(
            atPath: scratch.path + "-handovers")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }
}
