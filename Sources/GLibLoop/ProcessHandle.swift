// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// A process, held by a pidfd: its number cannot come to mean another process (pidfd_open(2)).
public struct ProcessHandle: ~Copyable {
    private let descriptor: Int32

    /// nil when there is no process of that number, or it may not be looked at.
    public init?(_ processID: UInt32) {
        guard let number = Int32(exactly: processID), number > 0 else { return nil }
        let descriptor = cglib_pidfd_open(number)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Whether the process has not ended.
    public var isAlive: Bool { !waitForEnd(within: .zero) }

    /// Blocks the thread until the process has ended, at most for so long; whether it has.
    public func waitForEnd(within limit: Duration) -> Bool {
        Self.hasEnded(descriptor, within: limit)
    }

    /// Whether the process of somebody else's pidfd has not ended.
    public static func isAlive(_ descriptor: Int32) -> Bool {
        !hasEnded(descriptor, within: .zero)
    }

    private static func hasEnded(_ descriptor: Int32, within limit: Duration) -> Bool {
        // A pidfd becomes readable when its process ends.
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(clamping: limit.microseconds / 1_000)
        return unsafe poll(&poller, 1, milliseconds) > 0
    }

    /// Sends a signal to this very process; one that has ended is left alone.
    public func signal(_ number: Int32) {
        cglib_pidfd_signal(descriptor, number)
    }
}
