// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Synchronization

/// Passes items from other threads to the loop, in order and in batches.
@LoopActor final class Mailbox<Item: Sendable> {
    /// Receives the next items, ``Limits/mailsPerTurn`` at most. Handles the first of them, one at
    /// least, and returns their number. The others come again, first, in a later turn of the loop.
    var handler: ((ArraySlice<Item>) -> Int)?

    private struct State {
        var items: [Item] = []
        var isOnItsWay = false
    }

    private nonisolated let state = Mutex(State())
    /// The rest of many items, for the next turns of the loop.
    private var left: ArraySlice<Item> = []
    private var turns: LongWork?

    nonisolated init() {}

    /// Adds an item. May be called on any thread.
    /// - Parameter canWait: true if the item may wait for the next item that cannot wait. Waking
    ///   the loop costs more than handling most items.
    nonisolated func post(_ item: Item, canWait: Bool = false) {
        let isFirst = state.withLock { state in
            state.items.append(item)
            if canWait || state.isOnItsWay { return false }
            state.isOnItsWay = true
            return true
        }
        if isFirst { Task { @LoopActor in deliver() } }
    }

    private func deliver() {
        guard deliverSome() else { return }
        let turns = turns ?? LongWork { [weak self] in self?.deliverSome() ?? false }
        self.turns = turns
        turns.begin()
    }

    /// Delivers a batch. Returns true if more is left.
    private func deliverSome() -> Bool {
        if left.isEmpty {
            left = state.withLock { state in
                defer { state = State() }
                return state.items[...]
            }
        }
        let batch = left.prefix(Limits.mailsPerTurn)
        if let handler, !batch.isEmpty {
            left = left.dropFirst(max(handler(batch), 1))
        } else {
            left = []
        }
        // Items that came while others were left.
        return !left.isEmpty || state.withLock { $0.isOnItsWay }
    }
}
