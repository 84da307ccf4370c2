// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// Calls apps by `org.freedesktop.Application` ("D-Bus Activation" of the desktop entry
/// specification). The bus starts an app that does not run.
@LoopActor struct AppCaller {
    let connection: Connection
    let log: Log

    /// Starts an app, or brings it to the front.
    func activate(_ app: String, token: String?) {
        call(app, "Activate", [Self.platformData(token)])
    }

    /// Activates an action of an app.
    func activate(_ action: String, of app: String, target: Value?, token: String?) {
        let parameters = Value.array(of: .variant, target.map { [.variant($0)] } ?? [])
        call(app, "ActivateAction", [.string(action), parameters, Self.platformData(token)])
    }

    /// The data that lets the app's window come to the front.
    static func platformData(_ token: String?) -> Value {
        guard let token else { return .vardict([:] as KeyValuePairs) }
        return .vardict([
            "activation-token": .string(token), "desktop-startup-id": .string(token),
        ])
    }

    private func call(_ app: String, _ member: MemberName, _ values: [Value]) {
        guard let name = try? BusName(app), let path = Self.path(app) else { return }
        let message = Message.methodCall(
            destination: name, path: path, interface: WireName.application, member: member)
        do {
            try message.append(contentsOf: values)
        } catch {
            return log.warning("\(member) of \(app) cannot be sent: \(error)")
        }
        connection.call(message) { [log] result in
            // An app without D-Bus activation cannot be started: its desktop file says so.
            guard case .failure(let error) = result, error.code != .serviceUnknown else { return }
            log.notice("\(app) did not answer \(member): \(error.name)")
        }
    }

    /// The app's object: `/org/example/Chat` for `org.example.Chat`.
    static func path(_ app: String) -> ObjectPath? {
        try? ObjectPath("/" + String(app.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 }))
    }
}
