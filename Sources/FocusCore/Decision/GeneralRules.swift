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
