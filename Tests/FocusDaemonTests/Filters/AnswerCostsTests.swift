// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusDaemon

@Suite struct AnswerCostsTests {
    @Test func pauseGrowsWithTheCostOfTheLastAnswer() {
        let (key, other) = (FilterKey(AppID("a.b"), "Mail"), FilterKey(AppID("a.c"), "Mail"))
        let free = Limits.invalidationPause * AnswerCosts.scale / Limits.answerShare
        var costs = AnswerCosts()
        let cases: [(Duration, Duration)] = [
            (.zero, Limits.invalidationPause), (free, Limits.invalidationPause),
            (free * 2, Limits.invalidationPause * 2), (free * 1_000, Limits.longInvalidationPause),
            (free, Limits.invalidationPause),
        ]
        for (time, pause) in cases {
            costs.note(time, of: key)
            #expect(costs.pause(of: key) == pause)
            #expect(costs.isExpensive(key) == (pause > Limits.invalidationPause))
            #expect(costs.pause(of: other) == Limits.invalidationPause)
        }
    }
}
