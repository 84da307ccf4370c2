// SPDX-License-Identifier: Apache-2.0

import LinkCore
import Testing

/// A trial with a newcomer: a machine that joined turned the Focus of the first one off, since Do
/// Not Disturb had been turned on and off there before.
@Suite struct NewcomerTests {
    private func newcomer(_ role: LinkRole = .both) -> Desk {
        var memory = Agreement.Memory()
        memory.isNewcomer = true
        return Desk(role: role, memory: memory)
    }

    /// The order in which the newcomer reads focusd and the broker.
    enum Order: CaseIterable {
        case focusdFirst
        case brokerFirst
        case between
    }

    @Test(arguments: Order.allCases)
    func theStateOfTheGroupCountsAndNotAnEarlierSwitch(order: Order) {
        var desk = newcomer()
        let change = desk.change("work", at: desk.now - Desk.hour)
        var effects: [LinkEffect] = []
        if order == .focusdFirst { effects += desk.userSwitches(nil) }
        effects += desk.take(.connected)
        effects += desk.take(.heard(change, clock: nil))
        if order == .between { effects += desk.userSwitches(nil) }
        effects += desk.take(.readAll)
        if order == .brokerFirst { effects += desk.userSwitches(nil) }
        #expect(effects.followed == [change], "\(effects)")
        // The own topic has the newest change, too.
        #expect(effects.published == [change], "\(effects)")
        #expect(desk.agreement.memory.pending == nil)
    }

    @Test func aSwitchAfterTheJoinCounts() {
        var desk = newcomer()
        _ = desk.userSwitches(nil)
        desk.now += 1
        _ = desk.userSwitches("sleep")
        _ = desk.take(.connected)
        _ = desk.take(.heard(desk.change("work", at: desk.now - Desk.hour), clock: nil))
        let effects = desk.take(.readAll)
        #expect(effects.published.map(\.focus?.id) == ["sleep"])
        #expect(effects.followed.isEmpty)
    }

    @Test func theFirstSwitchOfAMachineWithoutAnEarlierOneCounts() {
        var desk = newcomer()
        _ = desk.take(.local(LocalState()))
        _ = desk.join()
        _ = desk.take(.heard(desk.change("work", at: desk.now - Desk.hour), clock: nil))
        desk.now += 1
        #expect(desk.userSwitches("sleep").published.map(\.focus?.id) == ["sleep"])
    }

    @Test(arguments: [true, false])
    func anEarlierSwitchCountsInAGroupWithoutOne(isReadFirst: Bool) {
        var desk = newcomer()
        var effects: [LinkEffect] = []
        if isReadFirst { effects += desk.userSwitches("work") }
        effects += desk.join()
        if !isReadFirst { effects += desk.userSwitches("work") }
        #expect(effects.published.map(\.focus?.id) == ["work"])
    }

    @Test func aSwitchThatWasSentStays() {
        var desk = newcomer()
        _ = desk.userSwitches("work")
        _ = desk.join()
        _ = desk.take(.disconnected)
        _ = desk.take(.connected)
        _ = desk.take(.heard(desk.change("sleep", at: desk.now - Desk.hour), clock: nil))
        #expect(desk.take(.readAll).published.map(\.focus?.id) == ["work"])
    }

    @Test(arguments: Order.allCases)
    func aSharedScheduleThatRunsDoesNotCount(order: Order) {
        var desk = newcomer()
        let change = desk.change("work", at: desk.now - Desk.hour)
        let item = SharedSwitch(
            focus: Desk.focus("sleep"), since: desk.now - 2 * Desk.hour,
            until: desk.now + Desk.hour)
        let state = LocalState(shared: item)
        var effects: [LinkEffect] = []
        if order == .focusdFirst { effects += desk.take(.local(state)) }
        effects += desk.take(.connected)
        effects += desk.take(.heard(change, clock: nil))
        if order == .between { effects += desk.take(.local(state)) }
        effects += desk.take(.readAll)
        if order == .brokerFirst { effects += desk.take(.local(state)) }
        #expect(effects.followed == [change], "\(effects)")
        effects += desk.take(.followed(change.stamp, action: 7))
        let after = LocalState(
            action: LocalAction(time: 7, isOurs: true), switches: change.switches)
        effects += desk.take(.local(after))
        #expect(effects.published == [change], "\(effects)")
    }
}
