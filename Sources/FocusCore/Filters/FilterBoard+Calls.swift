// SPDX-License-Identifier: Apache-2.0

package import Predicates

extension FilterBoard {
    /// Updates an app's filters after a change of its declarations.
    mutating func refresh(_ app: AppID, _ changes: inout Changes) {
        guard let state = apps[app] else { return }
        let declarations = state.declarations
        let names = declarations.map(\.key.filter)
        let kept = Set(names)
        for name in state.filters where !kept.contains(name) {
            let key = FilterKey(app, name)
            filters[key] = nil
            changes.filtersChanged = true
        }
        apps[app]?.filters = names
        for declaration in declarations where filters[declaration.key]?.declaration != declaration {
            changes.filtersChanged = true
            if filters[declaration.key] == nil {
                filters[declaration.key] = FilterState(declaration: declaration)
            } else {
                filters[declaration.key]?.declaration = declaration
            }
            retarget(declaration.key, &changes)
        }
        rebuildPolicy(of: app, &changes)
        callNext(of: app, &changes)
        discardIfEmpty(app)
    }

    /// Recomputes the target of a filter.
    mutating func retarget(_ key: FilterKey, _ changes: inout Changes) {
        guard let declaration = filters[key]?.declaration else { return }
        let set = configured[key].map { read(declaration, $0) }
        let target: Target
        do throws(MissingParameter) {
            // With the declaration's defaults for the values that are not set.
            target = .values(
                try declaration.delivery(set?.values ?? [:]), isSet: configured[key] != nil)
        } catch {
            target = .missing(error.name)
        }
        if filters[key]?.target != target {
            filters[key]?.target = target
            filters[key]?.wasResentAfterTimeout = false
            release(key)
        }
        let problems = set?.problems ?? []
        if filters[key]?.problems != problems {
            filters[key]?.problems = problems
            changes.filtersChanged = true
        }
        rememberTarget(key, &changes)
    }

    /// Updates the memory of a filter after a change of its target, as far as that needs no call: a
    /// filter without a target has unknown values, and an answer for the same values under another
    /// Focus holds for this one, too.
    mutating func rememberTarget(_ key: FilterKey, _ changes: inout Changes) {
        // Targets are incomplete before the start.
        guard isStarted, let filter = filters[key], let memory = memories[key] else { return }
        switch filter.target {
        case .missing:
            guard case .values = memory.told else { return }
            remember(.unknown, for: key, &changes)
        case .values(let target, _):
            guard configured[key] != nil, let focus, let latest = memory.latest,
                latest.values == target, memory.contexts[focus]?.values != target
            else { return }
            remember(latest, for: key, under: focus, &changes)
        }
    }

    mutating func remember(_ told: ToldFilter, for key: FilterKey, _ changes: inout Changes) {
        guard memories[key]?.told != told else { return }
        memories[key, default: Memory()].told = told
        changes.actions.append(.storeTold(key, told))
    }

    mutating func remember(
        _ known: KnownContext, for key: FilterKey, under focus: FocusID, _ changes: inout Changes
    ) {
        guard memories[key]?.contexts[focus] != known else { return }
        memories[key, default: Memory()].contexts[focus] = known
        changes.actions.append(.storeContext(key, focus, known))
    }

    // MARK: Sending

    /// Makes the app's next call, if one is due and allowed now.
    mutating func callNext(of app: AppID, _ changes: inout Changes) {
        guard isStarted, let state = apps[app], state.underWay == nil,
            state.presence.isReachable, let next = nextCall(state, of: app)
        else { return }
        if next.destination == .extension, activations >= Limits.extensionActivations {
            guard !state.isQueued else { return }
            apps[app]?.isQueued = true
            queue.append(app)
            return
        }
        send(next, &changes)
    }

    /// Makes the calls of waiting apps, up to the limit.
    mutating func drainQueue(_ changes: inout Changes) {
        while activations < Limits.extensionActivations, !queue.isEmpty {
            let app = queue.removeFirst()
            apps[app]?.isQueued = false
            callNext(of: app, &changes)
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
            guard let filter = filters[key], case .values(let values, let isSet) = filter.target,
                let destination = destination(of: filter, state.presence)
            else { continue }
            if filter.setback?.method != .perform,
                isToBeTold(key, filter, .values(values, isSet: isSet))
            {
                return (.perform, key, destination, values)
            }
            let mayAsk = filter.setback?.mayAskForContext ?? true
            if context == nil, mayAsk, needsContext(key, values) {
                context = (.appContext, key, destination, values)
            }
        }
        // All filters get their values before the board asks for a context.
        return context
    }

    private func destination(
        of filter: FilterState, _ presence: AppPresence
    ) -> FilterDestination? {
        if presence.isRunning, !filter.isNotServedByApp { return .app }
        return presence.extension == .absent ? nil : .extension
    }

    private func isToBeTold(
        _ key: FilterKey, _ filter: FilterState, _ target: ToldFilter
    ) -> Bool {
        let has = memories[key]?.told ?? filter.defaults.map { .values($0, isSet: false) }
        return has != target
    }

    private func needsContext(_ key: FilterKey, _ values: ParameterValues) -> Bool {
        guard configured[key] != nil, let focus else { return false }
        return memories[key]?.contexts[focus]?.values != values
    }

    private mutating func send(_ next: Next, _ changes: inout Changes) {
        lastTicket += 1
        let call = FilterCall(
            ticket: FilterCall.Ticket(rawValue: lastTicket), method: next.method, key: next.key,
            destination: next.destination, values: next.values)
        let isConfigured = configured[next.key] != nil
        calls[call.ticket] = Flight(call: call, focus: isConfigured ? focus : nil)
        apps[next.key.app]?.underWay = call.ticket
        if next.destination == .extension { activations += 1 }
        if next.method == .perform { remember(.unknown, for: next.key, &changes) }
        changes.actions.append(.call(call))
    }

    // MARK: Results

    /// Applies the outcome of a call.
    mutating func take(
        _ outcome: FilterCallOutcome, of flight: Flight, _ changes: inout Changes
    ) {
        let call = flight.call
        switch outcome {
        case .answered(let context):
            if call.method == .perform { remember(flight.told, for: call.key, &changes) }
            do throws(ContextProblem) {
                let values = flight.isOutdated ? nil : call.values
                let known = try KnownContext(context, values: values)
                memories[call.key, default: Memory()].latest = known
                if let focus = flight.focus {
                    remember(known, for: call.key, under: focus, &changes)
                }
                // The filter still could not perform, though its context is known.
                guard filters[call.key]?.setback?.method != .perform else { return }
                filters[call.key]?.failure = nil
                release(call.key)
            } catch {
                dropContext(flight, error.description, &changes)
            }
        case .unusable(let reason):
            if call.method == .perform { remember(flight.told, for: call.key, &changes) }
            dropContext(flight, reason, &changes)
        case .failure(.refused(let reason)):
            if call.method == .appContext {
                dropContext(flight, reason, &changes)
            } else {
                filters[call.key]?.failure = reason
                filters[call.key]?.setback = .refused(
                    by: call.destination, mayAskForContext: true)
            }
        case .failure(.failed(let reason)):
            fail(flight, reason, &changes)
        case .failure(.timedOut(let reason)):
            fail(flight, reason, isTimeout: true, &changes)
        case .failure(.notServed(let reason)):
            notServed(flight, reason, &changes)
        }
    }

    private mutating func notServed(
        _ flight: Flight, _ reason: String, _ changes: inout Changes
    ) {
        let call = flight.call
        let presence = apps[call.key.app]?.presence ?? .absent
        if call.destination == .app, presence.isRunning, presence.extension != .absent {
            // The extension is next. The board does not go back to the app.
            filters[call.key]?.isNotServedByApp = true
        } else if call.method == .appContext, memories[call.key]?.told == flight.told {
            // The app performs, but has no AppContext. Another Perform call returns the same
            // context.
            remember(.unknown, for: call.key, &changes)
        } else {
            fail(flight, reason, &changes)
        }
    }

    /// Holds back further context calls after the app gave no usable answer. Drops the context that
    /// the app answered for other values.
    private mutating func dropContext(
        _ flight: Flight, _ reason: String, _ changes: inout Changes
    ) {
        let key = flight.call.key
        var failure = reason
        if let focus = flight.focus, let known = memories[key]?.contexts[focus],
            let values = known.values, values != flight.call.values
        {
            memories[key]?.contexts[focus] = nil
            changes.actions.append(.storeContext(key, focus, nil))
            if known.predicate != nil {
                failure += "; the predicate that it answered for earlier values is not used"
            }
        }
        if filters[key]?.setback?.method == .perform {
            // The reason why the filter did not perform says more.
            if let first = filters[key]?.failure, failure != reason {
                filters[key]?.failure = first + failure.dropFirst(reason.count)
            }
            filters[key]?.setback?.setMayAskForContext(false)
        } else {
            filters[key]?.failure = failure
            filters[key]?.setback = .failed(
                .appContext, at: flight.call.destination, isTimeout: false)
        }
    }

    private mutating func fail(
        _ flight: Flight, _ reason: String, isTimeout: Bool = false, _ changes: inout Changes
    ) {
        let call = flight.call
        // The app refused the values before.
        if filters[call.key]?.setback?.method == .perform {
            return dropContext(flight, reason, &changes)
        }
        filters[call.key]?.failure = reason
        let presence = apps[call.key.app]?.presence ?? .absent
        let isGone = call.destination == .app && !presence.isRunning
        // The app left during the call. Its extension is a new destination.
        if isGone, presence.extension != .absent { return }
        filters[call.key]?.setback = .failed(
            call.method, at: call.destination, isTimeout: isTimeout)
    }
}

/// A context that an app answered, with the values of the call.
package struct KnownContext: Hashable, Sendable {
    package let context: FilterContext
    /// The context's predicate, parsed.
    package let predicate: Predicates.Predicate?
    /// The values that the context is an answer for; nil when it is out of date.
    package let values: ParameterValues?

    /// - Throws: The problem with the context. The size is checked first.
    package init(_ context: FilterContext, values: ParameterValues?) throws(ContextProblem) {
        self.init(context, predicate: try context.parsed(), values: values)
    }

    private init(
        _ context: FilterContext, predicate: Predicates.Predicate?, values: ParameterValues?
    ) {
        self.context = context
        self.predicate = predicate
        self.values = values
    }

    /// The same context, marked as out of date.
    var outdated: KnownContext { KnownContext(context, predicate: predicate, values: nil) }
}

/// The problem with a context that an app answered. Contains no text of the context.
package struct ContextProblem: Error, Hashable, CustomStringConvertible {
    package let description: String
}

extension FilterContext {
    /// Returns the context's predicate after the checks.
    fileprivate func parsed() throws(ContextProblem) -> Predicates.Predicate? {
        let prefix = targetContentIdentifierPrefix?.utf8.count ?? 0
        guard prefix <= Limits.contextPrefixBytes else {
            throw ContextProblem(
                description: "a targetContentIdentifierPrefix of \(prefix) bytes, more than "
                    + "\(Limits.contextPrefixBytes)")
        }
        guard let predicate else { return nil }
        do throws(PredicateSyntaxError) {
            return try Predicates.Predicate(format: predicate)
        } catch {
            throw ContextProblem(description: "notificationFilterPredicate: \(error)")
        }
    }
}
