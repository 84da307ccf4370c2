// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

extension HookQueue {
    /// Adds a run about a notification, unless there is no room.
    fileprivate mutating func add(_ run: Run, about app: AppID, of client: PeerName?) {
        add(1, about: app, of: client) { _ in [run] }
    }
}

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
        let none = queue.next()
        #expect(none == nil)
        // All places are free again, and no more.
        for number in 0..<(Limits.runningHooks + 1) { queue.add(number) }
        let again = (0..<(Limits.runningHooks + 1)).map { _ in queue.next() }
        #expect(again == Array(0..<Limits.runningHooks) + [nil])
    }

    @Test func runsBeyondTheQueueAreLeftOutAndCounted() {
        var queue = HookQueue<Int>()
        for number in 0..<(Limits.waitingFocusHooks + 3) { queue.add(number) }
        var runs: [Int] = []
        while let run = queue.next() {
            runs.append(run)
            let none = runs.count < Limits.waitingFocusHooks ? queue.takeDropped() : nil
            #expect(none == nil)
            queue.ended()
        }
        #expect(runs == Array(0..<Limits.waitingFocusHooks))
        let dropped = queue.takeDropped()
        #expect(dropped == 3)
        let again = queue.takeDropped()
        #expect(again == nil)
    }

    /// Issue 15: a flood of one app's notifications left out the runs about a Focus.
    @Test func runsAboutAFocusHavePlacesOfTheirOwnAndGoFirst() {
        var queue = HookQueue<String>()
        for app in 0..<4 {
            for _ in 0..<Limits.waitingHooks {
                queue.add("flood", about: AppID("app\(app)"), of: nil)
            }
        }
        queue.add("start")
        queue.add("end")
        var runs: [String] = []
        while let run = queue.next() {
            runs.append(run)
            queue.ended()
        }
        #expect(runs == ["start", "end"] + Array(repeating: "flood", count: Limits.waitingHooks))
    }

    @Test func oneAppAloneGetsHalfOfTheRunsAboutNotifications() {
        var queue = HookQueue<String>()
        for _ in 0..<Limits.waitingHooks { queue.add("loud", about: AppID("loud"), of: nil) }
        for _ in 0..<Limits.waitingHooks / 2 {
            queue.add("other", about: AppID("other"), of: nil)
        }
        var runs: [String: Int] = [:]
        while let run = queue.next() {
            runs[run, default: 0] += 1
            queue.ended()
        }
        #expect(runs == ["loud": Limits.waitingHooks / 2, "other": Limits.waitingHooks / 2])
        let dropped = queue.takeDropped()
        #expect(dropped == Limits.waitingHooks / 2)
    }

    /// A client that invented app names took the places of all other apps.
    @Test func oneClientAloneGetsHalfUnderAnyNumberOfNames() {
        var queue = HookQueue<String>()
        let loud = PeerName(rawValue: ":1.1")
        for number in 0..<Limits.waitingHooks {
            queue.add("loud", about: AppID("app\(number)"), of: loud)
        }
        for number in 0..<Limits.waitingHooks {
            queue.add("other", about: AppID("other\(number)"), of: PeerName(rawValue: ":1.2"))
        }
        var runs: [String: Int] = [:]
        while let run = queue.next() {
            runs[run, default: 0] += 1
            queue.ended()
        }
        #expect(runs == ["loud": Limits.waitingHooks / 2, "other": Limits.waitingHooks / 2])
    }

    /// Issue 15: of 60 hooks, each run was counted apart, with the whole queue.
    @Test func theRoomIsTheNumberOfRunsThatAreAdded() {
        var queue = HookQueue<String>()
        let (loud, client) = (AppID("loud"), PeerName(rawValue: ":1.1"))
        #expect(queue.room(about: loud, of: client) == Limits.waitingHooks / 2)
        queue.add("loud", about: loud, of: client)
        #expect(queue.room(about: loud, of: nil) == Limits.waitingHooks / 2 - 1)
        #expect(queue.room(about: AppID("other"), of: client) == Limits.waitingHooks / 2 - 1)
        #expect(queue.room(about: AppID("other"), of: nil) == Limits.waitingHooks / 2)
        for number in 1..<(Limits.waitingHooks - 3) {
            queue.add("some", about: AppID("app\(number)"), of: nil)
        }
        #expect(queue.room(about: AppID("other"), of: nil) == 3)
        for _ in 0..<3 { queue.add("other", about: AppID("other"), of: nil) }
        #expect(queue.room(about: AppID("last"), of: nil) == 0)
        queue.add(5, about: AppID("last"), of: nil) { _ in
            Issue.record("runs without room")
            return []
        }
        while queue.next() != nil { queue.ended() }
        let dropped = queue.takeDropped()
        #expect(dropped == 5)
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
