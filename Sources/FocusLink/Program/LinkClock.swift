// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The wall clock of the link: calls a handler at a given time, and when the clock is set.
@LoopActor final class LinkClock {
    /// Largest difference in milliseconds that counts as drift instead of a set clock.
    private static let drift: Int64 = 1_000

    private var timer: WallClockTimer?
    /// The clock's lead when the clock was last found to be set.
    private var lead = KernelClock.lead
    private let onDue: @LoopActor () -> Void
    /// Called with the milliseconds by which the clock was set.
    private let onSet: @LoopActor (Int64) -> Void

    init(
        onDue: @escaping @LoopActor () -> Void, onSet: @escaping @LoopActor (Int64) -> Void
    ) {
        self.onDue = onDue
        self.onSet = onSet
        do throws(SystemCallError) {
            timer = try WallClockTimer { [weak self] event in self?.took(event) }
        } catch {
            Program.log("there is no timer: \(error)")
        }
        wake(at: nil)
    }

    /// Waits for a time in milliseconds since 1970, and not for the time before; nil for no time.
    func wake(at time: Int64?) {
        // A timer without a time does not notice that the clock is set.
        timer?.set(time ?? .max)
    }

    private func took(_ event: WallClockTimer.Event) {
        let step = KernelClock.lead - lead
        lead += step
        if abs(step) > Self.drift { onSet(step) }
        guard event == .due else { return }
        // A timer whose time has come notices no more that the clock is set.
        wake(at: nil)
        onDue()
    }
}
