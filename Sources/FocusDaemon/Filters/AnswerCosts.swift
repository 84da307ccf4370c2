// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The loop time of the last expensive answer of each Focus filter's app.
///
/// The client that answers pays as for a call, but another client of the app may invalidate. So the
/// time between two questions about a filter grows with the cost of its answer.
struct AnswerCosts {
    #if DEBUG
        /// The checks of debug builds make each answer many times as expensive.
        static let scale = 20
    #else
        static let scale = 1
    #endif
    /// Number of costs at which those of filters that are gone are looked for, at first.
    static let fewest = 256
    private var pauses: [FilterKey: Duration] = [:]
    /// Number of costs at which those of filters that are gone are looked for.
    private var most = fewest

    /// Number of remembered costs.
    var count: Int { pauses.count }

    /// Remembers the cost of an answer, or forgets that of an earlier one.
    ///
    /// An app may declare other filters all the time, so that the costs of those that are no longer
    /// declared are forgotten once there are many.
    mutating func note(_ time: Duration, of key: FilterKey, isDeclared: (FilterKey) -> Bool) {
        let pause = time * Limits.answerShare / Self.scale
        pauses[key] =
            pause > Limits.invalidationPause ? min(pause, Limits.longInvalidationPause) : nil
        guard pauses.count > most else { return }
        pauses = pauses.filter { isDeclared($0.key) }
        most = max(Self.fewest, 2 * pauses.count)
    }

    /// True if the filter's last answer demands a longer pause than that of all filters.
    func isExpensive(_ key: FilterKey) -> Bool { pauses[key] != nil }

    /// The time between two questions about the filter's context.
    func pause(of key: FilterKey) -> Duration { pauses[key] ?? Limits.invalidationPause }
}
