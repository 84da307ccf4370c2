// SPDX-License-Identifier: Apache-2.0
import CDBus
import GLibLoop

/// The callbacks for libdbus, and its messages.
extension LoopBinding {
    /// True if messages that were read wait to be dispatched.
    var hasMessages: Bool {
        unsafe dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS
    }

    /// True if the bus has not taken all sent messages.
    var hasUnsent: Bool {
        unsafe dbus_connection_has_messages_to_send(connection) != 0
    }

    /// Registers the callbacks; libdbus retains the binding.
    func install() {
        unsafe dbus_connection_set_watch_functions(
            connection, addWatch, removeWatch, toggleWatch,
            Unmanaged.passRetained(self).toOpaque(), release)
        unsafe dbus_connection_set_timeout_functions(
            connection, addTimeout, removeTimeout, toggleTimeout,
            Unmanaged.passRetained(self).toOpaque(), release)
        unsafe dbus_connection_set_dispatch_status_function(
            connection, changeStatus, Unmanaged.passRetained(self).toOpaque(), release)
        unsafe dbus_connection_add_filter(
            connection, receiveMessage, Unmanaged.passRetained(self).toOpaque(), release)
    }

    /// Removes the callbacks.
    func uninstall() {
        // Each of these calls releases a reference that `install` passed to libdbus.
        unsafe dbus_connection_remove_filter(
            connection, receiveMessage, Unmanaged.passUnretained(self).toOpaque())
        unsafe dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
        unsafe dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil)
        unsafe dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    }
}

// Not closures inside the class: such closures would be isolated to the actor and trap in a call
// from another thread.

private let addWatch: DBusAddWatchFunction = { watch, data in
    let watch = unsafe Watch(watch.unsafelyUnwrapped)
    let binding = unsafe borrowed(data)
    LoopActor.assumeIsolated { binding.add(watch) }
    return 1
}

private let removeWatch: DBusRemoveWatchFunction = { watch, data in
    let watch = unsafe Watch(watch.unsafelyUnwrapped)
    let binding = unsafe borrowed(data)
    LoopActor.assumeIsolated { binding.remove(watch) }
}

private let toggleWatch: DBusWatchToggledFunction = { _, data in
    let binding = unsafe borrowed(data)
    if LoopActor.executor.isIsolatingCurrentContext() == true {
        LoopActor.assumeIsolated { binding.updateSource() }
    } else {
        // Releasing a message, on any thread, can cause libdbus to want to read again.
        Task { @LoopActor in binding.updateSource() }
    }
}

private let addTimeout: DBusAddTimeoutFunction = { timeout, data in
    let timeout = unsafe Timeout(timeout.unsafelyUnwrapped)
    let binding = unsafe borrowed(data)
    LoopActor.assumeIsolated { binding.deadlines.add(timeout) }
    return 1
}

private let removeTimeout: DBusRemoveTimeoutFunction = { timeout, data in
    let timeout = unsafe Timeout(timeout.unsafelyUnwrapped)
    let binding = unsafe borrowed(data)
    LoopActor.assumeIsolated { binding.deadlines.remove(timeout) }
}

/// libdbus never toggles a pending call's timeout, and all timeouts here are of pending calls.
private let toggleTimeout: DBusTimeoutToggledFunction = { _, _ in }

private let changeStatus: DBusDispatchStatusFunction = { _, status, data in
    guard status == DBUS_DISPATCH_DATA_REMAINS else { return }
    let binding = unsafe borrowed(data)
    // The read loop finds messages that arrive while it reads. Entering the actor costs more than
    // this check.
    LoopActor.executor.checkIsolated()
    if unsafe binding.isReading { return }
    LoopActor.assumeIsolated { binding.messagesArrived() }
}

/// The only filter, which handles all messages: libdbus never replies by itself, except to Peer.
private let receiveMessage: DBusHandleMessageFunction = { _, message, data in
    nonisolated(unsafe) let message = unsafe message.unsafelyUnwrapped
    let binding = unsafe borrowed(data)
    LoopActor.assumeIsolated { unsafe binding.receiver?.receive(message) }
    return DBUS_HANDLER_RESULT_HANDLED
}

private let release: DBusFreeFunction = { data in
    // Never nil: `install` passed the pointer.
    unsafe Unmanaged<LoopBinding>.fromOpaque(data.unsafelyUnwrapped).release()
}

/// Returns the binding that libdbus retains.
private func borrowed(_ data: UnsafeMutableRawPointer?) -> LoopBinding {
    unsafe Unmanaged<LoopBinding>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
}

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
    func readOrWrite(_ ready: FileDescriptorSource.Events) {
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
