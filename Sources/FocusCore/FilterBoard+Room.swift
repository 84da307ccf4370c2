// SPDX-License-Identifier: Apache-2.0

// What apps declared at run time is remembered for as long as they do not take it back, so programs
// that were tried once would fill the memory for ever. Where room is needed, those give way that
// are gone and that the user never had anything to do with.

extension FilterBoard {
    /// Makes sure that what an app is about to declare can be remembered.
    ///
    /// - Throws: that there is no room; then nothing is forgotten.
    mutating func makeRoom(
        for app: AppID, _ state: AppState, _ batch: inout Batch
    ) throws(DeclarationFlaw) {
        guard !state.declared.isEmpty else { return }
        let others = apps.filter { $0.key != app && !$0.value.declared.isEmpty }
        var count = others.count + 1
        var bytes = others.values.reduce(state.declaredBytes) { $0 + $1.declaredBytes }
        var isEnough: Bool {
            count <= Limits.declaringApps && bytes <= Limits.storedDeclarationBytes
        }
        guard !isEnough else { return }
        var victims: [AppID] = []
        for (other, itsState) in others.sorted(by: { $0.key < $1.key })
        where isForgettable(other, itsState) {
            victims.append(other)
            count -= 1
            bytes -= itsState.declaredBytes
            if isEnough { break }
        }
        guard isEnough else {
            throw DeclarationFlaw("apps have declared more filters than can be remembered")
        }
        for victim in victims {
            apps[victim]?.setDeclared([])
            batch.actions.append(.storeDeclarations(victim, []))
            refresh(victim, &batch)
        }
    }

    /// Whether an app can not be reached, and none of its filters was ever set.
    private func isForgettable(_ app: AppID, _ state: AppState) -> Bool {
        !state.presence.isReachable
            && state.declared.allSatisfy {
                configured[$0.key] == nil && memories[$0.key] == nil
            }
    }
}
