// SPDX-License-Identifier: Apache-2.0

// The apps' Focus filters (DESIGN §6). `FilterBoard` decides who is told what; this carries out what
// it decides and tells it what comes of it.
//
//   change     the board answers actions; what is to be remembered joins the engine's batch
//   committed  the calls go out: what a filter has is unknown in the store before it is told, so
//              that a kill at any point leaves no app with other values than focusd believes
//   answered   the answer's types and lengths are checked, the board is told, the policy follows

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop
import Predicates

/// Tells apps what their Focus filters are set to, and takes in what they answer.
@LoopActor final class FilterService: FilterPredicates {
    private let engine: Engine
    private let log: Log
    let watch: AppWatch
    private let caller: FilterCaller
    private(set) var board: FilterBoard
    /// Calls that wait for the commit.
    private var outgoing: [FilterCall] = []
    private var hasNews = false
    private var telling: Timer?
    private var toldNews: ContinuousClock.Instant?
    /// Filters whose contexts were invalidated a moment ago, and those that were again since.
    private var pauses: [FilterKey: Timer] = [:]
    private var invalidated: Set<FilterKey> = []
    /// When a filter's failure was logged last.
    private var logged: [FilterKey: ContinuousClock.Instant] = [:]
    /// Apps declare other filters, appeared or went, or answered differently.
    var onFiltersChanged: (() -> Void)?

    /// How long news are gathered before the user's tools hear of them: where many apps answer the
    /// same change, each of these would ask for the whole list as often.
    static let newsDelay = Duration.milliseconds(20)
    /// How long after such news the next may come: an app could make some all the time.
    static let newsPause = Duration.milliseconds(250)
    /// How long a filter that fails again and again is not spoken of in the log; `doctor` tells.
    static let logPause = Duration.seconds(60)

    /// Takes over what the store remembers.
    init(
        _ connection: Connection, engine: Engine, senders: SenderDirectory, log: Log
    ) throws(StoreError) {
        self.engine = engine
        self.log = log
        watch = AppWatch(connection, senders: senders)
        caller = FilterCaller(connection, watch: watch)
        board = FilterBoard(
            told: try engine.store.told(), contexts: try engine.store.contexts(),
            declarations: try engine.store.declarations(),
            reading: { $0.read($1) })
        watch.onChange = { [weak self] app, isAnew in self?.presenceChanged(app, isAnew) }
    }

    /// Begins to tell apps, once it is known which of them are there.
    func start() {
        watch.follow(board.declaringAppIDs)
        watch.start { [weak self] in
            guard let self else { return }
            perform(board.start())
        }
    }

    // MARK: What happens

    func setFocus(_ focus: Focus?) -> [AppID: [FilterPredicate]] {
        perform(board.setFocus(focus))
        return board.policyFilters
    }

    /// The `.focus-filter` files have been read anew.
    func setFileDeclarations(_ declarations: [AppID: [FilterDeclaration]]) {
        perform(board.setFileDeclarations(declarations))
    }

    /// These are all Focuses that there are.
    func keepContexts(of focuses: Set<FocusID>) {
        perform(board.keepContexts(of: focuses))
    }

    /// What the store remembered of an app's filters is gone.
    func forget(_ app: AppID) {
        perform(board.forget(app))
    }

    /// What `Declare` does.
    func declare(
        _ app: AppID, _ declarations: [FilterDeclaration]
    ) throws(DeclarationFlaw) {
        perform(try board.declare(app, declarations))
    }

    /// What `InvalidateAppContext` does; false when nobody declares the filter.
    ///
    /// An app may invalidate whenever it is asked, which would never end: the first counts at once,
    /// all that follow within ``Limits/invalidationPause`` count as one at its end.
    func invalidateContext(_ key: FilterKey) -> Bool {
        guard board.declaration(of: key) != nil else { return false }
        guard pauses[key] == nil else {
            invalidated.insert(key)
            return true
        }
        pauses[key] = Timer(after: Limits.invalidationPause) { [weak self] in
            guard let self else { return }
            pauses[key] = nil
            if invalidated.remove(key) != nil { _ = invalidateContext(key) }
        }
        perform(board.invalidateContext(key))
        return true
    }

    /// Gives the store all that it should hold of filters.
    func rewriteState() {
        perform(board.remembered)
    }

    private func presenceChanged(_ app: AppID, _ isAnew: Bool) {
        perform(board.setPresence(of: app, watch.presence(of: app), isAnew: isAnew))
    }

    // MARK: What is done about it

    private func perform(_ actions: [FilterAction]) {
        guard !actions.isEmpty else { return }
        for action in actions {
            switch action {
            case .call(let call): outgoing.append(call)
            case .policyChanged: engine.setFilters(board.policyFilters)
            case .filtersChanged: hasNews = true
            case .storeTold(let key, let told):
                engine.attempt { try engine.store.setTold(key, told) }
            case .storeContext(let key, let focus, let known):
                engine.attempt { try engine.store.setContext(key, under: focus, known) }
            case .storeDeclarations(let app, let declarations):
                engine.attempt { try engine.store.setDeclarations(app, declarations) }
            }
        }
        engine.afterCommit = { [weak self] in self?.committed() }
        engine.settle()
    }

    private func committed() {
        let calls = outgoing
        outgoing.removeAll(keepingCapacity: true)
        for call in calls { send(call) }
        guard hasNews else { return }
        hasNews = false
        watch.follow(board.declaringAppIDs)
        guard telling == nil else { return }
        let pause = toldNews.map { Self.newsPause - (.now - $0) } ?? .zero
        telling = Timer(after: max(Self.newsDelay, pause)) { [weak self] in
            self?.telling = nil
            self?.toldNews = .now
            self?.onFiltersChanged?()
        }
    }

    private func send(_ call: FilterCall) {
        let member: MemberName = call.method == .perform ? "Perform" : "AppContext"
        caller.call(call.key, at: call.destination, member, [call.values.wire]) {
            [weak self] result in
            self?.ended(call, Self.outcome(result))
        }
    }

    private func ended(_ call: FilterCall, _ outcome: FilterCallOutcome) {
        perform(board.ended(call.ticket, outcome))
        // That its extension serves the filter instead is nothing to worry about.
        if case .notServed = outcome, watch.extensionName(of: call.key.app) != nil { return }
        let failure = board.report(on: call.key)?.failure
        engine.troubles.note(
            .filterFailing, FilterList.check(of: call.key), isPresent: failure != nil, at: .now)
        if let failure { report(failure, call.key) }
    }

    private func report(_ failure: String, _ key: FilterKey) {
        let now = ContinuousClock.now
        if let last = logged[key], now - last < Self.logPause { return }
        logged[key] = now
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
        case .failure(.notServed(let reason)): return .notServed(reason)
        case .failure(.refused(let reason)): return .refused(reason)
        case .failure(.failed(let reason)): return .failed(reason)
        }
    }

    // MARK: Questions

    /// Asks an app about one of its filters; `completion` runs once, later.
    func ask(
        _ key: FilterKey, _ member: MemberName, _ arguments: [Value],
        completion: @escaping FilterCaller.Completion
    ) {
        watch.whenKnown(key.app) { [weak self] in
            self?.askNow(key, member, arguments, completion: completion)
        }
    }

    private func askNow(
        _ key: FilterKey, _ member: MemberName, _ arguments: [Value],
        completion: @escaping FilterCaller.Completion
    ) {
        // Without an app and an extension the caller says so.
        let destination = board.destination(for: key) ?? .extension
        caller.call(key, at: destination, member, arguments) { [weak self] result in
            guard let self, destination == .app, case .failure(.notServed) = result,
                watch.extensionName(of: key.app) != nil
            else {
                completion(result)
                return
            }
            caller.call(key, at: .extension, member, arguments, completion: completion)
        }
    }

    /// The predicates that apps answered for a Focus that may not be on.
    func predicates(for focus: Focus) -> [AppID: [FilterPredicate]] {
        var filters: [AppID: [FilterPredicate]] = [:]
        for configuration in focus.filters {
            let key = FilterKey(configuration.app, configuration.filter)
            guard board.declaration(of: key) != nil,
                let format = board.context(of: key, under: focus.id)?.predicate,
                let predicate = try? Predicates.Predicate(format: format)
            else { continue }
            filters[key.app, default: []].append(
                FilterPredicate(filter: key.filter, predicate: predicate))
        }
        return filters
    }
}
