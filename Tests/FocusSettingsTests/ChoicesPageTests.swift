// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The page of a parameter's choices, and the search among them.
@Suite struct ChoicesPageTests {
    static let key = FilterPagesTests.key
    static let work = FilterPagesTests.work
    static let place = Place.choices(work, key, "accounts")

    static let offered = [
        ParameterChoice("a", title: "Private", subtitle: "me@example.org"),
        ParameterChoice("b", title: "Company"),
    ]

    /// The page of the list “accounts”, of which “a” is chosen, with the app's offers.
    static func state() throws -> SettingsState {
        var state = try FilterPagesTests.state()
        _ = SettingsStateTests.effects(&state, .push(place))
        _ = FilterNewsTests.handled(
            &state, .choices(key, "accounts", text: "", .known(offered)))
        return state
    }

    static func toggle(_ choice: String, isOn: Bool) -> SettingsRow.Control {
        let edit = FocusEdit.choice(
            FilterPagesTests.declaration, "accounts", choice, isMember: !isOn)
        return .toggle(isOn: isOn, flip: .edit(work, edit))
    }

    static func search(_ state: inout SettingsState, _ text: String) -> [Effect] {
        var effects: [Effect] = []
        state.handle(.intent(.search(place), text: text), into: &effects)
        return effects
    }

    static func titles(_ state: SettingsState) -> [String] {
        state.page.group("choices")?.rows.map(\.title) ?? []
    }

    @Test func anAppIsAskedForChoices() throws {
        var state = try FilterPagesTests.state()
        let effects = SettingsStateTests.effects(&state, .push(Self.place))
        #expect(
            effects == [
                .readFilters(Self.work), .readChoices(Self.key, "accounts"),
                .readEntities(Self.key, "accounts", ["a"]),
            ])
        #expect(state.page.empty?.icon == nil)
        #expect(state.page.empty?.title == "Asking Chat…")
        _ = FilterNewsTests.handled(
            &state, .choices(Self.key, "accounts", text: "", .known(Self.offered)))
        #expect(state.page.row("choice b")?.control == Self.toggle("b", isOn: false))
        #expect(state.page.row("choice a")?.control == Self.toggle("a", isOn: true))
        #expect(state.page.row("other") == nil)
    }

    @Test("issue 21: the app searches its entities, and its answer replaces what it has offered")
    func theAppSearches() throws {
        var state = try Self.state()
        #expect(state.page.search?.delay == 250)
        #expect(
            Self.search(&state, "arch") == [.readChoices(Self.key, "accounts", text: "arch")])
        // Before the answer, nothing is said about what the app has.
        #expect(Self.titles(state) == [])
        #expect(state.page.group("choices") == nil)
        #expect(state.page.group("asking") == nil)
        _ = FilterNewsTests.handled(
            &state, .choicesAwaited(Self.key, "accounts", text: "arch", .short))
        #expect(state.page.row("asking")?.title == "Asking Chat…")
        #expect(state.page.row("asking")?.isBusy == true)
        let found = [
            ParameterChoice("x", title: "Archive"), ParameterChoice("a", title: "Private"),
        ]
        _ = FilterNewsTests.handled(
            &state, .choices(Self.key, "accounts", text: "arch", .known(found)))
        // The choices of the moment when the page was opened are on top.
        #expect(Self.titles(state) == ["Private", "Archive"])
        #expect(state.page.group("asking") == nil)
        #expect(state.page.row("choice x")?.control == Self.toggle("x", isOn: false))
        _ = FilterNewsTests.handled(
            &state, .choices(Self.key, "accounts", text: "arch", .known([])))
        #expect(state.page.group("choices")?.description == "Nothing matches “arch”.")
        // The whole list comes back without a question.
        #expect(Self.search(&state, "") == [])
        #expect(Self.titles(state) == ["Private", "Company"])
    }

    @Test("issue 21: an answer to an older search is dropped, and offers show while the app looks")
    func anOlderAnswerIsDropped() throws {
        var state = try Self.state()
        _ = Self.search(&state, "co")
        _ = Self.search(&state, "comp")
        let older = [ParameterChoice("c", title: "Cousins")]
        _ = FilterNewsTests.handled(
            &state, .choices(Self.key, "accounts", text: "co", .known(older)))
        _ = FilterNewsTests.handled(
            &state, .choicesAwaited(Self.key, "accounts", text: "co", .short))
        #expect(Self.titles(state) == ["Company"])
        #expect(state.page.group("asking") == nil)
        // The second line of a choice is searched, too.
        _ = Self.search(&state, "example.org")
        #expect(Self.titles(state) == ["Private"])
        // Another visit begins with the whole list.
        _ = SettingsStateTests.effects(&state, .back)
        _ = SettingsStateTests.effects(&state, .push(Self.place))
        #expect(state.page.search?.text == "")
        #expect(Self.titles(state) == ["Private", "Company"])
    }

    @Test("issue 21: an app that is silent for five seconds is named, and its late answer counts")
    func aSilentAppIsNamed() throws {
        var state = try FilterPagesTests.state()
        _ = SettingsStateTests.effects(&state, .push(Self.place))
        _ = FilterNewsTests.handled(
            &state, .choicesAwaited(Self.key, "accounts", text: "", .long))
        #expect(state.page.row("failed")?.title == "Chat does not answer")
        #expect(
            state.page.row("failed")?.subtitle == "It has not answered for five seconds.")
        #expect(state.page.row("failed")?.buttons.map(\.intent) == [.askAgain])
        // The chosen ones can be taken out, and identifiers can be typed.
        #expect(Self.titles(state) == ["a"])
        let edit = FocusEdit.typedChoice(FilterPagesTests.declaration, "accounts")
        #expect(state.page.row("other")?.control == .entry("", apply: .edit(Self.work, edit)))
        #expect(
            SettingsStateTests.effects(&state, .askAgain)
                .contains(.readChoices(Self.key, "accounts")))
        _ = FilterNewsTests.handled(
            &state, .choices(Self.key, "accounts", text: "", .known(Self.offered)))
        #expect(Self.titles(state) == ["Private", "Company"])
        #expect(state.page.row("failed") == nil)
        // A list that is known stays while the app is slow about it.
        _ = FilterNewsTests.handled(
            &state, .choicesAwaited(Self.key, "accounts", text: "", .long))
        #expect(state.page.row("failed") == nil)
        _ = Self.search(&state, "priv")
        _ = FilterNewsTests.handled(
            &state,
            .choices(Self.key, "accounts", text: "priv", .failed("the app failed")))
        #expect(state.page.row("failed")?.subtitle == "the app failed")
        #expect(Self.titles(state) == ["Private"])
        #expect(
            SettingsStateTests.effects(&state, .askAgain)
                .contains(.readChoices(Self.key, "accounts", text: "priv")))
    }

    @Test("issue 21: a typed identifier joins the list, with its commas")
    func aTypedIdentifierIsAdded() throws {
        let edit = FocusEdit.typedChoice(FilterPagesTests.declaration, "accounts")
        var file = try SettingsStateTests.file(
            "[Focus]\nName=Work\n[Filter org.example.Chat Accounts]\naccounts=a;\n")
        try edit.apply(to: &file, "b, the second")
        #expect(file.contents.contains("accounts=a;b, the second;\n"))
        #expect(throws: FocusFileError.self) { try edit.apply(to: &file, "") }
    }

    @Test("issue 21: an app's options for a text are a list, beside a value of the user's own")
    func optionsAreAList() throws {
        var state = try FilterPagesTests.state()
        let parameter = ParameterDeclaration(
            "tone", title: "Tone", type: ParameterType(.string), hasOptions: true)
        let declaration = FilterDeclaration(Self.key, title: "", parameters: [parameter])
        let filter = FilterSummary(
            declaration, source: .file, appState: .running, isConfigured: true,
            values: ["tone": .text("soft")])
        _ = FilterNewsTests.handled(&state, .filters(Self.work, [filter]))
        _ = SettingsStateTests.effects(&state, .push(.filter(Self.work, Self.key)))
        let page = Place.choices(Self.work, Self.key, "tone")
        #expect(state.page.row("parameter tone")?.control == .link(.push(page)))
        #expect(state.page.row("parameter tone")?.subtitle == "soft")
        #expect(
            SettingsStateTests.effects(&state, .push(page)) == [
                .readFilters(Self.work), .readChoices(Self.key, "tone"),
            ])
        let options = [
            ParameterChoice("soft", title: "Softly"), ParameterChoice("loud", title: "Loudly"),
        ]
        _ = FilterNewsTests.handled(
            &state, .choices(Self.key, "tone", text: "", .known(options)))
        let loud = FocusEdit.choice(declaration, "tone", "loud", isMember: true)
        #expect(
            state.page.row("choice loud")?.control
                == .toggle(isOn: false, flip: .edit(Self.work, loud)))
        let edit = FocusEdit.typedChoice(declaration, "tone")
        #expect(state.page.row("other")?.control == .entry("", apply: .edit(Self.work, edit)))
        // The window searches the few options itself.
        var effects: [Effect] = []
        state.handle(.intent(.search(page), text: "lou"), into: &effects)
        #expect(effects == [])
        #expect(Self.titles(state) == ["Loudly"])
        var file = try SettingsStateTests.file("[Focus]\nName=Work\n")
        try edit.apply(to: &file, "very, very soft")
        #expect(file.contents.contains("tone=very, very soft\n"))
    }

    @Test("issue 21: one choice after another changes the file's list, not an older one")
    func choicesAreAddedToTheFile() throws {
        let declaration = FilterPagesTests.declaration
        func edit(_ choice: String, _ isMember: Bool) -> FocusEdit {
            .choice(declaration, "accounts", choice, isMember: isMember)
        }
        var file = try SettingsStateTests.file("[Focus]\nName=Work\n")
        try edit("a", true).apply(to: &file, "")
        try edit("b", true).apply(to: &file, "")
        #expect(file.contents.contains("accounts=a;b;\n"))
        try edit("a", false).apply(to: &file, "")
        #expect(file.contents.contains("accounts=b;\n"))
        // The first change begins with the app's default.
        var parameter = ParameterDeclaration(
            "days", type: ParameterType(.enumeration, isList: true),
            cases: [ParameterChoice("mon", title: ""), ParameterChoice("tue", title: "")])
        parameter.defaultValue = .list(.enumeration, [.text("mon")])
        let days = FilterDeclaration(Self.key, title: "", parameters: [parameter])
        try FocusEdit.choice(days, "days", "tue", isMember: true).apply(to: &file, "")
        #expect(file.contents.contains("days=mon;tue;\n"))
        let filter = FilterSummary(days, source: .file)
        #expect(SettingsState.chosen(filter, parameter) == ["mon"])
    }
}
