// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Synchronization

/// Passes items from other threads to the loop, in order and in batches.
@LoopActor final class Mailbox<Item: Sendable> {
    /// Receives each batch of items.
    var handler: (([Item]) -> Void)?

    private struct State {
        var items: [Item] = []
        var isOnItsWay = false
    }

    private nonisolated let state = Mutex(State())

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
        let items = state.withLock { state in
            defer { state = State() }
            return state.items
        }
        handler?(items)
    }
}
