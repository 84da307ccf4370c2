// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// Calls a handler when the clock on the wall shows a time, and when it is set.
///
/// The time counts as reached also when the machine slept through it, as soon as it wakes. It never
/// wakes the machine up.
@LoopActor public final class WallClockTimer {
    /// Why the handler is called.
    public enum Event: Hashable, Sendable {
        /// The time has come.
        case due
        /// The clock was set, or the machine slept; the timer stays as it was.
        case clockChanged
    }

    private let descriptor: Int32
    private let source: FileDescriptorSource

    /// A timer that waits for nothing.
    /// - Throws: what the system says where it has no more timers.
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

    /// Waits for a time in milliseconds of Unix time, and no longer for the one before; nil to wait
    /// for nothing, not even for the clock to be set.
    public func set(_ milliseconds: Int64?) {
        // Zero would disarm the timer; the kernel takes no negative time, and one beyond its own
        // limit is as good as that limit.
        let time = milliseconds.map { min(max($0, 1), 1 << 52) } ?? 0
        let seconds = gint64(time / 1_000)
        cglib_timerfd_set(descriptor, seconds, gint64(time % 1_000) * 1_000_000)
    }
}

/// What a system call failed with.
public struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the error (errno(3)).
    public let number: Int32

    /// The system's words.
    public var description: String {
        // The text is the C library's own and is copied at once.
        unsafe String(cString: strerror(number))
    }
}
