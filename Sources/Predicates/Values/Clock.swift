// SPDX-License-Identifier: Apache-2.0
import Glibc

/// 2001-01-01 00:00:00 UTC in Unix time, where Apple's dates start.
private let referenceDate = 978_307_200.0

/// Returns the system clock's time in the unit of ``PredicateValue/date(_:)``.
func secondsSinceReferenceDate() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) - referenceDate + Double(time.tv_nsec) / 1_000_000_000
}
