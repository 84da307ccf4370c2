// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Calls a handler after a time, once or again and again, until it is cancelled or dropped.
///
/// Time is the monotonic clock, which stands still while the machine sleeps.
@LoopActor public final class Timer {
    private let source: EventSource

    /// Calls `handler` once, when `delay` has passed; at the next iteration when it is not positive.
    public convenience init(after delay: Duration, _ handler: @escaping @LoopActor () -> Void) {
        self.init(handler)
        reset(after: delay)
    }

    /// A timer that does not fire before ``reset(after:)``.
    public init(_ handler: @escaping @LoopActor () -> Void) {
        source = EventSource(on: LoopActor.executor) {
            handler()
            return .keep
        }
    }

    /// Lets the timer fire once more, when `delay` has passed from now, and not at the time set before.
    ///
    /// Has no effect on a timer that was cancelled.
    public func reset(after delay: Duration) {
        source.setReadyTime(Self.now + delay.microseconds)
    }

    /// Keeps the timer from firing until ``reset(after:)``.
    public func pause() {
        source.setReadyTime(-1)
    }

    /// Calls `handler` each time `interval` has passed; it is raised to a millisecond.
    ///
    /// The beat is kept: a late call does not delay the following ones, and calls that were missed
    /// altogether are left out.
    public init(every interval: Duration, _ handler: @escaping @LoopActor () -> Void) {
        let step = max(interval.microseconds, 1000)
        let beat = Beat(next: Self.now + step)
        source = EventSource(on: LoopActor.executor) { [beat] in
            beat.advance(by: step)
            handler()
            return .keep
        }
        beat.source = source
        source.setReadyTime(beat.next)
    }

    /// Stops the timer; the handler is not called again.
    public func cancel() {
        source.destroy()
    }

    private static var now: Int { g_get_monotonic_time() }

    /// The state of a repeating timer, shared with its handler.
    @LoopActor private final class Beat {
        var next: Int
        weak var source: EventSource?

        init(next: Int) { self.next = next }

        func advance(by step: Int) {
            let missed = max(0, Timer.now - next) / step
            next += (missed + 1) * step
            source?.setReadyTime(next)
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
