// SPDX-License-Identifier: Apache-2.0

// Which Focus filter is told what, and when (DESIGN §6, "When").
//
// What a filter should have is its target: what the Focus that is on sets, defaults filled in; all
// defaults while none is on or that one does not set the filter. The target also says whether a
// Focus sets the filter, so that a filter is told of both ends of a Focus even where its values are
// all defaults, and where it has no parameters. What it has is what it was told last; one that was
// never told has its defaults and is not set. Where the two differ, it is told: nothing is queued,
// so the newest supersedes whatever has not been sent.
//
//  - A required parameter without a value: there is no target, so no call, and what the filter has
//    counts as nothing. The next target is told, whatever it is.
//  - An app has one call under way. Its filters are told in the order of their declarations.
//  - A running app is preferred to its extension, unless it does not serve the filter. An app that
//    is neither running nor activatable is told when it appears.
//  - At most `Limits.extensionActivations` calls to extensions are under way; other apps wait in
//    the order in which they came to need one.
//  - From a call's sending to its success what the filter has counts as nothing, so that neither a
//    failure nor a crash of focusd leaves it with other values than are believed.
//  - What failed is held back until the Focus or the filter's target changes, the app appears, or
//    (where the app itself failed and is gone) its extension can take the call. Its last known
//    context stays. Other filters of the app go on.
//  - An app that answers `Perform` with an error is asked for its `AppContext` of the same values
//    all the same. Where it has no usable answer to that either, a context that it answered for
//    other values is dropped, and the failure says so: the app refused the new values, so nothing
//    says that the old predicate is what the user wants now, and a predicate that is in doubt lets
//    notifications through. Apple's documentation is silent here.
//  - An app without the method `AppContext` is told its values once more with `Perform`, which
//    answers the same.
//
// A context belongs to the Focus that was on when the call was sent, and to the values that it was
// an answer to. It counts while that Focus is on and sets the filter, out of date or not. Where
// there is none for the target, and telling the filter is not due, `AppContext` is called; where
// the app's latest answer was to the same values, under whichever Focus, that one is taken instead.
//
// Of an app's declarations those that it made itself count while it is on the bus, then those of
// its file, then those that it made once.

/// Keeps what every Focus filter has in step with the Focus that is on; a value without input,
/// output or clock.
///
/// Each change that is told to it answers what is to be done about it. Nothing is called before
/// ``start()``, so at start tell it everything first: what the store holds, the files'
/// declarations, who is on the bus, the Focus.
package struct FilterBoard: Sendable {
    /// Gives the parameters of a Focus's file their types, and says what is wrong with them.
    package typealias Reading =
        @Sendable (FilterDeclaration, FilterConfiguration) -> (
            values: ParameterValues, problems: [String]
        )

    let read: Reading
    var isStarted = false
    /// The Focus that is on.
    var focus: FocusID?
    /// What it sets.
    var configured: [FilterKey: FilterConfiguration] = [:]
    var apps: [AppID: AppState] = [:]
    /// Every declared filter.
    var filters: [FilterKey: FilterState] = [:]
    /// What outlives a declaration.
    var memories: [FilterKey: Memory] = [:]
    var held: Set<FilterKey> = []
    var calls: [FilterCall.Ticket: Flight] = [:]
    var lastTicket: UInt64 = 0
    var activations = 0
    var queue = Queue()

    /// The predicates in force, for ``Policy``.
    package internal(set) var policyFilters: [AppID: [FilterPredicate]] = [:]

    /// - Parameters:
    ///   - told: what the store holds of ``FilterAction/storeTold(_:_:)``.
    ///   - contexts: … of ``FilterAction/storeContext(_:_:_:)``.
    ///   - declarations: … of ``FilterAction/storeDeclarations(_:_:)``.
    package init(
        told: [FilterKey: ToldFilter] = [:],
        contexts: [FilterKey: [FocusID: KnownContext]] = [:],
        declarations: [AppID: [FilterDeclaration]] = [:], reading: @escaping Reading
    ) {
        read = reading
        for (key, told) in told { memories[key, default: Memory()].told = told }
        for (key, contexts) in contexts { memories[key, default: Memory()].contexts = contexts }
        var batch = Batch()
        for (app, declared) in declarations {
            apps[app, default: AppState()].setDeclared(declared)
            refresh(app, &batch)
        }
    }

    /// All that the store should hold of filters, for a store that has lost it.
    package var remembered: [FilterAction] {
        var actions: [FilterAction] = []
        for (app, state) in apps where !state.declared.isEmpty {
            actions.append(.storeDeclarations(app, state.declared))
        }
        for (key, memory) in memories {
            if let told = memory.told { actions.append(.storeTold(key, told)) }
            for (focus, known) in memory.contexts {
                actions.append(.storeContext(key, focus, known))
            }
        }
        return actions
    }

    // MARK: What happens

    /// Everything that was so before has been told: calls may be made from now on.
    package mutating func start() -> [FilterAction] {
        guard !isStarted else { return [] }
        isStarted = true
        var batch = Batch()
        for app in apps.keys.sorted() {
            for name in apps[app]?.filters ?? [] { settle(FilterKey(app, name), &batch) }
            schedule(app, &batch)
        }
        return finish(batch)
    }

    /// The Focus that is on, nil for none; or it says something else than before.
    package mutating func setFocus(_ new: Focus?) -> [FilterAction] {
        let isTransition = new?.id != focus
        let before = configured
        focus = new?.id
        configured.removeAll(keepingCapacity: true)
        for configuration in new?.filters ?? [] {
            configured[FilterKey(configuration.app, configuration.filter)] = configuration
        }
        var touched = Set(before.keys).union(configured.keys)
        if isTransition {
            touched.formUnion(held)
            for key in held { release(key) }
        }
        var batch = Batch()
        var touchedApps: Set<AppID> = []
        for key in touched {
            touchedApps.insert(key.app)
            if isTransition || before[key] != configured[key] { retarget(key, &batch) }
        }
        for app in touchedApps.sorted() {
            rebuildPolicy(of: app, &batch)
            schedule(app, &batch)
        }
        return finish(batch)
    }

    /// The filters that files declare, of all apps.
    package mutating func setFileDeclarations(
        _ declarations: [AppID: [FilterDeclaration]]
    ) -> [FilterAction] {
        var batch = Batch()
        for app in Set(apps.keys).union(declarations.keys).sorted() {
            let file = declarations[app] ?? []
            guard file != apps[app]?.file ?? [] else { continue }
            apps[app, default: AppState()].file = file
            refresh(app, &batch)
        }
        return finish(batch)
    }

    /// An app declares its filters at run time; they take the place of those it declared before,
    /// and none takes them back. The caller has checked that it speaks for the app.
    ///
    /// - Throws: what is wrong with a declaration, or that apps have declared too much.
    package mutating func declare(
        _ app: AppID, _ declarations: [FilterDeclaration]
    ) throws(DeclarationFlaw) -> [FilterAction] {
        try FilterDeclaration.check(declarations, of: app)
        var batch = Batch()
        var state = apps[app] ?? AppState()
        let isOther = state.declared != declarations
        if isOther {
            state.setDeclared(declarations)
            try makeRoom(for: app, state, &batch)
        }
        state.isDeclaredNow = !declarations.isEmpty
        apps[app] = state
        if isOther { batch.actions.append(.storeDeclarations(app, declarations)) }
        // What it declares now, it serves now.
        for declaration in declarations { filters[declaration.key]?.isNotServedByApp = false }
        refresh(app, &batch)
        return finish(batch)
    }

    /// What there is of an app on the bus has changed; of apps without filters as well.
    ///
    /// - Parameter isAnew: whether the app's own name came to a new owner, though it had one.
    package mutating func setPresence(
        of app: AppID, _ presence: AppPresence, isAnew: Bool = false
    ) -> [FilterAction] {
        var state = apps[app] ?? AppState()
        let before = state.presence
        guard before != presence || isAnew else { return [] }
        state.presence = presence
        if !presence.isOnBus { state.isDeclaredNow = false }
        apps[app] = state
        let hasAppeared = presence.isRunning && (isAnew || !before.isRunning)
        // Not when an activated extension runs: one that dies of its call would be started again
        // and again.
        let hasExtensionAppeared =
            before.extension == .absent && presence.extension != .absent
        let canTakeOver = !presence.isRunning && presence.extension != .absent
        for name in state.filters {
            let key = FilterKey(app, name)
            if hasAppeared || !presence.isRunning { filters[key]?.isNotServedByApp = false }
            guard let hold = filters[key]?.hold else { continue }
            if hasAppeared || hasExtensionAppeared || canTakeOver && hold.destination == .app {
                release(key)
            }
        }
        var batch = Batch()
        batch.filtersChanged = !state.filters.isEmpty
        refresh(app, &batch)
        return finish(batch)
    }

    /// An app says that its contexts are not what they were.
    package mutating func invalidateContext(_ key: FilterKey) -> [FilterAction] {
        guard filters[key] != nil else { return [] }
        var batch = Batch()
        if let ticket = apps[key.app]?.underWay, calls[ticket]?.call.key == key {
            // Its answer may be from before.
            calls[ticket]?.isOutdated = true
        }
        if var memory = memories[key] {
            memory.latest = nil
            for (focus, known) in memory.contexts.sorted(by: { $0.key < $1.key })
            where known.values != nil {
                memory.contexts[focus] = known.outdated
                batch.actions.append(.storeContext(key, focus, known.outdated))
            }
            memories[key] = memory
        }
        switch filters[key]?.hold?.method {
        case .appContext: release(key)
        // Who calls is alive and may be asked.
        case .perform: filters[key]?.hold?.mayAskNow = true
        case nil: break
        }
        schedule(key.app, &batch)
        return finish(batch)
    }

    /// Forgets what an app was told, answered and declared at run time. What its file declares, and
    /// what the Focus sets, stays; so it may be told anew at once.
    package mutating func forget(_ app: AppID) -> [FilterAction] {
        var batch = Batch()
        for key in Array(memories.keys) where key.app == app { memories[key] = nil }
        apps[app]?.setDeclared([])
        apps[app]?.isDeclaredNow = false
        batch.filtersChanged = apps[app] != nil
        refresh(app, &batch)
        return finish(batch)
    }

    /// Forgets the contexts of all other Focuses, which do not exist any more.
    package mutating func keepContexts(of focuses: Set<FocusID>) -> [FilterAction] {
        var batch = Batch()
        for (key, memory) in memories.sorted(by: { $0.key < $1.key }) {
            let gone = memory.contexts.keys.filter { !focuses.contains($0) }
            for focus in gone.sorted() {
                memories[key]?.contexts[focus] = nil
                batch.actions.append(.storeContext(key, focus, nil))
            }
        }
        return finish(batch)
    }

    /// A call has ended. Numbers of calls that are not under way are passed over.
    package mutating func ended(
        _ ticket: FilterCall.Ticket, _ outcome: FilterCallOutcome
    ) -> [FilterAction] {
        guard let flight = calls.removeValue(forKey: ticket) else { return [] }
        let key = flight.call.key
        apps[key.app]?.underWay = nil
        if flight.call.destination == .extension { activations -= 1 }
        var batch = Batch()
        batch.filtersChanged = true
        take(outcome, of: flight, &batch)
        settle(key, &batch)
        rebuildPolicy(of: key.app, &batch)
        schedule(key.app, &batch)
        drainQueue(&batch)
        discardIfEmpty(key.app)
        return finish(batch)
    }
}
