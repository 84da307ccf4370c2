// SPDX-License-Identifier: Apache-2.0

// Focus filters of apps (Design.md, "Focus filters"). `FilterBoard` decides about the calls to
// apps. This service carries the calls out and reports the results to the board.
//
//     change     The board returns actions. State to be stored joins the engine's batch.
//     committed  The calls go out. Before that, the store marks the filter's values as
//                unknown: a kill at any point leaves no app with other values than focusd
//                believes.
//     answered   The types and lengths of the reply are checked. The board gets the result,
//                and the policy follows.

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop

/// Sends apps the values of their Focus filters and processes their replies.
@LoopActor final class FilterService {
    private let connection: Connection
    private let engine: Engine
    private let log: Log
    let presences: AppPresences
    private let caller: FilterCaller
    private(set) var board: FilterBoard
    /// Calls that wait for the commit.
    private var outgoing: [FilterCall] = []
    /// True from a change until its commit.
    private var awaitsCommit = false
    private var hasUnreportedChange = false
    private var reportTimer: Timer?
    private var lastReport: ContinuousClock.Instant?
    /// Filters whose contexts were invalidated recently, and filters that were invalidated again
    /// since.
    private var pauses: [FilterKey: Timer] = [:]
    private var invalidated: Set<FilterKey> = []
    private var costs = AnswerCosts()
    /// The ends of the pauses of apps, for the calls that were not sent in them.
    private var retries: [FilterKey: Timer] = [:]
    /// Loop time of all new policies.
    private var policyTime = Duration.zero
    /// Failures of each filter that the log has. `doctor` lists the last one.
    private var logged = LoggedFailures<FilterKey>()
    /// Called when declarations, the presence of apps or the apps' answers changed.
    var onFiltersChanged: (() -> Void)?

    /// Delay before the user's tools learn of changes. Many apps may answer the same change, and
    /// each tool would ask for the whole list as often.
    static let reportDelay = Duration.milliseconds(20)
    /// Minimum pause between two reports of changes: an app could cause changes all the time.
    static let reportPause = Duration.milliseconds(250)

    /// Restores the stored state of the filters.
    init(
        _ connection: Connection, engine: Engine, senders: SenderDirectory, log: Log
    ) throws(StoreError) {
        self.connection = connection
        self.engine = engine
        self.log = log
        presences = AppPresences(connection, senders: senders)
        caller = FilterCaller(connection, presences: presences)
        board = FilterBoard(
            told: try engine.store.told(), contexts: try engine.store.contexts(),
            declarations: try engine.store.declarations(),
            reading: { $0.read($1) })
        presences.onChange = { [weak self] app, hasNewOwner in
            guard let self else { return }
            let presence = presences.presence(of: app)
            perform(board.setPresence(of: app, presence, hasNewOwner: hasNewOwner))
        }
    }

    /// Begins to call apps once the presence of all apps is known.
    func start() {
        presences.follow(board.declaringAppIDs)
        presences.start { [weak self] in
            guard let self else { return }
            perform(board.start())
        }
    }

    // MARK: Changes

    /// Calls the apps whose filters the Focus sets, or set until now (`Perform`), and returns the
    /// predicates in force until their answers, which ``Engine/setFilters(_:)`` gets later.
    func focusChanged(to focus: Focus?) -> [AppID: [FilterPredicate]] {
        // The caller gets the predicates here, in place of `.policyChanged`.
        perform(
            board.setFocus(focus).filter { action in
                if case .policyChanged = action { false } else { true }
            })
        return board.policyFilters
    }

    /// Applies `.focus-filter` files that were read again.
    func setFileDeclarations(_ declarations: [AppID: [FilterDeclaration]]) {
        perform(board.setFileDeclarations(declarations))
    }

    /// Drops the stored contexts of deleted Focuses.
    func keepContexts(of focuses: Set<FocusID>) {
        perform(board.keepContexts(of: focuses))
    }

    /// Forgets the filters of an app whose stored data was deleted.
    func forget(_ app: AppID) {
        perform(board.forget(app))
    }

    /// Handles `Declare`.
    func declare(
        _ app: AppID, _ declarations: [FilterDeclaration]
    ) throws(DeclarationFlaw) {
        perform(try board.declare(app, declarations))
    }

    /// Handles `InvalidateAppContext`. Returns false if no app declares the filter.
    ///
    /// An app may invalidate at each question, which would never end. The first call counts at
    /// once. All calls within ``Limits/invalidationPause`` count as one at its end; the pause is
    /// longer if the filter's last answer was expensive.
    func invalidateContext(_ key: FilterKey) -> Bool {
        guard board.declaration(of: key) != nil else { return false }
        guard pauses[key] == nil else {
            invalidated.insert(key)
            return true
        }
        pauses[key] = Timer(after: costs.pause(of: key)) { [weak self] in
            guard let self else { return }
            pauses[key] = nil
            if invalidated.remove(key) != nil { _ = invalidateContext(key) }
        }
        perform(board.invalidateContext(key))
        return true
    }

    /// Writes the complete filter state to the store.
    func rewriteState() {
        perform(board.remembered)
    }

    // MARK: Actions

    private func perform(_ actions: [FilterAction]) {
        guard !actions.isEmpty else { return }
        for action in actions {
            switch action {
            case .call(let call): outgoing.append(call)
            case .policyChanged: changePolicy()
            case .filtersChanged: hasUnreportedChange = true
            case .storeTold(let key, let told):
                engine.attempt { try engine.store.setTold(key, told) }
            case .storeContext(let key, let focus, let known):
                engine.attempt { try engine.store.setContext(key, under: focus, known) }
            case .storeDeclarations(let app, let declarations):
                engine.attempt { try engine.store.setDeclarations(app, declarations) }
            }
        }
        guard !awaitsCommit else { return }
        awaitsCommit = true
        engine.afterCommit(.work { [weak self] in self?.committed() })
        engine.commitSoon()
    }

    private func changePolicy() {
        let start = ProcessorTime.ofThread
        engine.setFilters(board.policyFilters)
        policyTime += ProcessorTime.ofThread - start
    }

    private func committed() {
        awaitsCommit = false
        let calls = outgoing
        outgoing.removeAll(keepingCapacity: true)
        for call in calls { send(call) }
        guard hasUnreportedChange else { return }
        hasUnreportedChange = false
        presences.follow(board.declaringAppIDs)
        guard reportTimer == nil else { return }
        let pause = lastReport.map { Self.reportPause - (.now - $0) } ?? .zero
        reportTimer = Timer(after: max(Self.reportDelay, pause)) { [weak self] in
            self?.reportTimer = nil
            self?.lastReport = .now
            self?.onFiltersChanged?()
        }
    }

    private func send(_ call: FilterCall) {
        // The call below fails at once with the reason of the pause, which `doctor` lists.
        if let pause = caller.pause(of: call.key.app) { retry(call, after: pause) }
        let member: MemberName = call.method == .perform ? "Perform" : "AppContext"
        caller.call(call.key, at: call.destination, member, [call.values.wire]) {
            [weak self] result in
            guard let self else { return }
            let start = ProcessorTime.ofThread - policyTime
            // The connection has charged it.
            let reading = connection.readingTime
            ended(call, Self.outcome(result))
            let handling = ProcessorTime.ofThread - policyTime - start
            if case .success(let answer) = result { connection.charge(handling, for: answer) }
            note(reading + handling, call.key)
        }
    }

    /// Makes a call later that the app's pause keeps from being sent. Otherwise the app would keep
    /// the values of a Focus that ends during the pause.
    private func retry(_ call: FilterCall, after pause: Duration) {
        retries[call.key] = Timer(after: pause) { [weak self] in
            guard let self else { return }
            retries[call.key] = nil
            perform(board.retry(call))
        }
    }

    /// Lets the app wait for the loop time of its answer, whose predicate can have patterns that
    /// take long to compile. It does not pay for the new policy, which takes as long as the user's
    /// lists do.
    private func note(_ time: Duration, _ key: FilterKey) {
        costs.note(time, of: key) { board.declaration(of: $0) != nil }
        // The pause of the invalidation that led to this answer.
        if costs.isExpensive(key) { pauses[key]?.reset(after: costs.pause(of: key)) }
    }

    private func ended(_ call: FilterCall, _ outcome: FilterCallOutcome) {
        perform(board.ended(call.ticket, outcome))
        // Another answer is expected if the extension serves the filter instead.
        if case .failure(.notServed) = outcome, presences.extensionName(of: call.key.app) != nil {
            return
        }
        let failure = board.report(on: call.key)?.failure
        engine.problems.note(
            .filterFailing, FilterList.check(of: call.key), isPresent: failure != nil, at: .now)
        if let failure { report(failure, call.key) }
    }

    private func report(_ failure: String, _ key: FilterKey) {
        guard logged.mayLog(failure, of: key, at: .now) else { return }
        log.warning("Focus filter \(key.filter) of \(key.app): \(failure)")
    }

    private static func outcome(_ result: Result<Message, FilterFailure>) -> FilterCallOutcome {
        switch result {
        case .success(let answer):
            do throws(AnswerProblem) {
                return .answered(try FilterContext(answer: answer))
            } catch {
                return .unusable(error.description)
            }
        case .failure(let failure): return .failure(failure)
        }
    }

    // MARK: Questions

    /// Asks an app about one of its filters. Calls `completion` once, later.
    func ask(
        _ key: FilterKey, _ member: MemberName, _ arguments: [Value],
        completion: @escaping FilterCaller.Completion
    ) {
        caller.ask(key, member, arguments, completion: completion)
    }
}

/// The loop time of the last expensive answer of each Focus filter's app.
///
/// The client that answers pays as for a call, but another client of the app may invalidate. So the
/// time between two questions about a filter grows with the cost of its answer.
struct AnswerCosts {
    #if DEBUG
        /// The checks of debug builds make each answer many times as expensive.
        static let scale = 20
    #else
        static let scale = 1
    #endif
    /// Number of costs at which those of filters that are gone are looked for, at first.
    static let fewest = 256
    private var pauses: [FilterKey: Duration] = [:]
    /// Number of costs at which those of filters that are gone are looked for.
    private var most = fewest

    /// Number of remembered costs.
    var count: Int { pauses.count }

    /// Remembers the cost of an answer, or forgets that of an earlier one.
    ///
    /// An app may declare other filters all the time, so that the costs of those that are no longer
    /// declared are forgotten once there are many.
    mutating func note(_ time: Duration, of key: FilterKey, isDeclared: (FilterKey) -> Bool) {
        let pause = time * Limits.answerShare / Self.scale
        pauses[key] =
            pause > Limits.invalidationPause ? min(pause, Limits.longInvalidationPause) : nil
        guard pauses.count > most else { return }
        pauses = pauses.filter { isDeclared($0.key) }
        most = max(Self.fewest, 2 * pauses.count)
    }

    /// True if the filter's last answer demands a longer pause than that of all filters.
    func isExpensive(_ key: FilterKey) -> Bool { pauses[key] != nil }

    /// The time between two questions about the filter's context.
    func pause(of key: FilterKey) -> Duration { pauses[key] ?? Limits.invalidationPause }
}
