// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop

/// Serves `org.focusd.Focus1.Apps`, the calls of an app about itself.
@LoopActor final class AppsService {
    private let connection: Connection
    private let engine: Engine
    private let senders: SenderDirectory
    private let filters: FilterService
    private let server: RealServer
    private let extensions: ServiceExtensions
    private var registration: Registration?
    private var declareCalls = Allowances<AppID>(
        Limits.declareCalls, every: Limits.declarePause, of: Limits.declaringApps)

    init(
        _ connection: Connection, engine: Engine, senders: SenderDirectory, filters: FilterService,
        server: RealServer, log: Log
    ) {
        self.connection = connection
        self.engine = engine
        self.senders = senders
        self.filters = filters
        self.server = server
        extensions = ServiceExtensions(connection, senders: senders, log: log)
    }

    func start() throws {
        registration = connection.export(
            try WireInterface.apps, at: WireName.focusPath, properties: [:]
        ) { [weak self] call in
            self?.handle(call)
        }
    }

    private func handle(_ call: MethodCall) {
        guard call.message.byteCount <= Limits.declarationBytes else {
            return call.fail(
                WireError.limitsExceeded,
                "the call is longer than \(Limits.declarationBytes) bytes")
        }
        var reader = call.message.reader
        guard let untrustedApp = try? reader.string() else { return }
        let arguments = reader
        authorize(call, untrustedApp) { [weak self] app, identity in
            // The bus has answered meanwhile: this is not the call's turn any more.
            let start = ProcessorTime.ofThread
            self?.perform(call, app, identity, arguments)
            self?.connection.charge(ProcessorTime.ofThread - start, for: call.message)
        }
    }

    private func perform(
        _ call: MethodCall, _ app: AppID, _ identity: SenderIdentity, _ arguments: MessageReader
    ) {
        var arguments = arguments
        do throws(ErrorReply) {
            switch call.member {
            case "SetBadgeCount":
                let count = (try? arguments.uint32()) ?? 0
                try setBadge(count, of: app)
                engine.afterCommit(.reply(call.withoutArguments()))
            case "BadgeCount":
                call.reply(.uint32(engine.state.live.badges.own(of: app) ?? 0))
            case "IsSilenced":
                call.reply(.boolean(!engine.wouldDeliver(app)))
            case "LiveNotifications": answerLive(call, app)
            case "Declare": try declare(call, app)
            case "CurrentFilter":
                call.reply(try currentFilter(FilterKey(app, Self.text(&arguments))).wire)
            case "InvalidateAppContext":
                let key = FilterKey(app, Self.text(&arguments))
                guard filters.invalidateContext(key) else { throw Self.notFound(key) }
                engine.afterCommit(.reply(call.withoutArguments()))
            case "DeliverRemote":
                try deliver(Self.text(&arguments), call, app, identity)
            default:
                throw ErrorReply(WireError.failed, "\(call.member) is not answered here")
            }
        } catch {
            call.fail(error)
        }
    }

    private func setBadge(_ count: UInt32, of app: AppID) throws(ErrorReply) {
        guard engine.change({ $0.setBadge(count, of: app, into: &$1) }) else {
            throw ErrorReply(
                WireError.limitsExceeded, "more than \(Limits.badgeApps) apps have set a badge")
        }
    }

    /// Answers those of the ids in the call that are live notifications of the app.
    private func answerLive(_ call: MethodCall, _ app: AppID) {
        let arguments = (try? call.message.arguments()) ?? []
        let asked = arguments.last?.elements?.compactMap(\.asUInt32) ?? []
        let live = Set(engine.state.live.facts(about: app).map(\.id.rawValue))
        call.reply(.array(of: "u", asked.filter { live.contains($0) }.map { .uint32($0) }))
    }

    private static func text(_ arguments: inout MessageReader) -> String {
        // `DBus` checks the types of all arguments before it passes a call on.
        (try? arguments.string()) ?? ""
    }

    // MARK: Focus filters

    private func declare(_ call: MethodCall, _ app: AppID) throws(ErrorReply) {
        guard declareCalls.take(for: app, at: .now) else {
            throw ErrorReply(WireError.limitsExceeded, "too many declarations in a short time")
        }
        let declarations = try DeclareCall.filters(call.message, of: app)
        do throws(DeclarationFlaw) {
            try filters.declare(app, declarations)
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
        // The store remembers the declaration before the app gets the reply.
        engine.afterCommit(.reply(call.withoutArguments()))
    }

    private func currentFilter(_ key: FilterKey) throws(ErrorReply) -> ParameterValues {
        switch filters.board.currentFilter(key) {
        case .values(let values): return values
        case .notFound: throw Self.notFound(key)
        case .missing(let name):
            throw ErrorReply(
                WireError.missingParameterValue,
                "parameter \(name) is required, and no value is set")
        }
    }

    private static func notFound(_ key: FilterKey) -> ErrorReply {
        ErrorReply(
            WireError.notFound, "no filter \(key.filter.quoted) is declared"
        )
    }

    // MARK: Remote notifications

    /// Handles `DeliverRemote`. The engine replies for a notification with its batch.
    private func deliver(
        _ untrustedPayload: String, _ call: MethodCall, _ app: AppID, _ identity: SenderIdentity
    ) throws(ErrorReply) {
        let payload: RemotePayload
        do throws(RemotePayloadError) {
            payload = try RemotePayload(parsing: untrustedPayload)
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
        guard payload.isMutable else {
            return try deliver(payload, call, app, identity)
        }
        engine.peerAppeared(call.peer)
        extensions.change(payload, untrustedPayload, of: app) { [weak self] changed in
            guard let self else { return }
            do throws(ErrorReply) {
                try deliver(changed, call, app, identity)
            } catch {
                call.fail(error)
            }
            // The client left the bus while its payload waited for the extension.
            if senders.identity(of: call.peer) == nil { engine.peerLeft(call.peer) }
        }
    }

    private func deliver(
        _ payload: RemotePayload, _ call: MethodCall, _ app: AppID, _ identity: SenderIdentity
    ) throws(ErrorReply) {
        if let badge = payload.badge { try setBadge(badge, of: app) }
        guard payload.hasAlert else {
            engine.afterCommit(.replyNumber(call.withoutArguments(), 0))
            return
        }
        let message: Message
        do throws(MarshalError) {
            message = try payload.notify(
                of: app, named: engine.desktopFiles.name(of: app) ?? app.rawValue,
                isMarkup: ServerFacts.readsMarkup(server.facts))
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
        engine.peerAppeared(call.peer)
        try engine.receive(message, from: identity, call: call)
    }

    /// Admits a caller that speaks for the app. Such a caller is in the app's sandbox, or owns a
    /// bus name of the app. These are the names of the app itself, of its Focus filter extension
    /// and of its notification service extension.
    private func authorize(
        _ call: MethodCall, _ untrustedApp: String,
        _ body: @escaping (AppID, SenderIdentity) -> Void
    ) {
        guard untrustedApp.utf8.count <= Limits.appIDBytes, let name = try? BusName(untrustedApp),
            !name.isUnique
        else {
            call.fail(WireError.invalidArgs, "app_id is not an id of the form org.example.App")
            return
        }
        // The client of an app named like an extension could pass for the extension of another app.
        guard !AppID(untrustedApp).isExtensionName else {
            call.fail(
                WireError.invalidArgs,
                "app_id is the app's own id, without .FocusFilter or .NotificationService")
            return
        }
        let isAccepted = senders.identify(call.peer) { [weak self] identity in
            if let sandbox = identity.sandbox {
                if sandbox.rawValue == untrustedApp {
                    body(sandbox, identity)
                } else {
                    Self.deny(call)
                }
            } else {
                let names = [
                    untrustedApp, untrustedApp + ".FocusFilter", untrustedApp + AppID.serviceEnding,
                ]
                self?.whenAsked(call, names) { owns in
                    let app = AppID(untrustedApp)
                    if owns, identity.maySpeak(for: app) {
                        body(app, identity)
                    } else {
                        Self.deny(call)
                    }
                }
            }
        }
        if !isAccepted { call.fail(WireError.limitsExceeded, "too many calls at once") }
    }

    private static func deny(_ call: MethodCall) {
        call.fail(
            WireError.accessDenied,
            "the caller does not own the app's bus name, nor is it in the app's sandbox")
    }

    /// Asks the bus if the caller owns one of the names. The caller's further calls wait, so that
    /// they stay in order, and focusd holds one call of a client at most: held calls would keep the
    /// connection from reading the bus's answer.
    private func whenAsked(
        _ call: MethodCall, _ names: [String], _ body: @escaping (Bool) -> Void
    ) {
        let client = call.sender.rawValue
        call.connection.pauseCalls(of: client, for: .answer)
        owns(call.peer, names) { owns in
            body(owns)
            call.connection.resumeCalls(of: client, for: .answer)
        }
    }

    /// Asks the bus if the client owns one of the names, and passes the answer to `body`.
    private func owns(_ client: PeerName, _ names: [String], _ body: @escaping (Bool) -> Void) {
        guard let name = names.first.flatMap({ try? BusName($0) }) else {
            body(false)
            return
        }
        connection.bus.owner(of: name, within: .seconds(5)) { [weak self] owner in
            if owner?.rawValue == client.rawValue {
                body(true)
            } else {
                self?.owns(client, Array(names.dropFirst()), body)
            }
        }
    }
}
