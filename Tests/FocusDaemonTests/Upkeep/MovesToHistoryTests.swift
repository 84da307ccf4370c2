// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import GLibLoop
import Synchronization
import Testing

@testable import FocusDaemon
@testable import FocusStore

/// Ended notifications on their way to history.
@Suite @LoopActor struct MovesToHistoryTests {
    /// While the user cleared the history, each replaced notification kept all clients waiting for
    /// the thread that rewrites the file (issue 15).
    @Test func movesWaitForARewriting() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("focus-moves-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = path + "/focusd.sqlite"
        let store = try Store(path: file)
        let record = EntryRecord(
            key: try store.nextKey(), id: ClientID(rawValue: 1), time: .now,
            notification: Notification(app: AppID("org.example.Chat"), summary: "a"),
            decision: Decision(verdict: .silence, reason: .app, level: .active), focus: nil,
            sender: PeerName(rawValue: ":1.7"), sandbox: nil, state: .silenced)
        try unsafe store.insert(record, payload: nil)
        try store.flush()
        try store.commit()
        let engine = try Engine(store: store, log: Log())
        // The rewriting begins to write when this transaction ends.
        let other = try Database(path: file)
        try other.execute("BEGIN IMMEDIATE", doing: "writing")
        let isOver = Mutex(false)
        store.rewritingPatience = 180_000
        store.rewrite { _, _ in isOver.withLock { $0 = true } }
        engine.movesToHistory.add(record.key, .replaced)
        engine.upkeep.arrivals = Upkeep.interval
        engine.endBatch()
        engine.bringHistoryUpToDate()
        engine.useIdleMoment()
        #expect(!engine.movesToHistory.isEmpty)
        #expect(!isOver.withLock { $0 })
        try other.execute("COMMIT", doing: "writing")
        store.finishRewriting()
        engine.endBatch()
        #expect(engine.movesToHistory.isEmpty)
        #expect(try store.entry(key: record.key)?.state == .replaced)
    }
}
