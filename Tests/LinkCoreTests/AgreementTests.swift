// SPDX-License-Identifier: Apache-2.0

import LinkCore
import Testing

/// One machine's agreement, step by step.
private struct Desk {
    static let hour: Int64 = 3_600_000
    var now: Int64 = 1_800_000_000_000
    var agreement: Agreement
    let other = MachineID(bits: 2)

    init(role: LinkRole = .both, memory: Agreement.Memory = .init()) {
        agreement = Agreement(machine: MachineID(bits: 1), role: role, memory: memory)
    }

    mutating func take(_ event: LinkEvent) -> [LinkEffect] {
        var effects: [LinkEffect] = []
        agreement.handle(event, at: now, into: &effects)
        return effects.filter { if case .store = $0 { false } else { true } }
    }

    /// A reading of focusd after the user's switch.
    mutating func userSwitches(_ focus: String?, until: Int64? = nil) -> [LinkEffect] {
        let new = SharedSwitch(focus: focus.map(Self.focus), since: now, until: until)
        return take(
            .local(
                LocalState(action: LocalAction(time: now, isOurs: false), switches: [new])))
    }

    mutating func join() -> [LinkEffect] {
        take(.connected) + take(.readAll)
    }

    static func focus(_ id: String) -> SharedFocus { SharedFocus(id: id, name: id) }

    /// A change of the other machine.
    func change(_ focus: String?, at time: Int64, until: Int64? = nil) -> Change {
        Change(
            stamp: Stamp(time: time, count: 0, machine: other),
            switches: [SharedSwitch(focus: focus.map(Self.focus), since: time, until: until)])
    }
}

extension [LinkEffect] {
    fileprivate var published: [Change] {
        compactMap { if case .publish(let change) = $0 { change } else { nil } }
    }

    fileprivate var followed: [Change] {
        compactMap { if case .follow(let change, _) = $0 { change } else { nil } }
    }
}

@Suite struct AgreementTests {
    @Test func aSwitchIsPublishedOnceAndNotFollowed() {
        var desk = Desk()
        _ = desk.join()
        let effects = desk.userSwitches("work")
        #expect(effects.published.map(\.focus?.id) == ["work"])
        #expect(effects.followed.isEmpty)
        #expect(desk.take(.local(desk.agreement.local)).isEmpty)
    }

    @Test func aChangeOfAnotherMachineIsFollowedAndNotSentOn() {
        var desk = Desk()
        _ = desk.join()
        _ = desk.take(.local(LocalState()))
        let change = desk.change("work", at: desk.now)
        #expect(desk.take(.heard(change, clock: desk.now)).followed == [change])
        #expect(desk.take(.followed(change.stamp, action: 7)).isEmpty)
        let state = LocalState(
            action: LocalAction(time: 7, isOurs: true), switches: change.switches)
        #expect(desk.take(.local(state)).isEmpty)
    }

    @Test func theMemoryIsStoredBeforeAnythingIsPublished() {
        var desk = Desk()
        _ = desk.join()
        var effects: [LinkEffect] = []
        let state = LocalState(
            action: LocalAction(time: desk.now, isOurs: false),
            switches: [SharedSwitch(focus: nil, since: desk.now)])
        desk.agreement.handle(.local(state), at: desk.now, into: &effects)
        guard case .store(let memory) = effects.first else {
            Issue.record("nothing stored")
            return
        }
        #expect(memory.pending?.change == effects.published.first)
    }

    @Test func afterAWeekOfflineTheNewestWins() {
        var desk = Desk()
        _ = desk.userSwitches("work", until: desk.now + Desk.hour)
        desk.now += 7 * 24 * Desk.hour
        _ = desk.take(.connected)
        let newer = desk.change("sleep", at: desk.now - Desk.hour)
        #expect(desk.take(.heard(newer, clock: nil)).followed.isEmpty)
        let effects = desk.take(.readAll)
        #expect(effects.followed == [newer])
        // The own topic has the newest, too, and not the change that lost.
        #expect(effects.published == [newer])
    }

    @Test func endedFocusOfAnotherMachineDoesNotReturn() {
        var desk = Desk()
        _ = desk.take(.local(LocalState()))
        _ = desk.join()
        let change = desk.change("work", at: desk.now - 2 * Desk.hour, until: desk.now - 1)
        let followed = desk.take(.heard(change, clock: nil)).followed
        #expect(followed.map(\.switches) == [[]])
    }

    /// The clock of this machine is three hours ahead. It was offline and switched two hours before
    /// the other machine did.
    @Test func aWrongClockDoesNotMakeAnOlderChangeWin() {
        var desk = Desk()
        let lead = 3 * Desk.hour
        _ = desk.userSwitches("work")
        desk.now += 3 * Desk.hour
        let asked = desk.now
        _ = desk.take(.connected)
        let newer = desk.change("sleep", at: desk.now - lead - Desk.hour)
        _ = desk.take(.heard(newer, clock: nil))
        _ = desk.take(.peer(desk.other, Peer(name: "b", isOnline: true, role: .both), nil))
        #expect(desk.take(.readAll) == [.wait(LinkLimits.joinWait)])
        let answer = ClockAnswer(asked: asked, clock: desk.now - lead)
        let peer = Peer(name: "b", isOnline: true, role: .both)
        #expect(desk.take(.peer(desk.other, peer, answer)).followed == [newer])
    }

    @Test func withoutAnAnswerTheChangeIsSentAllTheSame() {
        var desk = Desk()
        _ = desk.userSwitches("work")
        _ = desk.take(.connected)
        _ = desk.take(.peer(desk.other, Peer(name: "b", isOnline: true, role: .both), nil))
        #expect(desk.take(.readAll).published.isEmpty)
        #expect(desk.take(.waited).published.map(\.focus?.id) == ["work"])
    }

    @Test(arguments: [(LinkLimits.clockAhead, true), (LinkLimits.clockAhead + 1, false)])
    func aStampMayLieAWeekInTheFuture(lead: Int64, isTaken: Bool) {
        var desk = Desk()
        _ = desk.take(.local(LocalState()))
        _ = desk.join()
        let change = desk.change("work", at: desk.now + lead)
        #expect(desk.take(.heard(change, clock: nil)).followed.isEmpty == !isTaken)
        #expect((desk.agreement.refused == desk.other) == !isTaken)
    }

    /// The machine's clock showed a time years ahead, and is right again.
    @Test func ownStampsOfAWrongClockAreForgotten() {
        var desk = Desk()
        let right = desk.now
        desk.now += 9_000 * Desk.hour
        _ = desk.userSwitches("work")
        desk.now = right
        let effects = desk.join()
        #expect(effects.published.map(\.stamp.time) == [right])
    }

    @Test(arguments: [
        (LinkRole.both, true, true), (.sends, true, false), (.follows, false, true),
        (LinkRole(rawValue: 0), false, false),
    ])
    func theRoleDecides(role: LinkRole, sends: Bool, follows: Bool) {
        var desk = Desk(role: role)
        _ = desk.join()
        let change = desk.change("sleep", at: desk.now - 10)
        _ = desk.take(.local(LocalState()))
        #expect(desk.take(.heard(change, clock: nil)).followed.isEmpty == !follows)
        #expect(desk.userSwitches("work").published.isEmpty == !sends)
    }

    @Test func anUnknownFocusIsFollowedOnceTheMachineHasIt() {
        var desk = Desk()
        _ = desk.take(.local(LocalState()))
        _ = desk.join()
        let change = desk.change("driving", at: desk.now)
        _ = desk.take(.heard(change, clock: nil))
        #expect(desk.take(.followFailed(change.stamp, .unknownFocus)).isEmpty)
        #expect(desk.agreement.unknown == change.stamp)
        #expect(desk.take(.focusesChanged).followed == [change])
    }

    @Test func aSwitchOfTheUserDuringAChangeWins() {
        var desk = Desk()
        _ = desk.take(.local(LocalState()))
        _ = desk.join()
        let change = desk.change("sleep", at: desk.now)
        _ = desk.take(.heard(change, clock: nil))
        desk.now += 5
        #expect(desk.take(.followFailed(change.stamp, .changedMeanwhile)).isEmpty)
        let effects = desk.userSwitches("work")
        #expect(effects.published.first.map { $0.stamp > change.stamp } == true)
        #expect(effects.followed.isEmpty)
    }

    @Test func aSharedScheduleIsSentOnceForEachWindow() {
        var desk = Desk()
        _ = desk.join()
        let window = SharedSwitch(
            focus: Desk.focus("work"), since: desk.now, until: desk.now + Desk.hour)
        let state = LocalState(shared: window)
        #expect(desk.take(.local(state)).published.map(\.switches) == [[window]])
        #expect(desk.take(.local(state)).isEmpty)
    }

    @Test func aSharedTriggerIsTakenBackAtItsEnd() {
        var desk = Desk()
        _ = desk.join()
        let old = SharedSwitch(focus: Desk.focus("sleep"), since: desk.now - 1)
        let trigger = SharedSwitch(focus: Desk.focus("work"), since: desk.now)
        var sent = trigger
        sent.until = desk.now + LinkLimits.sharedTrigger
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
            #expect(desk.take(.readAll).contains(.read))
            let effects = desk.take(.local(LocalState()))
            #expect(effects.published.map(\.switches) == (isNewer ? [] : [[]]))
        }
    }

    @Test func aSwitchForTheLoginSessionStaysHere() {
        var desk = Desk()
        _ = desk.join()
        let state = LocalState(
            action: LocalAction(time: desk.now, isOurs: false), isOfSession: true)
        #expect(desk.take(.local(state)).isEmpty)
    }

    @Test func strangersCannotFillTheListOfMachines() {
        var desk = Desk()
        for number in 0...LinkLimits.machines + 1 {
            let peer = Peer(name: "x", isOnline: true, role: .both)
            _ = desk.take(.peer(MachineID(bits: UInt64(number) + 100), peer, nil))
        }
        #expect(desk.agreement.peers.count == LinkLimits.machines)
    }

    @Test(arguments: ["", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef0", "../../"])
    func otherTextsAreNoMachineIDs(text: String) {
        #expect(MachineID(text) == nil)
    }
}
