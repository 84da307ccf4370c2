// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Serves `org.freedesktop.Notifications` on the session bus, the calls of apps.
@LoopActor final class NotificationsService: ClientSignals {
    private let connection: Connection
    private let engine: Engine
    private let senders: SenderDirectory
    private let server: RealServer
    private let log: Log
    private var registration: Registration?

    init(
        _ connection: Connection, engine: Engine, senders: SenderDirectory,
        server: RealServer, log: Log
    ) {
        self.connection = connection
        self.engine = engine
        self.senders = senders
        self.server = server
        self.log = log
    }

    /// Begins to serve the interface.
    func start() throws {
        registration = connection.export(
            try WireInterface.notifications, at: WireName.notificationsPath,
            properties: ["Inhibited": .readOnly { [engine] in .boolean(engine.state.isInhibited) }]
        ) { [weak self] call in
            self?.handle(call)
        }
    }

    /// Announces the changed `Inhibited` property to all clients.
    func inhibitedChanged(_ isInhibited: Bool) {
        // A boolean always fits into a message.
        try? registration?.propertiesChanged(["Inhibited": .boolean(isInhibited)])
    }

    private func handle(_ call: MethodCall) {
        if call.member == "Notify" { return notify(call) }
        switch call.member {
        case "CloseNotification": identified(call) { self.close(call, $0) }
        case "GetCapabilities":
            let asked = call.withoutArguments()
            whenServerIsKnown(call) { asked.reply(.strings($0.capabilities)) }
        case "GetServerInformation":
            let asked = call.withoutArguments()
            whenServerIsKnown(call) { [weak self] in self?.answer(asked, $0) }
        case "Inhibit": identified(call) { self.inhibit(call, $0) }
        case "UnInhibit": uninhibit(call)
        default: call.fail(WireError.failed, "\(call.member) is not answered here")
        }
    }

    /// Runs `body` once the caller is identified. Calls of one client stay in order.
    private func identified(_ call: MethodCall, _ body: @escaping (SenderIdentity) -> Void) {
        let peer = call.peer
        let isAccepted = senders.identify(peer) { [engine] identity in
            engine.peerAppeared(peer)
            body(identity)
        }
        if !isAccepted {
            engine.count(.refused)
            call.fail(
                WireError.limitsExceeded,
                "more than \(Limits.callsBeforeIdentity) calls before the sender was identified")
        }
    }

    private func notify(_ call: MethodCall) {
        // Fast path without a closure: only one call in thousands must wait.
        guard let identity = senders.identity(of: call.peer) else {
            return identified(call) { self.notify(call, $0) }
        }
        engine.peerAppeared(call.peer)
        notify(call, identity)
    }

    private func notify(_ call: MethodCall, _ identity: SenderIdentity) {
        do throws(ErrorReply) {
            try engine.receive(call.message, from: identity, call: call)
        } catch {
            engine.count(.refused)
            call.fail(error)
        }
    }

    private func close(_ call: MethodCall, _ identity: SenderIdentity) {
        var reader = call.message.reader
        let id = (try? reader.uint32()) ?? 0
        let sender = Sender(peer: call.peer, sandbox: identity.confinement)
        guard engine.close(ClientID(rawValue: id), by: sender) else {
            call.fail(WireError.invalidArgs, refusalToClose(id, identity))
            return
        }
        engine.afterCommit(.reply(call.withoutArguments()))
    }

    /// Returns why a client may not close a notification. A sandboxed client is not told which ids
    /// are in use.
    private func refusalToClose(_ id: UInt32, _ identity: SenderIdentity) -> String {
        guard identity.isUnsandboxed else {
            return "notification \(id) is over, or is another program's"
        }
        guard engine.facts(of: ClientID(rawValue: id)) != nil else {
            return "notification \(id) is over, or never was"
        }
        return "the program that sent notification \(id) still runs, and no other may close it;"
            + " to end it: focus-switch missed dismiss \(id)"
    }

    /// Runs `body` once a server is known. A question that waits is charged to the caller and its
    /// program, so the caller is identified first.
    private func whenServerIsKnown(
        _ call: MethodCall, _ body: @escaping (ServerFacts) -> Void
    ) {
        if let facts = server.facts { return body(facts) }
        let peer = call.peer
        identified(call) { [senders, server] _ in
            server.whenKnown(senders.payer(of: peer), body)
        }
    }

    private func answer(_ call: MethodCall, _ facts: ServerFacts) {
        guard facts.name == "Plasma" else { return Self.reply(facts, to: call) }
        // Plasma's tray says that the program "VENDOR NAME" shows notifications in Plasma's place.
        // So Plasma itself gets focusd's name, and all others that of the server.
        // The bus limits the open questions of a connection: a client has one at most.
        let client = call.sender.rawValue
        call.connection.pauseCalls(of: client, for: .answer)
        connection.bus.owner(of: DesktopShell.plasma.name, within: .seconds(2)) { owner in
            Self.reply(owner == call.sender ? .inFrontOfPlasma : facts, to: call)
            call.connection.resumeCalls(of: client, for: .answer)
        }
    }

    private static func reply(_ facts: ServerFacts, to call: MethodCall) {
        call.reply(
            .string(facts.name), .string(facts.vendor), .string(facts.version),
            .string(facts.specVersion))
    }

    // MARK: Inhibition

    private func inhibit(_ call: MethodCall, _ identity: SenderIdentity) {
        var reader = call.message.reader
        let desktopEntry = (try? reader.string(upTo: Limits.shortHintBytes)) ?? ""
        let reason = (try? reader.string(upTo: Limits.inhibitionReasonBytes)) ?? ""
        let app = identity.app(desktopEntry: desktopEntry, appName: desktopEntry)
        let program = identity.app(desktopEntry: nil, appName: "")
        let text = reason.prefix(bytes: Limits.inhibitionReasonBytes)
        do throws(Inhibitions.Refusal) {
            let rules = engine.clock.rules
            let cookie = try engine.change { state, effects throws(Inhibitions.Refusal) in
                try state.inhibit(
                    by: call.peer, app: app, program: program, reason: text,
                    quiets: identity.isUnsandboxed, at: .now, rules, into: &effects)
            }
            engine.afterCommit(.replyNumber(call.withoutArguments(), cookie))
        } catch {
            call.fail(WireError.limitsExceeded, "there are too many inhibitions")
        }
    }

    private func uninhibit(_ call: MethodCall) {
        var reader = call.message.reader
        let cookie = (try? reader.uint32()) ?? 0
        let rules = engine.clock.rules
        guard engine.change({ $0.uninhibit(cookie, by: call.peer, at: .now, rules, into: &$1) })
        else {
            call.fail(WireError.invalidArgs, "cookie \(cookie) is not one of the caller's")
            return
        }
        engine.afterCommit(.reply(call.withoutArguments()))
    }

    // MARK: Signals, each sent to one client

    func send(_ signal: ClientSignal, to peer: PeerName) {
        switch signal {
        case .closed(let id, let reason):
            emit("NotificationClosed", .uint32(id.rawValue), .uint32(reason.rawValue), to: peer)
        case .actionInvoked(let id, let key):
            emit("ActionInvoked", .uint32(id.rawValue), .string(key), to: peer)
        case .activationToken(let id, let token):
            emit("ActivationToken", .uint32(id.rawValue), .string(token), to: peer)
        case .replied(let id, let text):
            emit("NotificationReplied", .uint32(id.rawValue), .string(text), to: peer)
        }
    }

    private func emit(_ member: MemberName, _ first: Value, _ second: Value, to peer: PeerName) {
        guard let destination = try? BusName(peer.rawValue) else { return }
        let signal = Message.signal(
            path: WireName.notificationsPath, interface: WireName.notificationsInterface,
            member: member, destination: destination)
        do {
            try signal.append(first, second)
            connection.send(signal)
        } catch {
            log.warning("\(member) for \(peer.rawValue) cannot be sent: \(error)")
        }
    }
}
