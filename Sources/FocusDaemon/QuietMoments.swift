// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Gives memory back when focusd has had nothing to do for a moment, and then sleeps, with no timer
/// left of what is over.
///
/// A release costs less than a millisecond, and what comes after it some hundred page faults, so
/// one that would come soon after another waits. Nothing wakes focusd up where nothing was done
/// since the last one.
@LoopActor final class QuietMoments {
    /// How long nothing must have been done before a release; up to twice as long passes.
    static let pause = Duration.milliseconds(200)
    /// From one release to the next, at least.
    static let interval = Duration.seconds(5)

    private let pause: Duration
    private let interval: Duration
    private let release: () -> Void
    private var timer: Timer?
    private var isArmed = false
    private var hasWorked = false
    private var earliest = ContinuousClock.now

    /// - Parameter release: what gives memory back.
    init(
        pause: Duration = QuietMoments.pause, interval: Duration = QuietMoments.interval,
        release: @escaping () -> Void
    ) {
        self.pause = pause
        self.interval = interval
        self.release = release
        timer = Timer { [weak self] in self?.looked() }
    }

    /// Notes that something was done. While a timer is set already this costs nothing: it is called
    /// for each batch.
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
