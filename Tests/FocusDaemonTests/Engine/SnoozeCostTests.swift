// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Testing

@testable import FocusCore
@testable import FocusDaemon
@testable import FocusStore

/// Changes of many snoozed notifications (issue 15).
@Suite @LoopActor struct SnoozeCostTests {
    @Test("the list of the snoozed is stored once for a change, not once for each notification")
    func manyAreDismissed() throws {
        let numbers = 1...4_000 as ClosedRange<Int64>
        let store = try Store(path: nil)
        let engine = try Self.engine(store, missed: numbers, snoozed: numbers)
        #expect(engine.state.snoozes.count == numbers.count)
        let start = ProcessorTime.ofThread
        let ids = numbers.map { ClientID(rawValue: UInt32($0)) }
        let count = engine.change { $0.dismiss(ids, into: &$1) }
        engine.endBatch()
        #expect(count == numbers.count)
        #expect(ProcessorTime.ofThread - start < .seconds(20))
        #expect(engine.state.snoozes.isEmpty)
        #expect(try store.value(ServiceValues.Name.snoozes) == nil)
    }

    /// A tool that counts what it hears.
    @LoopActor private final class Tool: EngineObserver {
        private(set) var changes: [StateChange] = []

        var hasListeners: Bool { true }
        func decided(_ record: EntryRecord) {}
        func changed(_ change: StateChange) { changes.append(change) }
        func missedChanged(_ count: Int) {}
        func badgesChanged(_ changes: [(app: AppID, count: UInt32)]) {}
        func entryChanged(
            _ id: ClientID, _ key: EntryKey, _ state: EntryState, isRead: Bool
        ) {}
        func entriesRemoved(of app: AppID?) {}
        func upcomingChanged() {}
    }

    /// Found by review: each of the signals makes a tool list all snoozed notifications.
    @Test func toolsHearOnceOfAChangeOfManySnoozes() throws {
        let store = try Store(path: nil)
        let engine = try Self.engine(store, missed: 1...100, snoozed: 1...100)
        let tool = Tool()
        engine.observer = tool
        for number in 1...100 as ClosedRange<UInt32> {
            _ = engine.change { $0.dismiss([ClientID(rawValue: number)], into: &$1) }
        }
        #expect(tool.changes.isEmpty)
        engine.endBatch()
        #expect(tool.changes == [.snoozes])
        engine.endBatch()
        #expect(tool.changes == [.snoozes])
    }

    /// Found by review: a snooze that only the repair of the store had written came back after its
    /// end, because the store was taken to be without it.
    @Test func endOfASnoozeThatTheRepairHasWrittenIsStored() throws {
        let store = try Store(path: nil)
        let engine = try Self.engine(store, missed: 1...2, snoozed: 1...1)
        let second = ClientID(rawValue: 2)
        _ = engine.snooze([ClientID(rawValue: 1)], until: .at(Self.tomorrow))
        engine.endBatch()
        // The disk was full when this one was to be written.
        engine.update { state in
            let span = UserSpan(since: .now, end: .at(Self.tomorrow))
            state.snoozes.add(EntryKey(rawValue: 2), second, span)
        }
        try engine.rewriteValues()
        try store.commit()
        #expect(try store.value(ServiceValues.Name.snoozes) == engine.state.snoozes.text)
        let count = engine.change { $0.endSnoozes([second], into: &$1) }
        engine.endBatch()
        #expect(count == 1)
        #expect(try store.value(ServiceValues.Name.snoozes) == engine.state.snoozes.text)
    }

    /// Issue 15: one turn of the loop read all of them from the store.
    @Test func listOfManySnoozedIsReadInParts() throws {
        let store = try Store(path: nil)
        let engine = try Self.engine(store, missed: 1...100, snoozed: 1...100)
        let message = Message.signal(path: "/a", interface: "a.b", member: "C")
        var list = try SnoozedList(engine, in: message)
        var parts = 1
        while try !list.advance(engine, until: .now) { parts += 1 }
        #expect(parts == 4)
        let entries = try #require(message.arguments().first.flatMap(Fields.list))
        #expect(entries.compactMap { $0.uint32("id") } == (1...100).map { UInt32($0) })
    }

    private static let tomorrow = Timestamp(rawValue: Timestamp.now.rawValue + 86_400_000)

    /// Returns an engine with missed notifications, of which some are snoozed.
    private static func engine(
        _ store: Store, missed: ClosedRange<Int64>, snoozed: ClosedRange<Int64>
    ) throws -> Engine {
        let engine = try Engine(store: store, log: Log())
        let span = UserSpan(since: .now, end: .at(tomorrow))
        for number in missed {
            let record = EntryRecord(
                key: EntryKey(rawValue: number), id: ClientID(rawValue: UInt32(number)), time: .now,
                notification: Notification(app: AppID("org.example.Chat"), summary: "a"),
                decision: Decision(verdict: .silence, reason: .app, level: .active), focus: nil,
                sender: PeerName(rawValue: ":1.7"), sandbox: nil, state: .silenced)
            try unsafe store.insert(record, payload: nil)
        }
        try store.setValue(
            ServiceValues.Name.snoozes,
            snoozed.map { "\($0) \($0) \(span.text)" }.joined(separator: "\n"))
        try store.commit()
        try engine.restore(present: [], session: "")
        return engine
    }
}
