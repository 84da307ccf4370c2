// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
package import GLibLoop
import Glibc

/// The owners of well-known names on the session bus.
@LoopActor package struct SessionOwners {
    /// A process that owns a name.
    package struct Owner: Hashable, Sendable {
        package let processID: UInt32
        /// The kernel's name of the process, at most 15 bytes.
        package let program: String

        package init(processID: UInt32, program: String) {
            self.processID = processID
            self.program = program
        }
    }

    private let connection: Connection

    /// Connects to the session bus of the environment.
    package init() throws(ControlError) {
        connection = try SessionBus.connect(nil)
    }

    /// The notification server; nil if there is none.
    package var notifications: Owner? { owner(of: WireName.notifications) }

    /// The running focusd.
    package var focusd: Owner? { owner(of: WireName.focus) }

    /// Makes the bus read its service files again.
    package func reloadServices() {
        _ = try? connection.askBlocking("ReloadConfig", [], of: bus)
    }

    /// Returns true if a bus listens on the socket of focusd's private bus in a runtime directory.
    package static func hasPrivateBus(in runtime: String) -> Bool {
        let address = "unix:path=\(BusAddress.escaped(runtime + "/focusd/bus"))"
        guard let connection = try? Connection(address: address) else { return false }
        connection.close()
        return true
    }

    private var bus: Service {
        Service(name: WireName.bus, path: WireName.busPath, interface: WireName.busInterface)
    }

    private func owner(of name: BusName) -> Owner? {
        let answer = try? connection.askBlocking(
            "GetConnectionUnixProcessID", [.string(name.rawValue)], of: bus)
        guard let processID = answer?.first?.asUInt32 else { return nil }
        return Owner(processID: processID, program: Self.program(processID))
    }

    private static func program(_ processID: UInt32) -> String {
        let descriptor = unsafe open("/proc/\(processID)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "another program" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self)
    }
}
