// SPDX-License-Identifier: Apache-2.0

/// What `CurrentFilter` answers.
package enum CurrentFilter: Hashable, Sendable {
    case values(ParameterValues)
    /// Nobody declares such a filter.
    case notFound
    /// This required parameter has no value.
    case missing(String)
}

/// What is known of one declared filter, for lists and for `doctor`.
package struct FilterReport: Hashable, Sendable {
    /// Where a declaration is from.
    package enum Source: Hashable, Sendable {
        case file
        /// Declared at run time.
        case app
    }

    package let declaration: FilterDeclaration
    package let source: Source
    package let presence: AppPresence
    /// What is wrong with what the Focus that is on sets.
    package let problems: [String]
    /// Why the last call failed, or its answer was of no use; nil when it went well.
    package let failure: String?
}

extension FilterBoard {
    /// What the filter should have now.
    package func currentFilter(_ key: FilterKey) -> CurrentFilter {
        switch filters[key]?.target {
        case nil: .notFound
        case .values(let values, _): .values(values)
        case .missing(let name): .missing(name)
        }
    }

    /// The declaration in force.
    package func declaration(of key: FilterKey) -> FilterDeclaration? {
        filters[key]?.declaration
    }

    /// Every declared filter, by app, in the order of its declaration.
    package var declaredFilters: [FilterKey] {
        apps.keys.sorted().flatMap { app in
            (apps[app]?.filters ?? []).map { FilterKey(app, $0) }
        }
    }

    /// The apps that declare filters, whose presence therefore matters.
    package var declaringAppIDs: Set<AppID> {
        Set(apps.lazy.filter { !$0.value.filters.isEmpty }.map(\.key))
    }

    /// What is known of a filter; nil when nobody declares it.
    package func report(on key: FilterKey) -> FilterReport? {
        guard let filter = filters[key], let app = apps[key.app] else { return nil }
        return FilterReport(
            declaration: filter.declaration, source: app.isDeclaredByApp ? .app : .file,
            presence: app.presence, problems: filter.problems, failure: filter.failure)
    }

    /// What the app answered last for a Focus, whether it counts now or not.
    package func context(of key: FilterKey, under focus: FocusID) -> FilterContext? {
        memories[key]?.contexts[focus]?.context
    }

    /// What is there of an app on the bus.
    package func presence(of app: AppID) -> AppPresence {
        apps[app]?.presence ?? .absent
    }

    /// Where a question to a filter goes now (`DisplayRepresentation` and the like, which are no
    /// part of the ordering); nil when the app can not be reached.
    package func destination(for key: FilterKey) -> FilterDestination? {
        let presence = presence(of: key.app)
        if presence.isRunning, !(filters[key]?.isNotServedByApp ?? false) { return .app }
        return presence.extension == .absent ? nil : .extension
    }

    /// Puts the app's predicates in force in ``policyFilters``.
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
