// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Calls a handler once after a delay, or repeatedly, until the timer is cancelled or dropped.
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

    /// Calls `handler` each time `interval` has passed. The minimum interval is a millisecond.
    ///
    /// The calls keep their times: a late call does not delay the following ones, and missed calls
    /// are skipped.
    public init(every interval: Duration, _ handler: @escaping @LoopActor () -> Void) {
        let step = max(interval.microseconds, 1000)
        let beat = Beat(next: Self.now + step)
        alarm = TimerQueue.Alarm { [beat] in
            beat.advance(by: step)
            handler()
        }
        beat.alarm = alarm
        TimerQueue.shared.set(alarm, at: beat.next)
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

    /// The state of a repeating timer, shared with its handler.
    @LoopActor private final class Beat {
        var next: Int
        weak var alarm: TimerQueue.Alarm?

        init(next: Int) { self.next = next }

        func advance(by step: Int) {
            let missed = max(0, Timer.now - next) / step
            next += (missed + 1) * step
            if let alarm { TimerQueue.shared.set(alarm, at: next) }
        }
    }
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
