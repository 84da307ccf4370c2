// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The kernel's clocks as numbers of milliseconds.
package enum KernelClock {
    /// The wall clock: milliseconds since 1970-01-01T00:00:00Z.
    package static var wall: Int64 { milliseconds(of: CLOCK_REALTIME) }
    /// Milliseconds since the start of the machine, sleep included. Nobody can set this clock.
    package static var sinceBoot: Int64 { milliseconds(of: CLOCK_BOOTTIME) }
    /// Milliseconds by which the wall clock is ahead of the other one: the same until it is set.
    package static var lead: Int64 { wall - sinceBoot }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
