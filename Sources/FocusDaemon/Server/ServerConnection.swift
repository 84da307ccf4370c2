// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// The connection to the real server's bus. It is made again whenever it is lost.
@LoopActor final class ServerConnection {
    let address: String
    private let bus: PrivateBus?
    private let log: Log
    private var connecting: Task<Void, Never>?
    private var pauses = RestartDelay()
    private var timer: Timer?
    /// The current connection, or nil while there is none.
    private(set) var current: Connection?
    /// The id of the bus of the last connection that was used.
    private(set) var busID = ""

    /// Called with each new connection, and with nil when it is lost.
    var onChange: ((Connection?) -> Void)?
    /// Called if the bus is the session bus; the connection is not used then.
    var onSessionBus: (() -> Void)?
    /// The id of the bus that focusd serves.
    var sessionBusID = ""

    /// - Parameter bus: the private bus, or nil for a bus that focusd did not start.
    init(_ address: String, _ bus: PrivateBus?, log: Log) {
        self.address = address
        self.bus = bus
        self.log = log
    }

    /// Connects without blocking, since the bus may hang while apps wait for replies.
    func connect() {
        timer = nil
        connecting?.cancel()
        connecting = Task { [weak self, address] in
            let result: Result<Connection, ConnectionError>
            do throws(ConnectionError) {
                result = .success(
                    try await Connection.open(address: address, within: PrivateBus.patience))
            } catch {
                result = .failure(error)
            }
            if !Task.isCancelled { self?.connected(result) }
        }
    }

    private func connected(_ result: Result<Connection, ConnectionError>) {
        connecting = nil
        switch result {
        case .success(let connection):
            connection.callRules.closesDescriptors = true
            connection.onDisconnect = { [weak self] in self?.disconnected() }
            identify(connection)
        case .failure(let error):
            log.error("no connection to the real server's bus: \(error)")
            if let bus, error.name == .noReply { bus.hangs() } else { connectLater() }
        }
    }

    private func use(_ connection: Connection) {
        current = connection
        pauses.succeeded()
        onChange?(connection)
    }

    /// Asks for the bus's id, then uses the bus. The id is kept: to ask again and wait would leave
    /// all apps waiting while a server floods its bus.
    ///
    /// Does not use the bus that focusd serves: notifications would go round endlessly.
    private func identify(_ connection: Connection) {
        connection.bus.id(within: PrivateBus.patience) { [weak self] id in
            // A connection that was lost meanwhile is made again already.
            guard let self, connection.isConnected else { return }
            guard let id else {
                connection.onDisconnect = nil
                if let bus { bus.hangs() } else { connectLater() }
                return
            }
            busID = id
            if bus == nil, id == sessionBusID { onSessionBus?() } else { use(connection) }
        }
    }

    private func connectLater() {
        timer = Timer(after: pauses.next()) { [weak self] in self?.connect() }
    }

    private func disconnected() {
        current = nil
        onChange?(nil)
        if let bus { bus.connectionLost() } else { connectLater() }
    }
}
