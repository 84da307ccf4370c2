// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The wall clock of the link: calls a handler at a given time.
@LoopActor final class LinkClock {
    private let timer: WallClockTimer?

    init(onDue: @escaping @LoopActor () -> Void) {
        do throws(SystemCallError) {
            timer = try WallClockTimer { event in
                if event == .due { onDue() }
            }
        } catch {
            Program.log("there is no timer: \(error)")
            timer = nil
        }
    }

    /// Waits for a time in milliseconds since 1970, and not for the time before; nil for no time.
    func wake(at time: Int64?) { timer?.set(time) }

    /// Milliseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
