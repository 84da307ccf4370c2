// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
package import GLibLoop
import Glibc

/// Who serves what on the session bus.
@LoopActor package struct SessionOwners {
    /// A process that owns a name.
    package struct Owner: Hashable, Sendable {
        package let processID: UInt32
        /// What the kernel calls it, at most 15 bytes.
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

    /// Who shows notifications; nil where nobody does.
    package var notifications: Owner? { owner(of: WireName.notifications) }

    /// The focusd that runs.
    package var focusd: Owner? { owner(of: WireName.focus) }

    /// Has the bus read its service files anew.
    package func reloadServices() {
        _ = try? connection.askBlocking("ReloadConfig", [], of: bus)
    }

    /// Whether a bus listens on the socket that focusd's private bus has in a runtime directory.
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
