// SPDX-License-Identifier: Apache-2.0

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
