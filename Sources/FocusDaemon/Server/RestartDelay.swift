// SPDX-License-Identifier: Apache-2.0

/// Delay before the next attempt to start a process or to connect: 100 ms, doubled each time, at
/// most 30 s.
struct RestartDelay {
    static let first = Duration.milliseconds(100)
    static let longest = Duration.seconds(30)

    private var delay = Self.first

    /// Returns the current delay and doubles the next one.
    mutating func next() -> Duration {
        defer { delay = min(delay * 2, Self.longest) }
        return delay
    }

    /// Resets the delay to the shortest one.
    mutating func succeeded() {
        delay = Self.first
    }
}
