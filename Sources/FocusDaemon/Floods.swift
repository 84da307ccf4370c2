// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Who sends more than is shown, and how much of it was kept back: a value, so that time is given.
struct Floods {
    /// One client or app whose allowance is used up.
    struct Flood {
        /// Whose notifications these are; nil when one client sends under several names.
        var app: AppID?
        var appName: String
        /// How many went to the missed list.
        var count = 0
        /// How many the summary speaks of.
        var told = 0
        var last: ContinuousClock.Instant
        /// The notification that tells of it.
        var summary: ClientID?
    }

    private var floods: [SendingAllowance.Exhausted: Flood] = [:]

    var isEmpty: Bool { floods.isEmpty }

    /// The apps, for the user; without those that several names hide.
    var apps: [AppID] { Set(floods.values.compactMap(\.app)).sorted() }

    var count: Int { floods.count }

    /// One more was kept back; false when there are too many floods to tell of another.
    mutating func add(
        _ exhausted: SendingAllowance.Exhausted, app: AppID, appName: String,
        at now: ContinuousClock.Instant
    ) -> Bool {
        if floods[exhausted] == nil {
            guard floods.count < Limits.floods else { return false }
            floods[exhausted] = Flood(app: app, appName: appName, last: now)
        }
        floods[exhausted]?.count += 1
        floods[exhausted]?.last = now
        if floods[exhausted]?.app != app { floods[exhausted]?.app = nil }
        return true
    }

    /// Those whose summary does not speak of all, and that were `isFirst` never told of.
    func untold(isFirst: Bool) -> [(key: SendingAllowance.Exhausted, flood: Flood)] {
        floods.filter { isFirst ? $0.value.told == 0 : $0.value.told < $0.value.count }
            .map { ($0.key, $0.value) }
    }

    /// The summary has this id and speaks of so many.
    mutating func told(_ key: SendingAllowance.Exhausted, _ count: Int, as summary: ClientID) {
        floods[key]?.told = count
        floods[key]?.summary = summary
    }

    /// Forgets those that have paused long enough.
    mutating func end(before time: ContinuousClock.Instant) {
        floods = floods.filter { $0.value.last >= time }
    }
}
