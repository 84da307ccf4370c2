// SPDX-License-Identifier: Apache-2.0

extension FilterBoard {
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
