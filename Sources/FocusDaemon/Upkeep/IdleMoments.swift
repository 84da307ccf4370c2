// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Releases memory after a short idle time, then stops its timer.
///
/// A release costs less than a millisecond and causes about a hundred page faults afterwards.
/// Therefore releases keep a minimum interval. focusd does not wake up if it did nothing since the
/// last release.
@LoopActor final class IdleMoments {
    /// Idle time before a release. Up to twice this time may pass.
    static let pause = Duration.milliseconds(200)
    /// Minimum time between two releases.
    static let interval = Duration.seconds(5)

    private let pause: Duration
    private let interval: Duration
    private let release: () -> Void
    private var timer: Timer?
    private var isArmed = false
    private var hasWorked = false
    private var earliest = ContinuousClock.now

    /// - Parameter release: the function that releases memory.
    init(
        pause: Duration = IdleMoments.pause, interval: Duration = IdleMoments.interval,
        release: @escaping () -> Void
    ) {
        self.pause = pause
        self.interval = interval
        self.release = release
        timer = Timer { [weak self] in self?.looked() }
    }

    /// Notes work. Runs for each batch, so it does nothing more while the timer is set.
    func worked() {
        hasWorked = true
        guard !isArmed else { return }
        isArmed = true
        timer?.reset(after: max(pause, earliest - ContinuousClock.now))
    }

    private func looked() {
        if hasWorked {
            hasWorked = false
            timer?.reset(after: pause)
        } else {
            isArmed = false
            earliest = ContinuousClock.now + interval
            release()
        }
    }
}
