// SPDX-License-Identifier: Apache-2.0

// The state of the service as one value: events in, effects out.
//
//     arrive       ``EngineState/arrive(_:from:replaces:payloadBytes:at:into:)`` decides about a
//                  notification and gives it an id.
//     deliver      ``EngineState/nextJob()`` and ``EngineState/jobEnded(_:_:note:into:)``: the jobs
//                  for the server and their ends.
//     server       ``EngineState/server(_:into:)``: the server's signals, its start and its end.
//     user         Actions on notifications, and switches of the Focus.
//     clock        ``EngineState/advance(to:_:into:)``: schedules, triggers and delivery times.
//
// Each event is a method. It changes the state at once and appends its effects to a buffer of the
// caller. The shell (``Engine`` in FocusDaemon) performs the effects in order: rows of the store
// first, and after their commit the replies, signals and deliveries. The state knows no message, no
// connection, no timer, no file and no clock; the caller passes the time.

/// The live notifications, their deliveries, and the Focus that decides about them.
package struct EngineState: Sendable {
    package internal(set) var live: LiveNotifications
    /// Jobs for the server.
    package internal(set) var outbox = Outbox()
    package internal(set) var inhibitions = Inhibitions()
    package internal(set) var policy = Policy(focus: nil, GeneralRules(), aliases: { _ in [] })
    package internal(set) var configuration = EngineConfiguration()
    package internal(set) var activation: Activation?
    /// True from ``restore(_:agenda:session:deliveredThrough:quietSince:serverInstance:)`` to the
    /// first look at the agenda: the active Focus may have ended before.
    var isRestored = false
    /// The Focus that went off because its file is gone or cannot be used, until the next switch.
    package internal(set) var lost: LostFocus?
    /// The user's switches, and the schedules and triggers that turn Focuses on and off.
    package internal(set) var agenda = Agenda()
    package internal(set) var deliveryTimes: DeliveryTimes
    /// The triggers that were reported since focusd started.
    var triggerReports = TriggerReports()
    /// Key of the first notification that the next summary may cover, or nil while no Focus is on.
    package internal(set) var quietSince: EntryKey?
    /// Live summary of focusd's own.
    package internal(set) var summary: MissedSummary?
    package internal(set) var floods = Floods()
    /// Apps that the user muted.
    package internal(set) var mutes = Mutes()
    /// Notifications that come back later.
    package internal(set) var snoozes = Snoozes()
    /// The known apps. Nil while nobody asks about new ones (`always.focus` delivers them), and
    /// until ``learnApps(_:into:)``.
    package internal(set) var appsHeardBefore: AppsHeardBefore?
    var phoneDuplicates = PhoneDuplicates()
    /// Live questions to the user.
    var questions: [ClientID: OwnQuestion] = [:]
    /// Faults of the policy's predicates that are already in the log.
    package internal(set) var faults: Set<PredicateFault> = []
    /// Name of the run of the server that the popups belong to, or nil before the first run.
    package internal(set) var serverInstance: String?
    package var counters = Counters()

    /// Recently named people. Filled only while the active Focus lets repeats through.
    var repeats = RepeatedPeople()
    /// Remaining allowance of each client and app for deliveries.
    var allowance = SendingAllowance(SendingRate())
    /// Remaining allowance of each app for long texts in history, in KiB.
    var longTexts = Allowances<AppID>(
        Limits.longTextBytes >> 10, every: Limits.longTextPause, of: Limits.countedSenders)
    /// Live notifications of which an action was invoked.
    var actedOn: Set<EntryKey> = []
    /// Notifications that are shown again after a restart, each in its own popup of the last run,
    /// which is still on the screen. Events of that popup count for them.
    var shownAgainInPlace: Set<EntryKey> = []
    /// Number of times that a popup ended with its server and was queued for the next one.
    var shownAgain: [EntryKey: Int] = [:]
    /// Notifications that share a popup with an earlier notification, while the close of that popup
    /// is on its way: it takes their popup down, too.
    var takenDown: Set<EntryKey> = []
    /// Hash of the app's name and the tag of each live notification with a tag.
    var tags: [EntryKey: Int] = [:]
    /// True if a server has been up since focusd started.
    var hasMetServer = false
    /// The highest id that may be given out before the store reserves more.
    package internal(set) var reservedID: UInt32

    /// - Parameters:
    ///   - newestIDs: the ids of the newest stored notifications.
    ///   - reservedID: the last id that an earlier focusd reserved.
    ///   - nextKey: greater than every key in the store.
    package init(
        newestIDs: [ClientID], reservedID: ClientID, nextKey: EntryKey, at now: Timestamp
    ) {
        let lastID = Self.lastID(reserved: reservedID, newest: newestIDs)
        live = LiveNotifications(lastID: lastID, nextKey: nextKey)
        self.reservedID = reservedID.rawValue
        deliveryTimes = DeliveryTimes(through: now)
    }

    /// True if apps are told to be quiet, since a Focus is on or a client inhibits notifications.
    package var isInhibited: Bool { activation != nil || !inhibitions.isEmpty }

    package var focuses: [FocusID: Focus] { configuration.focuses }

    // Mutating, although it changes nothing: a getter would copy the notifications part by part,
    // and each delivery calls this function.

    package mutating func entry(_ id: ClientID) -> LiveEntry? { live[id] }

    /// Returns the notification whose popup has this id.
    package mutating func entry(of popup: ServerID) -> LiveEntry? { live[popup] }

    package mutating func facts(of id: ClientID) -> EntryFacts? { live.facts(of: id) }

    // MARK: Clients

    /// Records that a client is on the bus.
    package mutating func peerAppeared(_ peer: PeerName) { live.peerAppeared(peer) }

    /// Forgets a client that left the bus, and its inhibitions. Returns true if it had some.
    @discardableResult
    package mutating func peerLeft(
        _ peer: PeerName, at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) -> Bool {
        live.peerLeft(peer)
        let wasInhibited = isInhibited
        let ended = inhibitions.peerLeft(peer)
        guard !ended.isEmpty else { return false }
        store(inhibitions: ended, &effects)
        noteInhibited(was: wasInhibited, &effects)
        _ = advance(to: now, rules, into: &effects)
        return true
    }

    /// Handles `Inhibit`. Returns the cookie.
    ///
    /// - Parameter quiets: false for a client in a sandbox, whose request turns no Focus on.
    package mutating func inhibit(
        by peer: PeerName, app: AppID, program: AppID?, reason: String, quiets: Bool,
        at now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) throws(Inhibitions.Refusal) -> UInt32 {
        let wasInhibited = isInhibited
        let cookie = try inhibitions.inhibit(
            by: peer, app: app, program: program, reason: reason, quiets: quiets, at: now)
        store(inhibitions: [cookie], &effects)
        noteInhibited(was: wasInhibited, &effects)
        if quiets { _ = advance(to: now, rules, into: &effects) }
        return cookie
    }

    /// Handles `UnInhibit`. Returns false if the cookie is not one of the client's.
    package mutating func uninhibit(
        _ cookie: UInt32, by peer: PeerName, at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) -> Bool {
        let wasInhibited = isInhibited
        guard inhibitions.uninhibit(cookie, by: peer) else { return false }
        store(inhibitions: [cookie], &effects)
        noteInhibited(was: wasInhibited, &effects)
        _ = advance(to: now, rules, into: &effects)
        return true
    }

    /// Returns Do Not Disturb if a client asks for quiet.
    func quietActivation(at now: Timestamp) -> Activation? {
        guard let (cookie, request) = inhibitions.quieting, focuses[.doNotDisturb] != nil else {
            return nil
        }
        return Activation(
            focus: .doNotDisturb, since: now, cause: .trigger,
            trigger: .hold(id: cookie, reason: request.holdReason))
    }

    /// Stores requests for quiet that began, changed or ended.
    func store(inhibitions cookies: [UInt32], _ effects: inout [EngineEffect]) {
        for cookie in cookies { effects.append(.row(.setInhibition(cookie))) }
    }

    func noteInhibited(was: Bool, _ effects: inout [EngineEffect]) {
        if isInhibited != was { effects.append(.changed(.inhibited(isInhibited))) }
    }
}
