// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc

/// A connection to a bus that exists only while a source of triggers uses it.
///
/// If the bus cannot be reached, the line tries again when the bus's socket appears, and then
/// several times: a bus makes its socket a moment before it listens.
@LoopActor final class BusLine {
    let address: String
    private(set) var connection: Connection?
    /// The reason why there is no connection.
    private(set) var failure: String?
    private var users: [ObjectIdentifier: @LoopActor () -> Void] = [:]
    private var isOpening = false
    private var monitor: FileMonitor?
    /// The next try while the socket is there, and the pause before it.
    private var retry: Timer?
    private var pause = firstPause
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(60)
    /// True for a connection that belongs to others and stays open.
    private let isLent: Bool

    /// The remedy for a system bus that is not there.
    static let remedy =
        "start the system bus (Debian's package dbus): service dbus start, as root; focusd notices"
        + " that within a minute"
    /// Time for the bus to answer.
    static let patience = Duration.seconds(5)
    /// The system bus, unless `DBUS_SYSTEM_BUS_ADDRESS` names another.
    nonisolated static let systemAddress = "unix:path=/run/dbus/system_bus_socket"

    /// Creates a line to the system bus.
    convenience init(systemBusIn environment: (String) -> String?) {
        self.init(address: environment("DBUS_SYSTEM_BUS_ADDRESS") ?? Self.systemAddress)
    }

    init(address: String) {
        self.address = address
        isLent = false
    }

    /// Creates a line over a connection that is open.
    init(_ connection: Connection) {
        self.connection = connection
        address = ""
        isLent = true
    }

    /// Opens the bus for a user. Calls the body when ``connection`` has changed, or when the bus
    /// cannot be reached; at once if that is known.
    func join(_ user: AnyObject, _ onChange: @escaping @LoopActor () -> Void) {
        users[ObjectIdentifier(user)] = onChange
        if connection != nil || failure != nil { onChange() }
        if connection == nil { open() }
    }

    /// Ends a user's interest. The last user's end closes the bus.
    func leave(_ user: AnyObject) {
        users[ObjectIdentifier(user)] = nil
        guard users.isEmpty, !isLent else { return }
        connection?.onDisconnect = nil
        connection?.close()
        connection = nil
        failure = nil
        monitor = nil
        retry = nil
    }

    private func open() {
        guard !isOpening, !isLent else { return }
        isOpening = true
        let address = address
        Task { @LoopActor [weak self] in
            do throws(ConnectionError) {
                let connection = try await Connection.open(address: address, within: Self.patience)
                self?.opened(connection)
            } catch {
                // The error names a socket; users know the bus.
                self?.lost("the system bus cannot be reached")
            }
        }
    }

    private func opened(_ connection: Connection) {
        isOpening = false
        guard !users.isEmpty else { return connection.close() }
        failure = nil
        monitor = nil
        (retry, pause) = (nil, Self.firstPause)
        self.connection = connection
        connection.onDisconnect = { [weak self] in self?.lost("the bus is gone") }
        tell()
    }

    private func lost(_ reason: String) {
        isOpening = false
        connection = nil
        guard !users.isEmpty else { return }
        failure = reason
        watchSocket()
        tell()
    }

    private func tell() {
        for body in Array(users.values) { body() }
    }

    /// The path of the bus's socket; nil for a bus without one.
    private var socket: Substring? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        return address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" }
    }

    private func watchSocket() {
        guard let path = socket.map(String.init) else { return }
        if unsafe access(path, F_OK) == 0 {
            retry = Timer(after: pause) { [weak self] in self?.open() }
            pause = min(pause * 2, Self.longestPause)
        }
        guard monitor == nil else { return }
        monitor = try? FileMonitor(file: path) { [weak self] event in
            if case .created = event.kind { self?.open() }
        }
    }

    // MARK: Questions

    /// Asks if a service runs on the bus or can be started by it; nil without a bus.
    func hasService(_ name: BusName, _ body: @escaping @LoopActor (Bool?) -> Void) {
        let visit = Visit()
        let finish: @LoopActor (Bool?) -> Void = { [weak self] answer in
            self?.leave(visit)
            body(answer)
        }
        join(visit) { [weak self] in
            guard let self, !visit.isOver else { return }
            visit.isOver = true
            guard let connection else { return finish(nil) }
            connection.bus.activatableNames(within: Self.patience) { names in
                if names?.contains(name.rawValue) == true { return finish(true) }
                connection.bus.hasOwner(name, within: Self.patience) { finish($0 ?? false) }
            }
        }
    }

    @LoopActor private final class Visit {
        var isOver = false
    }
}
