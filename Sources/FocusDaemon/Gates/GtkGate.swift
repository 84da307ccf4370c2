// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Serves `org.gtk.Notifications` on GNOME, in front of gnome-shell's own object.
///
/// focusd has the name if it starts before gnome-shell; else it waits in the bus's queue, and the
/// shell serves apps itself. focus-bridge passes a delivered notification on as the original call,
/// so the shell knows the targets of its actions and shows it after a restart. The shell then
/// activates actions in the app by itself.
///
/// The app: a caller that owns the bus name `app_id` is that app. For any other caller, the id is a
/// claim, as the hint `desktop-entry` of a call of `Notify` is; a sandboxed caller may name only
/// its own app. Apps do not wait for an answer, and some leave at once: focusd shows the
/// notification of a caller that has left, but as the notification of no app.
@LoopActor final class GtkGate {
    private let connection: Connection
    private let arrivals: GateArrivals
    private let senders: SenderDirectory
    private let log: Log
    private var registration: Registration?
    private var subscriptions: [Subscription] = []
    /// The name of an app that each client was found to own last. Nearly all clients own only one.
    private var names: [PeerName: String] = [:]
    /// Withdrawals of each app, or of each client that may name any app, for gnome-shell.
    private var removals = Allowances<PeerName>(
        GateLimits.removals, every: GateLimits.removalPause, of: Limits.countedSenders)
    /// The portals' back ends, which call for all apps in sandboxes.
    private var backEnds: [NameOwner] = []

    init(
        _ connection: Connection, arrivals: GateArrivals, senders: SenderDirectory, log: Log
    ) {
        self.connection = connection
        self.arrivals = arrivals
        self.senders = senders
        self.log = log
    }

    func start() throws {
        backEnds = WireName.portalBackEnds.map { NameOwner(of: $0, on: connection) }
        registration = connection.export(
            try WireInterface.gtkNotifications, at: WireName.gtkPath, properties: [:]
        ) { [weak self] call in
            self?.handle(call)
        }
        let signals = MatchRule(
            sender: DesktopShell.gnome.name, path: WireName.gtkPath,
            interface: WireName.gtkInterface, member: "ActionInvoked")
        subscriptions.append(connection.subscribe(signals) { [weak self] in self?.relay($0) })
        // focus-bridge, which keeps the name while focusd is away, allows the replacement. The
        // shell does not.
        let reply = try connection.requestName(WireName.gtk, [.replaceExisting])
        if reply != .primaryOwner, reply != .alreadyOwner {
            log.notice("gnome-shell serves \(WireName.gtk) until the next log-in")
        }
    }

    /// Returns true for a back end of the portal.
    func isPortal(_ sender: String) -> Bool {
        backEnds.contains { $0.current?.rawValue == sender }
    }

    func stop() { _ = try? connection.releaseName(WireName.gtk) }

    func peerLeft(_ peer: PeerName) { if !names.isEmpty { names[peer] = nil } }

    // MARK: Calls

    private func handle(_ call: MethodCall) {
        let isAccepted = senders.identify(call.peer) { [weak self] identity in
            self?.handle(call, identity)
        }
        if !isAccepted {
            refuse(call, ErrorReply(WireError.limitsExceeded, "too many calls at once"))
        }
    }

    private func handle(_ call: MethodCall, _ identity: SenderIdentity) {
        do throws(ErrorReply) {
            if call.member == "AddNotification" {
                let notification = try GateNotification(call.message, at: .gtk)
                whenNamed(call, notification.name.app) { [weak self] isApp in
                    self?.add(notification, call, identity, isApp)
                }
            } else {
                let name = try RouteName(checking: call.message, at: .gtk)
                whenNamed(call, name.app) { [weak self] _ in
                    self?.remove(name, call, identity)
                }
            }
        } catch {
            refuse(call, error)
        }
    }

    private func add(
        _ notification: GateNotification, _ call: MethodCall, _ identity: SenderIdentity,
        _ isApp: Bool
    ) {
        let app = AppID(notification.name.app)
        do throws(ErrorReply) {
            if identity.confinement == .unknown {
                return try arrivals.add(
                    Self.nameless(notification), from: identity, call, paidBy: call.peer)
            }
            try Self.check(app, identity)
            var identity = identity
            // Only one client can own the name, which proves the app as a sandbox would.
            if isApp, identity.isUnsandboxed { identity.sandbox = app }
            try arrivals.add(
                notification, from: identity, call,
                paidBy: isPortal(call.peer.rawValue) ? nil : call.peer, original: true)
        } catch {
            refuse(call, error)
        }
    }

    /// Returns the notification of a caller that focusd cannot examine, often because the caller
    /// has left. The caller could be a sandboxed app that poses as another app. So the notification
    /// belongs to no app: it has no route, and cannot replace a notification of an app.
    private static func nameless(_ notification: GateNotification) -> GateNotification {
        var copy = notification
        copy.name = RouteName(gate: .gtk, app: "", id: notification.name.id)
        return copy
    }

    private func remove(_ name: RouteName, _ call: MethodCall, _ identity: SenderIdentity) {
        do throws(ErrorReply) {
            try Self.check(AppID(name.app), identity)
        } catch {
            return refuse(call, error)
        }
        arrivals.remove(name, call)
        // Passed on in any case: the shell may show a notification that focusd has forgotten.
        let isClientsOwn = identity.isUnsandboxed && !isPortal(call.peer.rawValue)
        passRemoval(of: name, for: isClientsOwn ? call.peer : name.holder)
    }

    private static func check(_ app: AppID, _ identity: SenderIdentity) throws(ErrorReply) {
        guard identity.isUnsandboxed || identity.sandbox == app else {
            throw ErrorReply(WireError.accessDenied, "app_id is not the caller's sandbox")
        }
    }

    private func refuse(_ call: MethodCall, _ error: ErrorReply) {
        arrivals.refused()
        call.fail(error)
    }

    /// Asks the bus if the caller owns the app's name. Calls of one client stay in order, so it has
    /// one open question at most. A back end of the portal owns no app's name.
    private func whenNamed(
        _ call: MethodCall, _ app: String, _ body: @escaping (Bool) -> Void
    ) {
        let peer = call.peer
        if names[peer] == app { return body(true) }
        guard !isPortal(peer.rawValue), let name = try? BusName(app) else { return body(false) }
        connection.pauseCalls(of: peer.rawValue, for: .answer)
        connection.bus.owner(of: name, within: .seconds(5)) { [weak self] owner in
            guard let self else { return }
            let owns = owner?.rawValue == peer.rawValue
            if owns { names[peer] = app }
            body(owns)
            connection.resumeCalls(of: peer.rawValue, for: .answer)
        }
    }

    // MARK: gnome-shell

    /// Tells gnome-shell that an app has withdrawn a notification, without asking for an answer: a
    /// shell that hangs would leave answers open, whose number the bus limits for all calls of this
    /// connection.
    ///
    /// - Parameter payer: the app, or the client if it may name any app.
    private func passRemoval(of name: RouteName, for payer: PeerName) {
        let message = Message.methodCall(
            destination: DesktopShell.gnome.name, path: WireName.gtkPath,
            interface: WireName.gtkInterface, member: "RemoveNotification")
        message.setNoReply()
        guard (try? message.append(.string(name.app), .string(name.id))) != nil,
            connection.unsentBytes + message.byteCount <= Limits.relayedBytes,
            removals.take(for: payer, at: .now)
        else { return }
        connection.send(message)
    }

    /// Passes the shell's signal on to the sender of the notification, which is
    /// xdg-desktop-portal-gnome: it listens to the owner of `org.gtk.Notifications`.
    private func relay(_ untrusted: Message) {
        guard untrusted.byteCount <= GateLimits.fieldBytes,
            let name = try? RouteName(untrusted, at: .gtk)
        else { return }
        if let client = client(of: name) { connection.send(untrusted.copy(destination: client)) }
        arrivals.engine.end(name, as: .actedOn)
        arrivals.engine.commitSoon()
    }

    private func client(of name: RouteName) -> BusName? {
        arrivals.engine.routes.key(of: name).flatMap { arrivals.engine.routes[$0] }
            .flatMap { try? BusName($0.client) }
    }

    /// Tells a client of an action that was invoked in the missed list.
    func tell(_ invoked: InvokedAction, to client: String) {
        guard let client = try? BusName(client) else { return }
        let parameters = invoked.target.map { [Value.variant($0)] } ?? []
        do {
            try registration?.emit(
                "ActionInvoked", .string(invoked.name.app), .string(invoked.name.id),
                .string(invoked.action), .array(of: .variant, parameters),
                AppCaller.platformData(invoked.token), to: client)
        } catch {
            log.warning("ActionInvoked for \(invoked.name.app) cannot be sent: \(error)")
        }
    }
}
