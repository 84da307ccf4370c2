// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Switches that come from another machine (`focus-link`).
@Suite struct AgendaLinkTests {
    private let zone = Zone("UTC")
    private let start = Timestamp(rawValue: 1_800_000_000_000)

    private func agenda() -> Agenda {
        var agenda = Agenda()
        agenda.setFocuses([Focus(id: FocusID("work"), name: "Work")])
        return agenda
    }

    private func work(since: Timestamp, until: Agenda.End = .never) -> Agenda.Switch {
        Agenda.Switch(focus: FocusID("work"), since: since, end: until, machine: "desk")
    }

    @Test func aFollowedSwitchNamesItsMachine() {
        var agenda = agenda()
        agenda.follow([work(since: start)], at: start)
        #expect(agenda.outcome(at: start, zone)?.focus == FocusID("work"))
        #expect(agenda.outcome(at: start, zone)?.machine == "desk")
        #expect(agenda.lastAction == Agenda.Action(time: start, isByLink: true))
    }

    @Test func theTextKeepsMachineAndAction() {
        var agenda = agenda()
        agenda.follow([work(since: start)], at: start)
        let again = Agenda(text: agenda.text)
        #expect(again.switches == agenda.switches)
        #expect(again.lastAction == agenda.lastAction)
    }

    @Test func eachActionHasATimeOfItsOwn() {
        var agenda = agenda()
        agenda.turnOn(FocusID("work"), until: .never, at: start)
        agenda.turnOff(at: start)
        #expect(agenda.lastAction?.time == start.adding(1))
        // The clock was set back.
        agenda.follow([], at: start.adding(-5_000))
        #expect(agenda.lastAction == .init(time: start.adding(2), isByLink: true))
    }

    @Test func aSwitchThatHasEndedIsNotFollowed() {
        var agenda = agenda()
        agenda.follow([work(since: start, until: .at(start.adding(10)))], at: start.adding(11))
        #expect(agenda.outcome(at: start.adding(11), zone) == nil)
    }

    @Test func aSwitchOfTheFutureBeginsNow() {
        var agenda = agenda()
        agenda.follow([work(since: start.adding(99_000))], at: start)
        #expect(agenda.switches.map(\.since) == [start])
    }

    @Test func anEmptyListRemovesTheSwitches() {
        var agenda = agenda()
        agenda.turnOn(FocusID("work"), until: .never, at: start)
        agenda.follow([], at: start.adding(1))
        #expect(agenda.switches.isEmpty)
        #expect(agenda.outcome(at: start.adding(1), zone) == nil)
    }
}
