// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DBus

/// The loop time of expensive calls, with the test's own clock.
@Suite struct CallAccountsTests {
    private let start = ContinuousClock.now

    @Test func cheapCallsCostNothing() {
        var accounts = CallAccounts()
        for _ in 0..<100_000 {
            let pauses = accounts.charge(CallAccounts.freeTime, to: ":1.1", at: start)
            #expect(!pauses)
        }
        #expect(accounts.nextEnd == nil)
    }

    @Test func clientHasItsBurstThenItsShare() throws {
        var accounts = CallAccounts()
        let call = CallAccounts.freeTime + CallAccounts.burst / 4
        for _ in 0..<4 {
            let pauses = accounts.charge(call, to: ":1.1", at: start)
            #expect(!pauses)
        }
        let pauses = accounts.charge(call, to: ":1.1", at: start)
        #expect(pauses)
        let end = try #require(accounts.nextEnd)
        // The client gets one part in `share` of the time.
        #expect(end - start == CallAccounts.burst / 4 * CallAccounts.share)
        let early = accounts.endPauses(at: end - .nanoseconds(1))
        #expect(early == [])
        let ended = accounts.endPauses(at: end)
        #expect(ended == [":1.1"])
        #expect(accounts.nextEnd == nil)
        // Then the client may continue with one call at a time.
        let next = accounts.charge(call, to: ":1.1", at: end)
        #expect(next)
        _ = accounts.endPauses(at: end + CallAccounts.burst * 1_000)
        let later = accounts.charge(call, to: ":1.1", at: end + CallAccounts.burst * 1_000)
        #expect(!later)
    }

    @Test func othersAreNotChargedForIt() {
        var accounts = CallAccounts()
        let call = CallAccounts.freeTime + CallAccounts.burst * 3 / 2
        let own = accounts.charge(call, to: ":1.1", at: start)
        let other = accounts.charge(CallAccounts.freeTime * 2, to: ":1.2", at: start)
        #expect(own && !other)
        #expect(admission(accounts, CallAccounts.largeCall + 1) == .waitsForItsTurn)
    }

    @Test func longMessageCostsTheTimeOfAllItsParts() {
        var time = ReadingTime()
        let (step, long) = (Duration.milliseconds(3), CallAccounts.largeCall)
        time.begin(at: .zero, start)
        time.pause(at: step, start + step)
        // The loop does other things in between.
        time.begin(at: step * 10, start + step * 10)
        time.pause(at: step * 11, start + step * 11)
        time.begin(at: step * 20, start + step * 20)
        #expect(time.end(long, at: step * 22, start + step * 22) == step * 4)
        // A second message of the same wake-up costs its own time.
        #expect(time.end(long, at: step * 23, start + step * 23) == step)
        time.forget()
        #expect(time.end(long, at: step * 25, start + step * 25) == nil)
        time.begin(at: step * 30, start + step * 30)
        #expect(time.end(long, at: step * 31, start + step * 31) == step)
    }

    /// A call of 88 kB with nested structures took libdbus 20 ms, and was not charged (issue 15).
    @Test func messageCostsItsOwnTimeAlone() {
        var time = ReadingTime()
        let (step, free) = (Duration.milliseconds(3), CallAccounts.freeReading)
        time.begin(at: .zero, start)
        #expect(time.end(free, at: step * 8, start + step * 8) == nil)
        #expect(time.end(free + 1, at: step * 10, start + step * 10) == step * 2)
        // The thread lost its processor for 7 of 10 steps.
        #expect(time.end(free + 1, at: step * 13, start + step * 20) == step * 3)
    }

    @Test func timeOfOtherProgramsIsNotCharged() {
        var time = HandlingTime()
        let step = Duration.milliseconds(3)
        time.begin(at: step * 100)
        // The thread lost its processor for 8 of 10 steps.
        #expect(time.end(after: step * 10, at: step * 102) == step * 2)
        // A short call of somebody else came before the next one.
        time.beginCall(at: step * 105)
        #expect(time.end(after: step * 3, at: step * 106) == step)
        time.begin(at: step * 200)
        #expect(time.end(after: step, at: step * 201) == step)
        // The first long call after a quiet time is free, the next one is not.
        time.begin(at: nil)
        time.beginCall(at: step * 250)
        #expect(time.end(after: step, at: step * 300) == .zero)
        #expect(time.end(after: step, at: step * 301) == step)
    }

    private func admission(
        _ accounts: CallAccounts, _ bytes: Int, count: Int = 0, own: Int = 0, waiting: Int = 0,
        isHeld: Bool = false, at now: ContinuousClock.Instant? = nil
    ) -> CallAccounts.Admission {
        var accounts = accounts
        return accounts.admit(
            bytes, of: ":1.1", beside: (count, own), waiting: waiting, isHeld: isHeld,
            at: now ?? start)
    }

    @Test func callsThatWaitHaveLimitsInBytes() {
        func isRefused(
            _ bytes: Int, count: Int = 0, own: Int = 0, waiting: Int = 0, isHeld: Bool = false
        ) -> Bool {
            admission(
                CallAccounts(), bytes, count: count, own: own, waiting: waiting, isHeld: isHeld)
                != .waitsForItsTurn
        }
        #expect(!isRefused(CallAccounts.maximumCall))
        #expect(isRefused(CallAccounts.maximumCall + 1))
        // A single call may be long. A second call of the same client has less room.
        #expect(!isRefused(1, count: 1, own: CallAccounts.maximumOfClient - 1))
        #expect(isRefused(2, count: 1, own: CallAccounts.maximumOfClient - 1))
        // Short calls of other clients always find room.
        #expect(!isRefused(CallAccounts.largeCall, waiting: CallAccounts.maximumWaiting))
        #expect(isRefused(CallAccounts.largeCall + 1, waiting: CallAccounts.maximumWaiting))
        let most = CallAccounts.maximumHeldCalls
        #expect(!isRefused(1, count: most - 1, own: 9, isHeld: true))
        #expect(isRefused(1, count: most, own: 9, isHeld: true))
        #expect(!isRefused(1, count: most, own: 9))
    }

    @Test func manyClientsShareATotal() {
        var accounts = CallAccounts()
        // Each client stays within its own burst.
        let call = CallAccounts.freeTime + CallAccounts.burst
        var client = 0
        let large = CallAccounts.largeCall + 1
        while admission(accounts, large) == .waitsForItsTurn, client < 100 {
            _ = accounts.charge(call, to: ":1.1\(client)", at: start)
            client += 1
        }
        #expect(client == CallAccounts.totalBurst / CallAccounts.burst + 1)
        #expect(admission(accounts, large) == .pausesItsClient)
        // The first expensive call of a new client makes it pause, too.
        let first = accounts.charge(CallAccounts.freeTime * 2, to: ":1.999", at: start)
        #expect(first)
        let later = start + CallAccounts.totalBurst * CallAccounts.totalShare
        #expect(admission(accounts, large, at: later) == .waitsForItsTurn)
    }

    @Test func clientWithOneSlowCallDoesNotPayForTheOthers() throws {
        var accounts = CallAccounts()
        // Ten clients use up the total, again and again.
        for round in 0..<10 {
            for client in 0..<10 {
                let time = CallAccounts.freeTime + CallAccounts.burst
                _ = accounts.charge(time, to: ":1.\(client)", at: start + .seconds(round))
            }
        }
        let now = start + .seconds(10)
        let excess = Duration.microseconds(100)
        let pauses = accounts.charge(CallAccounts.freeTime + excess, to: ":1.99", at: now)
        #expect(pauses)
        // Its own part of the time that is left, with ten others: that of a short pause.
        let end = now + excess * CallAccounts.totalShare * 11
        let before = accounts.endPauses(at: end - .microseconds(1))
        #expect(!before.contains(":1.99"))
        let ended = accounts.endPauses(at: end)
        #expect(ended.contains(":1.99"))
        // Those that have used much wait longer than it.
        #expect(try #require(accounts.nextEnd) > end)
    }

    @Test func manyClientsTogetherKeepToTheShare() {
        var accounts = CallAccounts()
        let excess = Duration.milliseconds(30)
        let call = excess + CallAccounts.freeTime
        var now = start
        var used = Duration.zero
        var pausing: Set<String> = []
        // Forty clients call as soon as they may, for five minutes.
        let end = start + .seconds(300)
        while now < end {
            for client in (0..<40).map({ ":1.\($0)" }) where !pausing.contains(client) {
                now += call
                used += excess
                if accounts.charge(call, to: client, at: now) { pausing.insert(client) }
                pausing.subtract(accounts.endPauses(at: now))
            }
            if pausing.count == 40, let next = accounts.nextEnd { now = max(now, next) }
            pausing.subtract(accounts.endPauses(at: now))
        }
        let share = Duration.seconds(300) / CallAccounts.totalShare + CallAccounts.totalBurst
        #expect(used < share * 5 / 4)
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
