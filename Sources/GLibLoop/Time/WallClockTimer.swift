// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// Calls a handler when the wall clock reaches a time, and when the clock is set.
///
/// A time that passes while the machine sleeps is reached when the machine wakes up. The timer
/// never wakes the machine up.
@LoopActor public final class WallClockTimer {
    /// The reasons for a call of the handler.
    public enum Event: Hashable, Sendable {
        /// The wall clock has reached the time.
        case due
        /// The clock was set, or the machine slept. The timer is unchanged.
        case clockChanged
    }

    private let descriptor: Int32
    private let source: FileDescriptorSource

    /// Creates a timer without a time.
    /// - Throws: The system's error if it cannot create another timer.
    public init(_ handler: @escaping @LoopActor (Event) -> Void) throws(SystemCallError) {
        let descriptor = cglib_timerfd_create(CLOCK_REALTIME)
        guard descriptor >= 0 else { throw SystemCallError(number: errno) }
        self.descriptor = descriptor
        source = FileDescriptorSource(fd: descriptor, events: .readable) { _ in
            var count: UInt64 = 0
            if unsafe read(descriptor, &count, 8) == 8 {
                handler(.due)
            } else if errno == ECANCELED {
                handler(.clockChanged)
            }
        }
    }

    isolated deinit {
        source.cancel()
        close(descriptor)
    }

    /// Waits for a time in milliseconds of Unix time instead of the time before. Nil waits for
    /// nothing, not even for a change of the clock.
    public func set(_ milliseconds: Int64?) {
        // Zero would disarm the timer. The kernel accepts no negative time and treats a time beyond
        // its own limit as that limit.
        let time = milliseconds.map { min(max($0, 1), 1 << 52) } ?? 0
        let seconds = gint64(time / 1_000)
        cglib_timerfd_set(descriptor, seconds, gint64(time % 1_000) * 1_000_000)
    }
}

/// The error of a system call.
public struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the error (errno(3)).
    public let number: Int32

    /// The system's description of the error.
    public var description: String {
        // The C library owns the text, which is copied at once.
        unsafe String(cString: strerror(number))
    }
}
