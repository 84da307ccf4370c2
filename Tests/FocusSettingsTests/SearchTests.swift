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

    @Test("issue 21: a search in the history reads on until it finds something")
    func theHistoryIsSearchedToItsEnd() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.history))
        var last = EntryPagesTests.entry(9, "Lunch")
        last.next = last.record.key
        state.handle(.history([last], of: HistoryQuery()), into: &effects)
        effects = SettingsStateTests.effects(&state, .search(.history), "dinner")
        guard case .readHistory(let second)? = effects.first else {
            Issue.record("the search reads nothing")
            return
        }
        #expect(second.before == last.record.key)
        #expect(state.page.empty?.title == "Searching further back…")
        last = EntryPagesTests.entry(8, "Tea")
        last.next = last.record.key
        effects = []
        state.handle(.history([last], of: second), into: &effects)
        guard case .readHistory(let third)? = effects.first else {
            Issue.record("the search ends too early")
            return
        }
        effects = []
        state.handle(.history([EntryPagesTests.entry(7, "Bed")], of: third), into: &effects)
        #expect(effects == [])
        #expect(state.page.empty?.title == "Nothing matches “dinner”.")
        #expect(state.page.empty?.description == "3 notifications were searched.")
        #expect(state.page.search?.text == "dinner")
        _ = SettingsStateTests.effects(&state, .clearSearch)
        #expect(state.page.empty == nil)
        #expect(state.page.list?.items.count == 4)
    }
}
