// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

/// `org.focusd.Focus1.Apps`: what an app may ask about itself.
@LoopActor final class AppsService {
    private let connection: Connection
    private let engine: Engine
    private let senders: SenderDirectory
    private var registration: Registration?

    init(_ connection: Connection, engine: Engine, senders: SenderDirectory) {
        self.connection = connection
        self.engine = engine
        self.senders = senders
    }

    func start() throws {
        registration = connection.export(
            try WireInterface.apps, at: WireName.focusPath, properties: [:]
        ) { [weak self] call in
            self?.handle(call)
        }
    }

    private func handle(_ call: MethodCall) {
        var reader = call.message.reader
        guard let untrustedApp = try? reader.string() else { return }
        let arguments = reader
        authorize(call, untrustedApp) { [weak self] app in
            self?.perform(call, app, arguments)
        }
    }

    private func perform(_ call: MethodCall, _ app: AppID, _ arguments: MessageReader) {
        var arguments = arguments
        switch call.member {
        case "SetBadgeCount":
            let count = (try? arguments.uint32()) ?? 0
            engine.setBadge(count, of: app)
            engine.endBatch()
            call.reply()
        case "BadgeCount":
            call.reply(uint32: engine.proxy.badges.own(of: app) ?? 0)
        default:
            call.fail(WireError.failed, "not implemented: \(call.member)")
        }
    }

    /// Lets a caller through that speaks for the app: its sandbox says so, or it owns the app's
    /// bus name or that of the app's Focus-filter extension.
    private func authorize(
        _ call: MethodCall, _ untrustedApp: String, _ body: @escaping (AppID) -> Void
    ) {
        guard untrustedApp.utf8.count <= Limits.appIDBytes, let name = try? BusName(untrustedApp),
            !name.isUnique
        else {
            call.fail(WireError.invalidArgs, "app_id is not an id of the form org.example.App")
            return
        }
        let isHeld = senders.identify(call.peer) { [weak self] identity in
            if let sandbox = identity.sandbox {
                if sandbox.rawValue == untrustedApp { body(sandbox) } else { Self.deny(call) }
            } else {
                self?.owns(call.peer, [untrustedApp, untrustedApp + ".FocusFilter"]) { owns in
                    if owns { body(AppID(untrustedApp)) } else { Self.deny(call) }
                }
            }
        }
        if !isHeld { call.fail(WireError.limitsExceeded, "too many calls at once") }
    }

    private static func deny(_ call: MethodCall) {
        call.fail(
            WireError.accessDenied,
            "the caller does not own the app's bus name, nor is it in the app's sandbox")
    }

    /// Whether the client owns one of the names.
    private func owns(_ client: PeerName, _ names: [String], _ body: @escaping (Bool) -> Void) {
        guard let name = names.first else {
            body(false)
            return
        }
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetNameOwner")
        guard (try? call.append(.string(name))) != nil else {
            body(false)
            return
        }
        connection.call(call, timeout: .seconds(5)) { [weak self] result in
            var reader = (try? result.get())?.reader
            if (try? reader?.string()) == client.rawValue {
                body(true)
            } else {
                self?.owns(client, Array(names.dropFirst()), body)
            }
        }
    }
}

extension Engine {
    /// What `SetBadgeCount` does.
    func setBadge(_ count: UInt32, of app: AppID) {
        proxy.badges.setOwn(count, of: app)
        attempt { try store.setBadge(app, count) }
    }
}
