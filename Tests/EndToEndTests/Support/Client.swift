// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport

/// An app on the session bus, or a tool of the user's.
@LoopActor final class Client {
    let connection: Connection
    /// Every signal that reaches the client from the notifications interface.
    let signals = Recorder<Signal>()
    private var subscription: Subscription?

    /// A signal: its name, then its two arguments.
    struct Signal: Hashable, Sendable {
        let member: String
        let values: [Value]

        init(_ member: String, _ values: Value...) {
            self.member = member
            self.values = values
        }

        init(_ message: Message) {
            member = message.member ?? ""
            values = (try? message.arguments()) ?? []
        }
    }

    init(_ connection: Connection) {
        self.connection = connection
        let signals = signals
        subscription = connection.subscribe(
            MatchRule(interface: WireName.notificationsInterface)
        ) { signals.record(Signal($0)) }
    }

    /// Leaves the bus.
    func leave() {
        connection.close()
    }

    /// Calls the notifications interface.
    @discardableResult
    func call(
        _ member: MemberName, _ values: Value..., interface: InterfaceName? = nil,
        path: ObjectPath? = nil
    ) async throws -> [Value] {
        let call = Message.methodCall(
            destination: WireName.notifications, path: path ?? WireName.notificationsPath,
            interface: interface ?? WireName.notificationsInterface, member: member)
        try call.append(contentsOf: values)
        return try await connection.call(call, timeout: .testDeadline).arguments()
    }

    /// Calls `org.focusd.Focus1`.
    @discardableResult
    func focusd(
        _ member: MemberName, _ values: Value..., interface: InterfaceName? = nil
    ) async throws -> [Value] {
        try await focusd(member, arguments: values, interface: interface)
    }

    func focusd(
        _ member: MemberName, arguments values: [Value], interface: InterfaceName? = nil
    ) async throws -> [Value] {
        let call = Message.methodCall(
            destination: WireName.focus, path: WireName.focusPath,
            interface: interface ?? WireName.control, member: member)
        try call.append(contentsOf: values)
        return try await connection.call(call, timeout: .testDeadline).arguments()
    }

    /// Sends a notification and returns its id.
    func notify(
        _ summary: String, body: String = "", app: String = "org.example.Chat",
        criteria: String? = nil, replaces: UInt32 = 0, actions: [String] = [],
        hints: [String: Value] = [:], expires: Int32 = -1
    ) async throws -> UInt32 {
        var all = hints
        all["desktop-entry"] = .string(app)
        if let criteria { all["filterCriteria"] = .string(criteria) }
        let reply = try await call(
            "Notify", .string("Example"), .uint32(replaces), .string("icon"), .string(summary),
            .string(body), .strings(actions), .vardict(all), .int32(expires))
        guard let id = reply.first?.asUInt32 else { throw TestSupportError("no id in the reply") }
        return id
    }

    /// The error that a call ends with.
    func error(_ body: () async throws -> Void) async throws -> CallError {
        do {
            try await body()
        } catch let error as CallError {
            return error
        }
        throw TestSupportError("the call succeeded")
    }

    /// Entries as `Control.Entries` lists them, all pages.
    func entries(_ query: [String: Value] = [:]) async throws -> [Fields] {
        var query = query
        var left = Int(query["limit"]?.asUInt32 ?? 100)
        var all: [Fields] = []
        while true {
            query["limit"] = .uint32(UInt32(left))
            let page = try await focusd("Entries", .vardict(query)).first.flatMap(Fields.list) ?? []
            all += page
            left -= page.count
            guard let next = page.last?.int64("next"), left > 0 else { return all }
            query["before"] = .int64(next)
        }
    }

    func status() async throws -> ServiceStatus {
        guard let fields = try await focusd("Status").first.flatMap(Fields.init) else {
            throw TestSupportError("no status")
        }
        return ServiceStatus(fields)
    }

    /// Asks until the status is as wanted; what changes it has no signal of its own.
    func waitForStatus(_ condition: (ServiceStatus) -> Bool) async throws {
        let deadline = ContinuousClock.now + .testDeadline
        while try await !condition(status()) {
            guard ContinuousClock.now < deadline else { throw DeadlinePassed() }
        }
    }

    /// The badge that is shown for an app.
    func badge(of app: String = "org.example.Chat") async throws -> UInt32 {
        try await focusd("Badges").first?[app]?.asUInt32 ?? 0
    }

    /// Returns one check of `Control.Doctor`, and asks until it is listed: parts of focusd look at
    /// other services first, such as the lock of the session, and no signal tells that they have.
    func doctor(_ check: String) async throws -> DoctorCheck {
        let deadline = ContinuousClock.now + .testDeadline
        while ContinuousClock.now < deadline {
            let checks = try await focusd("Doctor").first.flatMap(Fields.list) ?? []
            if let found = checks.compactMap(DoctorCheck.init).first(where: { $0.check == check }) {
                return found
            }
        }
        throw TestSupportError("no check \(check)")
    }
}
