// SPDX-License-Identifier: Apache-2.0
import GLibLoop

// Charges each client for its calls: for their loop time, including the time to read and check long
// calls, and for the bytes of calls that wait for their turns. Reading and checking an answer or a
// signal is charged to its sender in the same way. Only this file refuses a call for its cost.
//
// Loop time is time on a processor. A client is not charged for the time in which other programs
// have the processor: on a busy machine, clients with short calls would pause for seconds.
//
// All clients of a service share one thread. Clients take turns, which shares cheap calls fairly.
// But all clients wait during a long call, and turns do not help. So:
//
// - One client. A call may take `freeTime`, and the time beyond it is charged. A client may use
//   `burst` at once, and from then on `share` of the time. A client that has used up its time
//   pauses: its calls wait, in order, until it has time again.
// - All clients together also have a burst and a share. When these are used up, each client with
//   expensive calls waits `totalShare` times the time that it has used, multiplied by the number of
//   clients that pause or have used time. So many clients leave as much time to others as one
//   client does, and a client with one slow call does not pay for other clients. A client with a
//   large message waits, too: the message is certain to be expensive.

/// Loop time and waiting bytes of the clients' calls.
struct CallAccounts {
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
    /// Maximum bytes of one call: D-Bus's largest message would block all clients while it is
    /// copied. The service has lower limits of its own.
    static let maximumCall = 40 << 20
    /// Maximum bytes of one client's waiting calls; a single call may have more. Enough for two
    /// pictures of a screen of 1920 by 1080 pixels.
    static let maximumOfClient = 16 << 20
    /// Bytes of all waiting calls beyond which large calls are refused. libdbus stops reading at
    /// ``maximumReceived``.
    static let maximumWaiting = 40 << 20
    /// Bytes above which a call is large.
    static let largeCall = 256 << 10
    /// Bytes of a call above which its reading is charged. The costliest shorter one, of nested
    /// structures, takes libdbus less than ``freeTime``.
    static let freeReading = 4 << 10
    /// Expected loop time of each ``largeCall`` bytes of a large call.
    static let timeOfLargeCall = Duration.milliseconds(1) * scale
    /// Maximum number of waiting calls of a client that pauses.
    static let maximumHeldCalls = 1_024
    /// Bytes of messages in use at which libdbus stops reading. Far above ``maximumWaiting``, so
    /// that the service still reads when one client has sent its maximum.
    static let maximumReceived = 192 << 20

    /// The time at which each client has its whole burst again.
    private var whole: [String: ContinuousClock.Instant] = [:]
    /// The time at which all clients together have their whole burst again.
    private var totalWhole: ContinuousClock.Instant?
    /// The ends of the clients' pauses.
    private var pauses: [String: ContinuousClock.Instant] = [:]

    init() {}

    /// The end of the pause that ends first, and of the one that ends last.
    var nextEnd: ContinuousClock.Instant? { pauses.values.min() }
    var lastEnd: ContinuousClock.Instant? { pauses.values.max() }

    /// Charges a client for a call that took `time`.
    ///
    /// - Returns: true if the client pauses now.
    mutating func charge(
        _ time: Duration, to client: String, at now: ContinuousClock.Instant
    ) -> Bool {
        let excess = time - Self.freeTime
        guard excess > .zero else { return false }
        if whole.count >= Self.maximumClients { whole = whole.filter { $0.value > now } }
        let own = max(whole[client] ?? now, now) + excess * Self.share
        whole[client] = own
        totalWhole = max(totalWhole ?? now, now) + excess * Self.totalShare
        return pause(
            client, until: max(own - Self.burst * Self.share, endOfPart(client, at: now)), at: now)
    }

    /// Returns the end of a client's wait for its part of the total; a time in the past if the
    /// total is not used up.
    ///
    /// - Parameter expected: loop time of a call that is yet to be charged.
    private func endOfPart(
        _ client: String, with expected: Duration = .zero, at now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        guard let totalWhole else { return now }
        let inDebt =
            whole.count { $0.value > now } + pauses.count { whole[$0.key] ?? now <= now }
        // The debt of a client grows by `share` times the time that it is charged for.
        let used = whole[client].map { max($0 - now, .zero) / Self.share } ?? .zero
        let part = (used + expected) * Self.totalShare * max(inDebt, 1)
        return min(now + part, totalWhole - Self.totalBurst * Self.totalShare)
    }

    /// Ends the pauses that are over, and returns their clients.
    mutating func endPauses(at now: ContinuousClock.Instant) -> [String] {
        let ended = pauses.filter { $0.value <= now }.keys
        for client in ended { pauses[client] = nil }
        return Array(ended)
    }

    private mutating func pause(
        _ client: String, until end: ContinuousClock.Instant, at now: ContinuousClock.Instant
    ) -> Bool {
        guard end > now else { return false }
        pauses[client] = max(end, pauses[client] ?? end)
        return true
    }

    /// The result of ``admit(_:of:beside:waiting:at:)``.
    enum Admission: Equatable {
        case waitsForItsTurn
        /// The call waits, and its client pauses.
        case pausesItsClient
        /// The call is refused, with the reason.
        case refused(String)
    }

    /// Decides about a call that has arrived.
    ///
    /// - Parameters:
    ///   - bytes: length of the call.
    ///   - own: number and bytes of the client's waiting calls.
    ///   - waiting: bytes of all waiting calls.
    ///   - isHeld: true if the client's calls wait for more than their turns.
    mutating func admit(
        _ bytes: Int, of client: String, beside own: (count: Int, bytes: Int), waiting: Int,
        isHeld: Bool, at now: ContinuousClock.Instant
    ) -> Admission {
        if bytes > Self.maximumCall {
            return .refused("the call is longer than \(Self.maximumCall) bytes")
        }
        if own.count > 0, own.bytes + bytes > Self.maximumOfClient {
            return .refused("calls of \(own.bytes) bytes of the caller wait already")
        }
        if own.count >= Self.maximumHeldCalls, isHeld {
            return .refused("\(own.count) calls of the caller wait already")
        }
        guard bytes > Self.largeCall else { return .waitsForItsTurn }
        if waiting + bytes > Self.maximumWaiting {
            return .refused("calls of \(waiting) bytes wait already")
        }
        // All clients together may have used up their part.
        let expected = Self.timeOfLargeCall * (bytes / Self.largeCall)
        let end = endOfPart(client, with: expected, at: now)
        return pause(client, until: end, at: now) ? .pausesItsClient : .waitsForItsTurn
    }
}

/// Loop time of reading and checking one long message, over all wake-ups that bring a part of it.
///
/// Times are processor time of the loop's thread. Reading that clock is a system call, which short
/// messages do without: the clock on the wall tells which part of the time was theirs.
struct ReadingTime {
    private var start: (processor: Duration, wall: ContinuousClock.Instant)?
    private var parts = Duration.zero

    /// Begins or continues to read.
    mutating func begin(at now: Duration, _ wall: ContinuousClock.Instant) {
        start = (now, wall)
    }

    /// Stops reading before the message is whole.
    mutating func pause(at now: Duration, _ wall: ContinuousClock.Instant) {
        if let start { parts += min(now - start.processor, wall - start.wall) }
        start = nil
    }

    /// Begins with another message.
    mutating func forget() {
        start = nil
        parts = .zero
    }

    /// Returns the time that the completed message took, and begins with the next message.
    ///
    /// - Parameter bytes: length of the completed message.
    /// - Returns: nil if the time is not counted: the message is short, or nothing is measured.
    mutating func end(
        _ bytes: Int, at now: @autoclosure () -> Duration, _ wall: ContinuousClock.Instant
    ) -> Duration? {
        defer { parts = .zero }
        guard start != nil, bytes > CallAccounts.freeReading else {
            start?.wall = wall
            return nil
        }
        let now = now()
        pause(at: now, wall)
        start = (now, wall)
        return parts
    }
}

/// Loop time of handling calls, without the time in which other programs had the processor.
///
/// All points in time are processor time of the loop's thread. Reading that clock is a system call,
/// so batches in quiet times do not measure.
struct HandlingTime {
    /// The beginning of the next call; nil if the batch does not measure its time.
    private var counted: Duration?

    /// Begins a batch. Without a time, its first long call is not charged.
    mutating func begin(at now: Duration?) {
        counted = now
    }

    /// Begins a call. Its client does not pay for the earlier work of the batch.
    mutating func beginCall(at now: @autoclosure () -> Duration = ProcessorTime.ofThread) {
        if counted != nil { counted = now() }
    }

    /// Returns the time to charge for a call, and begins the next one.
    ///
    /// - Parameters:
    ///   - time: The elapsed time from the call's beginning to its end.
    ///   - now: The processor time at the call's end.
    mutating func end(after time: Duration, at now: Duration) -> Duration {
        defer { counted = now }
        return counted.map { min(time, now - $0) } ?? .zero
    }
}
