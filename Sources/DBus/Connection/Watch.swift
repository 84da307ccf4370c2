// SPDX-License-Identifier: Apache-2.0
import CDBus
import GLibLoop

/// A libdbus watch; valid from its addition until its removal.
@safe struct Watch: Hashable, @unchecked Sendable {
    // Unchecked: passed only from libdbus's callback to the loop's thread, on which the callback
    // runs.
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    static func == (left: Watch, right: Watch) -> Bool { unsafe left.pointer == right.pointer }
    func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }

    var isEnabled: Bool { unsafe dbus_watch_get_enabled(pointer) != 0 }
    var descriptor: Int32 { unsafe dbus_watch_get_unix_fd(pointer) }
    private var flags: UInt32 { unsafe dbus_watch_get_flags(pointer) }

    /// The events that the loop must wait for.
    var events: FileDescriptorSource.Events {
        var events: FileDescriptorSource.Events = []
        if flags & DBUS_WATCH_READABLE.rawValue != 0 { events.insert(.readable) }
        if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events.insert(.writable) }
        return events
    }

    /// Reads or writes, as far as the events concern this watch.
    func handle(_ ready: FileDescriptorSource.Events) {
        var happened: UInt32 = 0
        if ready.contains(.readable) { happened |= DBUS_WATCH_READABLE.rawValue & flags }
        if ready.contains(.writable) { happened |= DBUS_WATCH_WRITABLE.rawValue & flags }
        if ready.contains(.error) { happened |= DBUS_WATCH_ERROR.rawValue }
        if ready.contains(.hangUp) { happened |= DBUS_WATCH_HANGUP.rawValue }
        if happened != 0 { unsafe dbus_watch_handle(pointer, happened) }
    }
}

/// A libdbus timeout; valid from its addition until its removal.
@safe struct Timeout: Hashable, @unchecked Sendable {
    // Unchecked: passed only from libdbus's callback to the loop's thread, on which the callback
    // runs.
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    static func == (left: Timeout, right: Timeout) -> Bool { unsafe left.pointer == right.pointer }
    func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }

    var isEnabled: Bool { unsafe dbus_timeout_get_enabled(pointer) != 0 }
    var interval: Duration { .milliseconds(unsafe dbus_timeout_get_interval(pointer)) }

    func handle() { _ = unsafe dbus_timeout_handle(pointer) }
}
