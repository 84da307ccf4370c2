// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusDaemon

@Suite struct SearchPaceTests {
    /// A flood without a server made focusd look through the folders of `PATH` after each batch.
    @Test func aSearchIsDueOnceASecond() {
        let start = ContinuousClock.now
        var pace = SearchPace()
        for (milliseconds, isDue) in [
            (0, true), (1, false), (999, false), (1_000, true), (1_500, false), (9_000, true),
        ] {
            #expect(
                pace.isDue(at: start + .milliseconds(milliseconds)) == isDue, "\(milliseconds)")
        }
    }
}
