// SPDX-License-Identifier: Apache-2.0

import LinkCore
import Testing

/// Long triggers with `Share=true`, and those of several machines, step by step.
@Suite struct SharedTriggerTests {
    private static let half = LinkLimits.sharedTrigger / 2

    // MARK: A long trigger

    @Test func aLongTriggerGetsALaterEnd() throws {
        var desk = Desk()
        _ = desk.join()
        let old = SharedSwitch(focus: Desk.focus("sleep"), since: desk.now - 1)
        let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
        let state = LocalState(switches: [old], shared: trigger)
        var effects = desk.take(.local(state))
        var stamps = effects.published.map(\.stamp)
        for _ in 0..<4 {
            let alarm = try #require(effects.alarm)
            #expect(alarm == desk.now + Self.half)
            desk.now = alarm - 1
            // The clock was set back a little.
            #expect(desk.take(.woke) == [.wake(at: alarm)])
            desk.now = alarm
            effects = desk.take(.woke)
            let sent = desk.shared(trigger, until: alarm + LinkLimits.sharedTrigger)
            #expect(effects.published.map(\.switches) == [[old, sent]])
            #expect(effects.followed.isEmpty)
            stamps += effects.published.map(\.stamp)
        }
        // A switch that a user made since the trigger began wins over them all.
        #expect(stamps == stamps.sorted() && Set(stamps.map(\.time)).count == 1)
        let over = desk.take(.local(LocalState(switches: [old])))
        #expect(over.published.map(\.switches) == [[old]])
        #expect(over.contains(.wake(at: nil)))
    }

    @Test func aNewerChangeStopsALongTrigger() throws {
        var desk = Desk(role: .sends)
        _ = desk.join()
        let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
        let alarm = try #require(desk.take(.local(LocalState(shared: trigger))).alarm)
        let newer = desk.change("sleep", at: desk.now + 10)
        #expect(desk.take(.heard(newer, clock: nil)) == [.wake(at: nil)])
        desk.now = alarm
        #expect(desk.take(.woke).isEmpty)
    }

    /// The connection came back after the time at which the switch was to get a later end, or after
    /// its end.
    @Test(arguments: [half, 3 * half])
    func aLongTriggerGetsALaterEndOnceTheBrokerIsBack(time: Int64) throws {
        var desk = Desk()
        _ = desk.join()
        let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
        let sent = desk.take(.local(LocalState(shared: trigger))).published
        _ = desk.take(.acknowledged(sent[0].stamp))
        #expect(desk.take(.disconnected) == [.wake(at: nil)])
        desk.now += time
        let ends = desk.join().published.map { $0.switches.last?.until }
        #expect(ends == [sent[0].switches[0].until, desk.now + LinkLimits.sharedTrigger])
    }

    /// The user of this machine has ended the Focus here alone, or a trigger that stays here
    /// covers it.
    @Test(arguments: [
        (LinkRole.follows, LocalState(action: LocalAction(time: 8, isOurs: false))),
        (.both, LocalState(action: LocalAction(time: 8, isOurs: false), isOfSession: true)),
        (.both, LocalState(action: LocalAction(time: 7, isOurs: true), hasLocalTrigger: true)),
    ])
    func aLaterEndDoesNotReplaceWhatStaysHere(role: LinkRole, state: LocalState) {
        var desk = Desk(role: role)
        _ = desk.join()
        _ = desk.take(.local(LocalState()))
        var change = desk.change("work", at: desk.now, until: desk.now + Desk.hour)
        change.switches[0].machine = desk.other
        _ = desk.take(.heard(change, clock: nil))
        _ = desk.take(.followed(change.stamp, action: 7))
        _ = desk.take(.local(state))
        desk.now += 10
        var again = desk.change("work", at: desk.now, until: desk.now + 2 * Desk.hour)
        again.switches[0].since = change.switches[0].since
        again.switches[0].machine = desk.other
        #expect(desk.take(.heard(again, clock: nil)).followed.isEmpty)
        // A change of the Focus is one for this machine, too.
        let next = desk.change("sleep", at: desk.now + 10)
        #expect(desk.take(.heard(next, clock: nil)).followed == [next])
    }

    @Test func aLaterEndArrivesOnceNothingCoversTheFocus() {
        var desk = Desk()
        _ = desk.join()
        _ = desk.take(.local(LocalState()))
        var change = desk.change("work", at: desk.now, until: desk.now + Desk.hour)
        change.switches[0].machine = desk.other
        _ = desk.take(.heard(change, clock: nil))
        _ = desk.take(.followed(change.stamp, action: 7))
        var state = LocalState(
            action: LocalAction(time: 7, isOurs: true), switches: change.switches,
            hasLocalTrigger: true)
        _ = desk.take(.local(state))
        var again = desk.change("work", at: desk.now + 1, until: desk.now + 2 * Desk.hour)
        again.switches[0].since = change.switches[0].since
        again.switches[0].machine = desk.other
        #expect(desk.take(.heard(again, clock: nil)).followed.isEmpty)
        state.hasLocalTrigger = false
        #expect(desk.take(.local(state)).followed == [again])
    }

    // MARK: Triggers of several machines

    /// The other machine's trigger is on below this machine's trigger, and below a timed switch of
    /// this machine's user. In both cases it stays a trigger of the other machine.
    @Test func anotherMachinesTriggerIsNotSentOnAsASwitch() {
        var desk = Desk()
        _ = desk.join()
        _ = desk.take(.local(LocalState()))
        var change = desk.change("work", at: desk.now, until: desk.now + Desk.hour)
        change.switches[0].machine = desk.other
        _ = desk.take(.heard(change, clock: nil))
        _ = desk.take(.followed(change.stamp, action: 7))
        // focusd knows nothing of the other machine's trigger.
        var below = change.switches[0]
        below.machine = nil
        var state = LocalState(action: LocalAction(time: 7, isOurs: true), switches: [below])
        #expect(desk.take(.local(state)).published.isEmpty)
        state.shared = SharedSwitch(focus: Desk.focus("reading"), since: desk.now)
        let begins = desk.take(.local(state)).published
        #expect(begins.map { $0.switches.first } == [change.switches[0]])
        state.shared = nil
        let ends = desk.take(.local(state)).published
        #expect(ends.map(\.switches) == [change.switches])
        desk.now += 10
        state.switches.append(
            SharedSwitch(focus: Desk.focus("sleep"), since: desk.now, until: desk.now + 1_000))
        state.action = LocalAction(time: desk.now, isOurs: false)
        let timed = desk.take(.local(state)).published
        #expect(timed.map { $0.switches.first } == [change.switches[0]])
    }

    /// The trigger has ended below a switch of the other machine, which ends, too.
    @Test func aTriggerThatEndedBelowAnotherSwitchDoesNotComeBack() {
        var desk = Desk()
        _ = desk.join()
        let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
        let sent = desk.take(.local(LocalState(shared: trigger))).published
        var over = desk.change("sleep", at: desk.now + 1, until: desk.now + 1_000)
        over.switches.insert(sent[0].switches[0], at: 0)
        // focusd has the trigger itself.
        let followed = desk.take(.heard(over, clock: nil)).followed
        #expect(followed.map(\.switches) == [[over.switches[1]]])
        _ = desk.take(.followed(over.stamp, action: 7))
        var state = LocalState(
            action: LocalAction(time: 7, isOurs: true), switches: [over.switches[1]])
        #expect(desk.take(.local(state)) == [.wake(at: nil)])
        desk.now += 1_000
        state.switches = []
        #expect(desk.take(.local(state)).published.map(\.switches) == [[over.switches[1]]])
    }

    /// The same, but the trigger goes on.
    @Test func aTriggerGoesOnAfterASwitchThatCoveredIt() {
        var desk = Desk()
        _ = desk.join()
        let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
        let sent = desk.take(.local(LocalState(shared: trigger))).published
        var over = desk.change("sleep", at: desk.now + 1, until: desk.now + 1_000)
        over.switches.insert(sent[0].switches[0], at: 0)
        _ = desk.take(.heard(over, clock: nil))
        _ = desk.take(.followed(over.stamp, action: 7))
        var state = LocalState(
            action: LocalAction(time: 7, isOurs: true), switches: [over.switches[1]])
        #expect(desk.take(.local(state)) == [.wake(at: nil)])
        desk.now += 1_000
        state.switches = []
        state.shared = trigger
        #expect(desk.take(.local(state)) == [.wake(at: sent[0].stamp.time + Self.half)])
        state.shared = nil
        #expect(desk.take(.local(state)).published.count == 1)
    }
}
