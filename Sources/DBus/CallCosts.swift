// SPDX-License-Identifier: Apache-2.0
import GLibLoop

// The loop time of calls, charged to the clients that make them.
//
// All clients of a service share one thread. Cheap calls are shared fairly by taking turns; a call that
// takes long makes everybody wait, and no turn helps. So a call may take `freeTime`; what it takes
// beyond is charged to its client, who may use `burst` of it at once and `share` of the time from then
// on. A client that has used up its part waits, with its calls in order, until it has some again. All
// clients together have a burst and a share, too: where those are used up, clients that use expensive
// calls wait for each other, and a client that comes with a large message, which is certain to be
// expensive, waits with them.

/// Loop time that clients' expensive calls have used.
struct CallCosts {
    #if DEBUG
        /// Checks of debug builds make each call many times as expensive.
        private static let scale = 20
    #else
        private static let scale = 1
    #endif
    /// Loop time of one call that is not charged.
    static let freeTime = Duration.milliseconds(2) * scale
    /// Charged loop time that one client may use at once.
    static let burst = Duration.milliseconds(200) * scale
    /// Charged loop time that all clients together may use at once.
    static let totalBurst = Duration.milliseconds(500) * scale
    /// One client may use one part in so many of the time for expensive calls.
    static let share = 100
    /// All clients together may use one part in so many of the time for expensive calls.
    static let totalShare = 20
    /// Clients that are remembered before those that have their whole burst again are forgotten.
    static let maximumClients = 1_024

    /// The time when each client has its whole burst again.
    private var whole: [String: ContinuousClock.Instant] = [:]
    /// The time when all together have their whole burst again.
    private var totalWhole: ContinuousClock.Instant?

    init() {}

    /// Charges a client for a call that took `time`.
    ///
    /// - Returns: the time until which the client has to wait; nil where it need not.
    mutating func charge(
        _ time: Duration, to client: String, at now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant? {
        let excess = time - Self.freeTime
        guard excess > .zero else { return nil }
        if whole.count >= Self.maximumClients { whole = whole.filter { $0.value > now } }
        let own = max(whole[client] ?? now, now) + excess * Self.share
        whole[client] = own
        let total = max(totalWhole ?? now, now) + excess * Self.totalShare
        totalWhole = total
        let end = max(own - Self.burst * Self.share, total - Self.totalBurst * Self.totalShare)
        return end > now ? end : nil
    }

    /// The time until which large calls wait, because all together have used up their part; nil where
    /// they have not.
    func waitForLargeCalls(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let totalWhole else { return nil }
        let end = totalWhole - Self.totalBurst * Self.totalShare
        return end > now ? end : nil
    }
}

/// Bytes that calls may have that wait for their turns.
enum CallRoom {
    /// Bytes of one call: the largest message that D-Bus knows would hold up everybody while it is
    /// copied. The service has limits of its own below.
    static let maximumCall = 40 << 20
    /// Bytes of one client's calls that wait; one call alone may have more.
    static let maximumOfClient = 8 << 20
    /// Bytes of all calls that wait, beyond which large ones are refused. libdbus stops reading at
    /// ``maximumReceived``.
    static let maximumWaiting = 40 << 20
    /// Bytes from which on a call is large.
    static let largeCall = 256 << 10
    /// Calls of a client that has to wait.
    static let maximumHeldCalls = 1_024
    /// Bytes of messages in use at which libdbus stops reading: far above ``maximumWaiting``, so that a
    /// client that has sent the most it may does not make the service deaf.
    static let maximumReceived = 192 << 20

    /// Returns the reason for which a call is not handled; nil where it may wait for its turn.
    ///
    /// - Parameters:
    ///   - bytes: the length of the call.
    ///   - own: the client's calls that wait, and their bytes.
    ///   - isPaused: true while the client waits for having used up its loop time.
    ///   - waiting: bytes of all calls that wait.
    static func refusal(
        of bytes: Int, beside own: (count: Int, bytes: Int), isPaused: Bool, waiting: Int
    ) -> String? {
        if bytes > maximumCall { return "the call is longer than \(maximumCall) bytes" }
        if own.count > 0, own.bytes + bytes > maximumOfClient {
            return "calls of \(own.bytes) bytes of the caller wait already"
        }
        if isPaused, own.count >= maximumHeldCalls {
            return "\(own.count) calls of the caller wait already"
        }
        if bytes > largeCall, waiting + bytes > maximumWaiting {
            return "calls of \(waiting) bytes wait already"
        }
        return nil
    }
}
