// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Serves `org.freedesktop.impl.portal.Notification`, version 2, to xdg-desktop-portal.
///
/// Any client could call this object with the id of any app. Only the owner of
/// `org.freedesktop.portal.Desktop` is admitted: the portal has checked which app its own caller
/// is. focusd believes the portal's ids as it believes a sandbox's. A program outside a sandbox can
/// claim an id to the portal, as it can with the hint `desktop-entry` of a call of `Notify`.
@LoopActor final class PortalGate {
    private let connection: Connection
    private let arrivals: GateArrivals
    private let log: Log
    private var registration: Registration?
    private var owner: NameOwner?
    /// The version that the portal offers to apps. With version 1, `ActionInvoked` has no parameter
    /// but the target.
    private var portalVersion: UInt32 = 2

    /// The app of a program for which the portal has no id, as for most outside a sandbox: that of
    /// the usual back end, whose desktop file has the name “Portal”. Lists of the user name it, so
    /// the back ends can be exchanged.
    private static let nameless = AppID("xdg-desktop-portal-gtk")

    private static let stranger = ErrorReply(
        WireError.accessDenied, "for the owner of org.freedesktop.portal.Desktop alone")

    init(_ connection: Connection, arrivals: GateArrivals, log: Log) {
        self.connection = connection
        self.arrivals = arrivals
        self.log = log
    }

    /// The unique name of the portal; nil while it does not run.
    private var portal: BusName? { owner?.current }

    /// Returns true for the portal.
    func isPortal(_ sender: String) -> Bool { sender == portal?.rawValue }

    func start() throws {
        owner = NameOwner(of: WireName.portal, on: connection) { [weak self] in self?.meet($0) }
        meet(portal)
        connection.callRules.keepsDescriptors = { [weak self] sender in
            guard let self else { return false }
            return isPortal(sender)
                && connection.waitingCalls < GateLimits.descriptorCalls
        }
        registration = connection.export(
            try WireInterface.portalNotification, at: WireName.portalPath,
            properties: [
                "version": .readOnly { .uint32(2) },
                "SupportedOptions": .readOnly { Self.options },
            ],
            admit: { [weak self] call in
                // The properties are no secret, and tools read them.
                guard call.method != nil else { return nil }
                return call.sender == self?.portal ? nil : Self.stranger
            }
        ) { [weak self] call in
            self?.handle(call)
        }
        let reply = try? connection.requestName(
            WireName.portalBackend, [.replaceExisting, .allowReplacement])
        if reply == nil { log.warning("\(WireName.portalBackend) cannot be had") }
    }

    func stop() { _ = try? connection.releaseName(WireName.portalBackend) }

    /// Asks a portal that has joined the bus for its version.
    private func meet(_ owner: BusName?) {
        portalVersion = 2
        guard let owner else { return }
        let question = Message.methodCall(
            destination: owner, path: WireName.portalPath,
            interface: "org.freedesktop.DBus.Properties", member: "Get")
        try? question.append(
            .string(WireName.portalFront.rawValue), .string("version"))
        connection.call(question) { [weak self] result in
            guard let self, portal == owner,
                let version = (try? result.get().arguments())?.first?.unwrapped.asUInt32
            else { return }
            portalVersion = version
        }
    }

    private func handle(_ call: MethodCall) {
        do throws(ErrorReply) {
            switch call.member {
            case "AddNotification":
                let notification = try GateNotification(call.message, at: .portal)
                let app = notification.name.app
                let identity = SenderIdentity(sandbox: app.isEmpty ? Self.nameless : AppID(app))
                try arrivals.add(
                    notification, from: identity, call, appName: app.isEmpty ? "Portal" : nil)
            default:
                arrivals.remove(try RouteName(checking: call.message, at: .portal), call)
            }
        } catch {
            arrivals.refused()
            call.fail(error)
        }
    }

    /// Tells the portal of an invoked action, and no other client.
    func tell(_ invoked: InvokedAction) {
        guard let portal else { return }
        var parameters: [Value] = invoked.target.map { [.variant($0)] } ?? []
        if portalVersion >= 2 {
            parameters.append(.variant(AppCaller.platformData(invoked.token)))
            if let text = invoked.text { parameters.append(.variant(.string(text))) }
        }
        do {
            try registration?.emit(
                "ActionInvoked", .string(invoked.name.app), .string(invoked.name.id),
                .string(invoked.action), .array(of: .variant, parameters), to: portal)
        } catch {
            log.warning("ActionInvoked for \(invoked.name.app) cannot be sent: \(error)")
        }
    }

    /// The categories and purposes that apps may ask for, as version 2 names them.
    private static let options = Value.vardict([
        "category": .strings([
            "im.received", "alarm.ringing", "call.incoming", "call.ongoing", "call.unanswered",
            "weather.warning.extreme", "cellbroadcast.danger.extreme",
            "cellbroadcast.danger.severe", "cellbroadcast.amber-alert", "cellbroadcast.test",
            "os.battery.low", "browser.web-notification",
        ]),
        "button-purpose": .strings(ButtonPurpose.all),
    ])
}

extension RouteName {
    /// Reads the first two arguments of a call that is not too long.
    /// - Throws: `LimitsExceeded`, or `InvalidArgs` for ids that no app or notification can have.
    init(checking message: Message, at gate: Gate) throws(ErrorReply) {
        guard message.byteCount <= Limits.otherCallBytes else {
            throw ErrorReply(
                WireError.limitsExceeded, "the call is longer than \(Limits.otherCallBytes) bytes")
        }
        do throws(UnmarshalError) {
            try self.init(message, at: gate)
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
    }
}
