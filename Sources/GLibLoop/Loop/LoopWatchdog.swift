// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reports iterations of the loop that take too long.
///
/// The time of an iteration excludes the time in which its thread was ready to run and other
/// threads had the processors. A busy machine therefore causes no report; waiting for a file or a
/// lock does.
@LoopActor public final class LoopWatchdog {
    /// The watchdog of the program; nil to disable it, which costs nothing.
    public static var shared: LoopWatchdog?

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

    private let limit: Duration
    private let report: @LoopActor (Duration, String) -> Void
    /// `schedstat(5)` of the loop's thread. Its second number is the time spent waiting to run.
    private let schedule: Int32
    private var start = ContinuousClock.now
    private var waitedBefore = Duration.zero
    private var longest: (name: String, time: Duration)?
    /// The additional time of the iteration.
    private var extra = Duration.zero

    /// - Parameters:
    ///   - limit: Maximum time of an iteration.
    ///   - report: Receives the time of a longer iteration, and the name of its longest named part.
    public init(limit: Duration, report: @escaping @LoopActor (Duration, String) -> Void) {
        self.limit = limit
        self.report = report
        // The loop's own thread opens the file, which therefore describes that thread.
        schedule = unsafe open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
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
        start = .now
        waitedBefore = timeWaited
        longest = nil
        extra = .zero
    }

    /// Ends the measurement before the loop sleeps.
    func end() {
        let time = ContinuousClock.now - start
        let limit = limit + extra
        guard time > limit else { return }
        let own = time - (timeWaited - waitedBefore)
        if own > limit { report(own, longest?.name ?? "something without a name") }
    }

    private var timeWaited: Duration {
        var text: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
            (0, 0, 0, 0, 0, 0, 0, 0)
        let line = unsafe withUnsafeMutableBytes(of: &text) { buffer in
            let count = unsafe pread(schedule, buffer.baseAddress, buffer.count, 0)
            return unsafe String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        }
        let fields = line.split(separator: " ")
        return .nanoseconds(fields.count > 1 ? Int64(fields[1]) ?? 0 : 0)
    }
}
