// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport

/// A focusd in this process with its own bus: `Control` and `Apps`, answered from tables.
@LoopActor final class ControlService {
    let bus: PrivateBus
    /// The answers of Control's methods.
    var answers: [MemberName: [Value]]
    /// The errors of Control's methods.
    var refusals: [MemberName: ErrorReply] = [:]
    /// Number of calls of a method to collect before the first answer.
    var together: [MemberName: Int] = [:]
    private var held: [MemberName: [MethodCall]] = [:]
    /// All received calls.
    let calls = Recorder<FakeControl.Call>()
    private var connection: Connection?
    private var registrations: [Registration] = []
    private var subscriber: BusName?

    /// - Parameter isRunning: true to own the bus names from the start.
    init(_ answers: [MemberName: [Value]], isRunning: Bool = true) throws {
        bus = try PrivateBus()
        self.answers = answers
        if isRunning { try start() }
    }

    func start() throws {
        let connection = try bus.connect()
        let properties: [MemberName: PropertyAccess] = [
            "ActiveFocus": .readOnly { .string("work") },
            "ActiveCause": .readOnly { .string("manual") },
            "ActiveUntil": .readOnly { .int64(0) }, "Inhibited": .readOnly { .boolean(true) },
            "MissedCount": .readOnly { .uint32(0) }, "Version": .readOnly { .string("0") },
        ]
        registrations = [
            connection.export(
                try WireInterface.control, at: WireName.focusPath, properties: properties
            ) { [weak self] call in self?.answer(call) },
            connection.export(try WireInterface.apps, at: WireName.focusPath) { [weak self] call in
                self?.note(call)
                if call.member == "BadgeCount" { call.reply(.uint32(5)) } else { call.reply() }
            },
        ]
        _ = try connection.requestName(WireName.focus, [])
        self.connection = connection
    }

    /// Leaves the bus as a crash does.
    func stop() {
        registrations = []
        connection?.close()
        connection = nil
        subscriber = nil
    }

    /// Sends a signal to the last subscriber.
    func emit(_ member: MemberName, _ values: Value...) throws {
        guard let subscriber else { throw TestSupportError("nobody subscribed") }
        let signal = Message.signal(
            path: WireName.focusPath, interface: WireName.control, member: member,
            destination: subscriber)
        try signal.append(contentsOf: values)
        connection?.send(signal)
    }

    private func answer(_ call: MethodCall) {
        note(call)
        if call.member == "Subscribe" { subscriber = call.sender }
        guard let member = call.method?.name else { return }
        held[member, default: []].append(call)
        guard held[member, default: []].count >= together[member] ?? 1 else { return }
        // Answers the last call first.
        for call in (held.removeValue(forKey: member) ?? []).reversed() { reply(call, member) }
    }

    private func reply(_ call: MethodCall, _ member: MemberName) {
        if let refusal = refusals[member] { return call.fail(refusal) }
        let answer = call.message.methodReturn()
        do {
            try answer.append(contentsOf: answers[member] ?? [])
            call.reply(answer)
        } catch {
            call.fail(.failed, "\(error)")
        }
    }

    private func note(_ call: MethodCall) {
        guard let member = call.method?.name, let values = try? call.message.arguments() else {
            return
        }
        calls.record(.init(member, all: values))
    }
}
