// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// The times at which focusd returns memory to the kernel.
@LoopActor @Suite struct IdleMomentsTests {
    private let releases = Recorder<ContinuousClock.Instant>()

    private func moments(pause: Duration, interval: Duration) -> IdleMoments {
        IdleMoments(pause: pause, interval: interval) { [releases] in
            releases.record(ContinuousClock.now)
        }
    }

    @Test func `memory is given back once after work`() async throws {
        let idle = moments(pause: .milliseconds(20), interval: .milliseconds(20))
        let worked = ContinuousClock.now
        for _ in 0..<100 { idle.worked() }
        #expect(try await releases.next() - worked >= .milliseconds(20))
        await #expect(throws: DeadlinePassed.self) {
            try await releases.next(within: .milliseconds(200))
        }
    }

    @Test func `nothing is given back while there is work`() async throws {
        let idle = moments(pause: .milliseconds(100), interval: .zero)
        var times: [ContinuousClock.Instant] = []
        let work = Beat(every: .milliseconds(10)) {
            times.append(.now)
            idle.worked()
        }
        let stop = Timer(after: .milliseconds(500)) { work.cancel() }
        let released = try await releases.next()
        // On a busy machine, some work may follow the release.
        let last = try #require(times.last { $0 <= released })
        #expect(released - last >= .milliseconds(90))
        stop.cancel()
    }

    @Test func `a release that would come too soon after another waits`() async throws {
        let idle = moments(pause: .milliseconds(5), interval: .milliseconds(300))
        idle.worked()
        let first = try await releases.next()
        idle.worked()
        #expect(try await releases.next() - first >= .milliseconds(300))
    }
}
