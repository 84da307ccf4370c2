// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport

/// A focusd in this process, on a bus of its own: `Control` and the apps' interfaces, by table.
@LoopActor final class ControlService {
    let bus: PrivateBus
    /// What methods of Control answer.
    var answers: [MemberName: [Value]]
    /// What methods of Control refuse with.
    var refusals: [MemberName: ErrorReply] = [:]
    /// How many calls of a method must have come in before the first is answered.
    var together: [MemberName: Int] = [:]
    private var held: [MemberName: [MethodCall]] = [:]
    /// Every call that came in.
    let calls = Recorder<FakeControl.Call>()
    private var connection: Connection?
    private var registrations: [Registration] = []
    private var subscriber: BusName?

    /// - Parameter isRunning: whether it owns its names from the start.
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
                if call.member == "BadgeCount" { call.reply(uint32: 5) } else { call.reply() }
            },
        ]
        _ = try connection.requestName(WireName.focus, [])
        self.connection = connection
    }

    /// Leaves the bus as a crash would.
    func stop() {
        registrations = []
        connection?.close()
        connection = nil
        subscriber = nil
    }

    /// Sends a signal to whoever subscribed last.
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
        // The last that came is answered first.
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
