// SPDX-License-Identifier: Apache-2.0

// The board remembers declarations from run time until the app removes them, so programs that ran
// once would stay in memory. When room is needed, the board drops declarations of apps that are not
// reachable and whose filters the user never set.

extension FilterBoard {
    /// Makes room for the declarations of an app.
    ///
    /// - Throws: A flaw if there is not enough room; nothing is dropped then.
    mutating func makeRoom(
        for app: AppID, _ state: AppState, _ changes: inout Changes
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
        where isForgettable(itsState) {
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
            changes.actions.append(.storeDeclarations(victim, []))
            refresh(victim, &changes)
        }
    }

    /// Returns true if an app is not reachable and none of its filters was ever set.
    private func isForgettable(_ state: AppState) -> Bool {
        !state.presence.isReachable
            && state.declared.allSatisfy {
                configured[$0.key] == nil && memories[$0.key] == nil
            }
    }
}
