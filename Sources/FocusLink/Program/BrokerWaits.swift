// SPDX-License-Identifier: Apache-2.0

/// The waits between attempts to reach the broker: longer each time, and random, so that all
/// machines do not come back together after a restart of the broker.
struct BrokerWaits: Hashable {
    static let first = 1.0
    static let longest = 60.0
    private var next = BrokerWaits.first

    /// Returns the seconds until the next attempt.
    mutating func wait(using random: inout some RandomNumberGenerator) -> Double {
        let wait = Double.random(in: next / 4...next, using: &random)
        next = min(next * 2, Self.longest)
        return wait
    }

    /// Begins again, after a connection that lasted.
    mutating func reset() { next = Self.first }
}
