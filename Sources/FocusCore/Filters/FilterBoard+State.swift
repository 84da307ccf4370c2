// SPDX-License-Identifier: Apache-2.0

extension FilterBoard {
    /// The state of one app.
    struct AppState: Sendable {
        var file: [FilterDeclaration] = []
        /// Declared at run time, in this run of focusd or an earlier one.
        private(set) var declared: [FilterDeclaration] = []
        /// Size of ``declared`` in the store, in bytes.
        private(set) var declaredBytes = 0
        /// True if a process that is on the bus now declared the filters.
        var isDeclaredNow = false
        var presence = AppPresence.absent
        var underWay: FilterCall.Ticket?
        var isQueued = false
        /// The ids of the filters in force, in the order of their declarations.
        var filters: [String] = []

        mutating func setDeclared(_ declarations: [FilterDeclaration]) {
            declared = declarations
            declaredBytes =
                declarations.isEmpty ? 0 : FilterCodec.text(of: declarations).utf8.count
        }

        /// True while ``declared`` is in force.
        var isDeclaredByApp: Bool {
            !declared.isEmpty && (file.isEmpty || isDeclaredNow && presence.isOnBus)
        }
        var declarations: [FilterDeclaration] { isDeclaredByApp ? declared : file }

        var isEmpty: Bool {
            file.isEmpty && declared.isEmpty && presence == .absent && underWay == nil
                && !isQueued
        }
    }

    /// The values that a filter should have.
    enum Target: Hashable, Sendable {
        /// These values, and true if the active Focus sets the filter.
        case values(ParameterValues, isSet: Bool)
        /// This parameter is required and has no value.
        case missing(String)
    }

    /// A failed call that is not repeated for now.
    ///
    ///     refused(mayBeAsked: true) ──no usable context──▶ refused(mayBeAsked: false)
    ///               ▲────────────invalidateContext────────────────┘
    ///
    /// ``release(_:)`` ends each of them.
    enum Setback: Sendable {
        /// `Perform` was answered with an error. The board may ask for the context of the values,
        /// until that call fails as well.
        case refused(by: FilterDestination, mayBeAsked: Bool)
        /// The process ended without an answer, or did not answer in time, or gave no usable one.
        case failed(FilterCall.Method, at: FilterDestination, isTimeout: Bool)

        var method: FilterCall.Method {
            switch self {
            case .refused: .perform
            case .failed(let method, _, _): method
            }
        }

        var destination: FilterDestination {
            switch self {
            case .refused(let destination, _), .failed(_, let destination, _): destination
            }
        }

        var keepsFromAsking: Bool {
            if case .refused(_, mayBeAsked: true) = self { false } else { true }
        }

        /// True if an extension did not answer in time. Another one gets the values, once.
        var isTimeoutOfExtension: Bool {
            if case .failed(_, at: .extension, isTimeout: true) = self { true } else { false }
        }

        /// Allows or forbids the call for the context after a refusal.
        mutating func setMayBeAsked(_ mayBeAsked: Bool) {
            if case .refused(let destination, _) = self {
                self = .refused(by: destination, mayBeAsked: mayBeAsked)
            }
        }
    }

    /// The state of one declared filter.
    struct FilterState: Sendable {
        var declaration: FilterDeclaration
        var target = Target.values([:], isSet: false)
        /// Problems in the filter's configuration of the active Focus.
        var problems: [String] = []
        /// The error of the last call, or nil if it succeeded.
        var failure: String?
        var setback: Setback?
        var isNotServedByApp = false
        /// True after these values were sent to a second process of the extension, because the
        /// first one did not answer in time and has ended since. The values of an extension that
        /// crashes are not sent again: it would crash again.
        var wasResentAfterTimeout = false

        /// The values that the filter has before its first call.
        var defaults: ParameterValues? { try? declaration.delivery([:]) }
    }

    /// The data that outlives the declaration of a filter.
    struct Memory: Sendable {
        var told: ToldFilter?
        var contexts: [FocusID: KnownContext] = [:]
        /// The last answer, for any Focus or none.
        var latest: KnownContext?
    }

    /// A call in progress.
    struct Flight: Sendable {
        let call: FilterCall
        /// The Focus that the context belongs to; nil when no Focus sets the filter.
        let focus: FocusID?
        var isOutdated = false

        /// The values that the filter has after a successful Perform call.
        var told: ToldFilter { .values(call.values, isSet: focus != nil) }
    }

    /// The effects of one event so far.
    struct Batch {
        var actions: [FilterAction] = []
        var policyChanged = false
        var filtersChanged = false
    }

    func finish(_ batch: Batch) -> [FilterAction] {
        // The policy comes first: decisions during the calls use the new policy.
        (batch.policyChanged ? [.policyChanged] : []) + batch.actions
            + (batch.filtersChanged ? [.filtersChanged] : [])
    }

    mutating func discardIfEmpty(_ app: AppID) {
        if apps[app]?.isEmpty ?? false { apps[app] = nil }
    }

    /// Allows calls to a filter again.
    mutating func release(_ key: FilterKey) {
        filters[key]?.setback = nil
    }
}

extension FilterBoard {
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
    mutating func rebuildPolicy(of app: AppID, _ batch: inout Batch) {
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
        batch.policyChanged = true
    }
}
