// SPDX-License-Identifier: Apache-2.0

extension FilterBoard {
    /// Brings an app's filters in line with the declarations in force.
    mutating func refresh(_ app: AppID, _ batch: inout Batch) {
        guard let state = apps[app] else { return }
        let declarations = state.declarations
        let names = declarations.map(\.key.filter)
        let kept = Set(names)
        for name in state.filters where !kept.contains(name) {
            let key = FilterKey(app, name)
            filters[key] = nil
            held.remove(key)
            batch.filtersChanged = true
        }
        apps[app]?.filters = names
        for declaration in declarations where filters[declaration.key]?.declaration != declaration {
            batch.filtersChanged = true
            if filters[declaration.key] == nil {
                filters[declaration.key] = FilterState(declaration: declaration)
            } else {
                filters[declaration.key]?.declaration = declaration
            }
            retarget(declaration.key, &batch)
        }
        rebuildPolicy(of: app, &batch)
        schedule(app, &batch)
        discardIfEmpty(app)
    }

    /// Works out anew what a filter should have.
    mutating func retarget(_ key: FilterKey, _ batch: inout Batch) {
        guard let declaration = filters[key]?.declaration else { return }
        let set = configured[key].map { read(declaration, $0) }
        let target: Target
        do throws(MissingParameter) {
            target = .values(try declaration.delivery(set?.values ?? [:]))
        } catch {
            target = .missing(error.name)
        }
        if filters[key]?.target != target {
            filters[key]?.target = target
            release(key)
        }
        let problems = set?.problems ?? []
        if filters[key]?.problems != problems {
            filters[key]?.problems = problems
            batch.filtersChanged = true
        }
        settle(key, &batch)
    }

    /// Notes what follows from a target without any call.
    mutating func settle(_ key: FilterKey, _ batch: inout Batch) {
        // Before the start targets are those of half a world.
        guard isStarted, let filter = filters[key], let memory = memories[key] else { return }
        switch filter.target {
        case .missing:
            guard case .values = memory.told else { return }
            remember(.nothing, for: key, &batch)
        case .values(let target):
            guard configured[key] != nil, let focus, let latest = memory.latest,
                latest.values == target, memory.contexts[focus]?.values != target
            else { return }
            remember(latest, for: key, under: focus, &batch)
        }
    }

    mutating func remember(_ told: ToldFilter, for key: FilterKey, _ batch: inout Batch) {
        guard memories[key]?.told != told else { return }
        memories[key, default: Memory()].told = told
        batch.actions.append(.storeTold(key, told))
    }

    mutating func remember(
        _ known: KnownContext, for key: FilterKey, under focus: FocusID, _ batch: inout Batch
    ) {
        guard memories[key]?.contexts[focus] != known else { return }
        memories[key, default: Memory()].contexts[focus] = known
        batch.actions.append(.storeContext(key, focus, known))
    }

    // MARK: Sending

    /// Makes the app's next call, where there is one and it may be made now.
    mutating func schedule(_ app: AppID, _ batch: inout Batch) {
        guard isStarted, let state = apps[app], state.underWay == nil,
            state.presence.isReachable, let next = nextCall(state, of: app)
        else { return }
        if next.destination == .extension, activations >= Limits.extensionActivations {
            guard !state.isQueued else { return }
            apps[app]?.isQueued = true
            queue.append(app)
            return
        }
        send(next, &batch)
    }

    /// Makes the calls of those who waited, as far as may be.
    mutating func drainQueue(_ batch: inout Batch) {
        while activations < Limits.extensionActivations, let app = queue.popFirst() {
            apps[app]?.isQueued = false
            schedule(app, &batch)
            discardIfEmpty(app)
        }
    }

    private typealias Next = (
        method: FilterCall.Method, key: FilterKey, destination: FilterDestination,
        values: ParameterValues
    )

    private func nextCall(_ state: AppState, of app: AppID) -> Next? {
        var context: Next?
        for name in state.filters {
            let key = FilterKey(app, name)
            guard let filter = filters[key], case .values(let values) = filter.target,
                let destination = destination(of: filter, state.presence)
            else { continue }
            if isToBeTold(key, filter, values) {
                guard filter.hold?.method != .perform else { continue }
                return (.perform, key, destination, values)
            }
            if context == nil, filter.hold == nil, isToBeAsked(key, values) {
                context = (.appContext, key, destination, values)
            }
        }
        // Every filter is told before one is asked.
        return context
    }

    private func destination(
        of filter: FilterState, _ presence: AppPresence
    ) -> FilterDestination? {
        if presence.isRunning, !filter.isNotServedByApp { return .app }
        return presence.extension == .absent ? nil : .extension
    }

    private func isToBeTold(
        _ key: FilterKey, _ filter: FilterState, _ values: ParameterValues
    ) -> Bool {
        switch memories[key]?.told {
        case nil: filter.defaults != values
        case .nothing: true
        case .values(let told): told != values
        }
    }

    private func isToBeAsked(_ key: FilterKey, _ values: ParameterValues) -> Bool {
        guard configured[key] != nil, let focus else { return false }
        return memories[key]?.contexts[focus]?.values != values
    }

    private mutating func send(_ next: Next, _ batch: inout Batch) {
        lastTicket += 1
        let call = FilterCall(
            ticket: FilterCall.Ticket(rawValue: lastTicket), method: next.method, key: next.key,
            destination: next.destination, values: next.values)
        let isConfigured = configured[next.key] != nil
        calls[call.ticket] = Flight(call: call, focus: isConfigured ? focus : nil)
        apps[next.key.app]?.underWay = call.ticket
        if next.destination == .extension { activations += 1 }
        if next.method == .perform { remember(.nothing, for: next.key, &batch) }
        batch.actions.append(.call(call))
    }

    // MARK: Ends

    /// Takes over what came of a call.
    mutating func take(
        _ outcome: FilterCallOutcome, of flight: Flight, _ batch: inout Batch
    ) {
        let call = flight.call
        switch outcome {
        case .answered(let context):
            if call.method == .perform { remember(.values(call.values), for: call.key, &batch) }
            do throws(ContextProblem) {
                let values = flight.isOutdated ? nil : call.values
                let known = try KnownContext(context, values: values)
                memories[call.key, default: Memory()].latest = known
                if let focus = flight.focus {
                    remember(known, for: call.key, under: focus, &batch)
                }
                filters[call.key]?.failure = nil
                release(call.key)
            } catch {
                refuse(call, error.description)
            }
        case .unusable(let reason):
            if call.method == .perform { remember(.values(call.values), for: call.key, &batch) }
            refuse(call, reason)
        case .failed(let reason):
            fail(call, reason)
        case .notServed(let reason):
            let presence = apps[call.key.app]?.presence ?? .absent
            if call.destination == .app, presence.isRunning, presence.extension != .absent {
                // The extension is next, and there is no way back to the app.
                filters[call.key]?.isNotServedByApp = true
            } else {
                fail(call, reason)
            }
        }
    }

    /// The filter has its values, but its context is of no use and is not asked for again now.
    private mutating func refuse(_ call: FilterCall, _ reason: String) {
        filters[call.key]?.failure = reason
        hold(call.key, Hold(method: .appContext, destination: call.destination))
    }

    private mutating func fail(_ call: FilterCall, _ reason: String) {
        filters[call.key]?.failure = reason
        let presence = apps[call.key.app]?.presence ?? .absent
        let isGone = call.destination == .app && !presence.isRunning
        // The app left in the middle of the call: its extension is another one to be told.
        if isGone, presence.extension != .absent { return }
        hold(call.key, Hold(method: call.method, destination: call.destination))
    }
}
