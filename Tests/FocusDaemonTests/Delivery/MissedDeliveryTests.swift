// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Testing

@testable import FocusDaemon

/// Deliveries of many missed notifications together (issue 15).
@Suite @LoopActor struct MissedDeliveryTests {
    private static let work = FocusID("work")
    private static let first = EntryKey(rawValue: 0)

    /// The effects of a delivery time.
    private static var delivery: [EngineEffect] {
        [.request(.deliverMissed(of: work, from: first)), .row(.setDeliveryTimes)]
    }

    /// Returns an engine with notifications that a Focus silenced; their keys and ids count from 1.
    private static func engine(_ store: Store, missed count: Int) throws -> Engine {
        let engine = try Engine(store: store, log: Log())
        for number in 1...count {
            let record = EntryRecord(
                key: EntryKey(rawValue: Int64(number)), id: ClientID(rawValue: UInt32(number)),
                time: .now, notification: Notification(app: AppID("org.example.Chat")),
                decision: Decision(verdict: .silence, reason: .app, level: .active), focus: work,
                sender: PeerName(rawValue: ":1.7"), sandbox: nil, state: .silenced)
            try unsafe store.insert(record, payload: nil)
        }
        try store.commit()
        try engine.restore(present: [], session: "")
        return engine
    }

    private static func queued(_ engine: Engine) -> [Int] {
        engine.state.live.facts.filter { $0.state == .queued }.map { Int($0.id.rawValue) }.sorted()
    }

    private static func missed(_ engine: Engine) -> [UInt32] {
        engine.missed(of: work, from: first).flatMap(\.entries).map(\.id.rawValue)
    }

    @Test func asManyAsOneTurnAllowsAreDeliveredAtOnce() throws {
        let store = try Store(path: nil)
        let engine = try Self.engine(store, missed: Limits.deliveredPerTurn)
        engine.change { $1 += Self.delivery }
        engine.endBatch()
        #expect(Self.queued(engine) == Array(1...Limits.deliveredPerTurn))
        #expect(try store.value(ServiceValues.Name.deliveredThrough) != nil)
    }

    @Test func manyMissedAreDeliveredInParts() throws {
        let store = try Store(path: nil)
        let engine = try Self.engine(store, missed: Limits.deliveredPerTurn + 1)
        engine.change { $1 += Self.delivery }
        engine.endBatch()
        #expect(Self.queued(engine) == Array(1...Limits.deliveredPerTurn))
        // No summary counts what is being delivered.
        #expect(Self.missed(engine).isEmpty)
        // After a kill at this moment, the rest is still missed, and the delivery still due.
        #expect(try store.value(ServiceValues.Name.deliveredThrough) == nil)
        let next = try Engine(store: store, log: Log())
        try next.restore(present: [], session: "")
        #expect(Self.missed(next) == [UInt32(Limits.deliveredPerTurn + 1)])
        #expect(!engine.goOnDelivering())
        #expect(Self.queued(engine) == Array(1...Limits.deliveredPerTurn + 1))
        #expect(try store.value(ServiceValues.Name.deliveredThrough) != nil)
    }

    /// The second delivery finished the first one, whose time was never stored then.
    @Test func deliveryDuringAnotherLeavesItsEndToTheTurns() throws {
        let store = try Store(path: nil)
        let engine = try Self.engine(store, missed: Limits.deliveredPerTurn + 1)
        engine.change { $1 += Self.delivery }
        let keys = Self.first...EntryKey(rawValue: 1_000)
        engine.change { $1 += [.request(.deliverSummarized(keys))] }
        engine.endBatch()
        #expect(Self.queued(engine) == Array(1...Limits.deliveredPerTurn))
        engine.finishDelivering()
        #expect(Self.queued(engine) == Array(1...Limits.deliveredPerTurn + 1))
        #expect(try store.value(ServiceValues.Name.deliveredThrough) != nil)
    }

    @Test func notificationThatIsSnoozedMeanwhileStaysSnoozed() throws {
        let engine = try Self.engine(try Store(path: nil), missed: Limits.deliveredPerTurn + 1)
        engine.change { $1 += Self.delivery }
        let last = ClientID(rawValue: UInt32(Limits.deliveredPerTurn + 1))
        let tomorrow = Timestamp.now.adding(86_400_000)
        #expect(engine.snooze([last], until: .at(tomorrow)) == 1)
        engine.finishDelivering()
        #expect(engine.facts(of: last)?.state == .silenced)
        #expect(Self.queued(engine).count == Limits.deliveredPerTurn)
    }
}
