// SPDX-License-Identifier: Apache-2.0

/// Floods by client or app, and the number of limited notifications. A value type: callers pass the
/// time.
package struct Floods: Sendable {
    /// Flood of one client or app whose allowance is used up.
    package struct Flood: Sendable {
        /// App that sent the notifications, or nil if one client sends for several apps.
        package var app: AppID?
        package var appName: String
        /// Number of notifications that went to the missed list.
        package var count = 0
        /// Number of notifications that the summary reports.
        package var told = 0
        package var last: ContinuousClock.Instant
        /// Id of the notification that reports the flood.
        package var summary: ClientID?
    }

    private var floods: [SendingAllowance.Exhausted: Flood] = [:]

    package init() {}

    package var isEmpty: Bool { floods.isEmpty }

    /// Flooding apps, sorted, without floods of clients that send for several apps.
    package var apps: [AppID] { Set(floods.values.compactMap(\.app)).sorted() }

    var count: Int { floods.count }

    /// Adds a limited notification. Returns false if there are too many floods to add another one.
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

    /// Returns the floods whose summary is out of date, or with `isFirst` the floods without a
    /// summary.
    package func untold(isFirst: Bool) -> [(key: SendingAllowance.Exhausted, flood: Flood)] {
        floods.filter { isFirst ? $0.value.told == 0 : $0.value.told < $0.value.count }
            .map { ($0.key, $0.value) }
    }

    /// Records the id of the flood's summary and the number that it reports.
    mutating func told(_ key: SendingAllowance.Exhausted, _ count: Int, as summary: ClientID) {
        floods[key]?.told = count
        floods[key]?.summary = summary
    }

    /// Removes the floods without notifications since `time`.
    mutating func end(before time: ContinuousClock.Instant) {
        floods = floods.filter { $0.value.last >= time }
    }
}
