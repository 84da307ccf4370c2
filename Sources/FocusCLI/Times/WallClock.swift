// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

enum WallClock {
    static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
