// SPDX-License-Identifier: Apache-2.0

/// The badges: the counts that apps set, the user's *clear*, and the apps without a badge.
/// ``Badges`` holds the counts, ``LiveNotifications`` keeps them in step with the notifications.
extension EngineState {
    /// Handles `SetBadgeCount`. Returns false if too many apps have set a badge.
    package mutating func setBadge(
        _ count: UInt32, of app: AppID, into effects: inout [EngineEffect]
    ) -> Bool {
        guard live.badges.mayOwn(app) else { return false }
        live.badges.setOwn(count, of: app)
        effects.append(.setBadge(app, count))
        return true
    }

    /// Marks the notifications as read that the badge of an app counts, and sets the app's own
    /// count to 0.
    ///
    /// - Returns: the number of notifications that were unread.
    package mutating func clearBadge(
        of app: AppID, into effects: inout [EngineEffect]
    ) -> Int {
        let counted = live.entries.filter { $0.counts(for: app) }
        if live.badges.own(of: app) ?? 0 > 0 {
            live.badges.setOwn(0, of: app)
            effects.append(.setBadge(app, 0))
        }
        return markRead(counted.map(\.id), into: &effects)
    }

    /// Hides the badges of the apps that the user does not want counted.
    mutating func updateUncounted() {
        live.badges.hidden = AppList(
            configuration.uncountedApps.union(configuration.always.uncounted(mutes)))
    }

    /// Returns the badges that have changed since the last call.
    package mutating func takeBadgeChanges() -> [(app: AppID, count: UInt32)] {
        live.badges.takeChanges()
    }
}
