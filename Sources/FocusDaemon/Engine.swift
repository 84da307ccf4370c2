// SPDX-License-Identifier: Apache-2.0

// One notification's way (DESIGN §7, §9):
//
//   arrive   the policy decides, the proxy gives it its id, the store's open batch takes it
//   endBatch what the batch changed is committed, then the replies go out: one commit for all
//            messages that one wake-up read from the socket, to the store's journal as a rule
//   pump     what is to be delivered goes to the real server, a few at a time, in order
//   settled  the real server's id comes back; the stored message is no longer needed
//
// While the disk refuses (it is full, broken, read-only) the store keeps what comes in memory, and
// writes it down when it can (``Engine/lookAfterStore()``). What has no room there either is shown
// instead of remembered: nothing is lost without the user having seen it.

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop
import Notify

/// Where the engine's news for one client go.
@LoopActor protocol ClientSignals: AnyObject {
    func closed(_ id: ClientID, reason: CloseReason, to peer: PeerName)
    func actionInvoked(_ id: ClientID, key: String, to peer: PeerName)
    func activationToken(_ id: ClientID, token: String, to peer: PeerName)
    func replied(_ id: ClientID, text: String, to peer: PeerName)
}

/// Where the engine's news for the user's tools go.
@LoopActor protocol EngineObserver: AnyObject {
    /// Whether anybody wants to hear of single decisions; they cost a dictionary each.
    var wantsDecisions: Bool { get }
    func decided(_ record: EntryRecord)
    func focusChanged(_ focus: FocusID?)
    /// Why the Focus is on, or until when, is another than before.
    func activationChanged()
    func inhibitedChanged(_ isInhibited: Bool)
    func missedChanged(_ count: Int)
    func badgesChanged(_ changes: [(app: AppID, count: UInt32)])
}

/// Where the policy's part that the apps' Focus filters have comes from.
@LoopActor protocol FilterPredicates: AnyObject {
    /// The Focus that is on has changed, or says something else than before; answers the predicates
    /// that are in force for it.
    func setFocus(_ focus: Focus?) -> [AppID: [FilterPredicate]]
    /// These are all Focuses that there are.
    func keepContexts(of focuses: Set<FocusID>)
}

/// The service's state, its store, and the order in which they change.
@LoopActor final class Engine {
    var proxy: Proxy
    var policy = Policy(focus: nil)
    var outbox = Outbox()
    var inhibitions = Inhibitions()
    /// Who was named lately; kept only while the Focus that is on asks.
    var repeats = RepeatedPeople()
    var deliveries = Deliveries(through: .now)
    var activation: Activation?
    /// What turns Focuses on and off by itself, and what the user has switched.
    var agenda = Agenda()
    let clock: ScheduleClock
    /// The names of installed apps.
    let desktopFiles = DesktopFiles()
    /// The login session's name.
    var session = ""
    var focuses: [FocusID: Focus] = [:]
    let store: Store
    let log: Log
    weak var signals: (any ClientSignals)?
    weak var observer: (any EngineObserver)?
    weak var filters: (any FilterPredicates)?
    /// The real server could not be reached; ``serverUp(_:)`` is wanted once it can.
    var onTrouble: (() -> Void)?
    weak var line: (any ServerJobs)?

    /// Notifications whose senders wait for the commit.
    var arrivals: [Arrival] = []
    /// Takes the place of those that are answered, so that neither array is allocated anew.
    private var nextArrivals: [Arrival] = []
    /// Messages on their way to the real server; those that are not here lie in the store.
    var messages: HeldMessages
    /// Notifications of which an action was invoked, until they are over.
    var actedOn: Set<EntryKey> = []
    /// What clients are told after the commit.
    var news: [(any ClientSignals) -> Void] = []
    /// The outbox's popups to be closed, as the store has them.
    var storedCloses = 0
    /// Popups of an earlier focusd that are asked for once more, queued for that alone.
    var adopted: Set<EntryKey> = []
    /// What new notifications have ended and history does not know yet.
    var endings: [(key: EntryKey, state: EntryState)] = []
    /// Fires ``endBatch()`` once after ``settle()``; made once, since each new one costs the loop
    /// three system calls.
    private var settling: Timer?
    private var isSettling = false
    /// Whether a batch of notifications has ended since the timer was set.
    private var isBusy = false
    private(set) var isClosed = false
    /// Told after each batch, when everything is answered.
    var onBatchEnd: (() -> Void)?
    /// focusd's own notification, while it is there.
    var summary: Summary?
    /// Asks if the real server does not show a web site that a hint names.
    var needsOriginInBody: (@LoopActor () -> Bool)?
    /// What opens the missed list for the user.
    var viewer: MissedViewer?
    /// The files that missed notifications name.
    var pictures: Pictures?
    /// What is to follow the next commit, once.
    var afterCommit: (@LoopActor () -> Void)?
    /// Set while the service waits for what is under way.
    var whenIdle: (() -> Void)?
    var draining: Timer?
    private var toldMissed = 0
    /// Why the store does not work; nil when it does.
    var storeProblem: String? {
        didSet { troubles.note(.storeFailing, isPresent: storeProblem != nil, at: .now) }
    }
    /// Fires when the store's mending is to be tried; nil while all is well.
    var mending: Timer?
    /// Ends that may not have reached the store, which has these notifications as live.
    var unsettledEnds: [EntryKey: UnsettledEnd] = [:]
    /// Told when the store has its file again, which may not have what others put there.
    var onStoreMended: (() throws -> Void)?
    /// The first key of this life.
    let firstKey: EntryKey
    /// Whether the store's file could not be opened at the start.
    let beganDetached: Bool
    var counters = Counters()
    let troubles = Troubles()
    /// The store knows that ids up to this one may have been given out.
    var reservedID: UInt32
    var arrivalsSinceUpkeep = 0
    var retention = Retention() { didSet { nextAgeLook = .now } }
    /// When it is next looked for what is live and too old; each look reads hundreds of rows.
    var nextAgeLook = ContinuousClock.now
    /// Which start of a real server the popups belong to; nil before the first.
    var serverInstance: String?
    /// Whether a real server has been up in this run.
    var hasMetServer = false
    var criticalApps: Set<AppID> = []
    var urgencyIgnored = KnownBrowsers.apps
    /// What each client and app may still have shown.
    var allowance = SendingAllowance(SendingRate())
    var rate = SendingRate()
    var floods = Floods()
    var floodTimer: Timer?
    var privateApps: Set<AppID> = []
    /// Faults of the policy's predicates that are in the log.
    var loggedFaults: Set<PredicateFault> = [] {
        didSet {
            troubles.note(.predicateFailing, isPresent: !loggedFaults.isEmpty, at: .now)
        }
    }
    /// Hints that were left out and are in the log.
    var loggedHints: Set<String> = []
    /// The process behind a client, as far as known; for the hint `sender-pid`.
    var senderProcess: ((PeerName) -> UInt32?)?

    /// How many ended notifications may wait for their move to history: enough that less than one
    /// answer in a hundred waits for it, and for the arrivals that go to the database with them.
    static let maximumEndings = Store.maximumPending

    struct Arrival {
        let call: Message
        /// Where it came in.
        let connection: Connection
        /// What the real server is given; the call itself unless it was no `Notify`.
        let message: Message
        let entry: EntryFacts
        let app: AppID
        /// The message's length.
        let bytes: Int
        let namesPicture: Bool
        /// Whether the store took it, unless its commit fails.
        let isStored: Bool

        /// Whether nothing is to be done about it once it is answered, as a rule for what is silenced.
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
        proxy = Proxy(lastID: Self.lastID(noted: noted, in: store), nextKey: firstKey)
    }

    // MARK: Batches

    /// Commits what the batch changed, answers, and sets what follows in motion.
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
        // The upkeep's transaction takes what arrived into the database: what of that is over goes
        // straight to history, where it is known by then.
        if isUpkeepDue || endings.count >= Self.maximumEndings || store.isFlushDue {
            applyEndings()
        } else if !endings.isEmpty {
            settle()
        }
        batch.removeAll(keepingCapacity: true)
        swap(&batch, &nextArrivals)
        if isUpkeepDue { upkeep() }
        if !isClosed { lookAfterStore() }
        onBatchEnd?()
    }

    /// Answers what has arrived, all that came from one connection together.
    private func answer(_ batch: [Arrival]) {
        for index in batch.indices {
            batch[index].connection.queueReply(
                uint32: batch[index].entry.id.rawValue, to: batch[index].call)
        }
        batch.last?.connection.sendReplies()
    }

    /// Sends an answered notification on its way.
    private func dispatch(_ arrival: Arrival, isStored: Bool) {
        var entry = arrival.entry
        if !isStored {
            // Shown, not dropped: the store could not remember it.
            guard
                let shown = proxy.update(
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
            proxy.end(entry.id, key: entry.key)
            return
        }
        outbox.show(entry.key, entry.id, bytes: arrival.bytes)
    }

    /// Commits soon, together with what follows at once: for changes that nobody waits for.
    ///
    /// A batch that ends meanwhile does not put it off: setting a timer costs as much as its firing,
    /// once in many batches.
    func settle() {
        guard !isSettling else { return }
        isSettling = true
        isBusy = false
        let timer = settling ?? Timer { [weak self] in self?.timePassed() }
        settling = timer
        timer.reset(after: .milliseconds(5))
    }

    private func timePassed() {
        isSettling = false
        // While notifications come, each batch commits what there is, and the endings wait until
        // there are enough of them.
        if isBusy, !endings.isEmpty {
            settle()
        } else {
            applyEndings()
            endBatch()
        }
    }

    /// Ends the use of the store; what still arrives is not remembered.
    func closeStore() {
        // The next start goes on from the last id, not from the last one that was set apart.
        attempt { try store.setLastClientID(proxy.lastClientID) }
        settling = nil
        mending = nil
        isSettling = false
        applyEndings()
        isClosed = true
        do throws(StoreError) {
            try store.close()
        } catch {
            log.error("closing the store: \(error)")
        }
    }

    /// Tells the outside what has changed since it was last told.
    private func tellChanges() {
        let changes = proxy.badges.takeChanges()
        if !changes.isEmpty { observer?.badgesChanged(changes) }
        if proxy.missed != toldMissed {
            toldMissed = proxy.missed
            observer?.missedChanged(toldMissed)
        }
    }
}
