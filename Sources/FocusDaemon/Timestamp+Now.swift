// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// The clock that only goes forward, as a number: an instant of `ContinuousClock` is passed around at
/// ten times the cost.
enum MonotonicClock {
    static var microseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

extension Timestamp {
    /// The wall clock's time.
    static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
