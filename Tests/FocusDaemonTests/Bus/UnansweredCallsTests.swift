// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Testing

@testable import FocusCore
@testable import FocusDaemon

/// Relayed calls that want no answer, while the server's bus hangs (issue 15).
@Suite @LoopActor struct UnansweredCallsTests {
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
            calls.add(bytes, of: Self.payer(name))
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

    @Test func busThatTakesNothingGetsLittleOfOneProgram() {
        var accounts = PeerAccounts()
        let limit = Limits.stalledRelayedBytes
        let app = AppID("tool")
        let first = PeerAccounts.Payer(client: PeerName(rawValue: ":1.1"), app: app)
        let second = PeerAccounts.Payer(client: PeerName(rawValue: ":1.2"), app: app)
        #expect(ToolRelay.mayPass(limit + 1, of: first, accounts, unsent: 0))
        #expect(ToolRelay.mayPass(limit, of: first, accounts, unsent: 1))
        #expect(!ToolRelay.mayPass(limit + 1, of: first, accounts, unsent: 1))
        let isCharged = accounts.charge(limit, of: .relayedBytes, to: first)
        #expect(isCharged)
        // Another connection of the program has nothing left; another program has.
        #expect(!ToolRelay.mayPass(1, of: second, accounts, unsent: limit))
        #expect(ToolRelay.mayPass(1, of: Self.payer(":1.3"), accounts, unsent: limit))
        #expect(
            !ToolRelay.mayPass(1, of: Self.payer(":1.3"), accounts, unsent: Limits.relayedBytes))
    }
}
