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

    private func send(_ count: Int, _ member: MemberName, from client: Connection) throws {
        for _ in 0..<count {
            let call = message(member)
            call.setNoReply()
            client.send(call)
        }
        // After this answer, the bus has received the calls.
        _ = try client.busID()
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
        for client in loud { try send(4, "Loud", from: client) }
        try send(4, "Other", from: other)
        let waits = Recorder<Int>()
        service.onBatchEnd = { [weak service] in waits.record(service?.waitingCalls ?? 0) }
        if service.waitingCalls < 36 { while try await waits.next() < 36 {} }
        for client in loud + [other] { service.resumeCalls(of: client.uniqueName.rawValue) }
        var order: [String] = []
        while order.count < 36 { order.append(try await handled.next()) }
        #expect(order.prefix(8).filter { $0 == "Other" }.count == 4, "\(order)")
    }

    /// One client's calls filled the room, and all others' waited with the bus for seconds.
    @Test func `a program has half of the room for waiting calls`() async throws {
        let half = LoopBinding.maximumWaiting / 2
        let (loud, second, other) = (try bus.connect(), try bus.connect(), try bus.connect())
        service.callRules.group = { [other] in
            $0 == other.uniqueName.rawValue ? "other" : "loud"
        }
        let refused = Recorder<Int>()
        service.onRefusal = { refused.record(1) }
        for client in [loud, second] { service.pauseCalls(of: client.uniqueName.rawValue) }
        try send(half - 10, "Loud", from: loud)
        try send(30, "Second", from: second)
        for _ in 0..<20 { _ = try await refused.next() }
        _ = try await other.call(message("Other"), timeout: .testDeadline)
        #expect(try await handled.next() == "Other")
        #expect(service.waitingCalls == half && refused.pending.isEmpty)
        for client in [loud, second] { service.resumeCalls(of: client.uniqueName.rawValue) }
        var counts: [String: Int] = [:]
        for _ in 0..<half { counts[try await handled.next(), default: 0] += 1 }
        #expect(counts == ["Loud": half - 10, "Second": 10])
    }

    @Test func `no more than so many calls wait`() async throws {
        let limit = LoopBinding.maximumWaiting
        var (most, handled, refused) = (0, 0, 0)
        let counts = Recorder<(waiting: Int, done: Int)>()
        service.onUnhandledCall = { [service] _ in
            most = max(most, service.waitingCalls)
            handled += 1
            return true
        }
        service.onRefusal = { refused += 1 }
        service.onBatchEnd = { [weak service] in
            counts.record((service?.waitingCalls ?? 0, handled + refused))
        }
        // Each client may have half of what the ones before it have left.
        let clients = try (0..<16).map { _ in try bus.connect() }
        for client in clients {
            service.pauseCalls(of: client.uniqueName.rawValue)
            try send(limit / 2, "Flood", from: client)
        }
        _ = try await counts.next { $0.waiting >= limit }
        for client in clients { service.resumeCalls(of: client.uniqueName.rawValue) }
        _ = try await counts.next { $0.done == clients.count * limit / 2 }
        // The last read begins below the limit and brings a batch of calls. It leaves fewer in
        // libdbus, which reads up to 4 KiB at once.
        #expect(most < limit + 2 * LoopBinding.maximumBatch)
        #expect(handled >= limit)
    }

    /// A client that pauses could fill the room for all clients' waiting calls, and then nothing
    /// more was read.
    @Test func `a client that pauses has only so many waiting calls`() async throws {
        let (first, other) = (try bus.connect(), try bus.connect())
        let refused = Recorder<Int>()
        service.onRefusal = { refused.record(1) }
        service.pauseCalls(of: first.uniqueName.rawValue, for: .answer)
        let limit = CallAccounts.maximumHeldCalls
        try send(limit + 3, "Flood", from: first)
        for _ in 0..<3 { _ = try await refused.next() }
        _ = try await other.call(message("Other"), timeout: .testDeadline)
        #expect(try await handled.next() == "Other")
        #expect(service.waitingCalls == limit && refused.pending.isEmpty)
        service.resumeCalls(of: first.uniqueName.rawValue, for: .answer)
        for _ in 0..<limit { #expect(try await handled.next() == "Flood") }
    }
}
