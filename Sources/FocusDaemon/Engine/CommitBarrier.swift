// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop

/// Everything that others see of a batch, until the store has committed the batch: replies, signals
/// and deliveries.
///
/// If a reply left before its commit, a crash could undo what it promised.
@LoopActor struct CommitBarrier {
    /// A notification that is to be answered and delivered.
    struct PendingNotification {
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
        /// True if the store should keep the notification and could not.
        let isRefusedByStore: Bool

        /// Returns true if work follows the reply. Most silenced notifications need none.
        func hasWorkAfterReply(isBatchKept: Bool) -> Bool {
            !isBatchKept || isRefusedByStore || entry.state != .silenced || namesPicture
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

    /// The contents of the barrier for one commit.
    struct Contents {
        /// The notifications. Their replies leave first, together.
        fileprivate(set) var notifications: [PendingNotification] = []
        /// All others, in the order of their events.
        fileprivate(set) var items: [Item] = []
    }

    private var open = Contents()
    /// Empty contents whose arrays the next batch uses, so that batches allocate none.
    private var spare = Contents()

    /// Number of notifications in the open batch.
    var notificationCount: Int { open.notifications.count }

    mutating func add(_ notification: PendingNotification) {
        open.notifications.append(notification)
    }

    mutating func add(_ item: Item) { open.items.append(item) }

    /// Takes the contents of the committed batch. Later additions wait for the next commit.
    mutating func take() -> Contents {
        var contents = Contents()
        swap(&contents, &open)
        swap(&open, &spare)
        return contents
    }

    /// Keeps the arrays of contents that are done.
    mutating func reuse(_ contents: consuming Contents) {
        contents.notifications.removeAll(keepingCapacity: true)
        contents.items.removeAll(keepingCapacity: true)
        spare = contents
    }
}

/// The timer of a commit of changes that no client waits for.
@LoopActor final class DelayedCommit {
    /// The time in which further changes join the commit.
    static let delay = Duration.milliseconds(5)

    /// Kept, since each new timer costs the loop three system calls.
    private var timer: Timer?
    private let action: @LoopActor () -> Void
    private(set) var isDue = false
    /// True if a batch of notifications was committed while the timer ran.
    private(set) var hadNotifications = false

    init(_ action: @escaping @LoopActor () -> Void) { self.action = action }

    /// Sets the timer, unless it runs.
    ///
    /// A batch that ends in between does not postpone it. Setting a timer costs as much as its
    /// firing, which happens once in many batches.
    func schedule() {
        guard !isDue else { return }
        isDue = true
        hadNotifications = false
        let timer = timer ?? Timer { [weak self] in self?.timePassed() }
        self.timer = timer
        timer.reset(after: Self.delay)
    }

    /// Notes a batch of notifications that was committed.
    func noteNotifications() { hadNotifications = true }

    func cancel() {
        timer = nil
        isDue = false
    }

    private func timePassed() {
        isDue = false
        action()
    }
}
