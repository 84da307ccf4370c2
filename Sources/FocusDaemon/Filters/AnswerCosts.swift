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
    private var pauses: [FilterKey: Duration] = [:]

    /// Remembers the cost of an answer, or forgets that of an earlier one.
    mutating func note(_ time: Duration, of key: FilterKey) {
        let pause = time * Limits.answerShare / Self.scale
        pauses[key] =
            pause > Limits.invalidationPause ? min(pause, Limits.longInvalidationPause) : nil
    }

    /// True if the filter's last answer demands a longer pause than that of all filters.
    func isExpensive(_ key: FilterKey) -> Bool { pauses[key] != nil }

    /// The time between two questions about the filter's context.
    func pause(of key: FilterKey) -> Duration { pauses[key] ?? Limits.invalidationPause }
}
