// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc

/// The two buses of the bridge: turns their messages into events and performs the effects.
@LoopActor final class Ports {
    private var bridge: Bridge
    let session: Connection
    /// The connection that shows that the server bus is there; nil for a bridge that only stands
    /// in.
    private let guardian: Connection?
    let serverAddress: String
    /// The connection that serves focusd, one for each life of the shell.
    var server: Connection?
    let interface: Interface
    var registrations: [Bridge.Caller?: Registration] = [:]
    var subscriptions: [Subscription] = []
    var shellSignals: Subscription?
    private var calls: [Bridge.CallID: MethodCall] = [:]
    private var callCount = 0
    private var timers: [Bridge.TimerKind: Timer] = [:]
    private var gtkName: GtkName?
    private var desktopSwitch: DesktopSwitch?
    var bannerSwitch: BannerSwitch?
    private var terminations: [UnixSignalSource] = []
    var opening: Task<Void, Never>?
    private var events: [Bridge.Event] = []
    private var isHandling = false
    private let ownsGtkName: Bool
    /// The reason of an end that waits for `org.gtk.Notifications`.
    private var lastReason: String?
    /// The address of the session bus, if the desktop has a switch of its own.
    private let switchAddress: String?
    private let followsSwitch: Bool
    private let end: (Int32) -> Void

    /// Time that a bus may take to answer.
    static let patience = Duration.seconds(10)

    /// Joins the buses.
    ///
    /// - Parameter end: Called with the exit code when the program must end.
    init(_ options: Options, end: @escaping (Int32) -> Void) throws {
        self.end = end
        ownsGtkName = options.ownsGtkName
        followsSwitch = options.followsDoNotDisturb
        switchAddress = followsSwitch || ownsGtkName ? options.sessionBus : nil
        interface = try NotificationsInterface.make()
        session =
            if let address = options.sessionBus { try Connection(address: address) } else {
                try Connection.session()
            }
        bridge = Bridge(ownPID: UInt32(getpid()), hasServerBus: !options.standsIn)
        if options.standsIn {
            serverAddress = ""
            guardian = nil
            return
        }
        guard
            let address = options.serverBus ?? Environment.variable("DBUS_SESSION_BUS_ADDRESS")
        else {
            throw PortError(description: "DBUS_SESSION_BUS_ADDRESS is not set; use --server-bus")
        }
        serverAddress = address
        let guardian = try Connection(address: address)
        guard try guardian.busID() != session.busID() else {
            throw PortError(
                description: "the server bus is the session bus itself; focusd needs its own")
        }
        self.guardian = guardian
    }

    /// Begins to serve.
    func start() throws {
        session.callRules.takesTurns = true
        session.callRules.closesDescriptors = true
        session.onDisconnect = { [weak self] in self?.finish("the session bus is gone") }
        guardian?.onDisconnect = { [weak self] in
            // focusd has ended. The shell inherits its own name, unless this is a restart.
            self?.gtkName?.leave { [weak self] in self?.gaveGtkNameUp() }
            self?.post(.serverBusLost)
        }
        if let guardian {
            subscribe(guardian, "NameLost", ServerName.bridge) { [weak self] _ in
                self?.finish("another bridge serves focusd")
            }
            _ = try guardian.requestName(
                ServerName.bridge, [.allowReplacement, .replaceExisting, .doNotQueue])
        }
        registrations[nil] = session.export(interface, at: ServerName.path) { [weak self] call in
            self?.receive(call, from: .client(call.sender))
        }
        terminations = [SIGTERM, SIGINT].map { number in
            UnixSignalSource(signal: number) { [weak self] in self?.finish(nil) }
        }
        _ = try? session.requestName(ServerName.bridge)
        try watchNames()
        if ownsGtkName {
            let name = GtkName(session)
            try name.start()
            gtkName = name
        }
        if let address = switchAddress, !followsSwitch {
            bannerSwitch = BannerSwitch(address: address)
        } else if let address = switchAddress {
            desktopSwitch = DesktopSwitch(session, address: address)
            let owner = try? session.nameOwner(ServerName.front)
            desktopSwitch?.frontChanged(isThere: owner != nil)
        }
    }

    private func watchNames() throws {
        subscribe(session, "NameAcquired", ServerName.bus) { [weak self] _ in
            self?.post(.sessionName(.owned))
        }
        subscribe(session, "NameLost", ServerName.bus) { [weak self] _ in
            self?.post(.sessionName(.none))
        }
        for shell in Shell.allCases {
            watchOwner(of: shell.name) { [weak self] in self?.post(.shellOwner(shell, $0)) }
        }
        watchOwner(of: ServerName.front) { [weak self] in
            self?.post(.front(isThere: $0 != nil))
            self?.desktopSwitch?.frontChanged(isThere: $0 != nil)
        }
        var owners: [Shell: BusName] = [:]
        for shell in Shell.allCases { owners[shell] = try? session.nameOwner(shell.name) }
        let front = try? session.nameOwner(ServerName.front)
        post(.started(owners, hasFront: front != nil))
    }

    private func watchOwner(of name: BusName, _ body: @escaping (BusName?) -> Void) {
        subscribe(session, "NameOwnerChanged", name) { values in
            body(values.last?.asString.flatMap { try? BusName($0) })
        }
    }

    private func subscribe(
        _ connection: Connection, _ member: MemberName, _ name: BusName,
        _ body: @escaping ([Value]) -> Void
    ) {
        let rule = MatchRule(
            sender: .bus, interface: "org.freedesktop.DBus", member: member,
            arguments: [0: name.rawValue])
        subscriptions.append(
            connection.subscribe(rule) { body((try? $0.arguments()) ?? []) })
    }

    // MARK: Events

    /// Handles an event and performs its effects; events that these cause come after it.
    func post(_ event: Bridge.Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !events.isEmpty {
            var effects: [Bridge.Effect] = []
            bridge.handle(events.removeFirst(), into: &effects)
            for effect in effects { perform(effect) }
        }
    }

    func receive(_ call: MethodCall, from caller: Bridge.Caller) {
        callCount += 1
        let id = Bridge.CallID(rawValue: callCount)
        let kept = call.withoutArguments()
        switch call.member {
        case "Notify":
            guard let request = ShellRequest(untrusted: call.message) else {
                return call.fail(.invalidArgs, "the arguments cannot be read")
            }
            let bytes = call.message.byteCount
            calls[id] = kept
            sender(of: request, caller) { [weak self] pid in
                let program =
                    request.isNameless
                    ? pid.flatMap(ProgramFile.name(ofProcess:)) ?? "Notification" : ""
                self?.post(
                    .call(
                        id,
                        .notify(
                            Bridge.Notify(
                                caller: caller, request: request, bytes: bytes, senderPID: pid,
                                program: program))))
            }
        case "CloseNotification":
            var arguments = call.arguments
            calls[id] = kept
            let popup = PopupID(rawValue: (try? arguments.uint32()) ?? 0)
            post(.call(id, .close(caller, popup)))
        default:
            calls[id] = kept
            post(.call(id, call.member == "GetCapabilities" ? .capabilities : .information))
        }
    }

    /// Calls back with the process that sent a notification: focusd names it in a hint, the bus
    /// knows an app's.
    private func sender(
        of request: ShellRequest, _ caller: Bridge.Caller,
        _ body: @escaping @LoopActor (UInt32?) -> Void
    ) {
        guard case .client(let name) = caller else { return body(request.untrustedSenderPID) }
        // One question of a client at a time: its further calls wait, unread.
        session.pauseCalls(of: name.rawValue)
        session.bus.processID(of: name, within: Self.patience) { [session] pid in
            body(pid)
            session.resumeCalls(of: name.rawValue)
        }
    }

    // MARK: Effects

    private func perform(_ effect: Bridge.Effect) {
        switch effect {
        case .ask(let life): ask(life)
        case .serve:
            gtkName?.shellAppeared()
            serve()
        case .stopServing: stopServing()
        case .requestName(let mayBeReplaced): requestName(mayBeReplaced)
        case .releaseName: _ = try? session.releaseName(ServerName.bus)
        case .startService(let name): startService(name)
        case .notify(let id, let life, let values):
            pass("Notify", values, life, id) { values in
                values.first?.asUInt32.map { .shown(ShellID(rawValue: $0)) }
            }
        case .close(let id, let life, let popup):
            pass("CloseNotification", [.uint32(popup.rawValue)], life, id) { _ in .done }
        case .abandon(let life, let popup):
            call(life, "CloseNotification", [.uint32(popup.rawValue)], nil) { _ in }
        case .addOriginal(let id, let life, let bytes): addOriginal(bytes, life, id)
        case .removeOriginal(let id, let life, let name): removeOriginal(name, life, id)
        case .reply(let id, let values): answer(id) { $0.reply(values) }
        case .fail(let id, let name, let text): answer(id) { $0.fail(name, text) }
        case .drop(let id): calls[id] = nil
        case .emit(let caller, let signal): emit(signal, to: caller)
        case .startTimer(let kind, let delay):
            timers[kind] = Timer(after: delay) { [weak self] in
                self?.timers[kind] = nil
                self?.post(.timer(kind))
            }
        case .stopTimer(let kind): timers[kind] = nil
        case .end(let reason): finishAfterGtkName(reason)
        }
    }

    private func answer(_ id: Bridge.CallID, _ body: (MethodCall) -> Void) {
        if let call = calls.removeValue(forKey: id) { body(call) }
    }

    private func emit(_ signal: PopupSignal<PopupID>, to caller: Bridge.Caller) {
        switch caller {
        case .server:
            // To every client there: after a restart of focusd another connection listens.
            if let message = try? BridgeInterface.message(signal, to: nil) { server?.send(message) }
        case .client(let name):
            if let message = try? BridgeInterface.message(signal, to: name) {
                session.send(message)
            }
        }
    }

    private func requestName(_ mayBeReplaced: Bool) {
        var flags: NameFlags = mayBeReplaced ? [.allowReplacement] : []
        if mayBeReplaced, !isOwnerBridge { flags.insert(.doNotQueue) }
        guard let reply = try? session.requestName(ServerName.bus, flags) else { return }
        switch reply {
        case .primaryOwner, .alreadyOwner: post(.sessionName(.owned))
        case .inQueue: post(.sessionName(.queued))
        case .exists: post(.sessionName(.none))
        }
    }

    /// True if another bridge owns the server's name on the session bus.
    private var isOwnerBridge: Bool {
        guard let pid = session.bus.processIDBlocking(of: ServerName.bus, within: Self.patience)
        else { return false }
        return pid != UInt32(getpid()) && ProgramFile.name(ofProcess: pid) == "focus-bridge"
    }

    private func startService(_ name: BusName) {
        // Its success shows in the owners of names.
        session.bus.start(name, within: Connection.defaultTimeout) { _ in }
    }

    /// Ends the program, once a restarted focusd or the shell has `org.gtk.Notifications`.
    private func finishAfterGtkName(_ reason: String) {
        // Without focusd's process to follow, nothing would end the wait.
        guard guardian != nil, gtkName != nil else { return finish(reason) }
        lastReason = reason
        desktopSwitch = nil
        for name in [ServerName.bus, ServerName.bridge] { _ = try? session.releaseName(name) }
    }

    private func gaveGtkNameUp() {
        gtkName = nil
        if let lastReason { finish(lastReason) }
    }

    /// Ends the program.
    func finish(_ reason: String?) {
        if let reason { Program.log(reason) }
        opening?.cancel()
        session.onDisconnect = nil
        guardian?.onDisconnect = nil
        subscriptions = []
        session.flush()
        end(0)
    }
}

/// The reason why the bridge cannot work.
struct PortError: Error, CustomStringConvertible {
    let description: String
}
