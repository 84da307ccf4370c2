// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Synchronization

/// Passes items from other threads to the loop, in order and in batches.
@LoopActor final class Mailbox<Item: Sendable> {
    /// Receives the next items, ``Limits/mailsPerTurn`` at most. Handles the first of them, one at
    /// least, and returns their number. The others come again, first, in a later turn of the loop.
    var handler: ((ArraySlice<Item>) -> Int)?
    /// Called once fewer than half of ``maximumWaiting`` items wait, after ``hasRoom()`` was false.
    var onRoom: (() -> Void)?

    /// Number of waiting items from which on ``hasRoom()`` is false.
    nonisolated static var maximumWaiting: Int { 4 * Limits.mailsPerTurn }

    private struct State {
        var items: [Item] = []
        /// Number of items that were taken and are left for later turns.
        var left = 0
        var isOnItsWay = false
        /// True if ``onRoom`` is to be called.
        var isRoomAwaited = false
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

    /// Returns false while so many items wait that a source should keep its further ones until
    /// ``onRoom``. May be called on any thread.
    nonisolated func hasRoom() -> Bool {
        let (hasRoom, isFirst) = state.withLock { state in
            let waiting = state.items.count + state.left
            if waiting < Self.maximumWaiting { return (true, false) }
            state.isRoomAwaited = true
            // All of them may be items that can wait.
            let isFirst = !state.isOnItsWay && state.left == 0
            state.isOnItsWay = true
            return (false, isFirst)
        }
        if isFirst { Task { @LoopActor in deliver() } }
        return hasRoom
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
                defer {
                    state.left = state.items.count
                    state.items = []
                    state.isOnItsWay = false
                }
                return state.items[...]
            }
        }
        let batch = left.prefix(Limits.mailsPerTurn)
        if let handler, !batch.isEmpty {
            left = left.dropFirst(max(handler(batch), 1))
        } else {
            left = []
        }
        let (isMore, hasRoom) = state.withLock { [count = left.count] state in
            state.left = count
            let waiting = count + state.items.count
            let hasRoom = state.isRoomAwaited && waiting < Self.maximumWaiting / 2
            if hasRoom { state.isRoomAwaited = false }
            // Items that came while others were left.
            return (count > 0 || state.isOnItsWay, hasRoom)
        }
        if hasRoom { onRoom?() }
        return isMore
    }
}
