// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// Calls a handler while a file descriptor is ready, until it is cancelled or dropped.
///
/// The caller owns the descriptor and must keep it open until the source is cancelled.
@safe @LoopActor public final class FileDescriptorSource {
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
            if events != oldValue { source.wait(for: events.condition, of: descriptor) }
        }
    }

    private let source: EventSource
    private let descriptor: EventSource.Descriptor

    /// Calls `handler` with the reported conditions in every iteration in which `fd` is ready.
    public init(fd: Int32, events: Events, _ handler: @escaping @LoopActor (Events) -> Void) {
        self.events = events
        let pointer = unsafe makeBareSource()
        let descriptor = unsafe EventSource.Descriptor(fd, events.condition, of: pointer)
        self.descriptor = descriptor
        source = unsafe EventSource(taking: pointer, on: LoopActor.executor) {
            let reported = Events(rawValue: descriptor.reported.rawValue)
            LoopWatchdog.watch("descriptor \(fd)") { handler(reported) }
        }
    }

    /// Returns the number of bytes that can be read from a socket without waiting.
    public nonisolated static func bytesLeft(in socket: Int32) -> Int {
        var left: Int32 = 0
        return unsafe ioctl(socket, UInt(FIONREAD), &left) == 0 ? Int(left) : 0
    }

    /// Stops watching; the handler is not called again.
    public func cancel() {
        source.destroy()
    }
}

extension FileDescriptorSource.Events {
    fileprivate var condition: GIOCondition { GIOCondition(rawValue: rawValue) }
}
