// SPDX-License-Identifier: Apache-2.0

import LinkCore
import Testing

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

    /// The clock was two hours ahead, and is set before the broker is back.
    @Test func aSwitchMadeOfflineMovesWithTheClock() {
        var desk = Desk()
        let right = desk.now
        desk.now += 2 * Desk.hour
        _ = desk.userSwitches("work")
        desk.now = right + 1_000
        #expect(desk.take(.clockSet(by: -2 * Desk.hour)).isEmpty)
        let sent = desk.join().published
        #expect(sent.map(\.stamp.time) == [right])
        #expect(desk.agreement.memory.followed == sent.first?.stamp)
    }

    /// The clock of this machine is three hours behind. The times of a change are by the clock of
    /// its machine for all others, too.
    @Test func aChangeIsPassedOnWithItsOwnTimes() {
        var desk = Desk()
        _ = desk.join()
        _ = desk.take(.local(LocalState()))
        let lead = 3 * Desk.hour
        let change = desk.change("work", at: desk.now + lead, until: desk.now + lead + Desk.hour)
        let followed = desk.take(.heard(change, clock: desk.now + lead)).followed
        #expect(followed.map { $0.switches.first?.until } == [desk.now + Desk.hour])
        _ = desk.take(.disconnected)
        #expect(desk.join().published == [change])
        desk.now += lead + 1_000
        _ = desk.take(.clockSet(by: lead))
        #expect(desk.agreement.newest == change)
        // Another machine passes a change on; the times are not by its clock.
        let later = desk.change("sleep", at: desk.now, until: desk.now + Desk.hour)
        _ = desk.take(.heard(later, clock: desk.now - lead, isPassedOn: true))
        #expect(desk.agreement.newest == later)
    }

    /// The clock of a machine without a battery stands at the time of the last shutdown.
    @Test func aChangeFromBeforeTheClockWasSetIsFetched() {
        var desk = Desk()
        let right = desk.now
        let change = desk.change("work", at: right - 1_000)
        desk.now -= 8 * 24 * Desk.hour
        _ = desk.take(.local(LocalState()))
        _ = desk.join()
        #expect(desk.take(.heard(change, clock: nil)).followed.isEmpty)
        #expect(desk.agreement.refused == desk.other)
        desk.now = right
        #expect(desk.take(.clockSet(by: 8 * 24 * Desk.hour)) == [.fetch])
        #expect(desk.agreement.refused == nil)
        #expect(desk.take(.heard(change, clock: nil)).followed == [change])
    }

    /// The machine switched last. Its clock is far behind after a start, and its memory loses the
    /// switch, which the broker has retained.
    @Test func theOwnLastSwitchCountsAgainOnceTheClockIsSet() throws {
        var first = Desk()
        _ = first.join()
        let older = first.change("sleep", at: first.now - Desk.hour)
        let own = try #require(first.userSwitches("work").published.first)
        _ = first.take(.acknowledged(own.stamp))
        var desk = Desk(memory: first.agreement.memory)
        desk.now -= 8 * 24 * Desk.hour
        _ = desk.take(.local(LocalState(action: first.agreement.local?.action)))
        _ = desk.join()
        for event in [LinkEvent.heard(older, clock: nil), .echoed(own)] { _ = desk.take(event) }
        #expect(desk.agreement.newest == nil)
        #expect(desk.agreement.refused == desk.other)
        desk.now = first.now
        #expect(desk.take(.clockSet(by: 8 * 24 * Desk.hour)) == [.fetch])
        for event in [LinkEvent.heard(older, clock: nil), .echoed(own)] { _ = desk.take(event) }
        #expect(desk.agreement.newest == own)
        #expect(desk.agreement.memory.followed == own.stamp)
    }

    /// The other machine's topic was the only one that had the newest change.
    @Test(arguments: [false, true])
    func aTopicThatLosesTheNewestChangeIsMadeUpForOnce(isEmptied: Bool) {
        var desk = Desk()
        _ = desk.join()
        let newest = desk.change("work", at: desk.now)
        #expect(desk.take(.heard(newest, clock: desk.now)).published.isEmpty)
        let older = desk.change("sleep", at: desk.now - Desk.hour)
        // It was there before.
        #expect(desk.take(.heard(older, clock: nil)).published.isEmpty)
        let loss = isEmptied ? LinkEvent.emptied : .heard(older, clock: desk.now)
        #expect(desk.take(loss).published == [newest])
        #expect(desk.take(loss).published.isEmpty)
    }

    /// The machine's clock fell back behind the last change, which its topic has.
    @Test func aChangeAheadOfTheClockOnTheOwnTopicIsNotReplacedByAnOlderOne() {
        var desk = Desk()
        let last = desk.change("work", at: desk.now)
        desk.now -= 20 * 24 * Desk.hour
        _ = desk.take(.connected)
        let older = desk.change("sleep", at: desk.now)
        for event in [LinkEvent.echoed(last), .heard(older, clock: nil)] { _ = desk.take(event) }
        #expect(desk.take(.readAll).published.isEmpty)
        #expect(desk.agreement.newest == older)
    }

    /// The clock is weeks behind those of the others, as one of them has answered.
    @Test func aSwitchWithTheTimeOfTheOthersStays() throws {
        var desk = Desk()
        let lead = 20 * 24 * Desk.hour
        _ = desk.take(.connected)
        let peer = Peer(name: "b", isOnline: true, role: .both)
        let answer = ClockAnswer(asked: desk.now, clock: desk.now + lead)
        _ = desk.take(.peer(desk.other, peer, answer))
        _ = desk.take(.readAll)
        let own = try #require(desk.userSwitches("work").published.first)
        #expect(own.stamp.time == desk.now + lead)
        for event in [LinkEvent.echoed(own), .acknowledged(own.stamp)] { _ = desk.take(event) }
        #expect(desk.agreement.memory.pending == nil)
        _ = desk.take(.disconnected)
        #expect(desk.join().published == [own])
    }

    /// The own topic has a change that is ahead of this machine's clock, and gets older ones.
    @Test func aChangeAheadOfTheClockOnTheOwnTopicStartsNoLoop() {
        var desk = Desk()
        let right = desk.now
        desk.now -= 8 * 24 * Desk.hour
        _ = desk.join()
        _ = desk.take(.echoed(desk.change("work", at: right)))
        for change in desk.userSwitches("sleep").published {
            #expect(desk.take(.echoed(change)).published.isEmpty)
        }
    }

    /// A switch that no broker has seen, from before a start with a clock far behind.
    @Test func aPendingSwitchOfAClockFarBehindIsSentWithTheTimeOfTheOthers() throws {
        var first = Desk()
        _ = first.userSwitches("work")
        var desk = Desk(memory: first.agreement.memory)
        let lead = 8 * 24 * Desk.hour
        desk.now -= lead
        _ = desk.take(.connected)
        let peer = Peer(name: "b", isOnline: true, role: .both)
        _ = desk.take(.peer(desk.other, peer, nil))
        _ = desk.take(.readAll)
        let answer = ClockAnswer(asked: desk.now, clock: first.now)
        let sent = desk.take(.peer(desk.other, peer, answer)).published
        #expect(sent.map(\.stamp.time) == [first.now])
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

    /// The signal about a new file overtook the answer about the Focus, which was never done.
    @Test func aFocusThatComesBeforeTheAnswerIsFollowedAfterIt() {
        var desk = Desk()
        _ = desk.take(.local(LocalState()))
        _ = desk.join()
        let change = desk.change("driving", at: desk.now)
        _ = desk.take(.heard(change, clock: nil))
        #expect(desk.take(.focusesChanged).followed.isEmpty)
        #expect(desk.take(.followFailed(change.stamp, .unknownFocus)).followed == [change])
        // One more attempt, and no further one without a new Focus.
        #expect(desk.take(.followFailed(change.stamp, .unknownFocus)).isEmpty)
        #expect(desk.agreement.unknown == change.stamp)
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

    @Test func aSwitchForTheLoginSessionStaysHere() {
        var desk = Desk()
        _ = desk.join()
        let state = LocalState(
            action: LocalAction(time: desk.now, isOurs: false), isOfSession: true)
        #expect(desk.take(.local(state)).isEmpty)
    }

    @Test func strangersCannotFillTheListOfMachines() {
        var desk = Desk()
        func id(_ number: Int) -> MachineID { MachineID(bits: UInt64(number) + 100) }
        let online = Peer(name: "x", isOnline: true, role: .both)
        let offline = Peer(name: "x", isOnline: false, role: .both)
        for number in 0..<LinkLimits.machines {
            _ = desk.take(.peer(id(number), number == 5 ? offline : online, nil))
        }
        _ = desk.take(.peer(id(0), online, nil))
        #expect(desk.agreement.peers.count == LinkLimits.machines)
        // A machine that is offline makes room first, then the one not heard of for longest.
        for (late, gone) in [(100, 5), (101, 1), (102, 2)] {
            _ = desk.take(.peer(id(late), online, nil))
            #expect(desk.agreement.peers.count == LinkLimits.machines)
            #expect(desk.agreement.peers[id(late)] != nil)
            #expect(desk.agreement.peers[id(gone)] == nil)
        }
        #expect(desk.agreement.peers[id(0)] != nil)
    }

    @Test(arguments: ["", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef0", "../../"])
    func otherTextsAreNoMachineIDs(text: String) {
        #expect(MachineID(text) == nil)
    }
}
