// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The cards of filters, the apps' suggestions, and entities that are gone.
@Suite struct FilterNewsTests {
    static let key = FilterPagesTests.key
    static let work = FilterPagesTests.work

    static func cards(_ state: SettingsState) -> [Card<Intent>] {
        guard case .cards(let cards)? = state.page.row("filters")?.control else { return [] }
        return cards
    }

    static func chips(_ state: SettingsState, _ row: String) -> [Chip<Intent>] {
        guard case .chips(let chips)? = state.page.row(row)?.control else { return [] }
        return chips
    }

    static func handled(_ state: inout SettingsState, _ event: SettingsEvent) -> [Effect] {
        var effects: [Effect] = []
        state.handle(event, into: &effects)
        return effects
    }

    static func filter(_ accounts: [String]) -> FilterSummary {
        FilterSummary(
            FilterPagesTests.declaration, source: .file, appState: .running, isConfigured: true,
            values: ["accounts": .list(.entity, accounts.map { .text($0) })])
    }

    @Test("issue 21: a set filter has the app's card and stands first; another one invites")
    func aFilterIsACard() throws {
        var state = try FilterPagesTests.state()
        var other = FilterDeclaration(
            FilterKey(AppID("org.example.Mail"), "Inbox"), title: "Choose inboxes",
            description: "Which mail is shown", icon: "mail-inbox")
        other.parameters = []
        _ = Self.handled(
            &state, .filters(Self.work, [FilterSummary(other, source: .file), Self.filter(["a"])]))
        var cards = Self.cards(state)
        #expect(cards.map(\.title) == ["Choose accounts", "Choose inboxes"])
        #expect(cards.map(\.subtitle) == ["Chat · Set", "Mail · Which mail is shown"])
        #expect(cards.map(\.invitation) == ["", "Set Up"])
        #expect(cards.map(\.image) == ["", "mail-inbox"])
        #expect(cards.map(\.fallback) == ["org.example.Chat", "org.example.Mail"])
        #expect(
            cards.map(\.intent) == [
                .push(.filter(Self.work, Self.key)), .push(.filter(Self.work, other.key)),
            ])
        #expect(cards[1].spokenName == "Choose inboxes, Mail · Which mail is shown, Set Up")
        let display = FilterDisplay(
            title: "Private account", subtitle: "1 of 3", image: "file:///usr/share/a.png")
        _ = Self.handled(&state, .display(FilterPlace(focus: Self.work, key: Self.key), display))
        cards = Self.cards(state)
        #expect(cards[0].title == "Private account")
        #expect(cards[0].subtitle == "Chat · 1 of 3")
        #expect(cards[0].image == "file:///usr/share/a.png")
        var broken = Self.filter(["a"])
        broken.problems = ["no parameter “x”"]
        _ = Self.handled(&state, .filters(Self.work, [broken]))
        cards = Self.cards(state)
        #expect(cards[0].isFaulty)
        #expect(cards[0].subtitle == "Chat · no parameter “x”")
    }

    @Test("issue 21: the app's suggestions are chips, which set the whole filter")
    func suggestionsAreChips() throws {
        var state = try FilterPagesTests.state()
        _ = SettingsStateTests.effects(&state, .push(.filter(Self.work, Self.key)))
        #expect(
            Self.handled(&state, .filters(Self.work, [Self.filter(["a"])])).contains(
                .readSuggestions(FilterPagesTests.declaration)))
        #expect(state.page.group("suggestions") == nil)
        let quiet = FilterSuggestion(
            FilterDisplay(title: "Quiet", subtitle: "No account"), values: ["quiet": .bool(true)])
        let present = FilterSuggestion(
            FilterDisplay(title: "Only Ada"), values: Self.filter(["a"]).values)
        #expect(Self.handled(&state, .suggestions(Self.key, [quiet, present])) == [])
        let chips = Self.chips(state, "suggestions")
        #expect(chips.map(\.title) == ["Quiet", "Only Ada"])
        #expect(chips.map(\.name) == ["Quiet, No account", "Only Ada, set"])
        let edit = FocusEdit.suggestion(FilterPagesTests.declaration, quiet)
        #expect(chips[0].intent == .edit(Self.work, edit))
        // The app is not asked again while the page is open.
        #expect(
            !Self.handled(&state, .filters(Self.work, [Self.filter(["a"])])).contains(
                .readSuggestions(FilterPagesTests.declaration)))
        var file = try SettingsStateTests.file(
            "[Focus]\nName=Work\n[Filter org.example.Chat Accounts]\naccounts=a;\n"
                + "Predicate=TRUEPREDICATE\n")
        try edit.apply(to: &file, "")
        #expect(!file.contents.contains("accounts="))
        #expect(file.contents.contains("quiet=true\n"))
        #expect(file.contents.contains("Predicate=TRUEPREDICATE\n"))
        #expect(
            edit.title("", name: { _ in "Chat" }, focus: "Work", changed: file.focus)
                == "Chat: Quiet")
    }

    @Test("issue 21: an absent app is not asked")
    func anAbsentAppIsNotAsked() throws {
        var state = try FilterPagesTests.state()
        _ = SettingsStateTests.effects(&state, .push(.filter(Self.work, Self.key)))
        var filter = Self.filter(["a"])
        filter.appState = .absent
        #expect(Self.handled(&state, .filters(Self.work, [filter])) == [])
    }

    @Test("issue 21: entities have the app's names, and those that are gone can be removed")
    func goneEntitiesAreRemoved() throws {
        var state = try FilterPagesTests.state()
        _ = SettingsStateTests.effects(&state, .push(.filter(Self.work, Self.key)))
        let filter = Self.filter(["a", "old", "b"])
        let ask = Effect.readEntities(Self.key, "accounts", ["a", "old", "b"])
        #expect(Self.handled(&state, .filters(Self.work, [filter])).contains(ask))
        // Before the answer, nothing is gone.
        #expect(Self.chips(state, "gone accounts") == [])
        #expect(state.page.row("parameter accounts")?.subtitle == "a, old, b")
        let known = [ParameterChoice("a", title: "Ada"), ParameterChoice("b", title: "Bob")]
        _ = Self.handled(
            &state, .entities(Self.key, "accounts", asked: ["a", "old", "b"], known))
        #expect(state.page.row("parameter accounts")?.subtitle == "Ada, old (gone), Bob")
        let chip = Chip<Intent>(
            "gone old", "old", name: "old, gone, remove", isGone: true,
            .edit(
                Self.work,
                .choice(FilterPagesTests.declaration, "accounts", "old", isMember: false)))
        #expect(Self.chips(state, "gone accounts") == [chip])
        #expect(!Self.handled(&state, .filters(Self.work, [filter])).contains(ask))
        // The page of choices has them, too, and the chosen ones on top.
        _ = SettingsStateTests.effects(
            &state, .push(.choices(Self.work, Self.key, "accounts")))
        let offered = [ParameterChoice("c", title: "Cleo"), ParameterChoice("b", title: "Bob")]
        _ = Self.handled(&state, .choices(Self.key, "accounts", text: "", .known(offered)))
        #expect(Self.chips(state, "gone accounts") == [chip])
        let rows = try #require(state.page.group("choices")).rows
        #expect(rows.map(\.title) == ["Ada", "Bob", "Cleo"])
        // A choice does not move under the pointer.
        _ = Self.handled(&state, .filters(Self.work, [Self.filter(["c"])]))
        #expect(
            state.page.group("choices")?.rows.map(\.title) == ["Ada", "Bob", "Cleo"])
        // The filter's page asks the app again.
        _ = SettingsStateTests.effects(&state, .back)
        #expect(
            Self.handled(&state, .filters(Self.work, [filter])).contains(ask))
    }
}
