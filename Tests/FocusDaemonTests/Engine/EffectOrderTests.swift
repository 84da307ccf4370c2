// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import GLibLoop
import Testing

@testable import FocusDaemon

/// The order in which the shell performs effects, also if performing one causes a further event.
@Suite @LoopActor struct EffectOrderTests {
    /// The signals that left the barrier.
    @LoopActor private final class SentSignals: ClientSignals {
        var sent: [ClientSignal] = []

        func send(_ signal: ClientSignal, to peer: PeerName) { sent.append(signal) }
    }

    private static let peer = PeerName(rawValue: ":1.7")

    private static func closed(_ id: UInt32) -> ClientSignal {
        .closed(ClientID(rawValue: id), .dismissed)
    }

    /// An answer to a question, whose receiver causes a further event, and a signal behind it.
    private static var answerAndSignal: [EngineEffect] {
        [
            .request(.holdAnswered(ClientID(rawValue: 9), .granted)),
            .signal(closed(1), to: peer),
        ]
    }

    @Test("effects of a nested event follow the effects that wait (issue 16)")
    func effectsOfANestedEventFollow() throws {
        let engine = try Engine(store: try Store(path: nil), log: Log())
        let signals = SentSignals()
        engine.signals = signals
        engine.onHoldAnswer = { [weak engine] _, _ in
            engine?.change { $1.append(.signal(Self.closed(2), to: Self.peer)) }
        }
        engine.change { $1 += Self.answerAndSignal }
        engine.endBatch()
        #expect(signals.sent == [Self.closed(1), Self.closed(2)])
    }

    @Test("a batch ends after all effects of the event (issue 16)")
    func batchEndsAfterAllEffects() throws {
        let engine = try Engine(store: try Store(path: nil), log: Log())
        let signals = SentSignals()
        engine.signals = signals
        engine.onHoldAnswer = { [weak engine] _, _ in
            engine?.change { $1.append(.signal(Self.closed(2), to: Self.peer)) }
            engine?.endBatch()
            #expect(signals.sent.isEmpty)
        }
        engine.change { $1 += Self.answerAndSignal }
        #expect(signals.sent == [Self.closed(1), Self.closed(2)])
    }

    /// At the end of a Focus, a delivery that was due and the summary are effects of one event: the
    /// row of a notification that is being delivered is written after the summary. The summary
    /// counts from memory.
    @Test("a notification that is being delivered is not missed (issue 16)")
    func queuedNotificationIsNotMissed() throws {
        let store = try Store(path: nil)
        let work = FocusID("work")
        let record = EntryRecord(
            key: try store.nextKey(), id: ClientID(rawValue: 1), time: .now,
            notification: Notification(app: AppID("org.example.Chat"), summary: "a"),
            decision: Decision(verdict: .silence, reason: .app, level: .active), focus: work,
            sender: Self.peer, sandbox: nil, state: .silenced)
        try unsafe store.insert(record, payload: nil)
        try store.commit()
        let engine = try Engine(store: store, log: Log())
        try engine.restore(present: [], session: "")
        let missed = engine.missed(of: work, from: record.key).flatMap(\.entries)
        #expect(missed.map(\.key) == [record.key])
        var waiting: [EngineEffect] = []
        let count = engine.update { $0.deliverNow([record.id], into: &waiting) }
        #expect(count == 1)
        #expect(engine.missed(of: work, from: record.key).isEmpty)
    }
}
