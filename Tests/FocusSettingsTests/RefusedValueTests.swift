// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Controls whose value does not count: they show the value of before, and the reason.
@Suite struct RefusedValueTests {
    private static func handle(_ state: inout SettingsState, _ event: SettingsEvent) {
        var effects: [Effect] = []
        state.handle(event, into: &effects)
    }

    @Test("issue 21: a switch whose change was refused shows the reason each time")
    func aRefusedSwitchGoesBack() throws {
        var state = try SettingsStateTests.state()
        let work = SettingsStateTests.work
        _ = SettingsStateTests.effects(&state, .open(.focus(work)))
        let badges = try #require(state.page.row("badges"))
        let edit = FocusEdit.hideBadges(true)
        #expect(badges.control == .toggle(isOn: false, flip: .edit(work, edit)))
        let refusal = SettingsEvent.refused(edit, "Another program writes the file", text: "")
        Self.handle(&state, refusal)
        let refused = try #require(state.page.row("badges"))
        #expect(refused.control == badges.control)
        #expect(refused.subtitle == "Another program writes the file")
        #expect(refused.isFaulty)
        #expect(state.page.row("summary")?.isFaulty == false)
        // The next refusal changes no row, and the switch goes back all the same.
        let before = state.content
        _ = SettingsStateTests.effects(&state, .edit(work, edit))
        Self.handle(&state, refusal)
        #expect(state.page.row("badges") == refused)
        #expect(state.content.resets > before.resets)
    }

    @Test("a screen reader hears the chosen entry of a list, and why another one was refused")
    func aRefusedChoiceIsHeard() throws {
        var state = try SettingsStateTests.state()
        let always = try ProgramPagesTests.always("[Always]\nApps=silence\n")
        state.alwaysFile = always
        state.files[.always] = always
        _ = SettingsStateTests.effects(&state, .open(.always))
        let name = "First notification of a new app, Treat it like others"
        #expect(state.page.row("new-apps")?.spokenName == name)
        Self.handle(&state, .refused(.newApps(.silence), "Locked", text: ""))
        #expect(state.page.row("new-apps")?.spokenName == name + ", Locked")
    }

    @Test("a refused time or number has no text in a field, and no reason after a later success")
    func aRefusedTimeGoesBack() throws {
        var state = try SettingsStateTests.state(
            "[Schedule day]\nDays=Mon;\nFrom=09:00\nTo=17:00\n")
        let work = SettingsStateTests.work
        _ = SettingsStateTests.effects(&state, .open(.focus(work)))
        _ = SettingsStateTests.effects(&state, .push(.schedule(work, "day")))
        let edit = FocusEdit.scheduleTime("day", isEnd: false)
        Self.handle(&state, .refused(edit, "Another program writes the file", text: "09:05"))
        Self.handle(&state, .configurationRefused(.number(.days), "Locked", text: "8"))
        #expect(state.page.row("from")?.isFaulty == true)
        #expect(SettingsStateTests.effects(&state, .close) == [.close])
        #expect(state.dialog == nil)
        let step = UndoStep(focus: work, title: "Renamed", before: [1], after: [2])
        Self.handle(&state, .written(step, opens: nil))
        #expect(state.page.row("from")?.isFaulty == false)
        #expect(state.configurationRefusals[.number(.days)] == nil)
        // A text that was typed stays in its field.
        let name = FocusEdit.scheduleName("day")
        Self.handle(&state, .refused(name, "Another schedule has that name", text: "night"))
        Self.handle(&state, .written(step, opens: nil))
        #expect(state.page.row("name")?.isFaulty == true)
        #expect(SettingsStateTests.effects(&state, .close) == [])
    }

    @Test("the value of a filter is typed where its control is a field")
    func parametersAreTyped() {
        var number = ParameterDeclaration(
            "number", type: ParameterType(.int), defaultValue: .int(1))
        func isTyped(_ parameter: ParameterDeclaration) -> Bool {
            let key = FilterKey(AppID("org.example.Chat"), "f")
            var filter = FilterDeclaration(key, title: "")
            filter.parameters = [parameter]
            return FocusEdit.typedParameter(filter, parameter.name).isTyped
        }
        #expect(!isTyped(number))
        number.control = .field
        #expect(isTyped(number))
        #expect(isTyped(ParameterDeclaration("text", type: ParameterType(.string))))
    }

    @Test("issue 21: a question without an answer leaves the list at its value")
    func aCancelledEndIsNotShown() throws {
        var state = try SettingsStateTests.state()
        let work = SettingsStateTests.work
        state.status?.activation = Activation(
            focus: work, since: SettingsStateTests.now, cause: .manual)
        func resets(_ intent: Intent, _ text: String = "") -> Int {
            let before = state.content.resets
            _ = SettingsStateTests.effects(&state, intent, text)
            return state.content.resets - before
        }
        #expect(resets(.askForEnd(work)) == 0)
        #expect(state.dialog?.cancel == .nothing)
        #expect(resets(.nothing) == 1)
        // The chosen time has passed.
        #expect(resets(.activateUntilTyped(work), "2020-01-01 09:00") == 1)
        // The end in force was chosen once more.
        #expect(resets(.activate(work, .never)) == 0)
        let before = state.content.resets
        Self.handle(&state, .switched([]))
        #expect(state.content.resets == before + 1)
    }
}
