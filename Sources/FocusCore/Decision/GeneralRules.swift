// SPDX-License-Identifier: Apache-2.0

/// The user's decisions that hold with every Focus and without one, from `focusd.conf` and
/// `always.focus`.
package struct GeneralRules: Hashable, Sendable {
    /// Apps whose level `critical` the user trusts (`[Critical] Apps=`).
    package var criticalApps: Set<AppID>
    /// Apps whose urgency makes no notification time-sensitive (`[Urgency] IgnoreFrom=`).
    package var urgencyIgnored: Set<AppID>
    /// The rules of `always.focus`.
    package var always: AlwaysRules

    package init(
        criticalApps: Set<AppID> = [], urgencyIgnored: Set<AppID> = KnownBrowsers.apps,
        always: AlwaysRules = AlwaysRules()
    ) {
        self.criticalApps = criticalApps
        self.urgencyIgnored = urgencyIgnored
        self.always = always
    }
}

/// The treatment of an app that sends its first notification.
package enum NewApps: String, Sendable, CaseIterable {
    case deliver
    /// The app is muted until the user unmutes it.
    case silence
    /// The notification is delivered, and focusd asks once if it should mute the app.
    case ask
}

/// The rules of `always.focus`, which apply with any Focus and without one.
package struct AlwaysRules: Hashable, Sendable {
    package var apps: ListPolicy<AppID> = .everyone
    package var people: ListPolicy<PersonKey> = .everyone
    package var allowedSites: Set<String> = []
    package var silencedSites: Set<String> = []
    /// The rules in the file's order; the first that matches decides.
    package var rules: [Rule] = []
    package var newApps = NewApps.deliver
    /// True if the badge of an app that is muted, or on the silence list, counts its notifications.
    package var countsInBadge = true

    package init() {}
}
