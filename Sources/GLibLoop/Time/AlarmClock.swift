// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// A kernel timer that ends the loop's sleep.
///
/// A `poll` with a timeout starts and stops a kernel timer in each iteration of the loop. Most
/// iterations have a far-off time to wait for, so this work is wasted: 6 % of the processor time of
/// a notification that arrives alone. This timer is set again only when it would ring too late.
/// When it rings too early, the loop iterates once more.
@LoopActor final class AlarmClock {
    /// The time at which the timer rings, in microseconds of `g_get_monotonic_time`; `.max` when it
    /// is not set.
    private(set) var time = Int.max
    private let descriptor: Int32
    private let poll: LoopPoll
    private var watch: LoopPoll.Watch?

    /// Returns nil when the system cannot create another timer.
    init?(for poll: LoopPoll) {
        descriptor = cglib_timerfd_create(CLOCK_MONOTONIC)
        self.poll = poll
        guard descriptor >= 0 else { return nil }
        watch = poll.add(descriptor, UInt16(POLLIN)) { [unowned self] _ in readExpirations() }
    }

    isolated deinit {
        watch?.drop(from: poll)
        close(descriptor)
    }

    /// Sets the timer to ring at `time`, or never with `.max`.
    func set(_ time: Int) {
        guard time != self.time else { return }
        self.time = time
        // Zero would stop the timer.
        cglib_timerfd_set_monotonic(descriptor, time == .max ? 0 : max(time, 1))
    }

    private func readExpirations() {
        var count: UInt64 = 0
        // A timer that was set again after it rang has nothing to read.
        if unsafe read(descriptor, &count, 8) == 8 { time = .max }
    }
}
