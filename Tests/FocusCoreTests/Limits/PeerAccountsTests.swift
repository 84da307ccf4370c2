// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@Suite struct PeerAccountsTests {
    private static func payer(_ client: String, _ app: String? = nil) -> PeerAccounts.Payer {
        PeerAccounts.Payer(client: PeerName(rawValue: client), app: app.map { AppID($0) })
    }

    @Test(arguments: PeerAccounts.Resource.allCases)
    func oneAloneGetsHalf(resource: PeerAccounts.Resource) {
        var accounts = PeerAccounts()
        let parts = resource.capacity.isMultiple(of: 64) ? 64 : resource.capacity
        let step = resource.capacity / parts
        let taken = (0..<parts).count { _ in
            accounts.charge(step, of: resource, to: Self.payer(":1.1"))
        }
        #expect(taken == parts / 2)
        // Another peer finds the room that is left for others.
        let other = accounts.charge(parts / 4 * step, of: resource, to: Self.payer(":1.2"))
        #expect(other)
        let more = accounts.charge(step, of: resource, to: Self.payer(":1.2"))
        #expect(!more)
    }

    @Test(arguments: [
        PeerAccounts.Resource.unstoredBytes, .edits, .subscribers, .relayListeners,
        .filterQuestions, .serverQuestions, .triggerQuestions, .relayedCalls,
    ])
    func clientsOfOneAppShareItsPart(resource: PeerAccounts.Resource) {
        var accounts = PeerAccounts()
        let step = resource.capacity / 16
        let taken = (0..<16).count { number in
            accounts.charge(step, of: resource, to: Self.payer(":1.\(number)", "loud"))
        }
        #expect(taken == 8)
        let other = accounts.charge(step, of: resource, to: Self.payer(":1.20", "quiet"))
        #expect(other)
    }

    @Test func releasedBytesCanBeChargedAgain() {
        var accounts = PeerAccounts()
        let half = Limits.relayedBytes / 2
        let first = accounts.charge(half, of: .relayedBytes, to: Self.payer(":1.1", "a"))
        #expect(first)
        #expect(!accounts.mayCharge(1, of: .relayedBytes, to: Self.payer(":1.1", "a")))
        accounts.release(half, of: .relayedBytes, by: Self.payer(":1.1", "a"))
        #expect(accounts.total(of: .relayedBytes) == 0)
        let second = accounts.charge(half, of: .relayedBytes, to: Self.payer(":1.1", "a"))
        #expect(second)
    }

    @Test func resourcesAreApart() {
        var accounts = PeerAccounts()
        let whole = Limits.relayedBytes
        let relayed = accounts.charge(whole, of: .relayedBytes, to: Self.payer(":1.1"))
        let asked = accounts.charge(1, of: .serverQuestions, to: Self.payer(":1.1"))
        #expect(relayed && asked)
    }
}
