// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// The times at which focusd uses an idle moment.
@LoopActor @Suite struct IdleMomentsTests {
    private let uses = Recorder<ContinuousClock.Instant>()

    private func moments(pause: Duration, interval: Duration) -> IdleMoments {
        IdleMoments(pause: pause, interval: interval) { [uses] in
            uses.record(ContinuousClock.now)
        }
    }

    @Test func `one idle moment follows work`() async throws {
        let idle = moments(pause: .milliseconds(20), interval: .milliseconds(20))
        let worked = ContinuousClock.now
        for _ in 0..<100 { idle.worked() }
        #expect(try await uses.next() - worked >= .milliseconds(20))
        await #expect(throws: DeadlinePassed.self) {
            try await uses.next(within: .milliseconds(200))
        }
    }

    @Test func `there is no idle moment while there is work`() async throws {
        let idle = moments(pause: .milliseconds(100), interval: .zero)
        var times: [ContinuousClock.Instant] = []
        let work = Beat(every: .milliseconds(10)) {
            times.append(.now)
            idle.worked()
        }
        let stop = Timer(after: .milliseconds(500)) { work.cancel() }
        let used = try await uses.next()
        // On a busy machine, some work may follow the idle moment.
        let last = try #require(times.last { $0 <= used })
        #expect(used - last >= .milliseconds(90))
        stop.cancel()
    }

    @Test func `an idle moment that would come too soon after another waits`() async throws {
        let idle = moments(pause: .milliseconds(5), interval: .milliseconds(300))
        idle.worked()
        let first = try await uses.next()
        idle.worked()
        #expect(try await uses.next() - first >= .milliseconds(300))
    }
}
