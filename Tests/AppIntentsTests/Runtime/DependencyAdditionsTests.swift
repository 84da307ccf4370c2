// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AppIntents

/// Dependencies that come late.
@Suite(.timeLimit(.minutes(5))) struct DependencyAdditionsTests {
    private let key = DependencyKey("door", String.self)
    private let other = DependencyKey("window", String.self)

    @Test func whatIsAddedWhileTheProgramStartsIsWaitedFor() async {
        let additions = DependencyAdditions(until: .now + .seconds(600))
        async let first: Void = additions.wait(for: key) { false }
        async let second: Void = additions.wait(for: key) {
            additions.tell(key)
            return false
        }
        _ = await (first, second)
    }

    @Test func whatWasAddedInTheMeantimeIsNotWaitedFor() async {
        let additions = DependencyAdditions(until: .now + .seconds(600))
        await additions.wait(for: key) { true }
    }

    @Test func theWaitEndsWhenTheProgramHasStarted() async {
        let end = ContinuousClock.now + .milliseconds(50)
        let additions = DependencyAdditions(until: end)
        await additions.wait(for: key) {
            additions.tell(other)
            return false
        }
        #expect(ContinuousClock.now >= end)
    }

    @Test func laterNothingIsWaitedFor() async {
        await DependencyAdditions(until: .now).wait(for: key) {
            Issue.record("it was asked")
            return false
        }
    }
}
