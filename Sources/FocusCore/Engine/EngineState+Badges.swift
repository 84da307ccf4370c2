// SPDX-License-Identifier: Apache-2.0

/// The events that change badges: the counts that apps set, the user's *clear*, the Focus and the
/// user's settings.
extension EngineState {
    /// Handles `SetBadgeCount`. Returns false if too many apps have set a badge.
    package mutating func setBadge(
        _ count: UInt32, of app: AppID, into effects: inout [EngineEffect]
    ) -> Bool {
        guard live.badges.mayOwn(app) else { return false }
        live.badges.setOwn(count, of: app)
        effects.append(.row(.setBadge(app, count)))
        return true
    }

    /// Marks the notifications as read that the badge of an app counts, and sets the app's own
    /// count to 0.
    ///
    /// - Returns: the number of notifications that were unread.
    package mutating func clearBadge(
        of app: AppID, into effects: inout [EngineEffect]
    ) -> Int {
        let counted = live.facts(inBadgeOf: app)
        if live.badges.own(of: app) ?? 0 > 0 {
            live.badges.setOwn(0, of: app)
            effects.append(.row(.setBadge(app, 0)))
        }
        return markRead(counted.map(\.id), into: &effects)
    }

    /// Hides all badges if the active Focus does so, and the badges of the apps that the user does
    /// not want counted.
    mutating func updateHiddenBadges() {
        live.badges.hidesAll = activation.flatMap { focuses[$0.focus] }?.hideBadges ?? false
        var hidden = configuration.uncountedApps
        if !configuration.always.countsInBadge {
            hidden.formUnion(policy.alwaysSilenced)
            hidden.formUnion(mutes.apps)
        }
        live.badges.hidden = AppList(hidden)
    }

    /// Returns the badges that have changed since the last call.
    package mutating func takeBadgeChanges() -> [(app: AppID, count: UInt32)] {
        live.badges.takeChanges()
    }
}
