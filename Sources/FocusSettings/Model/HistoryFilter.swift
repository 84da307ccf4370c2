// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The part of the history that the user wants to see.
struct HistoryFilter: Hashable, Sendable {
    /// The end of the day with which the list begins; nil for the newest entries.
    var until: Timestamp?
    /// Nil for all apps.
    var app: AppID?
    /// Nil for both verdicts. `deliver` also lists what was silenced and delivered later.
    var verdict: Verdict?

    /// True for the whole history.
    var isEmpty: Bool { self == HistoryFilter() }

    /// The query of the first page.
    var query: HistoryQuery {
        var query = HistoryQuery(app: app, verdict: verdict == .silence ? .silence : nil)
        query.isDelivered = verdict == .deliver
        query.until = until
        return query
    }
}
