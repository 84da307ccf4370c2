// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc

/// The address of a process's session bus.
enum BusAddress {
    /// Returns the first of these addresses: of the bus that started a filter extension, of the
    /// environment's bus, of the user's bus in the runtime directory, which systemd starts.
    ///
    /// - Parameter value: Returns a variable of the environment; nil if it is unset or empty.
    static func find(
        _ role: AppSession.Role, environment value: (String) -> String? = Environment.variable
    ) throws(ControlError) -> String {
        if role == .filterExtension, let address = value("DBUS_STARTER_ADDRESS") {
            return address
        }
        if let address = value("DBUS_SESSION_BUS_ADDRESS") { return address }
        if let directory = value("XDG_RUNTIME_DIR"),
            unsafe access(directory + "/bus", R_OK | W_OK) == 0
        {
            return Connection.address(ofSocket: directory + "/bus")
        }
        throw .notReachable("no session bus: DBUS_SESSION_BUS_ADDRESS is not set")
    }
}

/// The user's session bus.
enum SessionBus {
    /// Connects to the bus of the environment, or to the one at `address`.
    @LoopActor static func connect(_ address: String?) throws(ControlError) -> Connection {
        do throws(ConnectionError) {
            if let address { return try Connection(address: address) }
            return try Connection.session()
        } catch {
            throw .notReachable("no session bus: \(error.message)")
        }
    }
}
