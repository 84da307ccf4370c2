// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Testing

@testable import FocusCore
@testable import FocusDaemon
@testable import FocusStore

/// Notifications beyond the limits of the history, for a user who gets few (issue 15).
@Suite @LoopActor final class UpkeepTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("focus-upkeep-\(UUID().uuidString)").path
    private let store: Store
    private let engine: Engine

    init() throws {
        store = try Store(path: path + "/focusd.sqlite")
        engine = try Engine(store: store, log: Log())
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Stores an entry of the history that arrived some days ago.
    private func ended(daysAgo days: Int64) throws -> EntryKey {
        let key = try missed(daysAgo: days).key
        try store.finish(key, as: .read, at: .now)
        try store.commit()
        return key
    }

    /// Stores a missed notification that arrived some days ago.
    private func missed(daysAgo days: Int64) throws -> EntryRecord {
        let key = try store.nextKey()
        let record = EntryRecord(
            key: key, id: ClientID(rawValue: UInt32(key.rawValue)),
            time: Timestamp(rawValue: Timestamp.now.rawValue - days * 86_400_000),
            notification: Notification(app: AppID("org.example.Chat"), summary: "a"),
            decision: Decision(verdict: .silence, reason: .app, level: .active), focus: nil,
            sender: PeerName(rawValue: ":1.7"), sandbox: nil, state: .silenced)
        try unsafe store.insert(record, payload: nil)
        try store.flush()
        return record
    }

    @Test("an idle moment removes what is older than the days to keep")
    func days() throws {
        let old = try ended(daysAgo: 31)
        let recent = try ended(daysAgo: 29)
        engine.useIdleMoment()
        #expect(try store.entry(key: old) == nil)
        #expect(try store.entry(key: recent) != nil)
    }

    @Test("old notifications that stay do not make each idle moment look again")
    func snoozed() throws {
        let record = try missed(daysAgo: 31)
        let tomorrow = Timestamp(rawValue: Timestamp.now.rawValue + 86_400_000)
        let span = UserSpan(since: record.time, end: .at(tomorrow))
        try store.setValue(
            ServiceValues.Name.snoozes,
            "\(record.key.rawValue) \(record.id.rawValue) \(span.text)")
        try store.commit()
        try engine.restore(present: [], session: "")
        engine.useIdleMoment()
        #expect(try store.entry(key: record.key)?.state == .silenced)
        #expect(!engine.upkeep.isCheckDue)
    }

    @Test("a missed notification ends after the days to keep")
    func missed() throws {
        let record = try missed(daysAgo: 31)
        try store.commit()
        try engine.restore(present: [], session: "")
        engine.useIdleMoment()
        #expect(engine.entry(record.id) == nil)
        #expect(engine.upkeep.isCheckDue)
    }

    @Test("ages are checked again after changed settings, not in each idle moment")
    func settings() throws {
        engine.useIdleMoment()
        let old = try ended(daysAgo: 31)
        engine.useIdleMoment()
        #expect(try store.entry(key: old) != nil)
        engine.upkeep.retention = Retention(days: 30)
        engine.useIdleMoment()
        #expect(try store.entry(key: old) == nil)
    }

    @Test("a smaller number to keep removes the oldest, in as many idle moments as that takes")
    func entries() throws {
        let keys = try (0..<Upkeep.step + 3).map { _ in try ended(daysAgo: 1) }
        engine.upkeep.retention = Retention(entries: 2)
        engine.useIdleMoment()
        #expect(engine.upkeep.isCheckDue)
        engine.useIdleMoment()
        #expect(!engine.upkeep.isCheckDue)
        #expect(try keys.filter { try store.entry(key: $0) != nil } == Array(keys.suffix(2)))
    }
}
