// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

@Suite struct HookQueueTests {
    @Test func runsAreInOrderAndLimited() {
        var queue = HookQueue<Int>()
        for number in 0..<(Limits.runningHooks + 1) { queue.add(number) }
        let begun = (0..<Limits.runningHooks).map { _ in queue.next() }
        #expect(begun == Array(0..<Limits.runningHooks))
        let early = queue.next()
        #expect(early == nil)
        queue.ended()
        let next = queue.next()
        #expect(next == Limits.runningHooks)
        for _ in 0..<Limits.runningHooks { queue.ended() }
        #expect(queue.isIdle)
    }

    @Test func runsBeyondTheQueueAreLeftOutAndCounted() {
        var queue = HookQueue<Int>()
        for number in 0..<(Limits.waitingHooks + 3) { queue.add(number) }
        var runs: [Int] = []
        while let run = queue.next() {
            runs.append(run)
            let none = runs.count < Limits.waitingHooks ? queue.takeDropped() : nil
            #expect(none == nil)
            queue.ended()
        }
        #expect(runs == Array(0..<Limits.waitingHooks))
        let dropped = queue.takeDropped()
        #expect(dropped == 3)
        let again = queue.takeDropped()
        #expect(again == nil)
    }

    @Test func eventsAndFocusesSelect() {
        var hook = Hook(name: "a", events: [.start, .silenced], command: ["true"])
        #expect(hook.wants(.start, of: FocusID("work")))
        #expect(hook.wants(.silenced, of: nil))
        #expect(!hook.wants(.end, of: FocusID("work")))
        hook.focuses = [FocusID("work")]
        #expect(hook.wants(.start, of: FocusID("work")))
        #expect(!hook.wants(.start, of: FocusID("home")))
        #expect(!hook.wants(.silenced, of: nil))
    }
}
