// SPDX-License-Identifier: Apache-2.0

// The path of a notification:
//
//     receive   `Bus/NotificationsService` → `Arrival/Engine+Arrival`. The state decides and
//               assigns an id (`FocusCore/Engine/EngineState+Arrival`), and the store's open batch
//               takes the notification (`FocusStore/Store/Store+Arrivals`).
//     endBatch  Called by `Program/Daemon+Connections` when a connection has handled the messages
//               of one wake-up, and by all other code after a change of the state. The store
//               commits the batch, usually to its journal. Then the barrier opens
//               (`CommitBarrier`): replies, signals, deliveries.
//     pump      `Delivery/Engine+Delivery` → `Delivery/ServerDeliveries` → `DeliveryThread`, on
//               libnotify's thread → `Notify/Sending/NotificationForwarder`: delivers to the real
//               server, in order.
//     jobEnded  The real server's id arrives; the stored message is no longer needed.
//
// The path of a Focus change: `Bus/ControlService` → `Engine+Focus` → `change`, whose effect
// `applyFocus` (`Engine+Focus` again) tells the apps by `Filters/FilterService` →
// `Filters/FilterCaller`.
//
// Every change of the service's state that others can notice takes the same path: `change` passes
// an event to the state, and `perform` performs its effects. `update` is for changes without
// effects.
//
// While the disk fails (full, broken, read-only), the store keeps arrivals in memory and writes
// them later (``Engine/lookAfterStore()``). A notification without room in memory is shown at once
// instead: the user sees every notification that is not stored.

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop
import Notify

/// Sender of the engine's signals for single clients.
@LoopActor protocol ClientSignals: AnyObject {
    func send(_ signal: ClientSignal, to peer: PeerName)
}

/// Receiver of the engine's changes for the user's tools.
@LoopActor protocol EngineObserver: AnyObject {
    /// True if a tool listens. Otherwise nothing is put together for ``decided(_:)`` and
    /// ``entryChanged(_:_:_:isRead:)``.
    var hasListeners: Bool { get }
    func decided(_ record: EntryRecord)
    func changed(_ change: StateChange)
    func missedChanged(_ count: Int)
    func badgesChanged(_ changes: [(app: AppID, count: UInt32)])
    func entryChanged(_ id: ClientID, _ key: EntryKey, _ state: EntryState, isRead: Bool)
    func entriesRemoved(of app: AppID?)
    func upcomingChanged()
}

/// Facts about the session and the real server that deliveries depend on.
@LoopActor protocol Surroundings: AnyObject {
    /// True while the session is locked, or may be.
    var isLocked: Bool { get }
    /// False if nothing in this session reports its lock.
    var canSeeLock: Bool { get }
    /// Facts about the real server; nil while none is known.
    var serverFacts: ServerFacts? { get }
    /// True if the server reports the end of a popup to a restarted focusd, too.
    var serverKeepsReporting: Bool { get }
    /// Returns the process id of a client, if known, for the hint `sender-pid`.
    func processID(of peer: PeerName) -> UInt32?
}

/// The shell around the service's state: performs its effects on the store, the clients and the
/// real server, in the right order.
@LoopActor final class Engine {
    private(set) var state: EngineState
    /// Effects of ``change(_:)`` that are still to be performed. Kept, so that an event allocates
    /// none.
    private var effects: [EngineEffect] = []
    /// True while effects are performed.
    private var isPerforming = false
    /// True if the batch ends once all effects are performed.
    private var endsBatchAfterEffects = false
    /// False if the store has not kept the notifications of the batch that ended last. A batch
    /// whose end waits for effects has not ended yet.
    private(set) var wasLastBatchKept = true
    /// Replies, signals and deliveries that wait for the commit.
    private var barrier = CommitBarrier()
    let clock: ScheduleClock
    /// Index of the desktop files, for the names of installed apps.
    let desktopFiles: DesktopFiles
    /// The settings in force, and the state of the apps with which their lists were resolved.
    var lists = AppListSources()
    let store: Store
    var values: ServiceValues { ServiceValues(store: store) }
    let log: Log
    weak var signals: (any ClientSignals)?
    weak var observer: (any EngineObserver)?
    /// Tells the apps of the active Focus; their answers are predicates of the policy.
    weak var filters: FilterService?
    weak var surroundings: (any Surroundings)?
    /// Called when the real server could not be reached. A call of ``serverUp(_:)`` must follow
    /// once the server can be reached.
    var onServerProblem: (() -> Void)?
    /// The jobs for libnotify's thread.
    weak var deliveries: ServerDeliveries?

    /// Messages to be delivered. All other messages are only in the store.
    var messages: WaitingMessages
    /// Missed notifications that are being delivered, the next one first.
    var leftToDeliver: ArraySlice<EntryFacts> = []
    private(set) lazy var deliveryTurns = LongWork { [weak self] in
        self?.goOnDelivering() ?? false
    }
    /// Ended notifications on their way to history.
    var movesToHistory = MovesToHistory()
    /// The outbox's `closeChanges` when the store last wrote its popups to be closed.
    var storedCloses = 0
    /// The snoozes that were written last; nil before the first time.
    var storedSnoozes: Snoozes?
    private lazy var delayedCommit = DelayedCommit { [weak self] in self?.commitIsDue() }
    private(set) var isClosed = false
    /// Called after each batch, when all replies are sent.
    var onBatchEnd: (() -> Void)?
    /// Called with the answer to a question about a hold.
    var onHoldAnswer: (@LoopActor (ClientID, HoldAnswer) -> Void)?
    /// The user's programs at events.
    var hooks: Hooks?
    /// Program that shows the missed list.
    var viewer: MissedViewer?
    /// Copies of the picture files that missed notifications name.
    var pictures: KeptPictureFiles?
    /// The ways back of notifications that came by a gate.
    let routes: NotificationRoutes
    /// Set while the service waits for the running jobs to end.
    var drain: Drain?
    /// Changes of entries and of the agenda in the open batch.
    var news = EntryNews()
    /// Reports of the entries that upkeep has deleted.
    private(set) lazy var pruneReports = PruneReports { [weak self] in
        self?.observer?.entriesRemoved(of: nil)
    }
    /// The failure of the store, if there is one, and its repair.
    var repair: StoreRepair
    /// The next deletion of what is beyond the limits.
    var upkeep = Upkeep()
    let problems = Problems()
    var floodTimer: Timer?
    /// Ends of the pauses of apps whose notifications the real server refused for a moment.
    var trialTimers: [AppID: Timer] = [:]
    var leftPopups = LeftPopups()
    /// The hints that the real server is not given.
    var droppedHints = DroppedHints()

    init(
        store: Store, accounts: SharedAccounts = SharedAccounts(),
        desktopFiles: DesktopFiles? = nil, log: Log
    ) throws(StoreError) {
        self.store = store
        self.desktopFiles = desktopFiles ?? DesktopFiles(inBackground: true)
        messages = WaitingMessages(accounts)
        routes = NotificationRoutes(accounts)
        repair = StoreRepair(firstKey: try store.nextKey(), beganDetached: store.isDetached)
        self.log = log
        clock = ScheduleClock(log: log)
        state = EngineState(
            newestIDs: Self.newestIDs(in: store), reservedID: try store.lastClientID(),
            nextKey: repair.firstKey, at: .now)
    }

    // MARK: Events

    /// Passes an event to the state and performs the effects, in the order in which they were
    /// appended.
    ///
    /// An effect may cause a further event (the summary, an answer to a hold). The state changes at
    /// once and the result is valid at once, but the effects of that event follow all effects that
    /// wait already. So a row or a request never overtakes an older one. When the outermost call
    /// returns, all effects are performed. ``endBatch()`` in between waits until then.
    ///
    /// - Important: `apply` must not read `self`: that would be an overlapping access to the state,
    ///   and Swift ends the program.
    func change<Result, Failure: Error>(
        _ apply: (inout EngineState, inout [EngineEffect]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { performEffects() }
        return try apply(&state, &effects)
    }

    private func performEffects() {
        guard !isPerforming, !effects.isEmpty else { return }
        isPerforming = true
        var next = 0
        while next < effects.count {
            let effect = effects[next]
            next += 1
            perform(effect)
        }
        effects.removeAll(keepingCapacity: true)
        isPerforming = false
        guard endsBatchAfterEffects else { return }
        endsBatchAfterEffects = false
        endBatch()
    }

    /// Keeps a reply, a signal or other work until the open batch is committed.
    func afterCommit(_ item: CommitBarrier.Item) { barrier.add(item) }

    /// Keeps a notification's reply and delivery until the open batch is committed.
    func afterCommit(_ notification: CommitBarrier.PendingNotification) {
        barrier.add(notification)
    }

    /// Counts an event.
    func count(_ counter: Counter) { state.counters.count(counter) }

    // MARK: Batches

    /// Commits the changes of the batch, then opens the barrier; called by each connection after
    /// the messages of one wake-up (`onBatchEnd`). While effects are performed, both wait until the
    /// last one: the rows of an event belong to one commit.
    func endBatch() {
        guard !isPerforming else {
            endsBatchAfterEffects = true
            return
        }
        let start = MonotonicClock.microseconds
        storeCloses()
        let isCommitted = attempt { try store.commit() }
        let end = MonotonicClock.microseconds
        let isBatchKept = isCommitted || store.keptArrivals
        let count = barrier.notificationCount
        if count > 0 {
            delayedCommit.noteNotifications()
            state.counters.committed(microseconds: UInt64(clamping: end - start))
        }
        openBarrier(isBatchKept: isBatchKept)
        tellFloods()
        pump()
        tellCounts()
        upkeep.arrivals += count
        let isUpkeepDue = upkeep.isDue && !store.isEmptyingLog
        // Upkeep flushes arrivals to the database. The moves come first, so that notifications that
        // have ended are written straight to history.
        if isUpkeepDue || movesToHistory.areMany || store.isFlushDue {
            moveEndedToHistory()
        } else if !movesToHistory.isEmpty, !store.isEmptyingLog {
            commitSoon()
        }
        if isUpkeepDue { doUpkeep() }
        if !isClosed { lookAfterStore() }
        onBatchEnd?()
        // Last, since the calls above may end a batch of their own.
        wasLastBatchKept = isBatchKept
    }

    /// Answers a notification's call, with the id if the caller expects one.
    private func answer(_ notification: CommitBarrier.PendingNotification) {
        guard notification.call.expectsReply else { return }
        let reply = notification.call.methodReturn()
        // Appending a number cannot fail.
        if notification.isAnsweredWithID { try? reply.append(notification.entry.id.rawValue) }
        notification.connection.send(reply)
    }

    /// Sends what waits for the commit, and begins the deliveries.
    private func openBarrier(isBatchKept: Bool) {
        let contents = barrier.take()
        for index in contents.notifications.indices { answer(contents.notifications[index]) }
        for item in contents.items { send(item) }
        if routes.areChanged { forgetEndedRoutes() }
        for index in contents.notifications.indices
        where contents.notifications[index].hasWorkAfterReply(isBatchKept: isBatchKept) {
            let notification = contents.notifications[index]
            dispatch(
                notification, hasStoreFailed: !isBatchKept || notification.isRefusedByStore)
            notification.message.dropBytes()
        }
        barrier.reuse(contents)
    }

    private func send(_ item: CommitBarrier.Item) {
        switch item {
        case .reply(let call): call.reply()
        case .replyNumber(let call, let number): call.reply(.uint32(number))
        case .signal(let signal, let peer): signals?.send(signal, to: peer)
        case .changed(let change):
            if case .focus(let focus) = change {
                hooks?.focusChanged(to: focus, state.activation)
            }
            observer?.changed(change)
        case .decided(let record): observer?.decided(record)
        case .work(let body): body()
        }
    }

    /// Continues with an answered notification, if it is still live: begins to copy the picture
    /// files of a silenced one, or queues one that is to be shown.
    private func dispatch(
        _ notification: CommitBarrier.PendingNotification, hasStoreFailed: Bool
    ) {
        var entry = notification.entry
        // A notification that ended within this batch needs no more: its message and pictures were
        // released then.
        guard facts(of: entry.id)?.key == entry.key else { return }
        if hasStoreFailed {
            guard let shown = update({ $0.couldNotStore(entry) }) else { return }
            entry = shown
        }
        if entry.state == .silenced, notification.namesPicture {
            let client = notification.call.sender.map(PeerName.init(rawValue:))
            pictures?.keep(
                of: notification.message, for: entry.key,
                of: PictureRoom.Owner(
                    app: notification.app, client: notification.isAnsweredWithID ? client : nil))
        }
        guard entry.state == .queued else { return }
        if entry.isStored {
            messages.keep(notification.message, bytes: notification.bytes, for: entry.key)
        } else if !messages.keepUnstored(
            notification.message, bytes: notification.bytes, for: entry.key,
            of: PeerAccounts.Payer(
                client: PeerName(rawValue: notification.call.sender ?? ""), app: notification.app))
        {
            log.error(
                "notification \(entry.id.rawValue) can be neither stored nor held; it is lost")
            update { $0.endLive(entry) }
            return
        }
        update { $0.queue(entry, bytes: notification.bytes) }
    }

    /// Schedules a commit of changes that no client waits for, together with the changes of the
    /// next ``DelayedCommit/delay``.
    func commitSoon() { delayedCommit.schedule() }

    private func commitIsDue() {
        // While notifications arrive, each batch commits. The moves to history wait until they are
        // many, or until no notification came for this time.
        if delayedCommit.hadNotifications, !movesToHistory.isEmpty, !store.isEmptyingLog {
            commitSoon()
        } else {
            moveEndedToHistory()
            endBatch()
        }
    }

    /// Closes the store. Later arrivals are not stored.
    func closeStore() {
        // The next start continues from the last used id instead of the last reserved one.
        attempt { try store.setLastClientID(state.live.lastClientID) }
        delayedCommit.cancel()
        repair.retry = nil
        moveEndedToHistory()
        isClosed = true
        do throws(StoreError) {
            try store.close()
        } catch {
            log.error("closing the store: \(error)")
        }
    }

    /// Reports changed badges and the missed count to the observer.
    private func tellCounts() {
        let changes = update { $0.takeBadgeChanges() }
        if !changes.isEmpty { observer?.badgesChanged(changes) }
        if news.takeMissed(state.live.missed) { observer?.missedChanged(state.live.missed) }
        tellNews()
    }

    // MARK: State without effects

    /// Records that a client is on the bus.
    func peerAppeared(_ peer: PeerName) { state.peerAppeared(peer) }

    /// Returns a live notification.
    func entry(_ id: ClientID) -> LiveEntry? { state.entry(id) }

    /// Returns the facts of a live notification, at a fraction of the cost of ``entry(_:)``.
    func facts(of id: ClientID) -> EntryFacts? { state.facts(of: id) }

    /// Changes the state where no effect follows.
    func update<Result, Failure: Error>(
        _ body: (inout EngineState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&state)
    }
}
