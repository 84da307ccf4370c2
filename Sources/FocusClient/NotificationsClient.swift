// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// A notification to be sent, with the hints that focusd decides by.
package struct NotificationRequest: Hashable, Sendable {
    package var appName = ""
    /// The notification that this one takes the place of.
    package var replaces: ClientID?
    package var icon = ""
    package var summary: String
    package var body = ""
    package var actions: [Action] = []
    /// The hint `desktop-entry`: whose notification it is.
    package var app: AppID?
    package var urgency: Urgency?
    package var level: InterruptionLevel?
    package var category: String?
    package var filterCriteria: String?
    package var people: [String] = []
    /// Milliseconds until the popup goes; nil leaves it to the server, 0 is never.
    package var expireTimeout: Int32?

    package init(summary: String, body: String = "") {
        self.summary = summary
        self.body = body
    }

    /// The arguments of `Notify`, in the specification's order.
    var arguments: [Value] {
        [
            .string(appName), .uint32(replaces?.rawValue ?? 0), .string(icon), .string(summary),
            .string(body),
            .array(of: "s", actions.flatMap { [.string($0.key), .string($0.label)] }),
            hints, .int32(expireTimeout ?? -1),
        ]
    }

    private var hints: Value {
        var hints = FieldsBuilder()
        hints.set("desktop-entry", app?.rawValue)
        hints.set("urgency", urgency.map { .byte($0.rawValue) })
        hints.set("interruption-level", level?.name)
        hints.set("category", category)
        hints.set("filterCriteria", filterCriteria)
        hints.set("x-focusd-person", people.isEmpty ? nil : .strings(people))
        return hints.value
    }
}

/// The apps' side of `org.freedesktop.Notifications`, as far as our own programs use it.
@LoopActor package final class NotificationsClient {
    private let connection: Connection

    /// Uses a connection that others may use as well.
    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Connects to the session bus of the environment, or to the one at `address`.
    package convenience init(address: String? = nil) throws(ControlError) {
        self.init(try SessionBus.connect(address))
    }

    /// Sends a notification and answers its id.
    package func notify(_ request: NotificationRequest) async throws(ControlError) -> ClientID {
        let values = try await connection.ask("Notify", request.arguments, of: Self.service)
        return try Self.id(values)
    }

    /// As ``notify(_:)``, holding the thread until the answer is there.
    package func notifyBlocking(_ request: NotificationRequest) throws(ControlError) -> ClientID {
        let values = try connection.askBlocking("Notify", request.arguments, of: Self.service)
        return try Self.id(values)
    }

    /// Takes a notification back.
    package func close(_ id: ClientID) async throws(ControlError) {
        _ = try await connection.ask(
            "CloseNotification", [.uint32(id.rawValue)], of: Self.service)
    }

    private static let service = Service(
        name: WireName.notifications, path: WireName.notificationsPath,
        interface: WireName.notificationsInterface)

    private static func id(_ values: [Value]) throws(ControlError) -> ClientID {
        guard let id = values.first?.asUInt32 else { throw .malformedAnswer(member: "Notify") }
        return ClientID(rawValue: id)
    }
}
