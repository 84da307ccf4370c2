// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import TestSupport
import Testing

@testable import DBus

/// Calls of a client that wait for more than their turns (issue 15).
@Suite(.timeLimit(.minutes(5))) @LoopActor struct WaitingCallTests {
    private let bus: PrivateBus
    private let service: Connection
    private let handled = Recorder<String>()

    init() throws {
        bus = try PrivateBus()
        service = try bus.connect()
        service.callRules.takesTurns = true
        service.onUnhandledCall = { [handled] call in
            handled.record(call.member)
            call.reply()
            return true
        }
    }

    private func message(_ member: MemberName) -> Message {
        Message.methodCall(
            destination: service.uniqueName, path: Echo.path, interface: Echo.name,
            member: member)
    }

    /// A client that pauses could fill the room for all clients' waiting calls, and then nothing
    /// more was read.
    @Test func `a client that pauses has only so many waiting calls`() async throws {
        let (first, other) = (try bus.connect(), try bus.connect())
        let refused = Recorder<Int>()
        service.onRefusal = { refused.record(1) }
        service.pauseCalls(of: first.uniqueName.rawValue, for: .answer)
        let limit = CallAccounts.maximumHeldCalls
        for _ in 0..<limit + 3 {
            let call = message("Flood")
            call.setNoReply()
            first.send(call)
        }
        for _ in 0..<3 { _ = try await refused.next() }
        _ = try await other.call(message("Other"), timeout: .testDeadline)
        #expect(try await handled.next() == "Other")
        #expect(service.waitingCalls == limit && refused.pending.isEmpty)
        service.resumeCalls(of: first.uniqueName.rawValue, for: .answer)
        for _ in 0..<limit { #expect(try await handled.next() == "Flood") }
    }
}
