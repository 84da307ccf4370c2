// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
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
