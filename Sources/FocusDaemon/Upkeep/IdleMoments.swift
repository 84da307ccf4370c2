// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusStore
import GLibLoop

extension Engine {
    /// Uses an idle moment: moves ended notifications to history, writes arrivals to the database,
    /// deletes what is beyond the limits, synchronises written data with the disk, stops timers and
    /// releases memory.
    func useIdleMoment() {
        Connection.stopIdleTimers()
        guard !store.isEmptyingLog else { return }
        moveEndedToHistory()
        attempt {
            try store.flush()
            try store.commit()
        }
        // If more is left, the batch that follows leads to the next idle moment.
        if upkeep.isCheckDue { doUpkeep() }
        store.releaseMemory()
        // Release comes last because it also unmaps the pages of the synchronisation.
        if !store.synchronise(then: ProcessMemory.release) { ProcessMemory.release() }
    }
}

/// Finds idle moments: calls a function after a short time without work, then stops its timer.
///
/// The release of memory costs less than a millisecond and causes about a hundred page faults
/// afterwards. Therefore idle moments keep a minimum interval. focusd does not wake up if it did
/// nothing since the last one.
@LoopActor final class IdleMoments {
    /// Time without work before an idle moment. Up to twice this time may pass.
    static let pause = Duration.milliseconds(200)
    /// Minimum time between two idle moments.
    static let interval = Duration.seconds(5)

    private let pause: Duration
    private let interval: Duration
    private let use: () -> Void
    private var timer: Timer?
    private var isArmed = false
    private var hasWorked = false
    private var earliest = ContinuousClock.now

    /// - Parameter use: Uses an idle moment.
    init(
        pause: Duration = IdleMoments.pause, interval: Duration = IdleMoments.interval,
        use: @escaping () -> Void
    ) {
        self.pause = pause
        self.interval = interval
        self.use = use
        timer = Timer { [weak self] in self?.timerFired() }
    }

    /// Notes work. Runs for each batch, so it does nothing more while the timer is set.
    func worked() {
        hasWorked = true
        guard !isArmed else { return }
        isArmed = true
        timer?.reset(after: max(pause, earliest - ContinuousClock.now))
    }

    private func timerFired() {
        if hasWorked {
            hasWorked = false
            timer?.reset(after: pause)
        } else {
            isArmed = false
            earliest = ContinuousClock.now + interval
            use()
        }
    }
}
