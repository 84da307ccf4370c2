// SPDX-License-Identifier: Apache-2.0
import CDBus
import GLibLoop

/// What libdbus calls.
extension LoopBinding {
    /// Lets libdbus call the binding, and hold it.
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

    /// Ends that.
    func uninstall() {
        // Each of these gives back the reference that `install` handed over.
        unsafe dbus_connection_remove_filter(
            connection, receiveMessage, Unmanaged.passUnretained(self).toOpaque())
        unsafe dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
        unsafe dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil)
        unsafe dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    }
}

// These are no closures inside the class: such would be isolated to the actor and trap in a call from
// another thread.

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
        // Releasing a message, which may happen on any thread, can make libdbus want to read again.
        Task { @LoopActor in binding.updateSource() }
    }
}

private let addTimeout: DBusAddTimeoutFunction = { timeout, data in
    let timeout = unsafe Timeout(timeout.unsafelyUnwrapped)
    let binding = unsafe borrowed(data)
    LoopActor.assumeIsolated { binding.add(timeout) }
    return 1
}

private let removeTimeout: DBusRemoveTimeoutFunction = { timeout, data in
    let timeout = unsafe Timeout(timeout.unsafelyUnwrapped)
    let binding = unsafe borrowed(data)
    LoopActor.assumeIsolated { binding.remove(timeout) }
}

/// libdbus never toggles a pending call's timeout, and those are the only ones here.
private let toggleTimeout: DBusTimeoutToggledFunction = { _, _ in }

private let changeStatus: DBusDispatchStatusFunction = { _, status, data in
    guard status == DBUS_DISPATCH_DATA_REMAINS else { return }
    let binding = unsafe borrowed(data)
    // What is being read is found there. To enter the actor costs more than to look.
    LoopActor.executor.checkIsolated()
    if unsafe binding.isReading { return }
    LoopActor.assumeIsolated { binding.messagesArrived() }
}

/// The one filter. It answers for every message, so libdbus never replies by itself, except to Peer.
private let receiveMessage: DBusHandleMessageFunction = { _, message, data in
    nonisolated(unsafe) let message = unsafe message.unsafelyUnwrapped
    let binding = unsafe borrowed(data)
    LoopActor.assumeIsolated { unsafe binding.receive(message) }
    return DBUS_HANDLER_RESULT_HANDLED
}

private let release: DBusFreeFunction = { data in
    // Never nil: it is what `install` handed over.
    unsafe Unmanaged<LoopBinding>.fromOpaque(data.unsafelyUnwrapped).release()
}

/// The binding that libdbus holds.
private func borrowed(_ data: UnsafeMutableRawPointer?) -> LoopBinding {
    unsafe Unmanaged<LoopBinding>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
}
