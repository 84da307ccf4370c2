// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusDaemon

@Suite struct BarredAppsTests {
    @Test func appWithAnAnswerThatIsTooLongIsNotCalledForAWhile() {
        let (app, other) = (AppID("a.b"), AppID("a.c"))
        let start = ContinuousClock.now
        var barred = BarredApps()
        #expect(barred.pause(of: app, at: start) == nil)
        barred.add(app, at: start)
        #expect(barred.pause(of: app, at: start) == Limits.longAnswerPause)
        let end = start + Limits.longAnswerPause
        #expect(barred.pause(of: app, at: end - .milliseconds(1)) == .milliseconds(1))
        #expect(barred.pause(of: other, at: start) == nil)
        #expect(barred.pause(of: app, at: end) == nil)
    }
}
