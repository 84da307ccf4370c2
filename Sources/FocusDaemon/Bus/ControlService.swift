// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// Serves `org.focusd.Focus1.Control`, the calls of the user's own tools.
@LoopActor final class ControlService: EngineObserver {
    let connection: Connection
    let engine: Engine
    let senders: SenderDirectory
    let settings: Settings
    let server: RealServer
    let badges: LauncherBadges
    let filters: FilterService
    let triggers: TriggerWatch
    let questions: FilterQuestions
    let listing: Listing<EntryList>
    let survey: EntrySurvey
    let snoozed: Listing<SnoozedList>
    let series: EntrySeries
    let seen: SeenListing
    let deletions: Deletions
    /// Changes of the user's files.
    let edits: FileEdits
    /// The questions to the user about holds of sandboxed apps.
    let holds: SandboxedHolds
    private(set) lazy var badgeNews = BadgeNews { [weak self] app, count in
        self?.emit("BadgeChanged", [.string(app.rawValue), .uint32(count)])
    }
    private let accounts: SharedAccounts
    private let options: Options
    var registration: Registration?
    let subscribers: Subscribers
    /// Called when `Inhibited` changes: the notifications interface has the same property.
    var onInhibitedChanged: ((Bool) -> Void)?
    /// Called before the parts are checked.
    var onCheck: (() -> Void)?
    var waitingNews = WaitingNews()

    init(
        _ connection: Connection, engine: Engine, senders: SenderDirectory, settings: Settings,
        server: RealServer, badges: LauncherBadges, filters: FilterService, triggers: TriggerWatch,
        accounts: SharedAccounts, options: Options
    ) {
        self.connection = connection
        self.engine = engine
        self.senders = senders
        self.settings = settings
        self.server = server
        self.badges = badges
        self.filters = filters
        self.triggers = triggers
        self.accounts = accounts
        self.options = options
        subscribers = Subscribers(connection, accounts, senders)
        questions = FilterQuestions(filters, accounts, senders)
        edits = FileEdits(accounts, senders)
        listing = Listing(engine, senders)
        survey = EntrySurvey(engine, senders)
        snoozed = Listing(engine, senders, commits: true)
        series = EntrySeries(engine, connection)
        seen = SeenListing(engine, connection)
        deletions = Deletions(engine, connection)
        holds = SandboxedHolds(engine, accounts)
    }

    /// Forgets a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        subscribers.peerLeft(peer)
        listing.peerLeft(peer)
        survey.peerLeft(peer)
        snoozed.peerLeft(peer)
        seen.peerLeft(peer)
        holds.peerLeft(peer)
        badges.peerLeft(peer)
    }

    /// Answers the calls that are worked on in many turns of the loop, for a program that is about
    /// to end.
    func finishSlowCalls() {
        series.finish()
        seen.finish()
        deletions.finish()
        settings.finishReading()
    }

    /// Returns the Focus with that id or name, or nil for an empty name.
    func focus(named name: String) throws(ErrorReply) -> Focus? {
        try name.isEmpty ? nil : existingFocus(named: name)
    }

    func explain(_ request: ExplainRequest) throws(ErrorReply) -> ExplainAnswer {
        guard let notification = request.notification else {
            throw ErrorReply(
                WireError.invalidArgs,
                "urgency is 0, 1 or 2; level is passive, active, time-sensitive or critical")
        }
        engine.followInstalledApps()
        var policy = engine.state.policy
        if let name = request.focus {
            let focus = try focus(named: name)
            policy = engine.makePolicy(
                focus, focus.map { filters.board.predicates(for: $0) } ?? [:])
        }
        let decision = engine.state.explain(notification, by: policy, at: .now)
        var answer = ExplainAnswer(
            decision, focus: decision.reason.isOfFocus ? policy.focus?.id : nil,
            about: notification)
        answer.steps = policy.steps(
            of: decision, about: notification, hasMutes: !engine.state.mutes.isEmpty)
        return answer
    }

    func listFilters(_ name: String) throws(ErrorReply) -> Value {
        let summaries = FilterList(board: filters.board).summaries(for: try focus(named: name))
        return FieldsBuilder.list(bounded: summaries.lazy.map(\.value))
    }

    // MARK: State

    var focuses: [FocusSummary] {
        let catalog = settings.focusFiles
        return engine.state.focuses.ordered.map { focus in
            FocusSummary(
                focus, isActive: focus.id == engine.state.activation?.focus,
                origin: catalog.origin(of: focus.id).rawValue,
                isLocked: catalog.lock(of: focus.id) != nil)
        }
    }

    func upcoming(limit: Int) -> Value {
        FieldsBuilder.list(engine.upcoming(limit: limit).map { named($0).value })
    }

    private func named(_ change: Agenda.Change) -> UpcomingChange {
        let focus = change.outcome?.focus
        return UpcomingChange(change, name: focus.flatMap { engine.state.focuses[$0]?.name })
    }

    var status: ServiceStatus {
        var status = ServiceStatus()
        status.version = Release.version
        status.processID = UInt32(getpid())
        status.activation = engine.state.activation
        status.focusName = engine.state.policy.focus?.name ?? ""
        status.covered = engine.covered.map { named($0) }
        status.lost = engine.state.lost
        status.isInhibited = engine.state.isInhibited
        status.inhibitors = engine.state.inhibitions.all.map {
            .init(app: $0.app, reason: $0.reason).short
        }
        status.missed = UInt32(clamping: engine.state.live.missed)
        status.queued = UInt32(clamping: engine.state.outbox.waiting)
        status.server = server.status
        let hooks = (engine.hooks?.failures.all ?? [:]).sorted { $0.key < $1.key }
        status.problems = ServiceStatus.listed(
            settings.problems + hooks.map { "hook \($0.key): \($0.value.text)" })
        return status
    }

    var problems: [String] { ServiceStatus.listed(settings.problems) }

    var allBadges: Value {
        .dictionary(
            key: "s", value: "u",
            engine.state.live.badges.all.sorted { $0.key < $1.key }.map { app, count in
                DictionaryEntry(key: .string(app.rawValue), value: .uint32(count))
            })
    }

    /// Answers `TriggerKinds`, once every source has looked at what the session offers.
    func surveyTriggers(_ call: MethodCall) {
        let payer = senders.payer(of: call.peer)
        guard accounts.value.charge(1, of: .triggerQuestions, to: payer) else {
            return call.fail(
                WireError.limitsExceeded,
                "too many questions about triggers at a time: wait for the answers of the calls"
                    + " before")
        }
        triggers.survey { [weak self, accounts] kinds in
            accounts.value.release(1, of: .triggerQuestions, by: payer)
            self?.reply(call, [FieldsBuilder.list(kinds.map(\.value))])
        }
    }

    /// Answers `Doctor`. This call may have started focusd, so it waits until the server is known.
    func checkAll(_ call: MethodCall) {
        onCheck?()
        server.whenKnown(senders.payer(of: call.peer)) { [weak self] _ in
            self?.triggers.whenSettled { self?.answerDoctor(call) }
        }
    }

    private func answerDoctor(_ call: MethodCall) {
        seen.count(for: call) { [weak self] tally in
            guard let self else { return }
            engine.bringHistoryUpToDate()
            let doctor = Doctor(
                engine: engine, server: server,
                origin: ServerOrigin(options, settings.configuration), settings: settings,
                filters: filters, triggers: triggers, seen: tally)
            reply(call, [FieldsBuilder.list(bounded: doctor.checks.lazy.map(\.shortened.value))])
        }
    }
}

extension ErrorReply {
    /// The error for an id that no stored notification has.
    static func noNotification(_ id: ClientID) -> ErrorReply {
        ErrorReply(WireError.notFound, "there is no notification \(id.rawValue)")
    }
}
