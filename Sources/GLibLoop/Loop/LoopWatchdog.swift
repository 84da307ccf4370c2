// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// Reports iterations of the loop that take too long.
///
/// The time of an iteration excludes the time in which its thread was ready to run and other
/// threads had the processors. A busy machine therefore causes no report; waiting for a file or a
/// lock does while the program serves.
@LoopActor public final class LoopWatchdog {
    /// The watchdog of the program; nil to disable it, which costs nothing.
    public static var shared: LoopWatchdog? {
        didSet {
            // The time outside of poll(2) is that of an iteration.
            unsafe LoopActor.executor.setPoll { records, count, timeout in
                LoopActor.assumeIsolated { LoopWatchdog.shared?.end() }
                defer { LoopActor.assumeIsolated { LoopWatchdog.shared?.begin() } }
                return unsafe pollWithinLimit(records, count, timeout)
            }
        }
    }

    /// Work for which an iteration has additional time.
    public enum Work: Sendable {
        /// The check of a message by libdbus, as a whole. A server that does nothing else took 57
        /// ms for 24 MiB of bytes and 152 ms for 30 MiB of text (99th percentiles, two cores).
        case reading
        /// The handling of a call, with a file for its message: with a limit of 20 ms, 50 ms for a
        /// message of 32 MiB.
        case handling

        fileprivate var timePerMebibyte: Duration {
            switch self {
            case .reading: .milliseconds(6)
            case .handling: .microseconds(937)
            }
        }
    }

    /// An iteration that took too long.
    public struct Iteration: Sendable {
        /// The time, without the time in which the thread was ready to run and did not.
        public var time: Duration
        /// The part of the time in which the thread ran. In the rest, it slept: for a file, a lock,
        /// or another program.
        public var processorTime: Duration
        /// The name of the longest part that has a name.
        public var longest: String
    }

    /// The parts of a program's life, by what an iteration may cost in each.
    ///
    /// Before and after it serves, the program may wait for the bus's answers, for another
    /// program's end and for the disk, since nothing else needs the loop: only the time on a
    /// processor counts.
    public enum Phase: Sendable {
        /// Until the program has its names on the bus. No client waits for its answer yet, and the
        /// start is one piece of work that nothing divides: it may take five times the limit.
        case starting
        /// All time counts, except that in which other threads had the processors.
        case serving
        /// From the moment when the program gives its names back.
        case ending
    }

    /// The current phase. An iteration in which it changes belongs to both.
    public var phase = Phase.starting

    private let limit: Duration
    private let report: @LoopActor (Iteration) -> Void
    /// `schedstat` of the loop's thread. Its second number is the time spent waiting for a
    /// processor, in nanoseconds (`sched-stats` in the kernel's documentation).
    private let schedule: Int32
    private var start = ContinuousClock.now
    private var before = (ran: Duration.zero, waited: Duration.zero)
    private var firstPhase = Phase.starting
    private var longest: (name: String, time: Duration)?
    /// The additional time of the iteration.
    private var extra = Duration.zero

    /// - Parameters:
    ///   - limit: Maximum time of an iteration.
    ///   - report: Receives each longer iteration.
    public init(limit: Duration, report: @escaping @LoopActor (Iteration) -> Void) {
        self.limit = limit
        self.report = report
        // The loop's own thread opens the file, which therefore describes that thread.
        schedule = unsafe open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
        begin()
    }

    deinit {
        if schedule >= 0 { close(schedule) }
    }

    /// Names a part of the iteration that has just ended.
    public func note(_ name: @autoclosure () -> String, took time: Duration) {
        if time > longest?.time ?? .zero { longest = (name(), time) }
    }

    /// Runs a part of an iteration, and names it unless a part inside it took half of the time.
    public static func watch(_ name: @autoclosure () -> String, _ body: () -> Void) {
        guard let watchdog = shared else { return body() }
        let start = ContinuousClock.now
        body()
        let time = ContinuousClock.now - start
        if time > (watchdog.longest?.time ?? .zero) * 2 { watchdog.longest = (name(), time) }
    }

    /// Gives the iteration additional time for work with so many bytes.
    public func allow(_ bytes: Int, for work: Work) {
        extra += work.timePerMebibyte * (Double(bytes) / Double(1 << 20))
    }

    /// Starts the measurement when the loop wakes up.
    func begin() {
        // In this order, a loss of the processor between the two can hide a long iteration, but
        // cannot report a short one. An exact reading as at the end would cost each iteration a
        // second system call.
        before = times
        start = .now
        firstPhase = phase
        longest = nil
        extra = .zero
    }

    /// Ends the measurement before the loop sleeps.
    func end() {
        let limit = (firstPhase == .starting ? limit * 5 : limit) + extra
        guard ContinuousClock.now - start > limit else { return }
        let (now, after) = moment
        let own = now - start - (after.waited - before.waited)
        let ran = after.ran - before.ran
        guard (firstPhase == .serving && phase == .serving ? own : ran) > limit else { return }
        report(
            Iteration(
                time: own, processorTime: ran,
                longest: longest?.name ?? "something without a name"))
    }

    /// The present time, and the thread's times at it. Reads again, at most ten times, if the
    /// thread has lost its processor between the two.
    private var moment: (ContinuousClock.Instant, (ran: Duration, waited: Duration)) {
        var earlier = times
        var reading = (ContinuousClock.now, times)
        for _ in 0..<10 where reading.1.waited != earlier.waited {
            earlier = reading.1
            reading = (ContinuousClock.now, times)
        }
        return reading
    }

    private var times: (ran: Duration, waited: Duration) {
        var text: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
            (0, 0, 0, 0, 0, 0, 0, 0)
        let line = unsafe withUnsafeMutableBytes(of: &text) { buffer in
            let count = unsafe pread(schedule, buffer.baseAddress, buffer.count, 0)
            return unsafe String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        }
        let fields = line.split(separator: " ")
        let waited = fields.count > 1 ? Int64(fields[1]) ?? 0 : 0
        // The first number is behind by up to a tick of the kernel.
        return (ProcessorTime.ofThread, .nanoseconds(waited))
    }
}
