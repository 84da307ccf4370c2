// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// The kernel's timer that ends the loop's sleep.
///
/// A `poll` with a timeout starts a timer of the kernel's and stops it again, each time round the loop.
/// Where nearly every round has one far off, such as what is to be done when it gets quiet, that is
/// work for nothing: 6 % of the processor time of a notification that comes alone. This one is only set
/// anew when it would ring too late; when it rings too early, the loop goes round once more.
@LoopActor final class AlarmClock {
    /// When it rings, in microseconds of `g_get_monotonic_time`; `.max` when it is not set.
    private(set) var time = Int.max
    private let descriptor: Int32
    private let poll: LoopPoll
    private var watch: LoopPoll.Watch?

    /// Nil where the system has no more timers.
    init?(for poll: LoopPoll) {
        descriptor = cglib_timerfd_create(CLOCK_MONOTONIC)
        self.poll = poll
        guard descriptor >= 0 else { return nil }
        watch = poll.add(descriptor, UInt16(POLLIN)) { [unowned self] _ in hear() }
    }

    isolated deinit {
        watch?.drop(from: poll)
        close(descriptor)
    }

    /// Lets it ring at `time`, and not before; never, with `.max`.
    func set(_ time: Int) {
        guard time != self.time else { return }
        self.time = time
        // Zero would stop it.
        cglib_timerfd_set_monotonic(descriptor, time == .max ? 0 : max(time, 1))
    }

    private func hear() {
        var count: UInt64 = 0
        // Set anew since it rang, it has nothing to say.
        if unsafe read(descriptor, &count, 8) == 8 { time = .max }
    }
}
