// SPDX-License-Identifier: Apache-2.0

import GLibLoop
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
}
