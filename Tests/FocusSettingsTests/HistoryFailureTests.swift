// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Testing

@testable import FocusSettings

/// Pages of the history that focusd refuses, as it does while it reads too many at once.
@Suite struct HistoryFailureTests {
    private static let reason = "too many lists are being read"

    private static func handle(_ state: inout SettingsState, _ event: SettingsEvent) {
        var effects: [Effect] = []
        state.handle(event, into: &effects)
        #expect(effects == [])
    }

    /// Returns the query of the page that a wish of the user reads.
    private static func query(
        _ state: inout SettingsState, _ intent: Intent, _ text: String = ""
    ) throws -> HistoryQuery {
        let queries = SettingsStateTests.effects(&state, intent, text).compactMap { effect in
            if case .readHistory(let query) = effect { query } else { nil }
        }
        return try #require(queries.first)
    }

    @Test("issue 21: a refused search says so, and is tried again")
    func aRefusedSearchIsTriedAgain() throws {
        var state = try SettingsStateTests.state()
        let first = try Self.query(&state, .open(.history))
        Self.handle(&state, .history([EntryPagesTests.entry(9, "Lunch")], of: first))
        let search = try Self.query(&state, .search(.history), "tea")
        // The refusal of an older page counts no more.
        Self.handle(&state, .historyFailed(Self.reason, of: first))
        #expect(state.page.subtitle == "Searching…")
        Self.handle(&state, .historyFailed(Self.reason, of: search))
        #expect(state.page.empty?.title == "The history could not be read")
        #expect(state.page.empty?.description == "Too many lists are being read")
        #expect(state.page.empty?.buttons.map(\.intent) == [.older])
        #expect(state.page.search?.text == "tea")
        #expect(try Self.query(&state, .older) == search)
        #expect(state.page.empty == nil)
        #expect(state.page.subtitle == "Searching…")
        Self.handle(&state, .history([EntryPagesTests.entry(8, "Tea")], of: search))
        #expect(state.page.subtitle == "One notification found")
    }

    @Test("issue 21: below the notifications that were read, the older ones are tried again")
    func olderNotificationsAreTriedAgain() throws {
        var state = try SettingsStateTests.state()
        let first = try Self.query(&state, .open(.history))
        var entry = EntryPagesTests.entry(9, "Lunch")
        entry.next = EntryKey(rawValue: 9)
        Self.handle(&state, .history([entry], of: first))
        #expect(state.page.list?.more == .older)
        let older = try Self.query(&state, .older)
        Self.handle(&state, .historyFailed(Self.reason, of: older))
        #expect(state.page.list?.items.isEmpty == false)
        // The user asks, not the list.
        #expect(state.page.list?.more == nil)
        #expect(state.page.notice?.text.hasSuffix(Self.reason) == true)
        #expect(state.page.notice?.button?.intent == .older)
        #expect(try Self.query(&state, .older) == older)
        #expect(state.page.notice == nil)
    }

    @Test("issue 21: a trial without the history says so, and reads it again")
    func aTrialIsTriedAgain() throws {
        var state = try SettingsStateTests.state()
        let trial = Place.trial(SettingsStateTests.work)
        let query = try Self.query(&state, .open(trial))
        #expect(state.page.empty?.title == "Reading the history…")
        Self.handle(&state, .historyFailed(Self.reason, of: query))
        #expect(state.page.empty?.title == "The history could not be read")
        #expect(try Self.query(&state, .older) == query)
        #expect(state.page.empty?.title == "Reading the history…")
        // The rules are counted with the same list.
        Self.handle(&state, .historyFailed(Self.reason, of: query))
        _ = SettingsStateTests.effects(&state, .open(.rule(SettingsStateTests.work, nil)))
        Self.handle(&state, .historyFailed(Self.reason, of: query))
        _ = SettingsStateTests.effects(
            &state, .rule(SettingsStateTests.work, .text(0)), "tea")
        #expect(
            state.page.group("matches")?.rows.first?.buttons.map(\.intent) == [.older])
    }
}
