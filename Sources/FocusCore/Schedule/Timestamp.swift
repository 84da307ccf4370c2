// SPDX-License-Identifier: Apache-2.0

/// A moment on the wall clock, in milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A moment on the wall clock and on the monotonic clock.
package struct Moment: Sendable {
    package let time: Timestamp
    package let instant: ContinuousClock.Instant

    package init(time: Timestamp, instant: ContinuousClock.Instant) {
        self.time = time
        self.instant = instant
    }
}
