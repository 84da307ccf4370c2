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

    /// A program with 300 connections had 300 turns for each turn of another program.
    @Test func `the connections of a program share its turns`() async throws {
        let loud = try (0..<8).map { _ in try bus.connect() }
        let other = try bus.connect()
        service.callRules.group = { [other] in
            $0 == other.uniqueName.rawValue ? "other" : "loud"
        }
        // All calls wait before the first one is handled.
        for client in loud + [other] { service.pauseCalls(of: client.uniqueName.rawValue) }
        for client in loud + [other] {
            for _ in 0..<4 {
                let call = message(client === other ? "Other" : "Loud")
                call.setNoReply()
                client.send(call)
            }
            // After this answer, the bus has received the calls.
            _ = try client.busID()
        }
        let waits = Recorder<Int>()
        service.onBatchEnd = { [weak service] in waits.record(service?.waitingCalls ?? 0) }
        if service.waitingCalls < 36 { while try await waits.next() < 36 {} }
        for client in loud + [other] { service.resumeCalls(of: client.uniqueName.rawValue) }
        var order: [String] = []
        while order.count < 36 { order.append(try await handled.next()) }
        #expect(order.prefix(8).filter { $0 == "Other" }.count == 4, "\(order)")
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
