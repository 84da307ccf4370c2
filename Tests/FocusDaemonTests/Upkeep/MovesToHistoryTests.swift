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
    /// After a deletion, each further change of a row would prolong the emptying of the log, for
    /// which the user's program waits (issue 15).
    @Test func movesWaitUntilTheLogIsEmpty() throws {
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
        // The log cannot be emptied while this use goes on.
        store.beginUse()
        let isOver = Mutex(false)
        store.emptyLog { _ in isOver.withLock { $0 = true } }
        engine.movesToHistory.add(record.key, .replaced)
        engine.upkeep.arrivals = Upkeep.interval
        engine.endBatch()
        engine.bringHistoryUpToDate()
        engine.useIdleMoment()
        #expect(!engine.movesToHistory.isEmpty)
        #expect(!isOver.withLock { $0 })
        store.endUse()
        store.finishEmptyingLog()
        engine.endBatch()
        #expect(engine.movesToHistory.isEmpty)
        #expect(try store.entry(key: record.key)?.state == .replaced)
    }
}
