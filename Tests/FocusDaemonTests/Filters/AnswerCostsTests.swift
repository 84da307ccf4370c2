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
            costs.note(time, of: key) { _ in true }
            #expect(costs.pause(of: key) == pause)
            #expect(costs.isExpensive(key) == (pause > Limits.invalidationPause))
            #expect(costs.pause(of: other) == Limits.invalidationPause)
        }
    }

    /// Found by review: an app that declared other filters all the time left a cost of each.
    @Test func costsOfFiltersThatAreGoneAreForgotten() {
        var costs = AnswerCosts()
        let declared = FilterKey(AppID("a.b"), "Mail")
        costs.note(.seconds(60), of: declared) { _ in true }
        for number in 0..<10 * AnswerCosts.fewest {
            let key = FilterKey(AppID("a.b"), "Other\(number)")
            costs.note(.seconds(60), of: key) { $0 == key || $0 == declared }
            #expect(costs.isExpensive(key))
            #expect(costs.count <= AnswerCosts.fewest)
        }
        #expect(costs.isExpensive(declared))
    }
}
