// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation
import Testing

@testable import FocusSettings

/// The history on the screen: it follows focusd, and shows the part that the user chooses.
@Suite struct HistoryListTests {
    /// Returns a state with three entries of the history, and the query for them.
    private static func state() throws -> (SettingsState, HistoryQuery) {
        var state = try SettingsStateTests.state()
        state.seenApps = [
            SeenApp(EntryPagesTests.chat, names: ["Chat"], count: 3, latest: SettingsStateTests.now)
        ]
        let effects = SettingsStateTests.effects(&state, .open(.history))
        guard case .readHistory(let query)? = effects.last else {
            Issue.record("the history is not read")
            return (state, HistoryQuery())
        }
        let entries = (1...3).reversed().map { EntryPagesTests.entry(UInt32($0), "Hello \($0)") }
        var others: [Effect] = []
        state.handle(.history(entries, of: query), into: &others)
        return (state, query)
    }

    private static func subtitle(_ id: Int, _ state: SettingsState) -> String? {
        state.page.list?.items.first { $0.id == "entry \(id)" }?.subtitle
    }

    @Test("issue 21: a row of the history follows its notification")
    func aRowFollows() throws {
        var (state, _) = try Self.state()
        #expect(Self.subtitle(2, state)?.hasSuffix("missed") == true)
        var effects: [Effect] = []
        let key = EntryKey(rawValue: 2)
        state.handle(.entryChanged(key, .dismissed, isRead: false), into: &effects)
        #expect(Self.subtitle(2, state)?.hasSuffix("dismissed") == true)
        state.handle(.entryChanged(key, .silenced, isRead: true), into: &effects)
        #expect(Self.subtitle(2, state)?.hasSuffix("read") == true)
        #expect(Self.subtitle(1, state)?.hasSuffix("missed") == true)
        // One that was not read yet.
        state.handle(.entryChanged(EntryKey(rawValue: 9), .read, isRead: true), into: &effects)
        #expect(effects == [])
    }

    @Test("issue 21: a snoozed notification says when it comes back, then that it came")
    func aSnoozeIsNamed() throws {
        var (state, _) = try Self.state()
        var effects: [Effect] = []
        var entry = EntryPagesTests.entry(2, "Hello 2")
        let id = entry.record.id
        state.handle(.entry(id, entry), into: &effects)
        entry.snoozedUntil = SettingsStateTests.now.adding(600_000)
        let time = ClockText.text(SettingsStateTests.now.adding(600_000), seenFrom: state.now)
        state.handle(.missed([entry]), into: &effects)
        #expect(
            Self.subtitle(2, state)?.hasSuffix("silenced · snoozed, comes back \(time)") == true)
        #expect(Self.subtitle(1, state)?.hasSuffix("silenced · missed") == true)
        #expect(effects == [.readEntry(id), .read(.missedNews)])
        state.handle(.entry(id, entry), into: &effects)
        _ = SettingsStateTests.effects(&state, .push(.why(id)))
        #expect(state.page.row("decision")?.showsWholeSubtitle == true)
        #expect(
            state.page.row("decision")?.subtitle.hasPrefix("Now: snoozed, comes back \(time)")
                == true)
        _ = SettingsStateTests.effects(&state, .back)
        // It comes back, and its popup expires.
        state.handle(.entryChanged(entry.record.key, .shown, isRead: false), into: &effects)
        #expect(Self.subtitle(2, state)?.hasSuffix("delivered later · on the screen") == true)
        state.handle(.entryChanged(entry.record.key, .silenced, isRead: false), into: &effects)
        #expect(Self.subtitle(2, state)?.hasSuffix("snoozed, then delivered · missed") == true)
    }

    @Test("issue 21: after midnight, the headings and the times name the days as they are then")
    func headingsFollowTheDays() throws {
        var (state, _) = try Self.state()
        var effects: [Effect] = []
        let midnight = ClockText.next(hour: 0, after: state.now)
        var entry = EntryPagesTests.entry(2, "Hello 2")
        entry.snoozedUntil = midnight.adding(3_600_000)
        state.handle(.missed([entry]), into: &effects)
        func titles() -> [String]? {
            state.page.list?.items.filter { $0.open == nil }.map(\.title)
        }
        let day = ClockText.dayText(state.now)
        state.handle(.time(midnight.adding(-1)), into: &effects)
        #expect(titles() == ["Today"])
        state.handle(.time(midnight), into: &effects)
        #expect(titles() == ["Yesterday"])
        let time = ClockText.clockText(midnight.adding(3_600_000))
        #expect(Self.subtitle(2, state)?.hasSuffix("snoozed, comes back \(time)") == true)
        var next = EntryPagesTests.entry(4, "Hello 4")
        next.record.time = midnight
        state.handle(.arrived(next), into: &effects)
        #expect(titles() == ["Today", "Yesterday"])
        #expect(state.page.list?.items.count == 6)
        state.handle(.time(ClockText.next(hour: 0, after: midnight)), into: &effects)
        #expect(titles() == ["Yesterday", day])
        #expect(Set(state.page.list?.items.map(\.id) ?? []).count == 6)
    }

    @Test("issue 21: the page of a decision follows its notification")
    func theDecisionFollows() throws {
        var (state, _) = try Self.state()
        var effects: [Effect] = []
        let entry = EntryPagesTests.entry(2, "Hello 2")
        state.handle(.entry(entry.record.id, entry), into: &effects)
        state.handle(.entryChanged(entry.record.key, .read, isRead: true), into: &effects)
        #expect(effects == [.readEntry(entry.record.id)])
    }

    @Test("issue 21: deleted entries are read again", arguments: [nil, EntryPagesTests.chat])
    func deletedEntriesGo(_ app: AppID?) throws {
        var (state, query) = try Self.state()
        var effects: [Effect] = []
        state.handle(.entriesRemoved(app), into: &effects)
        #expect(effects.first == .readHistory(query))
        state.handle(.history([], of: query), into: &effects)
        #expect(state.page.list == nil)
    }

    /// Returns the first query for the history.
    private static func query(_ effects: [Effect]) throws -> HistoryQuery {
        let queries = effects.compactMap { effect in
            if case .readHistory(let query) = effect { query } else { nil }
        }
        return try #require(queries.first)
    }

    /// Answers the first query for the history with the entries of some keys. Returns the effects.
    private static func answer(
        _ effects: [Effect], _ keys: [UInt32], isLast: Bool = false, _ state: inout SettingsState
    ) throws -> [Effect] {
        let query = try Self.query(effects)
        var page = keys.map { EntryPagesTests.entry($0, "Hello \($0)") }
        if !isLast, let last = page.indices.last { page[last].next = page[last].record.key }
        var next: [Effect] = []
        state.handle(.history(page, of: query), into: &next)
        return next
    }

    @Test("a deletion leaves the rows of a long history until as many were read")
    func rowsStayUntilTheyAreRead() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.history))
        for keys in [[9, 8, 7], [6, 5, 4], [3, 2, 1]] as [[UInt32]] {
            _ = try Self.answer(effects, keys, &state)
            effects = SettingsStateTests.effects(&state, .older)
        }
        let rows = try #require(state.page.list?.items)
        #expect(rows.count == 10)
        let asked = effects
        effects = []
        state.handle(.entriesRemoved(nil), into: &effects)
        #expect(state.page.list?.items == rows)
        // The page that was asked for before the deletion.
        #expect(try Self.answer(asked, [1], isLast: true, &state) == [])
        #expect(state.page.list?.items == rows)
        for keys in [[9, 8, 7], [6, 5, 4]] as [[UInt32]] {
            effects = try Self.answer(effects, keys, &state)
            #expect(state.page.list?.items == rows)
        }
        state.handle(.arrived(EntryPagesTests.entry(10, "New")), into: &effects)
        effects = try Self.answer(effects, [3, 2], isLast: true, &state)
        #expect(effects == [])
        let left = try #require(state.page.list?.items)
        #expect(left.map(\.id) == ["day 2026-11-23"] + (2...10).reversed().map { "entry \($0)" })
        #expect(left.suffix(8) == rows.dropFirst().prefix(8))
    }

    @Test("Back from the history of an app leads to the History below as it was left")
    func theHistoryBelowStays() throws {
        var (state, query) = try Self.state()
        let rows = try #require(state.page.list?.items)
        _ = SettingsStateTests.effects(&state, .push(.why(ClientID(rawValue: 2))))
        _ = SettingsStateTests.effects(&state, .push(.app(EntryPagesTests.chat)))
        _ = SettingsStateTests.effects(&state, .showHistory(EntryPagesTests.chat))
        #expect(state.history.filter.app == EntryPagesTests.chat)
        // The second click of two opens no page above.
        _ = SettingsStateTests.effects(&state, .showHistory(EntryPagesTests.chat))
        #expect(state.trail.count == 4)
        // Another page, with a place of its own in the list.
        #expect(state.page.id != "history")
        var effects: [Effect] = []
        for _ in 1...3 { effects = SettingsStateTests.effects(&state, .back) }
        #expect(state.trail == [.history])
        #expect(state.page.id == "history")
        #expect(state.history.filter.isEmpty)
        #expect(state.page.list?.items == rows)
        // Notifications may have come meanwhile.
        #expect(effects.contains(.readHistory(query)))
        // A History that the sidebar opens has no other one below it.
        _ = SettingsStateTests.effects(&state, .push(.app(EntryPagesTests.chat)))
        _ = SettingsStateTests.effects(&state, .showHistory(EntryPagesTests.chat))
        _ = SettingsStateTests.effects(&state, .open(.history))
        #expect(state.history.filter.isEmpty)
        #expect(state.page.id == "history")
    }

    @Test(
        "the history of an app does not filter the History that is opened later",
        arguments: [[Intent.open(.history)], [.open(.now), .open(.history)], [.back, .back]])
    func theHistoryOfAnAppGoes(with intents: [Intent]) throws {
        var (state, query) = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        _ = SettingsStateTests.effects(&state, .push(.app(EntryPagesTests.chat)))
        _ = SettingsStateTests.effects(&state, .showHistory(EntryPagesTests.chat))
        // It stays below the pages that it opens.
        _ = SettingsStateTests.effects(&state, .push(.why(ClientID(rawValue: 2))))
        _ = SettingsStateTests.effects(&state, .back)
        #expect(state.history.filter.app == EntryPagesTests.chat)
        for intent in intents.dropLast() { _ = SettingsStateTests.effects(&state, intent) }
        let last = try #require(intents.last)
        var effects = SettingsStateTests.effects(&state, last)
        if last == .back { effects = SettingsStateTests.effects(&state, .open(.history)) }
        #expect(state.history.filter.isEmpty)
        #expect(try Self.query(effects) == query)
        state.handle(.history([], of: query), into: &effects)
        // The user's own choice on the page stays.
        _ = SettingsStateTests.effects(&state, .filterApp(EntryPagesTests.chat))
        _ = SettingsStateTests.effects(&state, .open(.now))
        _ = SettingsStateTests.effects(&state, .open(.history))
        #expect(state.history.filter.app == EntryPagesTests.chat)
    }

    @Test("issue 21: a deletion leaves a trial until the notifications were read again")
    func aTrialStaysUntilItIsRead() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.trial(SettingsStateTests.work)))
        _ = try Self.answer(effects, [3, 2, 1], isLast: true, &state)
        let apps = try #require(state.page.group("apps"))
        effects = []
        state.handle(.entriesRemoved(nil), into: &effects)
        #expect(state.page.group("apps") == apps)
        _ = try Self.answer(effects, [3, 2], isLast: true, &state)
        let left = try #require(state.page.group("apps"))
        #expect(left != apps)
        // Entries that the user has deleted go at once.
        state.handle(.entriesRemoved(EntryPagesTests.chat), into: &effects)
        #expect(state.page.group("apps") == nil)
    }

    @Test("a trial that was left, or refused, while it was read again is read to its end")
    func aLeftTrialIsReadToItsEnd() throws {
        var state = try SettingsStateTests.state()
        let trial = Place.trial(SettingsStateTests.work)
        let most = UInt32(SettingsState.countedEntries)
        let keys = Array((101...(most + 100)).reversed())
        var effects = SettingsStateTests.effects(&state, .open(trial))
        _ = try Self.answer(effects, keys, &state)
        effects = SettingsStateTests.effects(&state, .older)
        _ = try Self.answer(effects, [100, 99], &state)
        effects = []
        state.handle(.entriesRemoved(nil), into: &effects)
        effects = try Self.answer(effects, keys, &state)
        #expect(state.page.empty == nil)
        let query = try Self.query(effects)
        state.handle(.historyFailed("too many lists are being read", of: query), into: &effects)
        #expect(state.page.empty?.title == "The history could not be read")
        #expect(state.page.empty?.buttons.map(\.intent) == [.older])
        _ = SettingsStateTests.effects(&state, .open(.now))
        state.handle(.arrived(EntryPagesTests.entry(most + 101, "New")), into: &effects)
        effects = SettingsStateTests.effects(&state, .open(trial))
        #expect(try Self.query(effects) == query)
        #expect(state.page.empty == nil)
        _ = try Self.answer(effects, [100], isLast: true, &state)
        #expect(!state.counted.isOutdated)
        #expect(state.counted.entries.count == keys.count + 2)
    }

    @Test("a deletion leaves the open page of a decision until it was read")
    func anOpenDecisionStays() throws {
        var (state, _) = try Self.state()
        var effects: [Effect] = []
        let entry = EntryPagesTests.entry(2, "Hello 2")
        _ = SettingsStateTests.effects(&state, .push(.why(entry.record.id)))
        state.handle(.entry(entry.record.id, entry), into: &effects)
        let page = state.page
        effects = []
        state.handle(.entriesRemoved(nil), into: &effects)
        #expect(effects.contains(.readEntry(entry.record.id)))
        #expect(state.page == page)
        state.handle(.entry(entry.record.id, nil), into: &effects)
        #expect(state.page != page)
    }

    @Test("issue 21: the history shows an app, or one verdict")
    func theHistoryIsFiltered() throws {
        var (state, _) = try Self.state()
        let filters = state.page.filters
        #expect(filters.map(\.choices).map { $0.map(\.title) }.last?.count == 3)
        #expect(filters.first?.choices.map(\.title) == ["All apps", "Chat"])
        let app = try #require(filters.first?.choices.last)
        var effects = SettingsStateTests.effects(&state, app.intent)
        #expect(effects == [.readHistory(HistoryQuery(app: EntryPagesTests.chat))])
        #expect(state.page.filters.first?.selected == 1)
        effects = SettingsStateTests.effects(&state, .filterVerdict(.deliver))
        var query = HistoryQuery(app: EntryPagesTests.chat)
        query.isDelivered = true
        #expect(effects == [.readHistory(query)])
        state.handle(.history([], of: query), into: &effects)
        #expect(state.page.empty?.buttons.map(\.intent) == [.showAll])
        // A notification that the list leaves out.
        state.handle(.arrived(EntryPagesTests.entry(4, "Silenced")), into: &effects)
        #expect(state.page.list == nil)
        #expect(
            SettingsStateTests.effects(&state, .showAll) == [.readHistory(HistoryQuery())])
    }

    /// A trial with a newcomer: “no list of Work silences it”, of an app on a list of allowed ones.
    @Test("what the lists deliver is explained so that each kind of list is meant")
    func allowed() {
        let entry = EntryPagesTests.entry(1, "a", .deliver, .allowed)
        let sentence = DecisionWords.sentence(entry, app: "Chat", focus: "Work")
        #expect(sentence == "Delivered: the lists of Work let it through")
    }

    @Test("what was silenced and delivered later is listed so")
    func deliveredLater() {
        #expect(DecisionWords.outcome(EntryPagesTests.entry(1, "a")) == "silenced")
        var shown = EntryPagesTests.entry(1, "a", .deliver)
        shown.record.state = .shown
        #expect(DecisionWords.outcome(shown) == "delivered")
        shown.record.state = .queued
        #expect(DecisionWords.outcome(shown) == nil)
        #expect(
            DecisionWords.sentence(shown, app: "Chat", focus: "Work").hasPrefix("To be delivered:"))
        #expect(DecisionWords.state(shown, now: SettingsStateTests.now) == "waiting for the server")
        var late = EntryPagesTests.entry(1, "a")
        late.isLate = true
        late.record.state = .expired
        #expect(DecisionWords.outcome(late) == "delivered later")
        #expect(ExportedEntry.json(late)["deliveredLater"] == true)
    }

    @Test("issue 21: the shown part of the history is exported")
    func theHistoryIsExported() throws {
        var (state, _) = try Self.state()
        _ = SettingsStateTests.effects(&state, .filterVerdict(.silence))
        _ = SettingsStateTests.effects(&state, .search(.history), "hello")
        var query = HistoryQuery(verdict: .silence)
        query.text = SearchedText("hello")
        #expect(
            SettingsStateTests.effects(&state, .export(path: "/x")) == [.export(query, path: "/x")])
        let json = ExportedEntry.json(EntryPagesTests.entry(1, "Say \"hi\"\nthere")).compact
        #expect(!json.contains("\n"))
        let value = try JSONValue(parsing: json)
        #expect(value["summary"] == "Say \"hi\"\nthere")
        #expect(value["time"] == "2026-11-23T10:00:00Z")
        #expect(value["verdict"] == "silence")
        #expect(value["app"] == "org.example.Chat")
    }

    @Test("issue 21: the history is exported as a table, too, which a spreadsheet does not compute")
    func theHistoryIsExportedAsATable() throws {
        var (state, _) = try Self.state()
        #expect(SettingsStateTests.effects(&state, .askForFormat) == [])
        let names = ["notifications.csv", "notifications.jsonl"]
        #expect(state.dialog?.answers.map(\.intent) == names.map { .askForExport(name: $0) })
        #expect(
            SettingsStateTests.effects(&state, .askForExport(name: names[0]))
                == [.askForExport(name: names[0])])
        var entry = EntryPagesTests.entry(1, "=SUM(A1)", body: "Say \"hi\", then\ngo")
        entry.record.people = ["@Ada", "Bob"]
        let lines = ExportedEntry.table([entry]).components(of: "\r\n")
        #expect(
            lines[0]
                == "time,app,name,summary,body,people,site,thread,verdict,reason,focus,state,read,"
                + "id,key")
        #expect(
            lines[1]
                == "2026-11-23T10:00:00Z,org.example.Chat,,'=SUM(A1),\"Say \"\"hi\"\", then\ngo\","
                + "'@Ada; Bob,,,silence,app,work,silenced,false,1,1")
        #expect(lines[2] == "")
    }

    @Test(
        "issue 21: a remedy is shown whole, and its command can be copied",
        arguments: [
            ("focus-switch filter list", true), ("correct these files; focusd reads them", false),
        ])
    func aRemedyIsWhole(_ remedy: String, _ isCommand: Bool) throws {
        #expect((SettingsState.command(in: remedy) != nil) == isCommand)
    }
}

extension String {
    /// Returns the parts between separators.
    fileprivate func components(of separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
