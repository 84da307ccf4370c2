// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Pages whose search finds nothing say so, and lead back to the whole list.
@Suite struct SearchTests {
    @Test("issue 21: a search that hides all rows is named in place of an empty list")
    func aSearchThatFindsNothingIsNamed() throws {
        let work = SettingsStateTests.work
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.people(work)))
        #expect(state.page.group("list")?.description == "No one yet.")
        state.seenPeople = [SeenPerson("Ada", latest: SettingsStateTests.now)]
        state.seenApps = [
            SeenApp(AppID("chat"), names: ["Chat"], count: 1, latest: SettingsStateTests.now)
        ]
        for place in [Place.people(work), .apps(work), .exceptions(work)] {
            _ = SettingsStateTests.effects(&state, .open(place))
            #expect(state.page.group("list")?.rows.isEmpty == false)
            _ = SettingsStateTests.effects(&state, .search(place), "xyz")
            #expect(state.page.group("list")?.description == "Nothing matches “xyz”.")
            #expect(state.page.group("list")?.rows == [])
            #expect(state.page.group("list")?.buttons.map(\.intent) == [.clearSearch])
            _ = SettingsStateTests.effects(&state, .clearSearch)
            #expect(state.page.search?.text == "")
            #expect(state.page.group("list")?.rows.isEmpty == false)
            _ = SettingsStateTests.effects(&state, .search(place), "xyz")
        }
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        _ = SettingsStateTests.effects(&state, .search(.allApps), "xyz")
        #expect(state.page.empty?.title == "Nothing matches “xyz”.")
        #expect(state.page.search != nil)
        #expect(state.page.empty?.buttons.map(\.intent) == [.clearSearch])
        // A page that is opened again shows its whole list.
        _ = SettingsStateTests.effects(&state, .open(.people(work)))
        #expect(state.page.search?.text == "")
        #expect(state.page.group("list")?.rows.count == 1)
    }

    /// Returns a state with the history of three days, and the query for the text.
    private static func searched(_ text: String) throws -> (SettingsState, HistoryQuery) {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.history))
        let page = [EntryPagesTests.entry(9, "Lunch"), EntryPagesTests.entry(8, "Tea")]
        state.handle(.history(page, of: HistoryQuery()), into: &effects)
        var query = HistoryQuery()
        query.text = SearchedText(text)
        #expect(
            SettingsStateTests.effects(&state, .search(.history), text) == [.readHistory(query)])
        return (state, query)
    }

    @Test("issue 21: focusd searches the history, by its one rule")
    func theHistoryIsSearchedByFocusd() throws {
        var (state, query) = try Self.searched("dinner")
        // The rows stay until the answer.
        #expect(state.page.list?.items.map(\.title) == ["Today", "Lunch", "Tea"])
        #expect(state.page.subtitle == "Searching…")
        #expect(state.page.list?.more == nil)
        var effects: [Effect] = []
        // Found by its site, which no row shows.
        var found = EntryPagesTests.entry(3, "Table for two")
        found.record.site = "dinner.example"
        state.handle(.history([found], of: query), into: &effects)
        #expect(effects == [])
        #expect(state.page.list?.items.map(\.title) == ["Today", "Table for two"])
        #expect(state.page.subtitle == "One notification found")
        // A notification that comes now is listed by the same rule.
        state.handle(.arrived(EntryPagesTests.entry(10, "Supper")), into: &effects)
        state.handle(.arrived(EntryPagesTests.entry(11, "DINNER is ready")), into: &effects)
        found.record.key = EntryKey(rawValue: 12)
        state.handle(.arrived(found), into: &effects)
        #expect(
            state.page.list?.items.map(\.title)
                == ["Today", "Table for two", "DINNER is ready", "Table for two"])
        // The reason of a decision is no text of a notification.
        #expect(
            SettingsStateTests.effects(&state, .search(.history), "does not allow").count == 1)
        query.text = SearchedText("does not allow")
        state.handle(.history([], of: query), into: &effects)
        #expect(state.page.empty?.title == "Nothing matches “does not allow”.")
        #expect(
            state.page.empty?.description
                == "Titles, texts, apps, people and web sites were searched.")
        #expect(state.page.search?.text == "does not allow")
        #expect(SettingsStateTests.effects(&state, .clearSearch) == [.readHistory(HistoryQuery())])
        #expect(state.page.empty?.title == "Searching…")
    }

    @Test("issue 21: the answer to an older search is dropped, and an arrival meanwhile is not")
    func answersOfOlderSearchesAreDropped() throws {
        var (state, first) = try Self.searched("d")
        _ = SettingsStateTests.effects(&state, .search(.history), "di")
        var second = first
        second.text = SearchedText("di")
        var effects: [Effect] = []
        state.handle(.history([EntryPagesTests.entry(4, "Bed")], of: first), into: &effects)
        #expect(state.page.subtitle == "Searching…")
        state.handle(.arrived(EntryPagesTests.entry(10, "Dinner")), into: &effects)
        state.handle(.arrived(EntryPagesTests.entry(11, "Bed")), into: &effects)
        state.handle(.history([EntryPagesTests.entry(5, "Dish")], of: second), into: &effects)
        #expect(state.page.list?.items.map(\.title) == ["Today", "Dinner", "Dish"])
    }

    @Test("issue 21: a text that focusd does not search for is named")
    func aLongTextIsNamed() throws {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.history))
        let long = String(repeating: "a", count: Limits.searchTextBytes + 1)
        #expect(SettingsStateTests.effects(&state, .search(.history), long) == [])
        #expect(state.page.empty?.title == "This text is too long to search for")
        var effects: [Effect] = []
        state.handle(.arrived(EntryPagesTests.entry(1, "Hello")), into: &effects)
        #expect(state.history.entries.isEmpty)
        #expect(SettingsStateTests.effects(&state, .clearSearch) == [.readHistory(HistoryQuery())])
    }

    @Test("issue 21: rules are counted with the whole history, not with what a search found")
    func countsNeedTheWholeHistory() throws {
        var (state, query) = try Self.searched("tea")
        var effects: [Effect] = []
        state.handle(.history([EntryPagesTests.entry(8, "Tea")], of: query), into: &effects)
        #expect(
            SettingsStateTests.effects(&state, .open(.rules(SettingsStateTests.work)))
                == [.readHistory(HistoryQuery())])
        let all = [EntryPagesTests.entry(9, "Lunch"), EntryPagesTests.entry(8, "Tea")]
        state.handle(.history(all, of: HistoryQuery()), into: &effects)
        state.handle(.arrived(EntryPagesTests.entry(10, "Dinner")), into: &effects)
        #expect(state.counted.entries.map(\.record.summary) == ["Dinner", "Lunch", "Tea"])
        // The page of the history shows what the search found, as before.
        #expect(SettingsStateTests.effects(&state, .open(.history)) == [])
        #expect(state.page.search?.text == "tea")
        #expect(state.page.list?.items.map(\.title) == ["Today", "Tea"])
    }

    @Test("issue 21: a trial looks further back than the history's page")
    func aTrialLooksFurtherBack() throws {
        var (state, _) = try Self.searched("tea")
        _ = SettingsStateTests.effects(&state, .open(.trial(SettingsStateTests.work)))
        var last = EntryPagesTests.entry(8, "Tea")
        last.next = EntryKey(rawValue: 8)
        var effects: [Effect] = []
        state.handle(.history([last], of: HistoryQuery()), into: &effects)
        var query = HistoryQuery()
        query.before = EntryKey(rawValue: 8)
        #expect(effects == [.readHistory(query)])
        var older = EntryPagesTests.entry(7, "Lunch")
        older.next = EntryKey(rawValue: 7)
        let page = Array(repeating: older, count: SettingsState.countedEntries)
        effects = []
        state.handle(.history(page, of: query), into: &effects)
        #expect(effects == [])
        query.before = EntryKey(rawValue: 7)
        #expect(SettingsStateTests.effects(&state, .older) == [.readHistory(query)])
    }

    @Test(
        "issue 21: a search and a filter of the history outlast focusd",
        arguments: [SettingsEvent.stopped, .unreachable("it does not answer")])
    func theSearchOutlastsFocusd(_ event: SettingsEvent) throws {
        var (state, _) = try Self.searched("tea")
        _ = SettingsStateTests.effects(&state, .filterVerdict(.silence))
        var effects: [Effect] = []
        state.handle(event, into: &effects)
        effects = []
        state.handle(.running, into: &effects)
        var query = HistoryQuery(verdict: .silence)
        query.text = SearchedText("tea")
        #expect(effects.contains(.readHistory(query)))
        #expect(state.history.text == "tea")
    }
}
