// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Monotonic clock as a number. Passing an instant of `ContinuousClock` costs ten times as much.
enum MonotonicClock {
    static var microseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

extension Timestamp {
    /// Current time of the wall clock.
    static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
