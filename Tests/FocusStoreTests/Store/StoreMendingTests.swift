// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusStore

/// The store while its file is unusable, and its return to a file.
@Suite struct StoreMendingTests {
    /// Returns a store with some hundred notifications in its file, and one in the journal.
    private static func filled(_ scratch: Scratch) throws -> Store {
        let store = try Store(path: scratch.path)
        for key in 1...300 as ClosedRange<Int64> {
            try store.insert(.sample(key), bytes: [UInt8](repeating: 1, count: 1_000))
        }
        try store.finish(2, as: .dismissed, at: Timestamp(rawValue: 9))
        try store.flush()
        try store.commit()
        try store.synchronise()
        _ = try store.database.checkpoint(.truncate)
        store.database.releasePages()
        try store.insert(.sample(301), bytes: [7])
        try store.commit()
        return store
    }

    /// Overwrites a file from an offset on.
    private static func overwrite(
        _ path: String, from start: UInt64 = 0, count: Int? = nil
    ) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: start)
        try file.write(contentsOf: Data(repeating: 0xA5, count: count ?? Int(size - start)))
        try file.close()
    }

    @Test func anOverwrittenFileIsRenamedAndANewOneCreated() throws {
        let scratch = try Scratch()
        let store = try Self.filled(scratch)
        try Self.overwrite(scratch.path)
        #expect(!store.needsMending)
        let error = try #require(throws: StoreError.self) { try store.live() }
        #expect(error.code == .corrupt)
        #expect(store.needsMending)
        try store.mend()
        let aside = try #require(store.setAside)
        #expect(FileManager.default.fileExists(atPath: aside))
        #expect(!store.needsMending)
        #expect(try store.live().map(\.key) == [301])
        #expect(try store.payload(of: 301) == [7])
        // The store is durable again.
        try store.insert(.sample(302), bytes: [8])
        try store.setBadge(AppID("app"), 2)
        try store.commit()
        let copy = try scratch.copyFiles()
        let opened = try Store(path: copy.path)
        #expect(try opened.live().map(\.key) == [301, 302])
        #expect(try opened.badges() == [AppID("app"): 2])
        try store.close()
        #expect(try Store(path: scratch.path).live().map(\.key) == [301, 302])
    }

    @Test func readableEntriesOfADamagedFileAreKept() throws {
        let scratch = try Scratch()
        let store = try Self.filled(scratch)
        try store.setBadge(AppID("app"), 2)
        try store.commit()
        // The second half of some hundred pages.
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: scratch.path)[.size] as? Int)
        try Self.overwrite(scratch.path, from: UInt64(size / 8192 * 4096))
        _ = try? store.live()
        _ = try? store.entries(HistoryQuery())
        #expect(store.needsMending)
        try store.mend()
        #expect(store.setAside != nil)
        let live = try store.live().map(\.key)
        #expect(live.count > 50)
        #expect(live.last == 301)
        #expect(try store.payload(of: live[0]) == [UInt8](repeating: 1, count: 1_000))
        #expect(try store.nextKey() == 302)
    }

    @Test func aRemovedFileIsCreatedAgainWithItsContent() throws {
        let scratch = try Scratch()
        let store = try Self.filled(scratch)
        for name in try scratch.names() {
            let file = scratch.directory.appendingPathComponent("state/\(name)")
            try FileManager.default.removeItem(at: file)
        }
        try store.insert(.sample(302), bytes: [8])
        try store.commit()
        #expect(throws: StoreError.self) { try store.synchronise() }
        #expect(store.needsMending)
        try store.mend()
        #expect(!store.needsMending)
        #expect(store.setAside == nil)
        #expect(try store.live().count == 301)
        #expect(try store.entry(key: 2)?.state == .dismissed)
        try store.synchronise()
        let copy = try scratch.copyFiles()
        let opened = try Store(path: copy.path)
        #expect(try opened.live().count == 301)
        #expect(try opened.payload(of: 302) == [8])
        #expect(try opened.entry(key: 2)?.state == .dismissed)
    }

    @Test func aFileThatCannotBeMadeYetLeavesItInMemory() throws {
        let scratch = try Scratch()
        let store = try Self.filled(scratch)
        try Self.overwrite(scratch.path)
        _ = try? store.live()
        try scratch.takeDirectoryAway()
        #expect(throws: StoreError.self) { try store.mend() }
        #expect(store.isDetached)
        #expect(store.needsMending)
        #expect(try store.live().map(\.key) == [301])
        try store.insert(.sample(302))
        try store.finish(301, as: .dismissed, at: Timestamp(rawValue: 9))
        try store.commit()
        #expect(throws: StoreError.self) { try store.mend() }
        try scratch.bringDirectoryBack()
        try store.mend()
        #expect(!store.needsMending)
        #expect(try store.live().map(\.key) == [302])
        #expect(try store.entry(key: 301)?.state == .dismissed)
        let copy = try scratch.copyFiles()
        let opened = try Store(path: copy.path)
        #expect(try opened.live().map(\.key) == [302])
        #expect(try opened.entry(key: 301)?.state == .dismissed)
        #expect(opened.setAside == nil)
    }

    @Test func aStoreThatBeginsInMemoryMovesToItsFile() throws {
        let scratch = try Scratch()
        let before = try Store(path: scratch.path)
        try before.insert(.sample(1), bytes: [1])
        try before.setBadge(AppID("app"), 1)
        try before.setValue("mutes", "the file's")
        try before.commit()
        // A killed store with one notification in the journal; then its directory becomes
        // inaccessible.
        let copy = try scratch.copyFiles()
        let store = try Store.detached(from: copy.path)
        #expect(store.isDetached)
        let key = try store.nextKey().rawValue
        #expect(key > 1_000_000)
        try store.insert(Self.record(key), bytes: [2])
        try store.setBadge(AppID("app"), 2)
        try store.setValue("mutes", "the memory's")
        try store.setValue("agenda", "the memory's")
        try store.commit()
        #expect(try store.live().map(\.key.rawValue) == [key])
        try store.mend()
        #expect(!store.needsMending)
        #expect(try store.live().map(\.key.rawValue) == [1, key])
        // The engine has yet to see the file's values.
        #expect(try store.value("mutes") == "the file's")
        #expect(try store.value("agenda") == "the memory's")
        #expect(try store.payload(of: EntryKey(rawValue: key)) == [2])
        try store.insert(Self.record(key + 1))
        try store.commit()
        let files = try copy.copyFiles()
        let opened = try Store(path: files.path)
        #expect(try opened.live().map(\.key.rawValue) == [1, key, key + 1])
        #expect(try opened.badges() == [AppID("app"): 2])
        #expect(try opened.nextKey().rawValue == key + 2)
    }

    private static func record(_ key: Int64) -> EntryRecord {
        var record = EntryRecord.sample(1)
        record.key = EntryKey(rawValue: key)
        return record
    }

    @Test func closingWritesTheMemoryToTheFile() throws {
        let scratch = try Scratch()
        let store = try Store.detached(from: scratch.path)
        let key = try store.nextKey().rawValue
        try store.insert(Self.record(key), bytes: [2])
        try store.commit()
        try store.close()
        #expect(try Store(path: scratch.path).live().map(\.key.rawValue) == [key])
    }

    @Test(arguments: [100, 5_000, 20_000])
    func aFileThatIsCutOffIsSetAsideAtTheStart(size: Int) throws {
        let scratch = try Scratch()
        try Self.filled(scratch).close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: scratch.path))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
        let store = try Store.sound(path: scratch.path, patience: .zero)
        #expect(store.setAside != nil)
        #expect(!store.needsMending)
        try store.insert(.sample(999))
        try store.commit()
        #expect(try store.live().last?.key == 999)
    }

    @Test("a kill and a damaged file: the next start has the journal and all that can be read")
    func readableEntriesAreKeptAtTheStart() throws {
        let scratch = try Scratch()
        let filled = try Self.filled(scratch)
        let activation = Activation(
            focus: FocusID("work"), since: Timestamp(rawValue: 7), cause: .manual)
        let filter = FilterKey(AppID("app"), "Mail")
        let told = ToldFilter.values(["account": .text("own")])
        try filled.setBadge(AppID("app"), 2)
        try filled.setValue("mutes", "a mute")
        try filled.setActivation(activation)
        try filled.setTold(filter, told)
        try filled.commit()
        let copy = try scratch.copyFiles()
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: copy.path)[.size] as? Int)
        // Pages in the middle, which the start itself does not read.
        try Self.overwrite(copy.path, from: UInt64(size / 8192 * 4096), count: 4 * 4096)
        let store = try Store.sound(path: copy.path, patience: .zero)
        let aside = try #require(store.setAside)
        #expect(FileManager.default.fileExists(atPath: aside))
        #expect(!store.needsMending)
        let live = try store.live().map(\.key)
        #expect(live.count > 50)
        #expect(live.last == 301)
        #expect(try store.payload(of: live[0]) == [UInt8](repeating: 1, count: 1_000))
        // And all that lies in other pages.
        #expect(try store.badges() == [AppID("app"): 2])
        #expect(try store.value("mutes") == "a mute")
        #expect(try store.activation() == activation)
        #expect(try store.told() == [filter: told])
        #expect(try store.entry(key: 2)?.state == .dismissed)
        try store.close()
        #expect(try Store.sound(path: copy.path, patience: .zero).live().map(\.key) == live)
    }

    @Test func aMessageThatLiesApartStaysApart() throws {
        let scratch = try Scratch()
        let store = try Self.filled(scratch)
        let mark = StoreForgettingTests.mark
        let message = Array(mark.utf8)
        try unsafe message.withUnsafeBytes {
            try unsafe store.insert(.sample(302), payload: $0, onlyInFile: true)
        }
        try store.flush()
        try store.commit()
        try store.synchronise()
        _ = try store.database.checkpoint(.truncate)
        store.database.releasePages()
        // A file of an entry whose message is in its row.
        try Data(message).write(to: URL(fileURLWithPath: scratch.path + "-payload/7"))
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: scratch.path)[.size] as? Int)
        try Self.overwrite(scratch.path, from: UInt64(size / 8192 * 4096), count: 4 * 4096)
        _ = try? store.live()
        #expect(store.needsMending)
        try store.mend()
        #expect(store.setAside != nil && !store.needsMending)
        #expect(try store.payload(of: 302) == message)
        try store.synchronise()
        func files() throws -> [String] {
            try StoreForgettingTests.files(of: scratch, holding: [mark])
        }
        #expect(try files() == ["state/focusd.sqlite-payload/302"])
        try store.finish(302, as: .read, at: Timestamp(rawValue: 9))
        try store.commit()
        try store.synchronise()
        #expect(try files().isEmpty)
    }

    // MARK: A full disk

    /// Returns a store with a full database and that many notifications in memory.
    private static func full(_ scratch: Scratch, _ count: Int64, bytes: Int = 50) throws -> Store {
        let store = try Store(path: scratch.path, maximumPages: 14)
        for key in 1...count {
            try store.insert(
                .sample(key), bytes: [UInt8](repeating: UInt8(key & 0xFF), count: bytes))
            try store.commit()
            if store.isFlushDue {
                #expect(throws: StoreError.self) { try store.flush() }
                store.abandonBatch()
            }
        }
        return store
    }

    private static func insertForAll(
        _ record: EntryRecord, _ bytes: [UInt8], _ store: Store
    ) throws {
        _ = try unsafe bytes.withUnsafeBytes { bytes in
            try unsafe store.insert(
                record.facts, record.notification, record.decision, at: record.time,
                focus: record.focus, from: Sender(peer: record.sender, sandbox: record.sandbox),
                payload: bytes, onlyInFile: false, forAll: true)
        }
    }

    private static func makeRoom(_ store: Store) throws {
        try store.database.execute("PRAGMA max_page_count = 100000", doing: "making room")
    }

    @Test func arrivalsOnAFullDiskAreKeptInMemoryAndWrittenLater() throws {
        let scratch = try Scratch()
        let store = try Self.full(scratch, 2_000)
        #expect(store.isVolatile)
        #expect(store.flushFailure?.code == .full)
        #expect(try store.live().count == 2_000)
        #expect(try store.payload(of: 1_999)?.first == UInt8(1_999 & 0xFF))
        #expect(throws: StoreError.self) { try store.mend() }
        #expect(try store.live().count == 2_000)
        try Self.makeRoom(store)
        try store.mend()
        #expect(!store.needsMending)
        let copy = try scratch.copyFiles()
        let opened = try Store(path: copy.path)
        #expect(try opened.live() == store.live())
        #expect(try opened.live().count == 2_000)
        #expect(try opened.payload(of: 1_999)?.first == UInt8(1_999 & 0xFF))
    }

    @Test func aChangeThatFailsCostsNothingThatArrivedWithIt() throws {
        let scratch = try Scratch()
        let store = try Self.full(scratch, 300)
        try store.setValue("name", "never")
        try store.insert(.sample(301), bytes: [1])
        #expect(throws: StoreError.self) { try store.commit() }
        #expect(store.keptArrivals)
        #expect(try store.value("name") == nil)
        #expect(try store.live().count == 301)
        try Self.makeRoom(store)
        try store.mend()
        let copy = try scratch.copyFiles()
        #expect(try Store(path: copy.path).live().count == 301)
    }

    /// Issue 15: one app used up the memory for what all apps send while the disk is full.
    @Test func memoryHasALimitOfWhichOneAppHasHalf() throws {
        let scratch = try Scratch()
        // A megabyte each: the last one exceeds the half.
        let store = try Self.full(scratch, 260)
        let large = [UInt8](repeating: 1, count: 1 << 20)
        // Separate payload files cannot be created: their names are those of folders that are not
        // empty.
        for key in 261...300 {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.path)-payload/\(key)/folder", withIntermediateDirectories: true)
        }
        let size = (1 << 20) + 1_000
        var key: Int64 = 260
        while store.pending.bytes.count * 2 + size <= Store.maximumVolatile {
            key += 1
            try store.insert(.sample(key), bytes: large)
            try store.commit()
        }
        func expectNoRoom(for record: EntryRecord) throws {
            let error = try #require(throws: StoreError.self) {
                try store.insert(record, bytes: large)
            }
            #expect(error.code == .full)
            store.abandonBatch()
            #expect(try store.live().count == Int(key))
        }
        try expectNoRoom(for: .sample(key + 1))
        // Neither another client of the app nor another app of the client has room.
        var other = EntryRecord.sample(key + 1)
        other.sender = PeerName(rawValue: ":1.43")
        try expectNoRoom(for: other)
        try expectNoRoom(for: .sample(key + 1, app: "org.example.Other"))
        #expect(store.pending.bytes.count < Store.maximumVolatile / 2 + size)
        // But a client that sends for all apps has no share of its own.
        for number in 1...2 {
            key += 1
            try Self.insertForAll(.sample(key, app: "org.example.Shown\(number)"), large, store)
            try store.commit()
        }
        // Half of the other half is for the next one, and so on.
        for number in 1...3 {
            let room = (Store.maximumVolatile - store.pending.bytes.count) / 2
            for _ in 0..<max(1, room / size) {
                key += 1
                other = .sample(key, app: "org.example.Other\(number)")
                other.sender = PeerName(rawValue: ":1.\(100 + number)")
                try store.insert(other, bytes: large)
                try store.commit()
            }
        }
        #expect(try store.live().count == Int(key))
        #expect(store.pending.bytes.count <= Store.maximumVolatile)
        try FileManager.default.removeItem(atPath: scratch.path + "-payload")
        try Self.makeRoom(store)
        try store.mend()
        let copy = try scratch.copyFiles()
        #expect(try Store(path: copy.path).live().count == Int(key))
    }
}
