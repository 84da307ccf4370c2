// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@Suite struct LoggedFailuresTests {
    private static let start = ContinuousClock.now

    /// A service extension that failed for each remote notification filled the log.
    @Test func thousandFailuresAreAFewLines() {
        var failures = LoggedFailures<AppID>()
        let logged = (1...1_000).filter { number in
            failures.mayLog("reason \(number)", of: AppID("a"), at: Self.start)
        }
        #expect(logged == Array(1...Limits.loggedFailures))
        // The failures of other subjects have lines of their own.
        let other = failures.mayLog("reason 1", of: AppID("b"), at: Self.start)
        #expect(other)
    }

    @Test func sameFailureIsLoggedAgainAfterThePause() {
        var failures = LoggedFailures<AppID>()
        let times: [Duration] = [.zero, .seconds(59), LoggedFailures<AppID>.pause, .seconds(61)]
        let logged = times.map { time in
            failures.mayLog("reason", of: AppID("a"), at: Self.start + time)
        }
        #expect(logged == [true, false, true, false])
    }

    @Test func subjectsHaveALimit() {
        var failures = LoggedFailures<AppID>()
        let logged = (1...Limits.loggedSubjects + 1).count { number in
            failures.mayLog("reason", of: AppID("app\(number)"), at: Self.start)
        }
        #expect(logged == Limits.loggedSubjects)
        let later = Self.start + LoggedFailures<AppID>.pause
        let again = failures.mayLog("reason", of: AppID("another"), at: later)
        #expect(again)
    }
}
