// SPDX-License-Identifier: Apache-2.0
import CDBus
import Synchronization

/// A connection that has joined its bus but is not on the loop yet; closed unless it is taken.
@safe final class OpenConnection: Sendable {
    /// The unique name from the bus.
    let uniqueName: BusName
    /// The address of the libdbus connection; 0 after ``take()``.
    private let pointer: Mutex<UInt>

    /// Joins the bus at `address`; blocks until the bus has answered `Hello`, for `time` at most.
    /// May run on any thread.
    init(address: String, within time: Duration = .seconds(25)) throws(ConnectionError) {
        var error = unsafe DBusError()
        unsafe dbus_error_init(&error)
        // Several threads may join buses at the same time.
        dbus_threads_init_default()
        guard let pointer = unsafe dbus_connection_open_private(address, &error) else {
            throw unsafe ConnectionError(CallError(taking: &error))
        }
        // libdbus must not end the program when the bus closes.
        unsafe dbus_connection_set_exit_on_disconnect(pointer, 0)
        guard let name = unsafe Self.hello(pointer, time, &error) else {
            unsafe Self.close(pointer)
            throw unsafe ConnectionError(CallError(taking: &error))
        }
        uniqueName = BusName(unchecked: name)
        self.pointer = Mutex(UInt(bitPattern: pointer))
    }

    /// Calls `Hello` and returns the unique name from the bus; returns nil and sets `error` on
    /// failure.
    ///
    /// `dbus_bus_register` does the same under a lock of the whole process: while one bus hangs,
    /// the process could join no other.
    private static func hello(
        _ pointer: OpaquePointer, _ time: Duration, _ error: inout DBusError
    ) -> String? {
        let call = unsafe dbus_message_new_method_call(
            DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "Hello")
        guard let call = unsafe call else { return nil }
        defer { unsafe dbus_message_unref(call) }
        guard
            let reply = unsafe dbus_connection_send_with_reply_and_block(
                pointer, call, time.libdbusMilliseconds, &error)
        else { return nil }
        guard let name = unsafe Message(taking: reply).firstString else {
            unsafe dbus_set_error_const(
                &error, DBUS_ERROR_FAILED, "the bus gave the connection no name")
            return nil
        }
        return unsafe dbus_bus_set_unique_name(pointer, name) != 0 ? name : nil
    }

    deinit {
        if let pointer = unsafe OpaquePointer(bitPattern: pointer.withLock { $0 }) {
            unsafe Self.close(pointer)
        }
    }

    /// Transfers the only reference to the libdbus connection; at most once.
    @unsafe func take() -> OpaquePointer {
        let bits = pointer.withLock { bits in
            defer { bits = 0 }
            return bits
        }
        guard let pointer = unsafe OpaquePointer(bitPattern: bits) else {
            preconditionFailure("a connection can be taken once")
        }
        return unsafe pointer
    }

    private static func close(_ pointer: OpaquePointer) {
        unsafe dbus_connection_close(pointer)
        unsafe dbus_connection_unref(pointer)
    }
}

extension Message {
    /// The first argument, if it is an s.
    fileprivate var firstString: String? {
        var reader = reader
        return try? reader.string()
    }
}

extension Connection {
    /// Returns the address of the bus that listens on a socket.
    package nonisolated static func address(ofSocket path: String) -> String {
        // libdbus returns NULL only without memory, where Swift's own allocations trap as well.
        guard let escaped = unsafe dbus_address_escape_value(path) else {
            preconditionFailure("no memory for an address")
        }
        defer { unsafe dbus_free(escaped) }
        return unsafe "unix:path=" + String(cString: escaped)
    }
}
