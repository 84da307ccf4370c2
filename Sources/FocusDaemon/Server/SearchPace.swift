// SPDX-License-Identifier: Apache-2.0

/// The pace of searches for an installed server. Each batch asks for one while notifications wait,
/// and a search looks into many folders.
struct SearchPace {
    private var next: ContinuousClock.Instant?

    /// Minimum time between two searches.
    static let pause = Duration.seconds(1)

    /// Returns true, and begins a pause, unless the pause after the last search lasts.
    mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
        if let next, now < next { return false }
        next = now + Self.pause
        return true
    }
}
