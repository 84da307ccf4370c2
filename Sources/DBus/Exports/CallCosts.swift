// SPDX-License-Identifier: Apache-2.0
import GLibLoop

// Charges the loop time of calls to the clients that make the calls.
//
// All clients of a service share one thread. Clients take turns, which shares cheap calls fairly.
// But all clients wait during a long call, and turns do not help. So a call may take `freeTime`,
// and the time beyond it is charged to its client. A client may use `burst` at once and `share` of
// the time from then on. A client that has used up its part waits, with its calls in order, until
// it has some again. All clients together also have a burst and a share. When these are used up,
// clients with expensive calls wait for each other. A client with a large message, which is certain
// to be expensive, waits too.

/// Loop time that the expensive calls of clients have used.
struct CallCosts {
    #if DEBUG
        /// The checks of debug builds make each call many times as expensive.
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
    /// One client may use this fraction of the time (one part in `share`) for expensive calls.
    static let share = 100
    /// All clients together may use this fraction of the time (one part in `totalShare`) for
    /// expensive calls.
    static let totalShare = 20
    /// Number of remembered clients at which clients with a whole burst are forgotten.
    static let maximumClients = 1_024

    /// The time at which each client has its whole burst again.
    private var whole: [String: ContinuousClock.Instant] = [:]
    /// The time at which all clients together have their whole burst again.
    private var totalWhole: ContinuousClock.Instant?

    init() {}

    /// Charges a client for a call that took `time`.
    ///
    /// - Returns: the time until which the client must wait; nil if it need not wait.
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

    /// Returns the time until which large calls wait because all clients together have used up
    /// their part; nil if large calls need not wait.
    func waitForLargeCalls(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let totalWhole else { return nil }
        let end = totalWhole - Self.totalBurst * Self.totalShare
        return end > now ? end : nil
    }
}

/// Limits on the bytes of calls that wait for their turns.
enum CallRoom {
    /// Maximum bytes of one call: D-Bus's largest message would block all clients while it is
    /// copied. The service has lower limits of its own.
    static let maximumCall = 40 << 20
    /// Maximum bytes of one client's waiting calls; a single call may have more.
    static let maximumOfClient = 8 << 20
    /// Bytes of all waiting calls beyond which large calls are refused. libdbus stops reading at
    /// ``maximumReceived``.
    static let maximumWaiting = 40 << 20
    /// Bytes above which a call is large.
    static let largeCall = 256 << 10
    /// Maximum number of calls of a client that has to wait for its loop time.
    static let maximumHeldCalls = 1_024
    /// Bytes of messages in use at which libdbus stops reading. Far above ``maximumWaiting``, so
    /// that the service still reads when one client has sent its maximum.
    static let maximumReceived = 192 << 20

    /// Returns the reason to refuse a call; nil if the call may wait for its turn.
    ///
    /// - Parameters:
    ///   - bytes: length of the call.
    ///   - own: number and bytes of the client's waiting calls.
    ///   - isPaused: true while the client waits because it used up its loop time.
    ///   - waiting: bytes of all waiting calls.
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
