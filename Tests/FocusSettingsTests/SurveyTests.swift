// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The trial of a Focus with more notifications in the week than the window reads.
@Suite struct SurveyTests {
    private static let work = SettingsStateTests.work
    private static let chat = EntryPagesTests.chat

    /// Returns a trial after the first page of a long history.
    private static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.trial(work)))
        #expect(effects.contains(.survey(work, since: state.weekStart)))
        var last = EntryPagesTests.entry(8, "Hello")
        last.next = EntryKey(rawValue: 8)
        state.handle(
            .history([EntryPagesTests.entry(9, "Hello"), last], of: HistoryQuery()), into: &effects)
        return state
    }

    private static func counts(isWhole: Bool) -> SurveyCounts {
        SurveyCounts(
            delivered: 310, silenced: 1_830,
            apps: [
                chat: .init(delivered: 0, silenced: 1_800),
                AppID("org.example.Calendar"): .init(delivered: 310, silenced: 30),
            ], isWhole: isWhole)
    }

    @Test("issue 21: a trial counts the whole week, as focusd does")
    func theWholeWeekCounts() throws {
        var state = try Self.state()
        #expect(
            state.page.groups.first?.description
                == "The last 2 notifications are looked at. With Work, 0 come through.")
        var effects: [Effect] = []
        state.handle(.surveyed(Self.work, Self.counts(isWhole: true)), into: &effects)
        #expect(
            state.page.groups.first?.description
                == "In the last seven days, 2140 notifications came. With Work, 310 come through.")
        let rows = try #require(state.page.group("apps")?.rows)
        #expect(rows.map(\.subtitle) == ["0 of 1800 come through", "310 of 340 come through"])
        // Notifications that were not read are in the history.
        #expect(rows.last?.control == .link(.showHistory(AppID("org.example.Calendar"))))
        SettingsStateTests.openDetails(&state)
        #expect(state.page.row("entry 9")?.subtitle == "Silenced")
        // The next one counts, too.
        state.handle(.arrived(EntryPagesTests.entry(10, "Hello")), into: &effects)
        #expect(
            state.page.group("apps")?.rows.first?.subtitle == "0 of 1801 come through")
        state.handle(.surveyed(Self.work, Self.counts(isWhole: false)), into: &effects)
        #expect(
            state.page.groups.first?.description.hasPrefix(
                "The last 2140 notifications are looked at.") == true)
    }

    @Test("issue 21: a week that was read as a whole is counted here")
    func aShortWeekIsCountedHere() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.trial(Self.work)))
        state.handle(
            .history([EntryPagesTests.entry(9, "Hello")], of: HistoryQuery()), into: &effects)
        // The answer may be older than the last change of the file.
        state.handle(.surveyed(Self.work, Self.counts(isWhole: true)), into: &effects)
        #expect(
            state.page.groups.first?.description
                == "In the last seven days, one notification came. With Work, 0 come through.")
    }
}
