// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Decisions of the layout that need no window.
@Suite struct LayoutTests {
    @Test("issue 21: large texts have more lines, and controls below each other")
    func largeTextsHaveMoreLines() {
        let usual = TextLayout(scale: 1)
        #expect(!usual.isLarge)
        #expect(!TextLayout(scale: 1.25).isLarge)
        #expect(usual.titleLines(isWhole: false) == 2)
        #expect(usual.subtitleLines(isWhole: false) == 3)
        let large = TextLayout(scale: 2)
        #expect(large.isLarge)
        #expect(large.titleLines(isWhole: false) == 4)
        #expect(large.subtitleLines(isWhole: false) == 8)
        #expect(usual.listLines == 1 && large.listLines == 3)
        for layout in [usual, large] {
            #expect(layout.titleLines(isWhole: true) >= 1_000)
            #expect(layout.subtitleLines(isWhole: true) >= 1_000)
        }
    }

    @Test("issue 21: a long word of a title is shown smaller, but not smaller than usual")
    func aLongWordIsShownSmaller() {
        let large = TextLayout(scale: 2)
        #expect(large.titleSize("Missed", buttons: 0) == 1)
        #expect(large.titleSize("New Focus of mine", buttons: 0) == 1)
        // Each button takes room of the title.
        let sizes = (0...3).map { large.titleSize("Mindfulness", buttons: $0) }
        #expect(sizes == sizes.sorted(by: >))
        #expect(sizes[0] < 1 && sizes[0] > 0.5 && sizes[3] == 0.5)
        #expect(large.titleSize("Donaudampfschifffahrtsgesellschaft", buttons: 0) == 0.5)
        #expect(large.titleSize("", buttons: 0) == 1)
        // The line below wraps between words only.
        #expect(large.subtitleSize("6 of 7 found", buttons: 0) < 1)
        let usual = TextLayout(scale: 1)
        #expect(usual.titleSize("Donaudampfschifffahrtsgesellschaft", buttons: 3) == 1)
        #expect(usual.subtitleSize("123 notifications found", buttons: 3) == 1)
    }

    @Test("issue 21: the list of places grows with the texts, up to the narrowest window")
    func theListOfPlacesGrows() {
        let widths = [0.8, 1, 1.25, 2].map { TextLayout(scale: $0).sidebarWidth }
        #expect(widths == [240, 240, 300, 360])
    }

    @Test("issue 21: a title wraps around longer words where no button takes their room")
    func aTitleWrapsAroundLongWords() {
        let usual = TextLayout(scale: 1)
        #expect((0...2).map { usual.longestWord(buttons: $0) } == [16, 12, 12])
    }

    @Test("issue 21: a value to choose stands below the title where it would be cut beside it")
    func aLongValueStandsBelow() {
        let usual = TextLayout(scale: 1)
        #expect(!usual.isChoiceBelow("Until you turn it of"))
        #expect(usual.isChoiceBelow("Until you turn it off"))
        #expect(TextLayout(scale: 2).isChoiceBelow("On"))
    }

    @Test("issue 21: a row with a reason below it opens by itself")
    func aReasonIsNotHidden() throws {
        var refused = Row<Intent>("a", "A", .entry("x", apply: .nothing))
        let other = Row<Intent>("b", "B")
        #expect(!Row("details", "Details", .details([refused, other])).opensByItself)
        refused.isFaulty = true
        #expect(Row("details", "Details", .details([other, refused])).opensByItself)
        #expect(!refused.opensByItself)
    }

    @Test("issue 21: the exceptions and the times of day are behind rows that open them")
    func partsOfAFocusOpen() throws {
        let work = SettingsStateTests.work
        var state = try SettingsStateTests.state(
            "TimeSensitiveExcept=org.example.Shop;\nDeliver=12:30;18:00;\n")
        _ = SettingsStateTests.effects(&state, .open(.focus(work)))
        #expect(state.page.row("exceptions")?.subtitle == "One app")
        let shop = AppID("org.example.Shop")
        #expect(
            state.page.row("exception org.example.Shop")?.buttons.map(\.intent)
                == [.edit(work, .timeSensitiveExcept(shop, isMember: false))])
        #expect(
            state.page.row("choose-exceptions")?.control == .link(.push(.exceptions(work))))
        #expect(state.page.row("deliveries")?.subtitle == "12:30, 18:00")
        let remove = Intent.edit(
            work, .delivery(try #require(TimeOfDay("12:30")), isMember: false))
        #expect(state.page.row("delivery 12:30")?.buttons.map(\.intent) == [remove])
        guard case .details(let rows, nil)? = state.page.row("deliveries")?.control else {
            Issue.record("the times of day are not behind a row")
            return
        }
        #expect(rows.map(\.id) == ["delivery 12:30", "delivery 18:00", "add-delivery"])
    }

    @Test("issue 21: the times of day, and the own condition, open at a refused text")
    func refusedTextsAreSeen() throws {
        let work = SettingsStateTests.work
        var state = try SettingsStateTests.state("Deliver=12:30;18:00;\n")
        _ = SettingsStateTests.effects(&state, .open(.focus(work)))
        var row = try #require(state.page.row("deliveries"))
        #expect(!row.opensByItself)
        var effects: [Effect] = []
        state.handle(.refused(.typedDelivery, "No such time", text: "25:99"), into: &effects)
        row = try #require(state.page.row("deliveries"))
        #expect(row.opensByItself)
        #expect(state.page.row("add-delivery")?.subtitle == "No such time")

        let filter = FilterNewsTests.filter(["a"])
        state.handle(.filters(work, [filter]), into: &effects)
        _ = SettingsStateTests.effects(&state, .dropRefusal)
        _ = SettingsStateTests.effects(&state, .open(.filter(work, filter.key)))
        #expect(state.page.row("condition")?.opensByItself == false)
        state.handle(
            .refused(.filterPredicate(filter.key), "No predicate", text: "a =="), into: &effects)
        #expect(state.page.row("condition")?.opensByItself == true)
        let apply = Intent.edit(work, .filterPredicate(filter.key))
        #expect(state.page.row("predicate")?.control == .entry("a ==", apply: apply))
    }
}
