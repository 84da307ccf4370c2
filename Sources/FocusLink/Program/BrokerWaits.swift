// SPDX-License-Identifier: Apache-2.0

/// The waits between attempts to reach the broker: longer each time, and random, so that all
/// machines do not come back together after a restart of the broker.
struct BrokerWaits: Hashable {
    static let first = 1.0
    static let longest = 60.0
    /// Time after which a connection counts as one that lasted. A broker that accepts and closes,
    /// and a second machine with the same id, end it sooner.
    static let lasting = Duration.seconds(60)
    private var next = BrokerWaits.first

    /// Returns the seconds until the next attempt.
    mutating func wait(using random: inout some RandomNumberGenerator) -> Double {
        let wait = Double.random(in: next / 4...next, using: &random)
        next = min(next * 2, Self.longest)
        return wait
    }

    /// Begins again, after a connection that lasted.
    /// - Parameter time: the time for which the broker had accepted the connection.
    mutating func connectionEnded(after time: Duration) {
        if time >= Self.lasting { next = Self.first }
    }
}
