// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Calls a handler once after a delay, unless the timer is cancelled or dropped before.
///
/// Time is the monotonic clock, which stops while the machine sleeps.
@LoopActor public final class Timer {
    private let alarm: TimerQueue.Alarm

    /// Calls `handler` once after `delay`, or in the next iteration if `delay` is not positive.
    public convenience init(after delay: Duration, _ handler: @escaping @LoopActor () -> Void) {
        self.init(handler)
        reset(after: delay)
    }

    /// Creates a timer that does not fire before ``reset(after:)``.
    public init(_ handler: @escaping @LoopActor () -> Void) {
        alarm = TimerQueue.Alarm(handler)
    }

    /// Lets the timer fire once, after `delay` from now, and not at the time that was set before.
    ///
    /// Has no effect on a cancelled timer.
    public func reset(after delay: Duration) {
        // Behind other due timers: a timer that is reset again and again must not delay them.
        TimerQueue.shared.set(alarm, at: Self.now + max(delay.microseconds, 0))
    }

    /// Keeps the timer from firing until ``reset(after:)``.
    public func pause() {
        TimerQueue.shared.remove(alarm)
    }

    /// Stops the timer; the handler is not called again.
    public func cancel() {
        TimerQueue.shared.cancel(alarm)
    }

    deinit { alarm.drop() }

    private static var now: Int { g_get_monotonic_time() }
}

extension Duration {
    /// Whole microseconds, clamped so that sums with the monotonic clock cannot overflow.
    var microseconds: Int {
        let limit: Int64 = 1 << 40
        let (seconds, attoseconds) = components
        let whole = min(max(seconds, -limit), limit)
        return Int(whole * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
