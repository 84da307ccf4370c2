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

    private let limit: Duration
    private let report: @LoopActor (Duration, String) -> Void
    /// `schedstat(5)` of the loop's thread. Its second number is the time spent waiting to run.
    private let schedule: Int32
    private var start = ContinuousClock.now
    private var waitedBefore = Duration.zero
    private var longest: (name: String, time: Duration)?

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

    /// Starts the measurement when the loop wakes up.
    func begin() {
        start = .now
        waitedBefore = timeWaited
        longest = nil
    }

    /// Ends the measurement before the loop sleeps.
    func end() {
        let time = ContinuousClock.now - start
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
