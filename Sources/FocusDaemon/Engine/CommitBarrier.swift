// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop

/// Everything that others see of a batch, until the store has committed the batch: replies, signals
/// and deliveries.
///
/// A reply that left before its commit would promise what a kill can undo.
@LoopActor struct CommitBarrier {
    /// A notification whose sender waits for the reply.
    struct Notification {
        let call: Message
        /// Connection that the call came from.
        let connection: Connection
        /// Message for the real server: the call itself, or a `Notify` made from another call.
        let message: Message
        let entry: EntryFacts
        let app: AppID
        /// Length of the message in bytes.
        let bytes: Int
        let namesPicture: Bool
        /// True for a call of `Notify`, whose answer is the id; the gates' answers are empty.
        let isAnsweredWithID: Bool
        /// True if the store accepted the notification. Its commit may still fail.
        let isStored: Bool

        /// Returns true if the notification needs no further work after its reply, as most silenced
        /// ones.
        func isDone(_ isKept: Bool) -> Bool {
            isKept && isStored && entry.state == .silenced && !namesPicture
        }
    }

    /// Something else that waits.
    enum Item {
        case reply(MethodCall)
        case replyNumber(MethodCall, UInt32)
        case signal(ClientSignal, to: PeerName)
        case changed(StateChange)
        case decided(EntryRecord)
        case work(@LoopActor () -> Void)
    }

    /// The notifications of the open batch. Their replies leave first, together.
    private(set) var notifications: [Notification] = []
    /// All others, in the order of their events.
    private(set) var items: [Item] = []

    mutating func add(_ notification: Notification) { notifications.append(notification) }

    mutating func add(_ item: Item) { items.append(item) }

    /// Empties the barrier and keeps its arrays, so that batches allocate none.
    mutating func removeAll() {
        notifications.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
    }
}
