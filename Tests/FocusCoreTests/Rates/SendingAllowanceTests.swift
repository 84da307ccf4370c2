// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The rate at which a client and an app may show notifications.
@Suite struct SendingAllowanceTests {
    static let chat = AppID("org.example.Chat")
    static let start = ContinuousClock.now

    static func peer(_ number: Int) -> PeerName { PeerName(rawValue: ":1.\(number)") }

    @Test func clientHasItsBurstAndNotOneMore() {
        var allowance = SendingAllowance(SendingRate())
        func take() -> SendingAllowance.Exhausted? {
            allowance.take(client: Self.peer(1), app: Self.chat, addsPopup: true, at: Self.start)
        }
        for number in 1...Limits.notificationBurst { #expect(take() == nil, "\(number)") }
        #expect(take() == .client(Self.peer(1)))
        // Another client of the same app has its own burst.
        let other = allowance.take(
            client: Self.peer(2), app: Self.chat, addsPopup: true, at: Self.start)
        #expect(other == nil)
    }

    @Test func eachSecondAllowsSoManyMoreForEver() {
        var allowance = SendingAllowance(SendingRate())
        func take(_ seconds: Int) -> Bool {
            allowance.take(
                client: Self.peer(1), app: Self.chat, addsPopup: true,
                at: Self.start + .seconds(seconds)) == nil
        }
        while take(0) {}
        for second in 1...60 {
            let taken = (0..<Limits.notificationsPerSecond * 2).count { _ in take(second) }
            #expect(taken == Limits.notificationsPerSecond)
        }
        // After a long pause, the burst is available again, and no more than the burst.
        let after = (0..<Limits.notificationBurst * 2).count { _ in take(100_000) }
        #expect(after == Limits.notificationBurst)
    }

    @Test func noClientUsesUpWhatItsAppHas() {
        var allowance = SendingAllowance(SendingRate())
        func take(_ peer: Int) -> SendingAllowance.Exhausted? {
            allowance.take(client: Self.peer(peer), app: Self.chat, addsPopup: true, at: Self.start)
        }
        for _ in 0..<Limits.notificationBurst * 10 { _ = take(1) }
        #expect(take(2) == nil)
    }

    @Test func manyClientsOfOneAppShareWhatItHas() {
        var allowance = SendingAllowance(SendingRate())
        func take(_ peer: Int) -> SendingAllowance.Exhausted? {
            allowance.take(client: Self.peer(peer), app: Self.chat, addsPopup: true, at: Self.start)
        }
        // A script that starts one program per notification.
        for number in 0..<Limits.notificationBurst * 2 { #expect(take(number) == nil) }
        #expect(take(9_999_999) == .app(Self.chat))
        let other = allowance.take(
            client: Self.peer(9_999_999), app: AppID("other"), addsPopup: true, at: Self.start)
        #expect(other == nil)
    }

    @Test func notificationWithoutANewPopupCountsATenth() {
        var allowance = SendingAllowance(SendingRate())
        let taken = (0..<Limits.notificationBurst * 11).count { _ in
            allowance.take(
                client: Self.peer(1), app: Self.chat, addsPopup: false, at: Self.start) == nil
        }
        #expect(taken == Limits.notificationBurst * 10)
    }

    @Test func burstOfZeroIsNoLimit() {
        var rate = SendingRate()
        rate.burst = 0
        var allowance = SendingAllowance(rate)
        let taken = (0..<10_000).count { _ in
            allowance.take(
                client: Self.peer(1), app: Self.chat, addsPopup: true, at: Self.start) == nil
        }
        #expect(taken == 10_000)
    }

    @Test func sendersAreForgottenOnceTheyHaveTheirWholeAllowance() {
        var calls = Allowances<Int>(10, every: .seconds(1), of: Limits.countedSenders)
        for caller in 0..<Limits.countedSenders { _ = calls.take(for: caller, at: Self.start) }
        #expect(calls.count == Limits.countedSenders)
        _ = calls.take(for: -1, at: Self.start + .seconds(2))
        #expect(calls.count == 1)
    }

    @Test func callerThatHasUsedUpItsAllowanceGetsOneMorePerPause() {
        var allowances = Allowances<String>(3, every: .seconds(1), of: 2)
        let start = ContinuousClock.now
        func takes(_ count: Int, _ caller: String, after seconds: Int) -> [Bool] {
            (0..<count).map { _ in allowances.take(for: caller, at: start + .seconds(seconds)) }
        }
        #expect(takes(4, "a", after: 0) == [true, true, true, false])
        #expect(takes(1, "b", after: 0) == [true])
        #expect(takes(2, "a", after: 1) == [true, false])
        #expect(takes(4, "a", after: 9) == [true, true, true, false])
        // Of many callers, those with their whole allowance are forgotten.
        #expect(takes(1, "c", after: 9) == [true])
        #expect(allowances.count == 2)
    }
}
