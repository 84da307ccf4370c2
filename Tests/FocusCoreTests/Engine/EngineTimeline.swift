// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// An ``EngineState`` with a notification server and a store that are values, too.
struct EngineTimeline {
    static let chat = AppID("org.example.Chat")
    static let client = Sender(peer: PeerName(rawValue: ":1.1"))
    static let other = Sender(peer: PeerName(rawValue: ":1.2"))

    var state: EngineState
    let zone = Zone("Europe/Berlin")
    var now: Timestamp
    /// The effects of the last event.
    var effects: [EngineEffect] = []
    /// Ends of notifications, by key.
    var ends: [EntryKey: EntryState] = [:]
    /// States of the stored notifications that have not ended, by key.
    var rows: [EntryKey: EntryState] = [:]
    /// Signals to clients, in order.
    var signals: [ClientSignal] = []
    /// Other ids of an app's notifications, which its desktop file names.
    var aliases: [AppID: [AppID]] = [:]
    /// The reason of the last decision.
    var lastReason: Reason?
    /// New apps that the user is asked about.
    var questions: [AppID] = []
    /// Answers to questions about holds.
    var holdAnswers: [ClientID: HoldAnswer] = [:]
    /// Apps whose notifications are to be tried again.
    var trials: [AppID] = []
    /// Notifications that the last summary covers.
    var summarized: EntryKey?
    /// Popups on the screen, with their notifications.
    var popups: [ServerID: EntryKey] = [:]
    /// Jobs that the server has and has not ended.
    var underWay: [Outbox.Job] = []
    var lastPopup: UInt32 = 100
    /// Notifications whose popups stay until the user deals with them.
    var staying: Set<EntryKey> = []
    /// The first key of this session bus.
    var firstOfBus = EntryKey(rawValue: 0)

    init(at date: String = "2026-11-02", _ time: String = "09:00", focuses: [Focus] = []) {
        now = zone.at(date, time)
        state = EngineState(
            newestIDs: [], reservedID: ClientID(rawValue: 0),
            nextKey: EntryKey(rawValue: 1), at: now)
        for sender in [Self.client, Self.other] { state.peerAppeared(sender.peer) }
        configure(focuses)
    }

    /// The effects that are signals or changes for others are left out.
    var work: [EngineEffect] {
        effects.filter { effect in
            switch effect {
            case .signal, .changed, .request(.wake), .row(.setAgenda), .row(.setDeliveryTimes),
                .row(.reserveIDs):
                false
            default: true
            }
        }
    }

    /// Returns a live notification.
    func entry(_ id: ClientID) -> LiveEntry? {
        var state = state
        return state.entry(id)
    }

    // MARK: Events

    mutating func change<Result, Failure: Error>(
        _ event: (inout EngineState, inout [EngineEffect]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        effects = []
        defer { for effect in effects { perform(effect) } }
        return try event(&state, &effects)
    }

    mutating func configure(
        _ focuses: [Focus], rate: SendingRate = SendingRate(),
        _ more: (inout EngineConfiguration) -> Void = { _ in }
    ) {
        var new = EngineConfiguration()
        more(&new)
        for focus in focuses { new.focuses[focus.id] = focus }
        new.rate = rate
        let (now, zone) = (now, zone)
        change { $0.configure(new, at: now, zone, into: &$1) }
    }

    /// A notification comes, and the store takes it.
    @discardableResult
    mutating func notify(
        _ summary: String = "", body: String = "", replaces: UInt32 = 0,
        from sender: Sender = client,
        app: AppID = chat, program: AppID? = nil, level: InterruptionLevel? = nil,
        feedback: Bool = false, transient: Bool = false, tag: String? = nil,
        category: String? = nil, at instant: ContinuousClock.Instant = .now
    ) throws(ArrivalRefusal) -> EntryFacts {
        var notification = Notification(
            app: app, summary: summary, body: body, category: category, level: level)
        notification.program = program
        notification.isFeedback = feedback
        notification.isTransient = transient
        notification.tag = tag
        notification.findPeople()
        let moment = Moment(time: now, instant: instant)
        let arrival = try change { state, effects throws(ArrivalRefusal) in
            try state.arrive(
                notification, from: sender, replaces: replaces, payloadBytes: 100, at: moment,
                into: &effects)
        }
        lastReason = arrival.decision.reason
        let entry = arrival.entry
        if entry.isStored { rows[entry.key] = entry.state }
        if entry.state == .queued { state.queue(entry, bytes: 100) }
        return entry
    }

    mutating func turnOn(_ focus: String) {
        let (now, zone) = (now, zone)
        change { $0.activate(FocusID(focus), at: now, zone, into: &$1) }
    }

    mutating func turnOff() {
        let (now, zone) = (now, zone)
        change { $0.deactivate(at: now, zone, into: &$1) }
    }

    /// Snoozes notifications. Returns their number.
    @discardableResult
    mutating func snooze(_ ids: [ClientID], until end: Agenda.End) -> Int {
        change { [now, zone] in $0.snooze(ids, until: end, at: now, zone, into: &$1) }
    }

    mutating func mute(_ app: AppID, until end: Agenda.End = .never) {
        let (now, zone) = (now, zone)
        let isMuted = change { $0.mute(app, until: end, at: now, zone, into: &$1) }
        precondition(isMuted)
    }

    mutating func go(_ date: String, _ time: String) {
        now = zone.at(date, time)
        let (now, zone) = (now, zone)
        _ = change { $0.advance(to: now, zone, into: &$1) }
    }

    mutating func serverStarts(_ name: String = "first") {
        let again =
            name == state.serverInstance ? state.leftPopups(on: name) : popupsThatStay
        let first = firstOfBus
        let left = state.unreadPopups(from: EntryKey(rawValue: 0)).filter {
            name != state.serverInstance && $0.key < first && staying.contains($0.key)
        }
        change { $0.serverUp(name, showAgain: again, left: left, into: &$1) }
    }

    /// The server ends, and its popups with it.
    mutating func serverEnds() {
        takeBack()
        popups = [:]
        let again = popupsThatStay
        change { $0.serverDown(showAgain: again, into: &$1) }
    }

    private var popupsThatStay: [LiveEntry] {
        state.unreadPopups(from: firstOfBus).filter { staying.contains($0.key) }
    }

    /// Takes back the jobs that have not begun, as the shell does after each failure.
    private mutating func takeBack() {
        let jobs = underWay
        underWay = []
        state.takeBack(jobs)
    }

    /// Hands out all jobs that may be handed out. Each show is one that is still wanted.
    mutating func pump() {
        while let job = state.nextJob() {
            if case .show(let key, let id) = job {
                let entry = state.entry(id)
                precondition(
                    entry?.key == key && entry?.state == .queued, "\(key) is not wanted")
            }
            underWay.append(job)
        }
    }

    /// The server performs the next job. Returns false if there is none.
    @discardableResult
    mutating func serve(_ end: JobEnd? = nil, note: UInt64? = nil) -> Bool {
        pump()
        guard !underWay.isEmpty else { return false }
        let job = underWay.removeFirst()
        let done: ServerID
        switch job {
        case .close(let server):
            done = server
            // A server that refuses has no such popup, and one that is late closes it later.
            if popups.removeValue(forKey: server) != nil { close(server, 3) }
        case .show(let key, let id):
            let place = state.entry(id).flatMap { $0.key == key ? $0.server : nil }
            if let place, popups[place] != nil {
                done = place
            } else {
                lastPopup += 1
                done = ServerID(rawValue: lastPopup)
            }
            if end == nil { popups[done] = key }
        }
        if end != nil { takeBack() }
        change { $0.jobEnded(job, end ?? .done(done), note: note, into: &$1) }
        return true
    }

    /// The server performs all jobs.
    mutating func serveAll() {
        while serve() {}
    }

    /// The moment is over for which the server refuses an app's notification.
    mutating func tryAgain() {
        guard !trials.isEmpty else { return }
        let app = trials.removeFirst()
        change { state, _ in state.tryAgain(app) }
    }

    /// The server reports the end of a popup.
    mutating func close(_ server: ServerID, _ reason: UInt32) {
        popups[server] = nil
        change { $0.server(.closed(server, untrustedReason: reason), into: &$1) }
    }

    mutating func invoke(_ server: ServerID, _ key: String) {
        change { $0.server(.actionInvoked(server, key: key), into: &$1) }
    }

    // MARK: Effects

    private mutating func perform(_ effect: EngineEffect) {
        switch effect {
        case .ended(let entry, let end, _):
            precondition(ends[entry.key] == nil, "\(entry.key) ends twice")
            ends[entry.key] = end
            rows[entry.key] = nil
            withdraw(entry)
        case .row(let change): perform(change)
        case .signal(let signal, _): signals.append(signal)
        case .request(let request): perform(request)
        default: break
        }
    }

    private mutating func perform(_ change: RowChange) {
        switch change {
        case .setState(let key, let new): set(key, new)
        case .shown(let key, _), .shownAsNoted(let key, _, _): set(key, .shown)
        case .setPlace(let key, _): set(key, .queued)
        case .expired(let key): set(key, .expired)
        case .left(let key): set(key, .silenced)
        default: break
        }
    }

    private mutating func perform(_ request: EngineRequest) {
        switch request {
        case .summarize(let first): summarized = first
        case .applyFocus:
            let focus = state.activation.flatMap { state.focuses[$0.focus] }
            let aliases = aliases
            state.setPolicy(
                Policy(
                    focus: focus, state.configuration.general, aliases: { aliases[$0] ?? [] }))
        case .askAboutApp(let app, _): questions.append(app)
        case .mute(let app): mute(app)
        case .tryAgain(let app): if !trials.contains(app) { trials.append(app) }
        case .holdAnswered(let id, let answer): holdAnswers[id] = answer
        default: break
        }
    }

    private mutating func set(_ key: EntryKey, _ new: EntryState) {
        // The delivery journal may tell of a popup whose notification has ended.
        if rows[key] != nil { rows[key] = new }
    }

    private mutating func withdraw(_ entry: EntryFacts) {
        let job = Outbox.Job.show(entry.key, entry.id)
        // The first job is at the server.
        guard entry.state == .queued, let place = underWay.lastIndex(of: job), place > 0 else {
            return
        }
        underWay.remove(at: place)
        state.withdrawn(entry.key, entry.id)
    }
}
