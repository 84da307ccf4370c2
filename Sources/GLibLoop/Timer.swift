// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Calls a handler after a time, once or again and again, until it is cancelled or dropped.
///
/// Time is the monotonic clock, which stands still while the machine sleeps.
@LoopActor public final class Timer {
    private let alarm: TimerQueue.Alarm

    /// Calls `handler` once, when `delay` has passed; at the next iteration when it is not positive.
    public convenience init(after delay: Duration, _ handler: @escaping @LoopActor () -> Void) {
        self.init(handler)
        reset(after: delay)
    }

    /// A timer that does not fire before ``reset(after:)``.
    public init(_ handler: @escaping @LoopActor () -> Void) {
        alarm = TimerQueue.Alarm(handler)
    }

    /// Calls `handler` each time `interval` has passed; it is raised to a millisecond.
    ///
    /// The beat is kept: a late call does not delay the following ones, and calls that were missed
    /// altogether are left out.
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

    /// Lets the timer fire once more, when `delay` has passed from now, and not at the time set before.
    ///
    /// Has no effect on a timer that was cancelled.
    public func reset(after delay: Duration) {
        // Before others that are due, one that is always set anew would keep them waiting for ever.
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
