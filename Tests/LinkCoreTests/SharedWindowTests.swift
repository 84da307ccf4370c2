// SPDX-License-Identifier: Apache-2.0

import LinkCore
import Testing

/// Schedules and triggers with `Share=true`, step by step.
@Suite struct SharedWindowTests {
    @Test func aSharedScheduleIsSentOnceForEachWindow() {
        var desk = Desk()
        _ = desk.join()
        let window = SharedSwitch(
            focus: Desk.focus("work"), since: desk.now, until: desk.now + Desk.hour)
        let state = LocalState(shared: window)
        let sent = desk.shared(window)
        #expect(desk.take(.local(state)).published.map(\.switches) == [[sent]])
        #expect(desk.take(.local(state)).isEmpty)
    }

    @Test func aSharedTriggerIsTakenBackAtItsEnd() {
        var desk = Desk()
        _ = desk.join()
        let old = SharedSwitch(focus: Desk.focus("sleep"), since: desk.now - 1)
        let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
        let sent = desk.shared(trigger, until: desk.now + LinkLimits.sharedTrigger)
        let state = LocalState(switches: [old], shared: trigger)
        #expect(desk.take(.local(state)).published.map(\.switches) == [[old, sent]])
        #expect(desk.take(.local(state)).isEmpty)
        let over = LocalState(switches: [old])
        #expect(desk.take(.local(over)).published.map(\.switches) == [[old]])
        #expect(desk.take(.local(over)).isEmpty)
    }

    @Test func aNewerChangeOutlivesASharedTrigger() {
        var desk = Desk()
        _ = desk.join()
        let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
        let effects = desk.take(.local(LocalState(shared: trigger)))
        #expect(effects.published.count == 1)
        desk.now += 10
        let newer = desk.change("sleep", at: desk.now)
        #expect(desk.take(.heard(newer, clock: desk.now)).followed == [newer])
        _ = desk.take(.followed(newer.stamp, action: 7))
        let after = LocalState(
            action: LocalAction(time: 7, isOurs: true), switches: newer.switches)
        #expect(desk.take(.local(after)).isEmpty)
    }

    /// While this machine was offline, the user switched on another one, before the trigger ended.
    @Test func aTriggerThatEndsOfflineIsTakenBackOnlyIfNothingIsNewer() {
        for isNewer in [false, true] {
            var desk = Desk()
            _ = desk.join()
            let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
            let sent = desk.take(.local(LocalState(shared: trigger))).published
            _ = desk.take(.acknowledged(sent[0].stamp))
            _ = desk.take(.disconnected)
            let newer = desk.change("sleep", at: desk.now + 10)
            desk.now += Desk.hour
            #expect(desk.take(.local(LocalState())).isEmpty)
            _ = desk.take(.connected)
            if isNewer { _ = desk.take(.heard(newer, clock: nil)) }
            let effects = desk.take(.readAll)
            let published = effects.published.map(\.switches)
            #expect(published == (isNewer ? [newer.switches] : [sent[0].switches, []]))
        }
    }

    /// The Focus is on anyway, so it begins only once.
    @Test(arguments: [nil, Desk.hour])
    func aSecondWindowOfTheSameFocusIsShared(length: Int64?) {
        var desk = Desk()
        _ = desk.join()
        let window = SharedSwitch(
            focus: Desk.focus("work"), since: desk.now - Desk.hour,
            until: length.map { desk.now + $0 })
        let begins = desk.take(.local(LocalState(shared: window))).published
        let ends = desk.take(.local(LocalState())).published
        desk.now += 10
        let again = desk.take(.local(LocalState(shared: window))).published
        #expect([begins, ends, again].map(\.count) == [1, 1, 1])
        #expect(ends.first?.switches == [] && again.first?.focus?.id == "work")
    }

    @Test func anotherEndOfASharedScheduleIsSent() {
        var desk = Desk()
        _ = desk.join()
        var window = SharedSwitch(
            focus: Desk.focus("work"), since: desk.now, until: desk.now + Desk.hour)
        _ = desk.take(.local(LocalState(shared: window)))
        window.until = desk.now + 2 * Desk.hour
        let again = desk.take(.local(LocalState(shared: window))).published
        #expect(again.map(\.switches) == [[desk.shared(window)]])
        // The schedule becomes a trigger, and decides again after the trigger.
        var trigger = window
        trigger.until = nil
        let sent = desk.take(.local(LocalState(shared: trigger))).published
        #expect(sent.map { $0.switches.last?.until } == [desk.now + LinkLimits.sharedTrigger])
        let last = desk.take(.local(LocalState(shared: window))).published
        #expect(last.map(\.switches) == [[desk.shared(window)]])
    }

    /// A machine that only sends does not follow the user's switch on the other one.
    @Test func anotherEndDoesNotReplaceANewerChange() {
        var desk = Desk(role: .sends)
        _ = desk.join()
        var window = SharedSwitch(
            focus: Desk.focus("work"), since: desk.now, until: desk.now + Desk.hour)
        _ = desk.take(.local(LocalState(shared: window)))
        desk.now += 10
        _ = desk.take(.heard(desk.change("sleep", at: desk.now), clock: desk.now))
        window.until = desk.now + 2 * Desk.hour
        #expect(desk.take(.local(LocalState(shared: window))).published.isEmpty)
    }

    @Test func aSharedScheduleThatHasEndedIsNotTakenBack() {
        var desk = Desk()
        _ = desk.join()
        let window = SharedSwitch(
            focus: Desk.focus("work"), since: desk.now, until: desk.now + Desk.hour)
        _ = desk.take(.local(LocalState(shared: window)))
        desk.now += Desk.hour
        #expect(desk.take(.local(LocalState())).isEmpty)
    }

    @Test func aSharedScheduleStaysBelowATriggerOfThisMachine() {
        for state in [LocalState(hasLocalTrigger: true), LocalState(isOfSession: true)] {
            var desk = Desk()
            _ = desk.join()
            let window = SharedSwitch(
                focus: Desk.focus("work"), since: desk.now, until: desk.now + Desk.hour)
            _ = desk.take(.local(LocalState(shared: window)))
            #expect(desk.take(.local(state)).isEmpty)
            #expect(desk.take(.local(LocalState())).published.map(\.switches) == [[]])
        }
    }
}
