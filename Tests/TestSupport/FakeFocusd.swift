// SPDX-License-Identifier: Apache-2.0
package import DBus
package import GLibLoop

/// A focusd for apps: it owns `org.focusd.Focus1`, records their calls, and calls their filters.
@LoopActor package final class FakeFocusd {
    /// A call of `org.focusd.Focus1.Apps`.
    package struct Call: Hashable, Sendable {
        package let member: String
        package let arguments: [Value]
        package let sender: String
    }

    /// The connection that owns focusd's name.
    package nonisolated let connection: Connection
    /// Every call, in order.
    package nonisolated let calls: Recorder<Call>
    /// The answer to each method, by its name; an empty answer by default.
    package var answers: [String: [Value]] = [:]
    /// The error for each method, by its name. Comes before an answer.
    package var refusals: [String: ErrorReply] = [:]
    /// Methods that it never answers, by their names.
    package var unanswered: Set<String> = []
    /// Calls without an answer. A call that is dropped is answered with an error.
    private var kept: [MethodCall] = []

    /// Takes the name on a bus.
    package init(_ bus: PrivateBus) throws {
        connection = try bus.connect()
        calls = Recorder()
        connection.onUnhandledCall = { [weak self] call in self?.take(call) ?? false }
        guard try connection.requestName("org.focusd.Focus1") == .primaryOwner else {
            throw TestSupportError("org.focusd.Focus1 has an owner")
        }
    }

    /// Calls a filter of an app, as focusd does.
    package func ask(
        _ name: BusName, _ path: ObjectPath, _ member: MemberName, _ arguments: Value...
    ) async throws -> [Value] {
        try await connection.askFilter(name, path, member, arguments)
    }

    private func take(_ call: MethodCall) -> Bool {
        guard call.message.interface == "org.focusd.Focus1.Apps",
            let arguments = try? call.message.arguments()
        else { return false }
        calls.record(
            Call(member: call.member, arguments: arguments, sender: call.sender.rawValue))
        if unanswered.contains(call.member) {
            kept.append(call)
            return true
        }
        if let refusal = refusals[call.member] {
            call.fail(refusal)
            return true
        }
        let reply = call.message.methodReturn()
        do {
            try reply.append(contentsOf: answers[call.member] ?? [])
            call.reply(reply)
        } catch {
            call.fail(.failed, "\(error)")
        }
        return true
    }
}

extension Connection {
    /// Calls a filter of an app, which answers only focusd.
    package func askFilter(
        _ name: BusName, _ path: ObjectPath, _ member: MemberName, _ arguments: [Value]
    ) async throws -> [Value] {
        let message = Message.methodCall(
            destination: name, path: path, interface: "org.focusd.FocusFilter1", member: member)
        try message.append(contentsOf: arguments)
        return try await call(message, timeout: .testDeadline).arguments()
    }
}
