// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// The answer to a call of `Snoozed`, the next notification to come back first. Each notification
/// is read from the store.
struct SnoozedList: ListedAnswer {
    let answer: Message
    private let list: ArrayAppender
    private var left: ArraySlice<(key: EntryKey, snooze: Snoozes.Snooze)>
    private var bytes = 0

    /// Number of notifications between two looks at the clock.
    private static let partLength = 32

    init(_ engine: Engine, in answer: Message) throws(MarshalError) {
        self.answer = answer
        list = try answer.appendArray(of: "a{sv}")
        left = engine.state.snoozes.all[...]
    }

    /// Adds notifications until a time. Returns true when the answer is complete.
    mutating func advance(
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
