// SPDX-License-Identifier: Apache-2.0

import LinkCore
import Testing

/// A change of the machine itself on its topic, weeks ahead of its clock.
@Suite struct OutreachedTests {
    /// The clock fell back, as a newer change of another machine shows.
    @Test func theOwnChangeStaysWhileAnotherMachineHasOneOutOfReach() {
        var desk = Desk()
        let last = desk.ownChange("work", at: desk.now)
        let refused = desk.change("reading", at: desk.now - Desk.hour)
        desk.now -= 20 * 24 * Desk.hour
        _ = desk.take(.connected)
        let older = desk.change("sleep", at: desk.now)
        _ = desk.take(.echoed(last))
        for change in [refused, older] { _ = desk.take(.heard(change, clock: nil)) }
        #expect(desk.take(.readAll).published.isEmpty)
        #expect(desk.agreement.newest == older)
    }

    /// The clock was a month ahead for a moment, in which the user switched. The others would take
    /// that switch weeks later.
    @Test func aSwitchOfAClockThatWasAheadLeavesTheTopic() {
        var desk = Desk()
        let impossible = desk.ownChange("work", at: desk.now + 30 * 24 * Desk.hour)
        _ = desk.take(.connected)
        let older = desk.change("sleep", at: desk.now - Desk.hour)
        for event in [LinkEvent.echoed(impossible), .heard(older, clock: nil)] {
            _ = desk.take(event)
        }
        #expect(desk.take(.readAll).published == [older])
        #expect(desk.take(.echoed(older)).published.isEmpty)
        #expect(desk.agreement.newest == older)
    }

    /// The machine with the wrong clock has taken its change back meanwhile.
    @Test func aClockIsNoProblemAnyMoreOnceTheTopicsAreRight() {
        var desk = Desk()
        _ = desk.take(.connected)
        let impossible = desk.change("work", at: desk.now + 30 * 24 * Desk.hour)
        for event in [LinkEvent.heard(impossible, clock: nil), .readAll] { _ = desk.take(event) }
        #expect(desk.agreement.refused == desk.other)
        _ = desk.take(.disconnected)
        _ = desk.join()
        #expect(desk.agreement.refused == nil)
    }

    /// The group has no other change, so only another clock can tell which one is wrong.
    @Test(arguments: [false, true])
    func withoutAnotherChangeTheTopicIsEmptiedOnceAClockIsKnown(isKnown: Bool) {
        var desk = Desk()
        let impossible = desk.ownChange("work", at: desk.now + 30 * 24 * Desk.hour)
        _ = desk.take(.connected)
        let peer = Peer(name: "b", isOnline: true, role: .both)
        for event in [LinkEvent.echoed(impossible), .peer(desk.other, peer, nil)] {
            _ = desk.take(event)
        }
        #expect(desk.take(.readAll) == [.wait(LinkLimits.joinWait)])
        let answer = ClockAnswer(asked: desk.now, clock: desk.now)
        let end = isKnown ? LinkEvent.peer(desk.other, peer, answer) : .waited
        #expect(desk.take(end) == (isKnown ? [.emptyTopic] : []))
    }

    /// The clock is a month behind, as the answer tells that comes after the change.
    @Test func anOwnChangeCountsOnceAnAnswerReachesIt() {
        var desk = Desk()
        let lead = 30 * 24 * Desk.hour
        let own = desk.ownChange("work", at: desk.now + lead)
        _ = desk.take(.connected)
        let peer = Peer(name: "b", isOnline: true, role: .both)
        for event in [LinkEvent.peer(desk.other, peer, nil), .echoed(own), .readAll] {
            _ = desk.take(event)
        }
        let answer = ClockAnswer(asked: desk.now, clock: desk.now + lead)
        #expect(desk.take(.peer(desk.other, peer, answer)).published == [own])
        #expect(desk.agreement.newest == own)
    }
}
