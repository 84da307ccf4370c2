// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore
@testable import FocusDaemon

/// Relayed calls that want no answer, while the server's bus hangs (issue 15).
@Suite struct UnansweredCallsTests {
    private static func payer(_ name: String) -> PeerAccounts.Payer {
        PeerAccounts.Payer(client: PeerName(rawValue: name))
    }

    @Test func theyStayChargedUntilTheBusHasTakenThem() {
        var accounts = PeerAccounts()
        var calls = UnansweredCalls()
        func send(_ bytes: Int, from name: String) -> Bool {
            guard accounts.charge(bytes, of: .relayedBytes, to: Self.payer(name)) else {
                return false
            }
            calls.add(bytes, of: PeerName(rawValue: name))
            return true
        }
        let step = Limits.relayedBytes / 16
        let sent = (0..<40).count { _ in send(step, from: ":1.1") }
        #expect(sent == 8)
        // Another client finds the room that is left for others.
        let other = send(step, from: ":1.2")
        #expect(other)
        calls.release(&accounts)
        #expect(accounts.total(of: .relayedBytes) == 0)
        let again = send(step, from: ":1.1")
        #expect(again)
        calls.release(&accounts)
        calls.release(&accounts)
        #expect(accounts.total(of: .relayedBytes) == 0)
    }
}
