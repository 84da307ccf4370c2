// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// A process, held by a pidfd. Its number cannot change to another process (pidfd_open(2)).
public struct ProcessHandle: ~Copyable {
    private let descriptor: Int32

    /// Returns nil if no process has that number, or if this process may not see it.
    public init?(_ processID: UInt32) {
        guard let number = Int32(exactly: processID), number > 0 else { return nil }
        let descriptor = cglib_pidfd_open(number)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// True while the process runs.
    public var isAlive: Bool { !waitForEnd(within: .zero) }

    /// Blocks the thread until the process ends, at most for `limit`. Returns true if it has ended.
    public func waitForEnd(within limit: Duration) -> Bool {
        Self.hasEnded(descriptor, within: limit)
    }

    /// Returns true while the process of a pidfd runs. The caller keeps the pidfd.
    public static func isAlive(_ descriptor: Int32) -> Bool {
        !hasEnded(descriptor, within: .zero)
    }

    private static func hasEnded(_ descriptor: Int32, within limit: Duration) -> Bool {
        // A pidfd becomes readable when its process ends.
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(clamping: limit.microseconds / 1_000)
        return unsafe poll(&poller, 1, milliseconds) > 0
    }

    /// Sends a signal to the process, unless it has ended.
    public func signal(_ number: Int32) {
        cglib_pidfd_signal(descriptor, number)
    }
}
