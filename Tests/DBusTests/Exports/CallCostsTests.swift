// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DBus

/// The loop time of expensive calls, with the test's own clock.
@Suite struct CallCostsTests {
    private let start = ContinuousClock.now

    @Test func cheapCallsCostNothing() {
        var costs = CallCosts()
        for _ in 0..<100_000 {
            let end = costs.charge(CallCosts.freeTime, to: ":1.1", at: start)
            #expect(end == nil)
        }
    }

    @Test func clientHasItsBurstThenItsShare() throws {
        var costs = CallCosts()
        let call = CallCosts.freeTime + CallCosts.burst / 4
        for _ in 0..<4 {
            let wait = costs.charge(call, to: ":1.1", at: start)
            #expect(wait == nil)
        }
        let charged = costs.charge(call, to: ":1.1", at: start)
        let end = try #require(charged)
        // The client gets one part in `share` of the time.
        #expect(end - start == CallCosts.burst / 4 * CallCosts.share)
        // Then the client may continue with one call at a time.
        let next = costs.charge(call, to: ":1.1", at: end)
        #expect(next != nil)
        let later = costs.charge(call, to: ":1.1", at: end + CallCosts.burst * 1_000)
        #expect(later == nil)
    }

    @Test func othersAreNotChargedForIt() {
        var costs = CallCosts()
        let call = CallCosts.freeTime + CallCosts.burst * 3 / 2
        let own = costs.charge(call, to: ":1.1", at: start)
        let other = costs.charge(CallCosts.freeTime * 2, to: ":1.2", at: start)
        #expect(own != nil && other == nil)
        #expect(costs.waitForLargeCalls(at: start) == nil)
    }

    @Test func callsThatWaitHaveLimitsInBytes() {
        func reason(
            _ bytes: Int, count: Int = 0, own: Int = 0, isPaused: Bool = false, waiting: Int = 0
        ) -> String? {
            CallRoom.refusal(
                of: bytes, beside: (count, own), isPaused: isPaused, waiting: waiting)
        }
        #expect(reason(CallRoom.maximumCall) == nil)
        #expect(reason(CallRoom.maximumCall + 1) != nil)
        // A single call may be long. A second call of the same client has less room.
        #expect(reason(1, count: 1, own: CallRoom.maximumOfClient - 1) == nil)
        #expect(reason(2, count: 1, own: CallRoom.maximumOfClient - 1) != nil)
        // Short calls of other clients always find room.
        #expect(reason(CallRoom.largeCall, waiting: CallRoom.maximumWaiting) == nil)
        #expect(reason(CallRoom.largeCall + 1, waiting: CallRoom.maximumWaiting) != nil)
        let most = CallRoom.maximumHeldCalls
        #expect(reason(1, count: most - 1, own: 9, isPaused: true) == nil)
        #expect(reason(1, count: most, own: 9, isPaused: true) != nil)
        #expect(reason(1, count: most, own: 9) == nil)
    }

    @Test func manyClientsShareATotal() {
        var costs = CallCosts()
        // Each client stays within its own burst.
        let call = CallCosts.freeTime + CallCosts.burst
        var client = 0
        while costs.waitForLargeCalls(at: start) == nil, client < 100 {
            _ = costs.charge(call, to: ":1.\(client)", at: start)
            client += 1
        }
        #expect(client == CallCosts.totalBurst / CallCosts.burst + 1)
        // The first expensive call of a new client waits, too.
        let first = costs.charge(CallCosts.freeTime * 2, to: ":1.999", at: start)
        #expect(first != nil)
        let later = start + CallCosts.totalBurst * CallCosts.totalShare
        #expect(costs.waitForLargeCalls(at: later) == nil)
    }
}

extension Duration {
    fileprivate static func / (left: Duration, right: Duration) -> Int {
        Int(left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000)
            / Int(
                right.components.seconds * 1_000
                    + right.components.attoseconds / 1_000_000_000_000_000)
    }
}
