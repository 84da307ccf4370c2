// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import DBus

/// Calls that a service takes only up to a length of their own (issue 15).
@Suite(.timeLimit(.minutes(5))) @LoopActor struct LongestCallTests {
    @Test func `a call beyond its own limit is refused on receipt`() async throws {
        let bus = try PrivateBus()
        let (service, client) = (try bus.connect(), try bus.connect())
        service.callRules.takesTurns = true
        let limit = CallAccounts.largeCall + 1_000
        service.callRules.longestCall = { $0.member == "Note" ? limit : .max }
        let refusals = Recorder<Int>()
        service.onRefusal = { [weak service] in refusals.record(service?.waitingCalls ?? -1) }
        let handled = Recorder<String>()
        service.onUnhandledCall = { call in
            handled.record(call.member)
            call.reply()
            return true
        }
        func message(_ member: MemberName, _ length: Int) throws -> Message {
            let message = Message.methodCall(
                destination: service.uniqueName, path: Echo.path, interface: Echo.name,
                member: member)
            try message.append(.string(String(repeating: "x", count: length)))
            return message
        }
        do {
            _ = try await client.call(message("Note", limit), timeout: .testDeadline)
            Issue.record("the call was handled")
        } catch let error as CallError {
            #expect(error.name == .limitsExceeded)
        }
        #expect(try await refusals.next() == 0)
        _ = try await client.call(message("Note", limit - 500), timeout: .testDeadline)
        _ = try await client.call(message("Other", limit), timeout: .testDeadline)
        #expect(handled.pending == ["Note", "Other"])
    }

    /// A call without a sender and without an answer.
    private func call(_ values: [Value]) throws -> Message {
        let call = Message.methodCall(
            destination: nil, path: "/a", interface: "org.example.I", member: "Notify")
        try call.append(contentsOf: values)
        call.setNoReply()
        return call
    }

    /// A bus may pass on header fields that nobody knows: what waits is counted with them.
    @Test func `fields that libdbus does not know count for the limit`() throws {
        let bus = try PrivateBus()
        let service = try bus.connect()
        service.callRules.takesTurns = true
        service.callRules.longestCall = { _ in CallAccounts.largeCall }
        let refusals = Recorder<Int>()
        service.onRefusal = { [weak service] in refusals.record(service?.waitingCalls ?? -1) }
        let bytes = try HeaderField.unknown(2 * CallAccounts.largeCall).bytes(in: call([]))
        let long = try Message.demarshal(bytes)
        #expect(long.leastByteCount < 1_000)
        service.binding.admit(call: long, reads: 1_000)
        #expect(refusals.pending == [0])
        #expect(service.waitingCalls == 0)
    }

    /// The file for a long notification is made with the call's length, and takes no other one.
    @Test func `a call that is prepared has the length of its bytes`() throws {
        let bus = try PrivateBus()
        let service = try bus.connect()
        service.callRules.takesTurns = true
        let lengths = Recorder<Int>()
        service.prepareCalls(from: 1_000) { call, _ in
            lengths.record(call.byteCount)
            return true
        }
        let values: [Value] = [.bytes([UInt8](repeating: 7, count: 100_000))]
        for field in [HeaderField.noDescriptors, .unknown(2_000)] {
            let bytes = try field.bytes(in: call(values))
            service.binding.admit(call: try Message.demarshal(bytes), reads: 1_000)
            #expect(lengths.pending.last == bytes.count)
        }
        #expect(lengths.pending.count == 2)
        #expect(service.waitingCalls == 2)
    }

    @Test func `a call that is refused for its length is not copied`() throws {
        let bus = try PrivateBus()
        let service = try bus.connect()
        service.callRules.takesTurns = true
        service.callRules.closesDescriptors = true
        service.callRules.longestCall = { _ in CallAccounts.largeCall }
        let refusals = Recorder<Bool>()
        service.onRefusal = { refusals.record(true) }
        let bytes = Value.bytes([UInt8](repeating: 7, count: CallAccounts.largeCall))
        let descriptor = try #require(UnixFD(duplicating: STDERR_FILENO))
        let long = [
            try Message.demarshal(call([.structure([bytes])]).marshalled()),
            try call([bytes, .unixFD(descriptor)]),
        ]
        for call in long {
            call.seal()
            service.binding.admit(call: call, reads: 1_000)
            // The length of a copy is kept.
            #expect(call.length == nil)
        }
        #expect(refusals.pending.count == 2)
    }
}
