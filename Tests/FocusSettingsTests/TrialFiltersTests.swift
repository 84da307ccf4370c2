// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The trial of a Focus with the apps' own filters.
@Suite struct TrialFiltersTests {
    static let work = SettingsStateTests.work
    static let key = FilterKey(EntryPagesTests.chat, "Accounts")

    /// Returns the trial of three notifications: of the accounts work and home, and of none.
    static func state(_ summary: FilterSummary?) throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.files[work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\n[Filter org.example.Chat Accounts]\naccount=work\n")
        var effects = SettingsStateTests.effects(&state, .open(.trial(work)))
        #expect(effects.contains(.readFilters(work)))
        let entries = [(3, "work"), (2, "home"), (1, nil)].map { id, account in
            var entry = EntryPagesTests.entry(UInt32(id), account ?? "none")
            entry.record.filterCriteria = account
            return entry
        }
        state.handle(.history(entries, of: HistoryQuery()), into: &effects)
        effects = []
        if let summary { state.handle(.filters(work, [summary]), into: &effects) }
        // The trial asks no app.
        #expect(effects == [])
        SettingsStateTests.openDetails(&state)
        return state
    }

    static func summary(
        _ predicate: String?, isAnswered: Bool, source: FilterSummary.Source? = .file
    ) -> FilterSummary {
        FilterSummary(
            FilterDeclaration(key, title: "Accounts"), source: source, appState: .running,
            isConfigured: true, appPredicate: predicate, isAnswered: isAnswered)
    }

    static func texts(_ state: SettingsState) -> [String?] {
        [3, 2, 1].map { state.page.row("entry \($0)")?.subtitle }
    }

    @Test("issue 21: a trial counts with the predicate of the app's last answer, and says so")
    func theLastAnswerCounts() throws {
        var state = try Self.state(Self.summary("SELF == \"work\"", isAnswered: true))
        let through = "Comes through"
        #expect(Self.texts(state) == [through, "Silenced by its app's filter", through])
        #expect(
            state.page.row("app org.example.Chat")?.subtitle
                == "2 of 3 come through · With the last answer of its filter")
        #expect(
            state.page.groups.first?.description
                == "In the last seven days, 3 notifications came. With Work, 2 come through.")
        // While the Focus is on, the predicate is in force.
        state.status?.activation = Activation(
            focus: Self.work, since: SettingsStateTests.now, cause: .manual, until: nil)
        #expect(
            state.page.row("app org.example.Chat")?.subtitle
                == "2 of 3 come through · With its filter")
    }

    @Test("issue 21: a trial says which filter has not answered", arguments: [true, false])
    func anOpenAnswerIsSaid(_ isListed: Bool) throws {
        let state = try Self.state(isListed ? Self.summary(nil, isAnswered: false) : nil)
        let open = "Comes through, unless its app's filter silences it"
        #expect(Self.texts(state) == [open, open, "Comes through"])
        #expect(state.page.row("entry 3")?.icon == "dialog-question-symbolic")
        #expect(
            state.page.row("app org.example.Chat")?.subtitle
                == "3 of 3 come through · Its filter decides when the Focus is on")
        #expect(
            state.page.groups.first?.description
                == "In the last seven days, 3 notifications came. With Work, 3 come through."
                + " About 2 of them, their apps' filters decide when Work is on.")
    }

    @Test("issue 21: a filter without a predicate and one that no app declares silence nothing")
    func otherFiltersHaveNoPart() throws {
        for summary in [
            Self.summary(nil, isAnswered: true), Self.summary(nil, isAnswered: false, source: nil),
        ] {
            let state = try Self.state(summary)
            #expect(Self.texts(state) == Array(repeating: "Comes through", count: 3))
            #expect(
                state.page.row("app org.example.Chat")?.subtitle == "3 of 3 come through")
        }
    }

    @Test("issue 21: a filter says nothing about what an earlier step decides")
    func earlierStepsAreSure() throws {
        var state = try Self.state(Self.summary(nil, isAnswered: false))
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\n[Rule all]\nWhen=summary == \"work\"\nDo=allow\n"
                + "[Rule none]\nWhen=summary == \"home\"\nDo=silence\n"
                + "[Filter org.example.Chat Accounts]\naccount=work\n")
        #expect(Self.texts(state) == ["Comes through", "Silenced", "Comes through"])
    }

    @Test("issue 16: a trial counts what holds with any Focus, and the ids that an app sends")
    func theTrialDecidesAsFocusdDoes() throws {
        var state = try Self.state(nil)
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=allow\nAppList=chat-desktop;\n")
        #expect(Self.texts(state) == ["Silenced", "Silenced", "Silenced"])
        // The app's notifications have the window class of its desktop file.
        let file = DesktopApp(
            AppID("chat-desktop"), name: "Chat", windowClass: EntryPagesTests.chat.rawValue)
        var effects: [Effect] = []
        state.handle(.installed(DesktopIndex([file])), into: &effects)
        #expect(Self.texts(state) == Array(repeating: "Comes through", count: 3))
        let always = "[Rule home]\nWhen=summary == \"home\"\nDo=silence\n"
        state.handle(
            .always(try FocusFile(id: .always, contents: always, path: "/always.focus"), []),
            into: &effects)
        #expect(
            Self.texts(state) == ["Comes through", "Silenced with any Focus", "Comes through"])
    }
}
