// SPDX-License-Identifier: Apache-2.0

import CSQLite
import FocusCore
import Foundation
import Testing

@testable import FocusStore

/// The state after a kill, and the effects of a failing disk.
@Suite struct StoreDurabilityTests {
    @Test func committedBatchesSurviveAKill() async throws {
        let scratch = try Scratch()
        let path = scratch.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try Store(path: path)
            for key in 1...3_000 as ClosedRange<Int64> {
                try store.insert(
                    .sample(key), bytes: [UInt8](repeating: UInt8(key % 251), count: 300))
                try store.commit()
            }
            try store.insert(.sample(3_001))
            raise(SIGKILL)
        }
        let store = try Store(path: path)
        #expect(store.setAside == nil)
        #expect(try store.live().map(\.key.rawValue) == Array(1...3_000))
        #expect(try store.payload(of: 2_999) == [UInt8](repeating: UInt8(2_999 % 251), count: 300))
        #expect(try store.nextKey() == 3_001)
    }

    @Test func aKillAmidABatchLeavesTheBatchBefore() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let large = [UInt8](repeating: 9, count: 100_000)
        try store.insert(.sample(1), bytes: large)
        try store.commit()
        try store.insert(.sample(2), bytes: large)
        try store.finish(1, as: .dismissed, at: Timestamp(rawValue: 1))
        let copy = try scratch.copyFiles()
        try store.commit()

        let reopened = try Store(path: copy.path)
        #expect(try reopened.live().map(\.key) == [1])
        #expect(try reopened.payload(of: 1) == large)
        // The file of the entry that was never committed is removed.
        try reopened.synchronise()
        let payloads = copy.directory.appendingPathComponent("state/focusd.sqlite-payload").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: payloads) == ["1"])
    }

    @Test(.timeLimit(.minutes(5)))
    func theActionRunsAfterTheSynchronisation() async throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try store.insert(.sample(1), bytes: [UInt8](repeating: 9, count: 100_000))
        try store.commit()
        try store.finish(1, as: .dismissed, at: Timestamp(rawValue: 1))
        try store.commit()
        // The synchronising pass removes the file without a row.
        let payloads = "\(scratch.path)-payload"
        let left = await withCheckedContinuation { done in
            let isTaken = store.synchronise {
                done.resume(
                    returning: try? FileManager.default.contentsOfDirectory(atPath: payloads))
            }
            #expect(isTaken)
        }
        #expect(left == [])
        // Also if nothing was written since then.
        await withCheckedContinuation { done in
            #expect(store.synchronise { done.resume() })
        }
        try store.close()
        #expect(!store.synchronise {})
    }

    @Test(.timeLimit(.minutes(5)))
    func theActionRunsAfterTheLogIsCopied() async throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let body = String(repeating: "x", count: 3_000)
        // One and a half times the number that wakes the copying thread.
        for key in 1...Int64(Checkpointer.softLimit * 3 / 2) {
            try store.insert(.sample(key, body: body))
        }
        try store.commit()
        try store.flush()
        try store.commit()
        let log = scratch.path + "-wal"
        let left = await withCheckedContinuation { done in
            let isTaken = store.synchronise {
                let facts = try? FileManager.default.attributesOfItem(atPath: log)
                done.resume(returning: facts?[.size] as? Int)
            }
            #expect(isTaken)
        }
        #expect(left == 0)
    }

    @Test func anotherFileThatIsNoneKeepsNothingFromTheDisk() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let place = scratch.directory.path
        try FileManager.default.createSymbolicLink(
            atPath: place + "/link", withDestinationPath: scratch.path)
        let result = unsafe mkfifo(place + "/pipe", 0o600)
        try #require(result == 0)
        for name in ["link", "pipe", "gone", "gone/too"] {
            store.synchroniseSoon("\(place)/\(name)")
        }
        try store.insert(.sample(1))
        try store.commit()
        try store.synchronise()
        #expect(store.syncFailure == nil)
    }

    @Test func aPayloadFileThatThePowerTookIsNoPayload() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try store.insert(.sample(1), bytes: [UInt8](repeating: 9, count: 100_000))
        try store.commit()
        let file = "\(scratch.path)-payload/1"
        try Data([9, 9]).write(to: URL(fileURLWithPath: file))
        #expect(try store.payload(of: 1) == nil)
        try FileManager.default.removeItem(atPath: file)
        #expect(try store.payload(of: 1) == nil)
        try store.finish(1, as: .dismissed, at: Timestamp(rawValue: 1))
        try store.commit()
        #expect(try store.counts() == StoreCounts(live: 0, history: 1, payloadBytes: 0))
    }

    @Test func aFullDiskFailsTheBatchAndNothingElse() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path, maximumPages: 300)
        var stored: Int64 = 0
        var failure: StoreError?
        while failure == nil {
            do throws(StoreError) {
                try store.insertOne(stored + 1)
                try store.insertOne(stored + 2)
                try store.commit()
                stored += 2
                if store.pending.entries.count > 20 {
                    try store.flush()
                    try store.commit()
                }
            } catch {
                failure = error
            }
        }
        #expect(failure?.code == .full)
        #expect(throws: StoreError.self) { try store.commit() }
        #expect(stored > 0)
        #expect(try store.live().count == Int(stored))
        #expect(try store.counts().payloadBytes == Int(stored) * 9_000)

        // Dropping payloads frees their space.
        for key in 1...stored { try store.dropPayload(of: EntryKey(rawValue: key)) }
        try store.commit()
        try store.insertOne(stored + 1)
        try store.commit()
        #expect(try store.live().count == Int(stored) + 1)
    }

    @Test func aFailedBatchStaysFailedUntilItIsCommitted() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try store.insert(.sample(1))
        try store.commit()
        try store.insert(.sample(2))
        let first = try #require(throws: StoreError.self) { try store.insert(.sample(1)) }
        #expect(first.code == .duplicate)
        #expect(throws: first) { try store.insert(.sample(3)) }
        #expect(throws: first) { try store.setActivation(nil) }
        #expect(throws: first) { try store.commit() }
        try store.commit()
        #expect(try store.live().map(\.key) == [1])
        try store.insert(.sample(4))
        try store.commit()
        #expect(try store.live().map(\.key) == [1, 4])
    }

    @Test func aFailingDiskIsAnInputOutputErrorAndPasses() async throws {
        let scratch = try Scratch()
        let path = scratch.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            // A limit on file sizes acts as a disk that refuses writes.
            signal(SIGXFSZ, SIG_IGN)
            let store = try Store(path: path)
            try store.insert(.sample(1))
            try store.commit()
            var limit = rlimit()
            _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let unlimited = limit
            limit.rlim_cur = 100 << 10
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            for key in 2...1_000 as ClosedRange<Int64> {
                try store.insert(.sample(key))
                try store.commit()
            }
            #expect(store.flushFailure?.code == .io)
            #expect(store.isVolatile)
            #expect(throws: StoreError.self) { try store.mend() }
            #expect(try store.live().count == 1_000)
            limit = unlimited
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try store.insert(.sample(5_000))
            try store.commit()
            try store.mend()
            #expect(!store.needsMending)
            #expect(try store.live().count == 1_001)
            raise(SIGKILL)
        }
        let store = try Store(path: path)
        #expect(try store.live().count == 1_001)
        #expect(try store.live().last?.key == 5_000)
    }

    @Test func theWALIsEmptiedWhileTheWriterGoesOn() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let wal = scratch.path + "-wal"
        // A writer that waits longer than a second writes on, for a disk that hangs.
        store.checkpointer?.patience = .seconds(180)
        var largest = 0
        let body = String(repeating: "x", count: 3_000)
        for key in 1...20_000 as ClosedRange<Int64> {
            try store.insert(.sample(key, body: body))
            try store.commit()
            if key.isMultiple(of: 50) {
                let size = try FileManager.default.attributesOfItem(atPath: wal)[.size] as? Int
                largest = max(largest, size ?? 0)
            }
        }
        #expect(store.checkpointFailure == nil)
        // 80 MB passed through the log. The maximum is the ceiling, one batch, and the file's own
        // header.
        #expect(largest <= (Checkpointer.ceiling + 10) * 4_120)
        #expect(try #require(store.checkpointer).mostPagesAtGate <= Checkpointer.pagesAtGate)
        let database = try FileManager.default.attributesOfItem(atPath: scratch.path)[.size] as? Int
        #expect(try #require(database) > 10_000_000)
        #expect(try store.counts().live == 20_000)
        // Closing ends the thread even while it copies.
        try store.close()
        #expect(try Store(path: scratch.path).counts().live == 20_000)
    }

    /// Issue 15: the writer waited while all pages were copied that it had added during a pass.
    @Test func writerWaitsForFewPages() {
        let pages = (0...10).map(Checkpointer.pages(afterPasses:))
        #expect(pages == [0, 0, 8, 16, 32, 64, 128, 256, 512, 1_000, 1_000])
        #expect(Checkpointer.pages(afterPasses: .max) == Checkpointer.pagesAtGate)
    }

    @Test func aSmallNotificationIsOneWriteAndNoPage() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try store.setValue("name", "value")
        try store.commit()
        func logged() throws -> Int {
            let facts = try FileManager.default.attributesOfItem(atPath: scratch.path + "-wal")
            return try #require(facts[.size] as? Int)
        }
        let before = try logged()
        for key in 1...200 as ClosedRange<Int64> {
            let writes = try Self.writesOfThisThread()
            try store.insert(.sample(key))
            try store.commit()
            #expect(try Self.writesOfThisThread() - writes == 1)
        }
        #expect(try logged() == before)
        try store.flush()
        try store.commit()
        // A frame is a page and its header of 24 bytes; ten rows share a page.
        #expect(try logged() - before <= 40 * (4_096 + 24))
    }

    /// Returns the number of `write` and similar calls of this thread, as counted by proc(5)
    /// (`syscw`).
    private static func writesOfThisThread() throws -> Int {
        let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("syscw: ") })
        return try #require(Int(line.dropFirst("syscw: ".count)))
    }

    @Test func aBatchLargerThanTheCacheIsWholeWhenItIsCommitted() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        for _ in 0..<2 {
            let first = try store.nextKey().rawValue
            let keys = first..<first + 2_000
            for key in keys { try store.insert(.sample(key)) }
            // Rewriting pages changes the checksums of all later frames, so SQLite writes headers
            // alone.
            for key in keys where key.isMultiple(of: 3) {
                try store.setState(EntryKey(rawValue: key), .expired)
            }
            try store.commit()
            // The state after a kill at this moment.
            let files = try scratch.copyFiles()
            let copy = try Store(path: files.path)
            #expect(copy.setAside == nil)
            #expect(try copy.live() == store.live())
            #expect(try copy.live().count == Int(first) + 1_999)
        }
    }

    @Test func memoryStaysSmall() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        for key in 1...3_000 as ClosedRange<Int64> {
            try store.insert(.sample(key), bytes: [UInt8](repeating: 1, count: 1_000))
            try store.commit()
        }
        _ = try store.entries(HistoryQuery(limit: 10))
        #expect(store.database.heapBytes < 600 << 10)
    }
}

extension Database {
    /// Bytes of heap that this connection uses for pages, schema and statements.
    fileprivate var heapBytes: Int {
        [SQLITE_DBSTATUS_CACHE_USED, SQLITE_DBSTATUS_SCHEMA_USED, SQLITE_DBSTATUS_STMT_USED]
            .reduce(0) { sum, what in
                var current: Int32 = 0
                var highest: Int32 = 0
                _ = unsafe sqlite3_db_status(handle, what, &current, &highest, 0)
                return sum + Int(current)
            }
    }
}

extension Store {
    /// Stores a notification with a payload of 9,000 bytes, mostly on separate pages.
    fileprivate func insertOne(_ key: Int64) throws(StoreError) {
        let bytes = [UInt8](repeating: 1, count: 9_000)
        let failure: StoreError? = unsafe bytes.withUnsafeBytes { buffer in
            do throws(StoreError) {
                try unsafe insert(.sample(key), payload: buffer)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
