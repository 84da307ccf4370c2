// SPDX-License-Identifier: Apache-2.0

// The path of a notification (DESIGN §7, §9):
//
//     arrive    The policy decides, LiveNotifications assigns an id, and the store's open batch takes
//               the notification.
//     endBatch  The store commits the batch, usually to its journal; then the replies go out.
//               One commit covers all messages that one wake-up read from the socket.
//     pump      Delivers to the real server, a few notifications at a time, in order.
//     settled   The real server's id arrives; the stored message is no longer needed.
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

/// Receiver of the engine's signals for single clients.
@LoopActor protocol ClientSignals: AnyObject {
    func closed(_ id: ClientID, reason: CloseReason, to peer: PeerName)
    func actionInvoked(_ id: ClientID, key: String, to peer: PeerName)
    func activationToken(_ id: ClientID, token: String, to peer: PeerName)
    func replied(_ id: ClientID, text: String, to peer: PeerName)
}

/// Receiver of the engine's changes for the user's tools.
@LoopActor protocol EngineObserver: AnyObject {
    /// True if a client listens to decisions. Each reported decision costs a dictionary.
    var wantsDecisions: Bool { get }
    func decided(_ record: EntryRecord)
    func focusChanged(_ focus: FocusID?)
    /// Called when the cause or the end of the active Focus changes.
    func activationChanged()
    func inhibitedChanged(_ isInhibited: Bool)
    func missedChanged(_ count: Int)
    func badgesChanged(_ changes: [(app: AppID, count: UInt32)])
}

/// Source of the filter predicates in the policy.
@LoopActor protocol FilterPredicates: AnyObject {
    /// Handles a change of the active Focus or of its contents. Returns the predicates in force for
    /// the Focus.
    func setFocus(_ focus: Focus?) -> [AppID: [FilterPredicate]]
    /// Drops the stored contexts of deleted Focuses.
    func keepContexts(of focuses: Set<FocusID>)
}

/// Owner of the service's state and of its store. Defines the order of changes.
@LoopActor final class Engine {
    var live: LiveNotifications
    var policy = Policy(focus: nil)
    var outbox = Outbox()
    var inhibitions = Inhibitions()
    /// Recently named people. Filled only while the active Focus lets repeats through.
    var repeats = RepeatedPeople()
    var deliveryTimes = DeliveryTimes(through: .now)
    var activation: Activation?
    /// The user's switches, and the schedules and triggers that turn Focuses on and off.
    var agenda = Agenda()
    let clock: ScheduleClock
    /// Index of the desktop files, for the names of installed apps.
    let desktopFiles = DesktopFiles()
    /// Name of the login session.
    var session = ""
    var focuses: [FocusID: Focus] = [:]
    let store: Store
    let log: Log
    weak var signals: (any ClientSignals)?
    weak var observer: (any EngineObserver)?
    weak var filters: (any FilterPredicates)?
    /// Called when the real server could not be reached. A call of ``serverUp(_:)`` must follow
    /// once the server can be reached.
    var onServerProblem: (() -> Void)?
    weak var serverJobs: (any ServerJobs)?

    /// Notifications whose senders wait for the commit.
    var arrivals: [Arrival] = []
    /// Array that replaces ``arrivals`` during the replies. Two arrays swap, so that neither is
    /// allocated again.
    private var nextArrivals: [Arrival] = []
    /// Messages to be delivered. All other messages are only in the store.
    var messages: HeldMessages
    /// Live notifications of which an action was invoked.
    var actedOn: Set<EntryKey> = []
    /// Signals to clients that wait for the commit.
    var unsentSignals: [(any ClientSignals) -> Void] = []
    /// Version of the outbox's popups to be closed that the store has.
    var storedCloses = 0
    /// Notifications with popups of an earlier focusd that are queued only to be shown again.
    var adopted: Set<EntryKey> = []
    /// Notifications that new ones have ended and that are not in history yet.
    var endings: [(key: EntryKey, state: EntryState)] = []
    /// Calls ``endBatch()`` once after ``commitSoon()``. Kept, since each new timer costs the loop
    /// three system calls.
    private var commitTimer: Timer?
    private var isCommitDue = false
    /// True if a batch of notifications ended after the timer was set.
    private var isBusy = false
    private(set) var isClosed = false
    /// Called after each batch, when all replies are sent.
    var onBatchEnd: (() -> Void)?
    /// Live summary of focusd's own.
    var summary: Summary?
    /// Returns true if the real server does not show a web site that a hint names.
    var needsOriginInBody: (@LoopActor () -> Bool)?
    /// Returns true if the server reports the end of a popup to a restarted focusd, too.
    var keepsReporting: (@LoopActor () -> Bool)?
    /// Program that shows the missed list.
    var viewer: MissedViewer?
    /// Copies of the picture files that missed notifications name.
    var pictures: Pictures?
    /// Function to call once after the next commit.
    var afterCommit: (@LoopActor () -> Void)?
    /// Set while the service waits for the running jobs to end.
    var whenIdle: (() -> Void)?
    var draining: Timer?
    private var toldMissed = 0
    /// Reason for the store's failure, or nil while the store works.
    var storeProblem: String? {
        didSet { problems.note(.storeFailing, isPresent: storeProblem != nil, at: .now) }
    }
    /// Timer of the next repair attempt, or nil while the store works.
    var mending: Timer?
    /// Ends that may not have reached the store, where these notifications may still be live.
    var uncertainEnds: [EntryKey: UncertainEnd] = [:]
    /// Called when the store has a file again. Other parts must write their data again, since the
    /// file may lack it.
    var onStoreMended: (() throws -> Void)?
    /// First notification key of this run.
    let firstKey: EntryKey
    /// True if the store's file could not be opened at the start.
    let beganDetached: Bool
    var counters = Counters()
    let problems = Problems()
    /// Last reserved id. The store knows that ids up to this one may have been given out.
    var reservedID: UInt32
    var arrivalsSinceUpkeep = 0
    var retention = Retention() { didSet { nextAgeLook = .now } }
    /// Next time to look for expired notifications. Each look reads hundreds of rows.
    var nextAgeLook = ContinuousClock.now
    /// Identifier of the real server's run that the popups belong to, or nil before the first run.
    var serverInstance: String?
    /// True if a real server has been up since focusd started.
    var hasMetServer = false
    var criticalApps: Set<AppID> = []
    var urgencyIgnored = KnownBrowsers.apps
    /// Remaining allowance of each client and app for deliveries.
    var allowance = SendingAllowance(SendingRate())
    var rate = SendingRate()
    var floods = Floods()
    var floodTimer: Timer?
    var privateApps: Set<AppID> = []
    /// Faults of the policy's predicates that are already in the log.
    var loggedFaults: Set<PredicateFault> = [] {
        didSet {
            problems.note(.predicateFailing, isPresent: !loggedFaults.isEmpty, at: .now)
        }
    }
    /// Dropped hints that are already in the log.
    var loggedHints: Set<String> = []
    /// Returns the process id of a client, if known, for the hint `sender-pid`.
    var senderProcess: ((PeerName) -> UInt32?)?

    /// Maximum number of ended notifications that wait for their move to history. With this number,
    /// less than one reply in a hundred waits for the move and the flush.
    static let maximumEndings = Store.maximumPending

    struct Arrival {
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
        /// True if the store accepted the notification. Its commit may still fail.
        let isStored: Bool

        /// Returns true if the notification needs no further work after its reply, as most silenced
        /// ones.
        func isDone(_ isKept: Bool) -> Bool {
            isKept && isStored && entry.state == .silenced && !namesPicture
        }
    }

    init(store: Store, accounts: Accounts = Accounts(), log: Log) throws(StoreError) {
        self.store = store
        messages = HeldMessages(accounts)
        beganDetached = store.isDetached
        firstKey = try store.nextKey()
        self.log = log
        clock = ScheduleClock(log: log)
        let noted = try store.lastClientID()
        reservedID = noted.rawValue
        live = LiveNotifications(lastID: Self.lastID(noted: noted, in: store), nextKey: firstKey)
    }

    // MARK: Batches

    /// Commits the changes of the batch, sends the replies, and starts deliveries and signals.
    func endBatch() {
        var batch: [Arrival] = []
        swap(&batch, &arrivals)
        swap(&arrivals, &nextArrivals)
        let start = MonotonicClock.microseconds
        storeCloses()
        let isCommitted = attempt { try store.commit() }
        let end = MonotonicClock.microseconds
        if !batch.isEmpty { isBusy = true }
        let isKept = isCommitted || store.keptArrivals
        answer(batch)
        tellClients()
        for index in batch.indices where !batch[index].isDone(isKept) {
            dispatch(batch[index], isStored: isKept && batch[index].isStored)
            batch[index].message.dropBytes()
        }
        if !batch.isEmpty { counters.committed(microseconds: UInt64(clamping: end - start)) }
        tellFloods()
        pump()
        tellChanges()
        if let body = afterCommit {
            afterCommit = nil
            body()
        }
        arrivalsSinceUpkeep += batch.count
        let isUpkeepDue = arrivalsSinceUpkeep >= Self.upkeepInterval
        // Upkeep flushes arrivals to the database. Applying the endings first writes ended
        // notifications straight to history.
        if isUpkeepDue || endings.count >= Self.maximumEndings || store.isFlushDue {
            applyEndings()
        } else if !endings.isEmpty {
            commitSoon()
        }
        batch.removeAll(keepingCapacity: true)
        swap(&batch, &nextArrivals)
        if isUpkeepDue { upkeep() }
        if !isClosed { lookAfterStore() }
        onBatchEnd?()
    }

    /// Sends the replies, all replies to one connection together.
    private func answer(_ batch: [Arrival]) {
        for index in batch.indices {
            batch[index].connection.queueReply(
                uint32: batch[index].entry.id.rawValue, to: batch[index].call)
        }
        batch.last?.connection.sendReplies()
    }

    /// Queues an answered notification for delivery, if it is to be shown.
    private func dispatch(_ arrival: Arrival, isStored: Bool) {
        var entry = arrival.entry
        if !isStored {
            // A notification that the store could not keep is shown instead of dropped.
            guard
                let shown = live.update(
                    entry.id, key: entry.key,
                    {
                        $0.isEphemeral = true
                        $0.isHeldFromBadge = false
                        $0.state = .queued
                    })
            else { return }
            entry = shown.facts
        }
        if entry.state == .silenced, arrival.namesPicture {
            pictures?.keep(of: arrival.message, for: entry.key)
        }
        guard entry.state == .queued else { return }
        if !entry.isEphemeral {
            messages.hold(arrival.message, bytes: arrival.bytes, for: entry.key)
        } else if !messages.holdUnstored(
            arrival.message, bytes: arrival.bytes, for: entry.key,
            of: PeerAccounts.Payer(
                client: PeerName(rawValue: arrival.call.sender ?? ""), app: arrival.app))
        {
            log.error(
                "notification \(entry.id.rawValue) can be neither stored nor held; it is lost")
            live.end(entry.id, key: entry.key)
            return
        }
        outbox.show(entry.key, entry.id, bytes: arrival.bytes)
    }

    /// Schedules a commit of changes that no client waits for, together with the changes of the
    /// next 5 ms.
    ///
    /// A batch that ends in between does not postpone the timer. Setting a timer costs as much as
    /// its firing, which happens once in many batches.
    func commitSoon() {
        guard !isCommitDue else { return }
        isCommitDue = true
        isBusy = false
        let timer = commitTimer ?? Timer { [weak self] in self?.timePassed() }
        commitTimer = timer
        timer.reset(after: .milliseconds(5))
    }

    private func timePassed() {
        isCommitDue = false
        // While notifications arrive, each batch commits, and the endings wait until there are
        // enough of them.
        if isBusy, !endings.isEmpty {
            commitSoon()
        } else {
            applyEndings()
            endBatch()
        }
    }

    /// Closes the store. Later arrivals are not stored.
    func closeStore() {
        // The next start continues from the last used id instead of the last reserved one.
        attempt { try store.setLastClientID(live.lastClientID) }
        commitTimer = nil
        mending = nil
        isCommitDue = false
        applyEndings()
        isClosed = true
        do throws(StoreError) {
            try store.close()
        } catch {
            log.error("closing the store: \(error)")
        }
    }

    /// Reports changed badges and the missed count to the observer.
    private func tellChanges() {
        let changes = live.badges.takeChanges()
        if !changes.isEmpty { observer?.badgesChanged(changes) }
        if live.missed != toldMissed {
            toldMissed = live.missed
            observer?.missedChanged(toldMissed)
        }
    }
}
