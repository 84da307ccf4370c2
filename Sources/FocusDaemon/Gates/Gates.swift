// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// The gates, on a connection of their own: a sandboxed client that may talk to one name may call
/// every object of that connection. Each gate checks its callers itself.
///
/// Also sends the signals about notifications. A signal about a notification of a gate takes the
/// notification's route; any other signal goes to the client that sent the notification.
@LoopActor final class Gates: ClientSignals {
    let connection: Connection
    private let engine: Engine
    private let direct: any ClientSignals
    private let portal: PortalGate
    private let gtk: GtkGate?
    private let caller: AppCaller

    /// - Parameters:
    ///   - direct: sends the signals about notifications that came as `Notify`.
    ///   - isGNOME: true to serve `org.gtk.Notifications`, too. Elsewhere GLib uses an interface
    ///     that loses less: this one has no category.
    init(
        _ connection: Connection, engine: Engine, senders: SenderDirectory, server: RealServer,
        direct: any ClientSignals, isGNOME: Bool, log: Log
    ) {
        self.connection = connection
        self.engine = engine
        self.direct = direct
        caller = AppCaller(connection: connection, log: log)
        let arrivals = GateArrivals(engine: engine, server: server)
        portal = PortalGate(connection, arrivals: arrivals, log: log)
        gtk = isGNOME ? GtkGate(connection, arrivals: arrivals, senders: senders, log: log) : nil
        connection.callRules.takesTurns = true
        connection.callRules.closesDescriptors = true
        connection.callRules.representedClient = { [portal, gtk] call in
            guard let sender = call.sender,
                portal.isPortal(sender) || gtk?.isPortal(sender) == true
            else { return nil }
            return Self.app(of: call).map { "\(sender) \($0)" }
        }
        senders.followCalls(on: connection)
    }

    /// Begins to serve, and asks for the names.
    func start() throws {
        try portal.start()
        try gtk?.start()
    }

    /// Gives the names back.
    func stop() {
        connection.onDisconnect = nil
        portal.stop()
        gtk?.stop()
    }

    /// Returns the app that a call of the portal is for: one app's flood must not delay others'.
    private static func app(of call: Message) -> String? {
        var reader = call.reader
        guard let app = try? reader.string(), app.utf8.count <= GateLimits.idBytes else {
            return nil
        }
        return app
    }

    func peerLeft(_ peer: PeerName) { gtk?.peerLeft(peer) }

    // MARK: Signals

    func send(_ signal: ClientSignal, to peer: PeerName) {
        guard RouteName.isHolder(peer) else { return direct.send(signal, to: peer) }
        switch signal {
        case .closed(let id, _):
            // Neither gate tells an app of the end.
            _ = engine.routes.takeToken(of: id)
        case .activationToken(let id, let token): engine.routes.setToken(token, of: id)
        case .actionInvoked(let id, let key):
            if let route = route(id) { perform(route, key, id, text: nil) }
        case .replied(let id, let text):
            if let route = route(id) { perform(route, Route.inlineReplyKey, id, text: text) }
        }
    }

    private func route(_ id: ClientID) -> Route? {
        engine.routes.route(of: id, engine.entry(id)?.key)
    }

    private func perform(_ route: Route, _ key: String, _ id: ClientID, text: String?) {
        let token = engine.routes.takeToken(of: id)
        let app = route.name.app
        for call in route.calls(for: key) {
            switch call {
            case .activate: caller.activate(app, token: token)
            case .activateAction(let action, let target):
                caller.activate(action, of: app, target: target, token: token)
            case .tell(let action, let target):
                let invoked = InvokedAction(
                    name: route.name, action: action, target: target, token: token, text: text)
                switch route.name.gate {
                case .gtk: gtk?.tell(invoked, to: route.client)
                case .portal: portal.tell(invoked)
                }
            }
        }
    }
}

/// An invoked action, to be reported to the sender of its notification.
struct InvokedAction {
    let name: RouteName
    let action: String
    let target: Value?
    let token: String?
    /// The text of a reply.
    let text: String?
}
