// SPDX-License-Identifier: Apache-2.0

// Decides the calls to the Focus filters and their order (Design.md, "Focus filters", "When").
//
// The target of a filter is the values that it should have: the configuration of the active Focus
// with defaults filled in. All values are defaults while no Focus is active, or while the active
// Focus does not set the filter. The target also records if a Focus sets the filter. So a filter
// gets a call at both ends of a Focus even if all values are defaults or it has no parameters. The
// board remembers the values that a filter got last. A filter without a call so far has its
// defaults and is not set. Where the target differs from these values, the board calls the filter.
// Nothing is queued, so the newest target supersedes unsent values.
//
// - A required parameter without a value: there is no target and no call, and the filter's values
//   count as unknown. The next target is sent, whatever its values are.
// - An app has at most one call in progress. Its filters are called in the order of their
//   declarations.
// - A running app is preferred to its extension, unless it does not serve the filter. An app that
//   neither runs nor can be activated gets its calls when it appears.
// - At most `Limits.extensionActivations` calls to extensions are in progress. Other apps wait in
//   the order in which they first needed one.
// - From the start of a `Perform` until an answer that is no error, the filter's values count as
//   unknown. So neither a failure nor a crash of focusd leaves a filter with other values than the
//   board assumes.
// - A failed call is held back until the Focus or the filter's target changes, the app appears, its
//   extension is installed, or (where the app itself failed and is gone) its extension can take the
//   call. An extension that did not answer in time and has ended gets the values once more. Where
//   the app invalidates its context, `AppContext` is called again. A call that was not sent can be
//   made again before (``FilterBoard/retry(_:)``). The last known context stays. The app's other
//   filters continue.
// - After a `Perform` that an app answers with an error, the board asks for its `AppContext` of the
//   same values. If that gives no usable answer either, the board drops a context for other values,
//   and the failure says so. The app refused the new values, so nothing shows that the user still
//   wants the old predicate. A predicate in doubt must not silence notifications. Apple does not
//   document this case.
// - An app without the method `AppContext` gets its values again with `Perform`, which returns the
//   same context.
//
// A context belongs to the Focus that was active at the start of the call, and to the values of
// that call. The context is in force while that Focus is active and sets the filter, even if the
// context is out of date. Where there is no context for the target, and no `Perform` is due, the
// board calls `AppContext`. If the app's latest answer was for the same values under any Focus, the
// board takes that answer instead.
//
// An app's declarations from run time are in force while the app is on the bus. Otherwise the
// declarations of its file are in force, or, without a file, the declarations from an earlier run
// time.

/// Keeps all Focus filters in step with the active Focus; a value without input, output or clock.
///
/// Each event returns the actions that it needs. The board makes no call before ``start()``. So
/// report the state first: the stored data, the files' declarations, the apps on the bus, the
/// Focus.
package struct FilterBoard: Sendable {
    /// Gives the parameters of a Focus's file their types, and returns the problems with them.
    package typealias Reading =
        @Sendable (FilterDeclaration, FilterConfiguration) -> (
            values: ParameterValues, problems: [String]
        )

    let read: Reading
    var isStarted = false
    /// The active Focus.
    var focus: FocusID?
    /// The filter configurations of the active Focus.
    var configured: [FilterKey: FilterConfiguration] = [:]
    var apps: [AppID: AppState] = [:]
    /// All declared filters.
    var filters: [FilterKey: FilterState] = [:]
    /// Data that outlives a declaration.
    var memories: [FilterKey: Memory] = [:]
    /// The calls that are under way.
    var calls: [FilterCall.Ticket: Flight] = [:]
    var lastTicket: UInt64 = 0
    /// Number of calls to extensions that are under way, ``Limits/extensionActivations`` at most.
    var activations = 0
    /// Apps whose call to an extension waits, since the maximum number is under way.
    var queue: [AppID] = []

    /// The predicates in force, for ``Policy``.
    package private(set) var policyFilters: [AppID: [FilterPredicate]] = [:]

    /// - Parameters:
    ///   - told: stored data of ``FilterAction/storeTold(_:_:)``.
    ///   - contexts: stored data of ``FilterAction/storeContext(_:_:_:)``.
    ///   - declarations: stored data of ``FilterAction/storeDeclarations(_:_:)``.
    package init(
        told: [FilterKey: ToldFilter] = [:],
        contexts: [FilterKey: [FocusID: KnownContext]] = [:],
        declarations: [AppID: [FilterDeclaration]] = [:], reading: @escaping Reading
    ) {
        read = reading
        for (key, told) in told { memories[key, default: Memory()].told = told }
        for (key, contexts) in contexts { memories[key, default: Memory()].contexts = contexts }
        var changes = Changes()
        for (app, declared) in declarations {
            apps[app, default: AppState()].setDeclared(declared)
            refresh(app, &changes)
        }
    }

    /// The actions that store all filter data again, for a database that has lost it.
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

    // MARK: Events

    /// Starts the calls, after the whole initial state was reported.
    package mutating func start() -> [FilterAction] {
        guard !isStarted else { return [] }
        isStarted = true
        var changes = Changes()
        for app in apps.keys.sorted() {
            for name in apps[app]?.filters ?? [] { rememberTarget(FilterKey(app, name), &changes) }
            callNext(of: app, &changes)
        }
        return finish(changes)
    }

    /// Sets the active Focus, nil for none, or a changed version of the active Focus.
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
            let heldBack = filters.filter { $0.value.setback != nil }.keys
            touched.formUnion(heldBack)
            for key in heldBack { release(key) }
        }
        var changes = Changes()
        var touchedApps: Set<AppID> = []
        for key in touched {
            touchedApps.insert(key.app)
            if isTransition || before[key] != configured[key] { retarget(key, &changes) }
        }
        for app in touchedApps.sorted() {
            rebuildPolicy(of: app, &changes)
            callNext(of: app, &changes)
        }
        return finish(changes)
    }

    /// Replaces the filters that files declare, of all apps.
    package mutating func setFileDeclarations(
        _ declarations: [AppID: [FilterDeclaration]]
    ) -> [FilterAction] {
        var changes = Changes()
        for app in Set(apps.keys).union(declarations.keys).sorted() {
            let file = declarations[app] ?? []
            guard file != apps[app]?.file ?? [] else { continue }
            apps[app, default: AppState()].file = file
            refresh(app, &changes)
        }
        return finish(changes)
    }

    /// Replaces the filters that an app declared at run time; an empty array removes them. The
    /// caller has checked that the client speaks for the app.
    ///
    /// - Throws: The first flaw of a declaration, or a flaw if apps have declared too much.
    package mutating func declare(
        _ app: AppID, _ declarations: [FilterDeclaration]
    ) throws(DeclarationFlaw) -> [FilterAction] {
        try FilterDeclaration.check(declarations, of: app)
        var changes = Changes()
        var state = apps[app] ?? AppState()
        let isOther = state.declared != declarations
        if isOther {
            state.setDeclared(declarations)
            try makeRoom(for: app, state, &changes)
        }
        state.isDeclaredNow = !declarations.isEmpty
        apps[app] = state
        if isOther { changes.actions.append(.storeDeclarations(app, declarations)) }
        // The app serves the filters that it declares now.
        for declaration in declarations { filters[declaration.key]?.isNotServedByApp = false }
        refresh(app, &changes)
        return finish(changes)
    }

    /// Updates the presence of an app on the bus; also for apps without filters.
    ///
    /// - Parameter hasNewOwner: true if another client owns the app's own name now.
    package mutating func setPresence(
        of app: AppID, _ presence: AppPresence, hasNewOwner: Bool = false
    ) -> [FilterAction] {
        var state = apps[app] ?? AppState()
        let before = state.presence
        guard before != presence || hasNewOwner else { return [] }
        state.presence = presence
        if !presence.isOnBus { state.isDeclaredNow = false }
        apps[app] = state
        let hasAppeared = presence.isRunning && (hasNewOwner || !before.isRunning)
        // A start of an activated extension does not count: an extension that dies of its call
        // would be started again and again.
        let hasExtensionAppeared =
            before.extension == .absent && presence.extension != .absent
        // An extension that hung has ended. Another one gets the values, once.
        let hasExtensionEnded =
            before.extension == .running && presence.extension == .activatable
        let canTakeOver = !presence.isRunning && presence.extension != .absent
        for name in state.filters {
            let key = FilterKey(app, name)
            if hasAppeared || !presence.isRunning { filters[key]?.isNotServedByApp = false }
            guard let setback = filters[key]?.setback else { continue }
            if hasExtensionEnded, setback.isTimeoutOfExtension,
                filters[key]?.wasResentAfterTimeout == false
            {
                filters[key]?.wasResentAfterTimeout = true
                release(key)
            }
            if hasAppeared || hasExtensionAppeared || canTakeOver && setback.destination == .app {
                release(key)
            }
        }
        var changes = Changes()
        changes.filtersChanged = !state.filters.isEmpty
        refresh(app, &changes)
        return finish(changes)
    }

    /// Marks the contexts of a filter as out of date, as the app asked.
    package mutating func invalidateContext(_ key: FilterKey) -> [FilterAction] {
        guard filters[key] != nil else { return [] }
        var changes = Changes()
        if let ticket = apps[key.app]?.underWay, calls[ticket]?.call.key == key {
            // The answer in progress can be from before.
            calls[ticket]?.isOutdated = true
        }
        if var memory = memories[key] {
            memory.latest = nil
            for (focus, known) in memory.contexts.sorted(by: { $0.key < $1.key })
            where known.values != nil {
                memory.contexts[focus] = known.outdated
                changes.actions.append(.storeContext(key, focus, known.outdated))
            }
            memories[key] = memory
        }
        switch filters[key]?.setback?.method {
        case .appContext: release(key)
        // The caller is alive and may be asked again.
        case .perform: filters[key]?.setback?.setMayAskForContext(true)
        case nil: break
        }
        callNext(of: key.app, &changes)
        return finish(changes)
    }

    /// Makes a failed call again that was not sent, if its values are still due.
    package mutating func retry(_ call: FilterCall) -> [FilterAction] {
        switch filters[call.key]?.setback {
        case .failed(let method, _, _)? where method == call.method: release(call.key)
        case .refused? where call.method == .appContext:
            filters[call.key]?.setback?.setMayAskForContext(true)
        default: return []
        }
        var changes = Changes()
        callNext(of: call.key.app, &changes)
        return finish(changes)
    }

    /// Forgets the values that an app got, its answers and its declarations from run time. Keeps
    /// the declarations of its file and the configuration of the Focus, so calls can follow at
    /// once.
    package mutating func forget(_ app: AppID) -> [FilterAction] {
        var changes = Changes()
        for key in Array(memories.keys) where key.app == app { memories[key] = nil }
        apps[app]?.setDeclared([])
        apps[app]?.isDeclaredNow = false
        changes.filtersChanged = apps[app] != nil
        refresh(app, &changes)
        return finish(changes)
    }

    /// Drops the stored contexts of deleted Focuses.
    package mutating func keepContexts(of focuses: Set<FocusID>) -> [FilterAction] {
        var changes = Changes()
        for (key, memory) in memories.sorted(by: { $0.key < $1.key }) {
            let gone = memory.contexts.keys.filter { !focuses.contains($0) }
            for focus in gone.sorted() {
                memories[key]?.contexts[focus] = nil
                changes.actions.append(.storeContext(key, focus, nil))
            }
        }
        return finish(changes)
    }

    /// Applies the outcome of a call that has ended. Ignores unknown tickets.
    package mutating func ended(
        _ ticket: FilterCall.Ticket, _ outcome: FilterCallOutcome
    ) -> [FilterAction] {
        guard let flight = calls.removeValue(forKey: ticket) else { return [] }
        let key = flight.call.key
        apps[key.app]?.underWay = nil
        if flight.call.destination == .extension { activations -= 1 }
        var changes = Changes()
        changes.filtersChanged = true
        take(outcome, of: flight, &changes)
        rememberTarget(key, &changes)
        rebuildPolicy(of: key.app, &changes)
        callNext(of: key.app, &changes)
        drainQueue(&changes)
        discardIfEmpty(key.app)
        return finish(changes)
    }

    // MARK: Predicates

    /// Returns the predicates that the apps have answered for a Focus, which may be inactive.
    package func predicates(for focus: Focus) -> [AppID: [FilterPredicate]] {
        var predicates: [AppID: [FilterPredicate]] = [:]
        for configuration in focus.filters {
            let key = FilterKey(configuration.app, configuration.filter)
            guard let filter = filters[key],
                let predicate = memories[key]?.contexts[focus.id]?.predicate
            else { continue }
            // A required parameter of the active Focus has lost its value.
            if focus.id == self.focus, case .missing = filter.target { continue }
            predicates[key.app, default: []].append(
                FilterPredicate(filter: key.filter, predicate: predicate))
        }
        return predicates
    }

    /// Updates the app's predicates in ``policyFilters``: those of its filters that the active
    /// Focus sets, from the context that the app answered for that Focus.
    mutating func rebuildPolicy(of app: AppID, _ changes: inout Changes) {
        var predicates: [FilterPredicate] = []
        for name in apps[app]?.filters ?? [] {
            let key = FilterKey(app, name)
            guard let focus, configured[key] != nil, case .values = filters[key]?.target,
                let predicate = memories[key]?.contexts[focus]?.predicate
            else { continue }
            predicates.append(FilterPredicate(filter: name, predicate: predicate))
        }
        let isSame = (policyFilters[app] ?? []).elementsEqual(predicates) { left, right in
            left.filter == right.filter && left.predicate == right.predicate
        }
        guard !isSame else { return }
        policyFilters[app] = predicates.isEmpty ? nil : predicates
        changes.policyChanged = true
    }

    private func finish(_ changes: Changes) -> [FilterAction] {
        // The policy comes first: decisions during the calls use the new policy.
        (changes.policyChanged ? [.policyChanged] : []) + changes.actions
            + (changes.filtersChanged ? [.filtersChanged] : [])
    }

    mutating func discardIfEmpty(_ app: AppID) {
        if apps[app]?.isEmpty ?? false { apps[app] = nil }
    }

    /// Allows calls to a filter again.
    mutating func release(_ key: FilterKey) {
        filters[key]?.setback = nil
    }
}
