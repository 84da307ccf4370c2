// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation
import Testing

@testable import FocusSettings

/// Words about the Focus that a switch ends without naming it.
@Suite struct SwitchTests {
    static let work = SettingsStateTests.work
    static let sleep = FocusID("sleep")
    static let now = SettingsStateTests.now

    static func state(_ activation: Activation) throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.files[sleep] = try SettingsStateTests.file("[Focus]\nName=Sleep\n", id: sleep)
        state.status?.activation = activation
        return state
    }

    static func on(_ focus: FocusID, in state: inout SettingsState) {
        var effects: [Effect] = []
        var status = ServiceStatus()
        status.activation = Activation(focus: focus, since: now, cause: .manual)
        state.handle(.status(status), into: &effects)
    }

    @Test("issue 21: a Focus that replaces another one for good says so, here and on the page")
    func aReplacedFocusIsNamed() throws {
        let until = Self.now.adding(3_600_000)
        var state = try Self.state(
            Activation(focus: Self.work, since: Self.now, cause: .manual, until: until))
        #expect(
            SettingsStateTests.effects(&state, .activate(Self.sleep, .never))
                == [.activate(Self.sleep, .never)])
        #expect(state.toast == nil)
        var effects: [Effect] = []
        state.handle(.switched([]), into: &effects)
        #expect(effects.contains(.read(.status)))
        let words =
            "Sleep replaces Work, which was on until \(ClockText.text(until, seenFrom: Self.now))."
        #expect(state.toast?.text == words)
        Self.on(Self.sleep, in: &state)
        #expect(state.page.groups.first?.description == words)
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.group("head")?.description == words)
        // The next change of the active Focus ends the sentence, and its message.
        _ = SettingsStateTests.effects(&state, .deactivate)
        state.handle(.switched([]), into: &effects)
        #expect(state.toast == nil)
        Self.on(Self.work, in: &state)
        #expect(state.page.group("head")?.description == "")
    }

    @Test func aSwitchWithAnEndReplacesNothing() throws {
        var state = try Self.state(Activation(focus: Self.work, since: Self.now, cause: .manual))
        _ = SettingsStateTests.effects(
            &state, .activate(Self.sleep, .after(milliseconds: 3_600_000)))
        var effects: [Effect] = []
        state.handle(.switched([]), into: &effects)
        #expect(state.toast == nil)
        _ = SettingsStateTests.effects(&state, .activate(Self.work, .never))
        state.handle(.switched([]), into: &effects)
        #expect(state.toast == nil)
    }

    @Test("issue 21: turning a Focus off says which other one is off, too, and can be turned on")
    func aFollowerThatIsOffIsNamed() throws {
        let until = Self.now.adding(3_600_000)
        var state = try Self.state(
            Activation(focus: Self.sleep, since: Self.now, cause: .manual, until: until))
        let end = Self.now.adding(7_200_000)
        let follower = UpcomingChange(
            Agenda.Change(
                time: until,
                outcome: Activation(focus: Self.work, since: until, cause: .manual, until: end)),
            name: "Work")
        var effects: [Effect] = []
        state.status?.covered = follower
        state.handle(.upcoming([follower]), into: &effects)
        #expect(SettingsStateTests.effects(&state, .deactivate) == [.deactivate])
        let again = Self.now.adding(6 * 3_600_000)
        var next = follower
        next.time = again
        state.handle(.switched([next]), into: &effects)
        #expect(state.toast?.text == "Work, which was on before, is off, too.")
        #expect(state.toast?.button?.intent == .activate(Self.work, .at(end)))
        state.handle(.status(ServiceStatus()), into: &effects)
        let time = ClockText.text(again, seenFrom: Self.now)
        #expect(
            state.page.groups.first?.description.hasPrefix(
                "Work, which was on before, is off, too. It begins again \(time).") == true)
    }

    @Test func theRowOfASwitchNamesTheFocus() throws {
        var state = try Self.state(Activation(focus: Self.work, since: Self.now, cause: .manual))
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.row("on")?.subtitle == "Work is on until you turn it off")
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.sleep)))
        #expect(state.page.row("on")?.subtitle == "Never by itself · Work is on now")
    }

    /// A trial with a newcomer: the window said “until you turn it off” of a calendar's event.
    @Test func aFocusOfATriggerEndsWithIt() throws {
        let trigger = Activation(
            focus: Self.work, since: Self.now, cause: .trigger, trigger: .calendar("Family"))
        var state = try Self.state(trigger)
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.row("on")?.subtitle == "Work is on until its trigger ends")
        _ = SettingsStateTests.effects(&state, .open(.now))
        #expect(state.page.row("active")?.subtitle == "Until its trigger ends")
    }

    /// A trial with a newcomer: the page said “Until you turn it off”, and the command told the
    /// truth.
    @Test("the page Now names the Focus that takes over from one without an end")
    func theNextFocusIsNamed() throws {
        var state = try Self.state(Activation(focus: Self.work, since: Self.now, cause: .manual))
        _ = SettingsStateTests.effects(&state, .open(.now))
        #expect(state.page.row("active")?.subtitle == "Until you turn it off")
        for (hours, isSoon) in [(6, true), (30, false)] as [(Int64, Bool)] {
            let begin = Self.now.adding(hours * 3_600_000)
            let outcome = Activation(
                focus: Self.sleep, since: begin, cause: .schedule, schedule: "night")
            let next = UpcomingChange(Agenda.Change(time: begin, outcome: outcome), name: "Sleep")
            var effects: [Effect] = []
            state.handle(.upcoming([next]), into: &effects)
            let time = ClockText.text(begin, seenFrom: Self.now)
            #expect(
                state.page.row("active")?.subtitle
                    == (isSoon ? "Until Sleep begins: \(time)" : "Until you turn it off"))
        }
    }
}
