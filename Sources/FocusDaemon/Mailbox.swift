// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Synchronization

/// Brings what another thread says to the loop, in its order, and as much at a time as has come.
@LoopActor final class Mailbox<Item: Sendable> {
    /// What is done with them.
    var handler: (([Item]) -> Void)?

    private struct State {
        var items: [Item] = []
        var isOnItsWay = false
    }

    private nonisolated let state = Mutex(State())

    nonisolated init() {}

    /// Adds an item; may be called on any thread.
    /// - Parameter canWait: whether it may come with the next one that cannot: waking the loop costs
    ///   more than most items do.
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
