// SPDX-License-Identifier: Apache-2.0
import CDBus
import Synchronization

/// A connection that has joined its bus and is not on the loop yet; closed unless it is taken.
@safe final class OpenConnection: Sendable {
    /// The name that the bus gave the connection.
    let uniqueName: BusName
    /// The address of the libdbus connection, 0 once it is taken.
    private let pointer: Mutex<UInt>

    /// Joins the bus at `address`; blocks until the bus has said hello. May run on any thread.
    init(address: String) throws(ConnectionError) {
        var error = unsafe DBusError()
        unsafe dbus_error_init(&error)
        // Several threads may join buses at a time.
        dbus_threads_init_default()
        guard let pointer = unsafe dbus_connection_open_private(address, &error) else {
            throw unsafe ConnectionError(CallError(taking: &error))
        }
        // The program decides what the end of a bus means.
        unsafe dbus_connection_set_exit_on_disconnect(pointer, 0)
        guard unsafe dbus_bus_register(pointer, &error) != 0,
            let name = unsafe dbus_bus_get_unique_name(pointer)
        else {
            unsafe Self.close(pointer)
            throw unsafe ConnectionError(CallError(taking: &error))
        }
        unsafe uniqueName = BusName(unchecked: String(cString: name))
        self.pointer = Mutex(UInt(bitPattern: pointer))
    }

    deinit {
        if let pointer = unsafe OpaquePointer(bitPattern: pointer.withLock { $0 }) {
            unsafe Self.close(pointer)
        }
    }

    /// Hands over the only reference to the libdbus connection; once.
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
