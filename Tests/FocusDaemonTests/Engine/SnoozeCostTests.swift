// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Testing

@testable import FocusCore
@testable import FocusDaemon
@testable import FocusStore

/// Changes of many snoozed notifications (issue 15).
@Suite @LoopActor struct SnoozeCostTests {
    @Test("the list of the snoozed is stored once for a change, not once for each notification")
    func manyAreDismissed() throws {
        let store = try Store(path: nil)
        let engine = try Engine(store: store, log: Log())
        let end = Timestamp(rawValue: Timestamp.now.rawValue + 86_400_000)
        let span = UserSpan(since: .now, end: .at(end))
        let numbers = 1...4_000 as ClosedRange<Int64>
        for number in numbers {
            let record = EntryRecord(
                key: EntryKey(rawValue: number), id: ClientID(rawValue: UInt32(number)), time: .now,
                notification: Notification(app: AppID("org.example.Chat"), summary: "a"),
                decision: Decision(verdict: .silence, reason: .app, level: .active), focus: nil,
                sender: PeerName(rawValue: ":1.7"), sandbox: nil, state: .silenced)
            try unsafe store.insert(record, payload: nil)
        }
        try store.setValue(
            ServiceValues.Name.snoozes,
            numbers.map { "\($0) \($0) \(span.text)" }.joined(separator: "\n"))
        try store.commit()
        try engine.restore(present: [], session: "")
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
}
