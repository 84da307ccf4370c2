// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// The client of `org.freedesktop.Notifications`: focusd's, or any notification server's.
@LoopActor package final class NotificationsClient {
    private let connection: Connection

    /// Uses a connection, which others may share.
    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Connects to the session bus of the environment, or to the one at `address`.
    package convenience init(address: String? = nil) throws(ControlError) {
        self.init(try SessionBus.connect(address))
    }

    /// Sends a notification and returns its id.
    package func notify(_ request: NotificationRequest) async throws(ControlError) -> ClientID {
        let values = try await connection.ask("Notify", request.arguments, of: Self.service)
        return try Self.id(values)
    }

    /// Withdraws a notification.
    package func close(_ id: ClientID) async throws(ControlError) {
        _ = try await connection.ask(
            "CloseNotification", [.uint32(id.rawValue)], of: Self.service)
    }

    /// Returns the server's capabilities, in the specification's words.
    package func capabilities() async throws(ControlError) -> Set<String> {
        let values = try await connection.ask("GetCapabilities", [], of: Self.service)
        guard let names = values.first?.asStrings else {
            throw .malformedAnswer(member: "GetCapabilities")
        }
        return Set(names)
    }

    /// Calls `handler` with the server's events, until the subscription is dropped.
    ///
    /// Servers other than focusd may send the events of all apps to all apps: check the id.
    package func subscribe(
        _ handler: @escaping @LoopActor (NotificationEvent) -> Void
    ) -> NotificationSubscription {
        let signals = MatchRule(
            sender: WireName.notifications, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface)
        let owner = BusDaemon.ownerChanges(of: WireName.notifications)
        return NotificationSubscription([
            connection.subscribe(signals) { message in
                if let event = NotificationEvent(message) { handler(event) }
            },
            connection.subscribe(owner) { message in
                let owners = ((try? message.arguments()) ?? []).compactMap(\.asString)
                guard owners.count == 3 else { return }
                if !owners[1].isEmpty { handler(.serverLeft) }
                if !owners[2].isEmpty { handler(.serverAppeared) }
            },
        ])
    }

    /// Returns true if the server is focusd, whose ids outlive a restart and whose signals go to
    /// the sender alone; nil if no server answers, or focus-bridge in focusd's place until focusd
    /// is back. Asks the bus to start the server if necessary.
    ///
    /// focusd owns its two names on two connections of one process, and answers once it owns both.
    package func serverIsFocusd() async -> Bool? {
        let peer = BusService(
            name: WireName.notifications, path: WireName.notificationsPath,
            interface: "org.freedesktop.DBus.Peer")
        do throws(ControlError) {
            _ = try await connection.ask("Ping", [], of: peer)
        } catch .notReachable {
            return nil
        } catch {
            // A refusal is an answer of the server, too.
        }
        guard let server = await connection.processID(of: WireName.notifications) else {
            return nil
        }
        let focusd = await connection.processID(of: WireName.focus)
        // Without an id, either the name has no owner, or the bus has gone.
        guard focusd != nil || connection.isConnected else { return nil }
        if focusd == server { return true }
        return await connection.processID(of: WireName.bridge) == server ? nil : false
    }

    private static let service = BusService(
        name: WireName.notifications, path: WireName.notificationsPath,
        interface: WireName.notificationsInterface)

    private static func id(_ values: [Value]) throws(ControlError) -> ClientID {
        guard let id = values.first?.asUInt32 else { throw .malformedAnswer(member: "Notify") }
        return ClientID(rawValue: id)
    }
}

extension Connection {
    /// Returns the process that owns a name; nil without an owner or a bus.
    func processID(of name: BusName) async -> UInt32? {
        try? await ask("GetConnectionUnixProcessID", [.string(name.rawValue)], of: .bus)
            .first?.asUInt32
    }
}
