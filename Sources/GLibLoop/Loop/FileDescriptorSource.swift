// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Calls a handler while a file descriptor is ready, until it is cancelled or dropped.
///
/// The caller owns the descriptor and must keep it open until the source is cancelled.
@LoopActor public final class FileDescriptorSource {
    /// Conditions of a descriptor, to wait for and as reported.
    public struct Events: OptionSet, Sendable, Hashable {
        /// The bits of `poll(2)`.
        public let rawValue: UInt32

        /// Events from the bits of `poll(2)`.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Reading does not block (`POLLIN`).
        public static let readable = Events(rawValue: 1)
        /// Writing does not block (`POLLOUT`).
        public static let writable = Events(rawValue: 4)
        /// An error is pending (`POLLERR`). Always reported.
        public static let error = Events(rawValue: 8)
        /// The other side is closed (`POLLHUP`). Always reported.
        public static let hangUp = Events(rawValue: 16)
    }

    /// The conditions to wait for. An empty set pauses the source, except for errors.
    public var events: Events {
        didSet {
            if events != oldValue { poll.change(watch, to: events.bits) }
        }
    }

    private let poll: LoopPoll
    private let watch: LoopPoll.Watch

    /// Calls `handler` with the reported conditions in every iteration in which `fd` is ready.
    public init(fd: Int32, events: Events, _ handler: @escaping @LoopActor (Events) -> Void) {
        self.events = events
        poll = LoopActor.poll
        watch = poll.add(fd, events.bits) { handler(Events(rawValue: UInt32($0))) }
    }

    /// Returns the number of bytes that can be read from a socket without waiting.
    public nonisolated static func bytesLeft(in socket: Int32) -> Int {
        var left: Int32 = 0
        return unsafe ioctl(socket, UInt(FIONREAD), &left) == 0 ? Int(left) : 0
    }

    /// Stops watching; the handler is not called again.
    public func cancel() {
        poll.remove(watch)
    }

    deinit { watch.drop(from: poll) }
}

extension FileDescriptorSource.Events {
    /// The bits of `poll(2)`; others are dropped.
    fileprivate var bits: UInt16 { UInt16(truncatingIfNeeded: rawValue) }
}
