// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The address of a process's session bus.
enum BusAddress {
    /// Returns the first of these addresses: of the bus that started a filter extension, of the
    /// environment's bus, of the user's bus in the runtime directory, which systemd starts.
    ///
    /// - Parameter environment: Returns a variable of the environment. Nil and empty are the same.
    static func find(
        _ role: AppSession.Role, environment: (String) -> String? = environment(_:)
    ) throws(ControlError) -> String {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if role == .filterExtension, let address = value("DBUS_STARTER_ADDRESS") {
            return address
        }
        if let address = value("DBUS_SESSION_BUS_ADDRESS") { return address }
        if let directory = value("XDG_RUNTIME_DIR"),
            unsafe access(directory + "/bus", R_OK | W_OK) == 0
        {
            return "unix:path=\(escaped(directory))/bus"
        }
        throw .notReachable("no session bus: DBUS_SESSION_BUS_ADDRESS is not set")
    }

    private static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Returns the text as a value in an address: "Server Addresses" of the D-Bus specification.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        let digits = Array("0123456789abcdef")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "*"):
                escaped.append(Character(Unicode.Scalar(byte)))
            default:
                escaped += "%"
                escaped.append(digits[Int(byte >> 4)])
                escaped.append(digits[Int(byte & 15)])
            }
        }
        return escaped
    }
}
