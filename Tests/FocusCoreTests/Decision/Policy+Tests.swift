// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension Policy {
    /// A policy of a user without rules for all Focuses, besides those that the test names.
    convenience init(
        focus: Focus?, criticalApps: Set<AppID> = [],
        urgencyIgnored: Set<AppID> = KnownBrowsers.apps,
        filters: [AppID: [FilterPredicate]] = [:], always: AlwaysRules = AlwaysRules()
    ) {
        self.init(
            focus: focus,
            GeneralRules(
                criticalApps: criticalApps, urgencyIgnored: urgencyIgnored, always: always),
            filters: filters, aliases: { _ in [] })
    }
}
