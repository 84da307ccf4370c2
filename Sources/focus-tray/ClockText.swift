// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Future times as menu texts.
enum ClockText {
    /// Returns `18:00`, `Sun 09:00` or `2026-12-24 09:00`, in the time zone of the environment.
    static func text(_ time: Timestamp, seenFrom now: Timestamp) -> String {
        let week: Int64 = 7 * 24 * 3_600_000
        let day = format(time, "%F")
        if day == format(now, "%F") { return format(time, "%H:%M") }
        let isNear = (0..<week).contains(time.rawValue.subtractingSaturated(now.rawValue))
        return format(time, isNear ? "%a %H:%M" : "%F %H:%M")
    }

    private static func format(_ time: Timestamp, _ format: String) -> String {
        var seconds = time_t(time.rawValue / 1_000)
        var parts = unsafe tm()
        // The zone may have changed since the last call (tzset(3)).
        tzset()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "?" }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard unsafe strftime(text.baseAddress, text.count, format, &parts) > 0,
                let base = text.baseAddress
            else { return "?" }
            return unsafe String(cString: base)
        }
    }
}

extension Timestamp {
    /// The time of the wall clock.
    static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension Int64 {
    /// Returns the difference, or the number nearest to it.
    fileprivate func subtractingSaturated(_ other: Int64) -> Int64 {
        let (result, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : result
    }
}
