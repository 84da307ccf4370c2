// SPDX-License-Identifier: Apache-2.0

/// Limits how often each of many callers may do something: a burst at once, then one use per pause.
package struct Allowances<Caller: Hashable & Sendable>: Sendable {
    private let burst: Int
    private let pause: Duration
    private let maximumCallers: Int
    /// The time at which each caller has its whole allowance again.
    private var full: [Caller: ContinuousClock.Instant] = [:]

    /// - Parameter maximumCallers: number of remembered callers at which callers with a whole
    ///   allowance are forgotten.
    package init(_ burst: Int, every pause: Duration, of maximumCallers: Int) {
        self.burst = burst
        self.pause = pause
        self.maximumCallers = maximumCallers
    }

    /// Uses some of a caller's allowance. Returns false and uses nothing if too little is left.
    package mutating func take(
        _ uses: Int = 1, for caller: Caller, at now: ContinuousClock.Instant
    ) -> Bool {
        let full = max(self.full[caller] ?? now, now) + pause * uses
        guard full - now <= pause * burst else { return false }
        if self.full.count >= maximumCallers, self.full[caller] == nil {
            self.full = self.full.filter { $0.value > now }
        }
        self.full[caller] = full
        return true
    }

    /// Number of remembered callers.
    package var count: Int { full.count }
}
