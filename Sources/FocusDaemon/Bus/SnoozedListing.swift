// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// The answer to a call of `Snoozed`, the next notification to come back first. Written in parts.
struct SnoozedList {
    let answer: Message
    private let list: ArrayAppender
    private var left: ArraySlice<(key: EntryKey, snooze: Snoozes.Snooze)>
    private var bytes = 0

    /// Number of notifications between two looks at the clock.
    private static let partLength = 32

    @LoopActor init(_ engine: Engine, in answer: Message) throws(MarshalError) {
        self.answer = answer
        list = try answer.appendArray(of: "a{sv}")
        left = engine.state.snoozes.all[...]
    }

    /// Adds notifications until a time. Returns true when the answer is complete.
    @LoopActor mutating func advance(
        _ engine: Engine, until end: ContinuousClock.Instant
    ) throws(MarshalError) -> Bool {
        repeat {
            for (key, snooze) in left.prefix(Self.partLength) {
                guard engine.entry(snooze.id)?.key == key, engine.state.snoozes.contains(key),
                    let record = engine.record(snooze.id)
                else { continue }
                let value = engine.wire(record.short).value
                bytes += value.leastBytes
                guard bytes <= Limits.answerBytes else {
                    left = []
                    break
                }
                try list.append(value)
            }
            left = left.dropFirst(Self.partLength)
        } while !left.isEmpty && ContinuousClock.now < end
        guard left.isEmpty else { return false }
        try list.close()
        return true
    }
}

/// Answers the calls of `Snoozed`: each notification is read from the store.
@LoopActor final class SnoozedListing {
    private let engine: Engine
    private lazy var slowCalls = SlowCalls<SnoozedList> { [weak self] call, list in
        self?.goOn(call, &list) ?? false
    }

    init(_ engine: Engine) {
        self.engine = engine
    }

    /// Answers a call, now or after some turns of the loop.
    func answer(_ call: MethodCall) throws(ErrorReply) {
        var list: SnoozedList
        do throws(MarshalError) {
            list = try SnoozedList(engine, in: call.message.methodReturn())
            if try list.advance(engine, until: .now + Limits.surveyTime) {
                return call.reply(list.answer)
            }
        } catch {
            throw ErrorReply(WireError.failed, "\(error)")
        }
        try slowCalls.admit(
            call, upTo: Limits.listings, perClient: Limits.listingsPerClient,
            "too many lists are being read")
        slowCalls.add(call, list)
    }

    /// Drops the calls of a client that left the bus.
    func peerLeft(_ peer: PeerName) { slowCalls.peerLeft(peer) }

    /// Returns true if the answer is not complete.
    private func goOn(_ call: MethodCall, _ list: inout SnoozedList) -> Bool {
        do throws(MarshalError) {
            guard try list.advance(engine, until: .now + Limits.surveyTime) else { return true }
            engine.endBatch()
            call.reply(list.answer)
        } catch {
            call.fail(WireError.failed, "\(error)")
        }
        return false
    }
}
