// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The pages of the apps' Focus filters.
@Suite struct FilterPagesTests {
    static let key = FilterKey(AppID("org.example.Chat"), "Accounts")
    static let work = SettingsStateTests.work

    static var declaration: FilterDeclaration {
        FilterDeclaration(
            key, title: "Choose accounts",
            parameters: [
                ParameterDeclaration("quiet", title: "Quiet", type: ParameterType(.bool)),
                ParameterDeclaration("limit", title: "Limit", type: ParameterType(.int)),
                ParameterDeclaration(
                    "accounts", title: "Accounts",
                    type: ParameterType(.entity, isList: true)),
            ])
    }

    static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.focus(work)))
        #expect(effects == [.readFilters(work)])
        let filter = FilterSummary(
            declaration, source: .file, appState: .running, isConfigured: true,
            values: ["accounts": .list(.entity, [.text("a")])])
        effects = []
        state.handle(.filters(work, [filter]), into: &effects)
        #expect(effects == [.describe(FilterPlace(work, key), filter.values)])
        return state
    }

    @Test func theAppsOwnDescriptionStandsAtItsFilter() throws {
        var state = try Self.state()
        let row = "filter org.example.Chat Accounts"
        #expect(state.page.row(row)?.title == "Choose accounts")
        var effects: [Effect] = []
        state.handle(
            .display(
                FilterPlace(Self.work, Self.key),
                FilterDisplay(title: "Private account", subtitle: "1 of 3")), into: &effects)
        #expect(state.page.row(row)?.title == "Private account")
        #expect(state.page.row(row)?.subtitle == "Chat · 1 of 3")
        #expect(state.page.row(row)?.control == .link(.push(.filter(Self.work, Self.key))))
    }

    @Test func parametersHaveTheControlOfTheirType() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .push(.filter(Self.work, Self.key)))
        let page = state.page
        #expect(
            page.row("parameter quiet")?.control
                == .toggle(
                    isOn: false, flip: .edit(Self.work, .parameter(Self.key, "quiet", .bool(true))))
        )
        #expect(
            page.row("parameter limit")?.control
                == .entry("", apply: .edit(Self.work, .typedParameter(Self.declaration, "limit"))))
        #expect(
            page.row("parameter accounts")?.control
                == .link(.push(.choices(Self.work, Self.key, "accounts"))))
        var file = try SettingsStateTests.file("[Focus]\nName=Work\n")
        #expect(throws: FocusFileError.self) {
            try FocusEdit.typedParameter(Self.declaration, "limit").apply(to: &file, "many")
        }
        try FocusEdit.typedParameter(Self.declaration, "limit").apply(to: &file, "12")
        #expect(file.contents.hasSuffix("[Filter org.example.Chat Accounts]\nlimit=12\n"))
    }

    @Test func anAppIsAskedForChoicesAndMayNotAnswer() throws {
        var state = try Self.state()
        var effects = SettingsStateTests.effects(
            &state, .push(.choices(Self.work, Self.key, "accounts")))
        #expect(effects == [.readChoices(Self.key, "accounts")])
        #expect(state.page.empty?.icon == nil)
        state.handle(.choices(Self.key, "accounts", .failed("Start the app")), into: &effects)
        #expect(state.page.empty?.title == "The app does not answer")
        let choices = [
            ParameterChoice("a", title: "Private"), ParameterChoice("b", title: "Company"),
        ]
        state.handle(.choices(Self.key, "accounts", .known(choices)), into: &effects)
        let both = ParameterValue.list(.entity, [.text("a"), .text("b")])
        #expect(
            state.page.row("choice b")?.control
                == .toggle(
                    isOn: false, flip: .edit(Self.work, .parameter(Self.key, "accounts", both))))
        #expect(
            state.page.row("choice a")?.control
                == .toggle(
                    isOn: true,
                    flip: .edit(
                        Self.work, .parameter(Self.key, "accounts", .list(.entity, [])))))
    }
}
