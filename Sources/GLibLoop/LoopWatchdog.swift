// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reports turns of the loop that keep everything else waiting for too long.
///
/// Counts the time of a turn without the time in which its thread was ready to run and other threads
/// had the processors, so that a busy machine is no finding; waiting for a file or a lock is one.
@LoopActor public final class LoopWatchdog {
    /// The watchdog of the program; nil where nobody wants to know, which costs nothing.
    public static var shared: LoopWatchdog?

    private let limit: Duration
    private let report: @LoopActor (Duration, String) -> Void
    /// `schedstat(5)` of the loop's thread; its second number is the time spent waiting to run.
    private let schedule: Int32
    private var start = ContinuousClock.now
    private var waitedBefore = Duration.zero
    private var longest: (name: String, time: Duration)?

    /// - Parameters:
    ///   - limit: the longest time that a turn may take.
    ///   - report: told how long a turn took that took longer, and the longest part of it that has a
    ///     name.
    public init(limit: Duration, report: @escaping @LoopActor (Duration, String) -> Void) {
        self.limit = limit
        self.report = report
        // Opened by the loop's own thread, the file stays that thread's.
        schedule = unsafe open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        if schedule >= 0 { close(schedule) }
    }

    /// Names a part of the turn that has just ended.
    public func note(_ name: @autoclosure () -> String, took time: Duration) {
        if time > longest?.time ?? .zero { longest = (name(), time) }
    }

    /// The loop has woken up.
    func begin() {
        start = .now
        waitedBefore = timeWaited
        longest = nil
    }

    /// The loop is about to sleep.
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
