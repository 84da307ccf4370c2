// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AppIntents

/// Dependencies that a program adds after its start.
@Suite(.timeLimit(.minutes(5))) struct DependencyAdditionsTests {
    private let key = DependencyKey("door", String.self)
    private let other = DependencyKey("window", String.self)

    @Test func dependencyAddedWhileTheProgramStartsIsWaitedFor() async {
        let end = ContinuousClock.now + .seconds(600)
        let additions = DependencyAdditions(until: end)
        async let first: Void = additions.wait(for: key) { false }
        async let second: Void = additions.wait(for: key) {
            additions.tell(key)
            return false
        }
        _ = await (first, second)
        #expect(ContinuousClock.now < end)
    }

    @Test func addedDependencyIsNotWaitedFor() async {
        let end = ContinuousClock.now + .seconds(600)
        await DependencyAdditions(until: end).wait(for: key) { true }
        #expect(ContinuousClock.now < end)
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
        await confirmation("it is not asked", expectedCount: 0) { asked in
            await DependencyAdditions(until: .now).wait(for: key) {
                asked()
                return false
            }
        }
    }
}
