// SPDX-License-Identifier: Apache-2.0

/// How often each of many callers may do something: so many times at once, then once per pause.
package struct Allowances<Caller: Hashable & Sendable>: Sendable {
    private let burst: Int
    private let pause: Duration
    private let maximumCallers: Int
    /// When each caller has its whole allowance again.
    private var full: [Caller: ContinuousClock.Instant] = [:]

    /// - Parameter maximumCallers: how many are remembered before those that have their whole
    ///   allowance again are forgotten.
    package init(_ burst: Int, every pause: Duration, of maximumCallers: Int) {
        self.burst = burst
        self.pause = pause
        self.maximumCallers = maximumCallers
    }

    /// Uses some up; false, and none is used, when there are fewer left.
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

    /// How many callers are remembered.
    package var count: Int { full.count }
}
