// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The pages about notifications: missed, history, why, and the trial of a Focus.
@Suite struct EntryPagesTests {
    static let chat = AppID("org.example.Chat")

    static func entry(
        _ id: UInt32, _ summary: String, body: String = "", _ verdict: Verdict = .silence,
        _ reason: Reason = .app
    ) -> EntryWire {
        let notification = Notification(app: chat, appName: "Chat", summary: summary, body: body)
        return EntryWire(
            EntryRecord(
                key: EntryKey(rawValue: Int64(id)), id: ClientID(rawValue: id),
                time: SettingsStateTests.now, notification: notification,
                decision: Decision(verdict: verdict, reason: reason, level: .active),
                focus: SettingsStateTests.work, sender: PeerName(rawValue: ":1.1"), sandbox: nil,
                state: .silenced), isLive: true)
    }

    @Test func missedLeadsToTheSwitchThatDecided() throws {
        var state = try SettingsStateTests.state()
        state.missed = [
            Self.entry(2, "Hello", body: "<b>Lunch</b> &amp; tea"), Self.entry(1, "Hi"),
        ]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        let group = try #require(state.page.groups.first)
        #expect(group.buttons.map(\.title) == ["Allow Chat in Work"])
        #expect(
            group.buttons.first?.intent
                == .edit(SettingsStateTests.work, .app(Self.chat, isMember: true)))
        #expect(group.rows.first?.subtitle.hasSuffix("Lunch & tea") == true)
        #expect(group.rows.first?.control == .link(.push(.why(ClientID(rawValue: 2)))))
        #expect(state.page.buttons.contains { $0.intent == .askToClear })
    }

    @Test func aSilencedPersonIsAllowedByName() throws {
        var state = try SettingsStateTests.state()
        var entry = Self.entry(1, "Hello", .silence, .person)
        entry.record.people = ["Ada"]
        state.missed = [entry]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        #expect(
            state.page.groups.first?.buttons.first?.intent
                == .edit(SettingsStateTests.work, .person("Ada", isMember: true)))
    }

    @Test func clearingAsksFirst() throws {
        var state = try SettingsStateTests.state()
        state.missed = [Self.entry(1, "Hi")]
        #expect(SettingsStateTests.effects(&state, .askToClear) == [])
        #expect(state.dialog?.answers.map(\.intent) == [.clearMissed])
        #expect(SettingsStateTests.effects(&state, .clearMissed) == [.clearMissed])
    }

    @Test func whyNamesTheStepAndOpensItsList() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.why(ClientID(rawValue: 7))))
        #expect(effects.contains(.readEntry(ClientID(rawValue: 7))))
        #expect(state.page.empty?.icon == nil)
        state.handle(.entry(ClientID(rawValue: 7), Self.entry(7, "Hello")), into: &effects)
        let page = state.page
        #expect(page.row("decision")?.title == "Silenced: Work does not allow Chat")
        #expect(page.row("step 6")?.subtitle == "Decided: silenced")
        #expect(page.row("step 7")?.isEnabled == false)
        #expect(page.row("change")?.control == .link(.push(.apps(SettingsStateTests.work))))
        state.handle(.entry(ClientID(rawValue: 7), nil), into: &effects)
        #expect(state.page.empty?.title == "This notification is gone")
    }

    @Test func historyIsReadInPagesAndSearched() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.history))
        #expect(effects == [.readHistory(HistoryQuery())])
        var last = Self.entry(1, "Lunch")
        last.next = EntryKey(rawValue: 1)
        state.handle(.history([Self.entry(2, "Dinner"), last], of: HistoryQuery()), into: &effects)
        #expect(state.page.groups.first?.rows.map(\.title) == ["Dinner", "Lunch"])
        effects = SettingsStateTests.effects(&state, .older)
        guard case .readHistory(let query)? = effects.first else {
            Issue.record("no second page")
            return
        }
        #expect(query.before == EntryKey(rawValue: 1))
        // A second request waits for the first one.
        #expect(SettingsStateTests.effects(&state, .older) == [])
        _ = SettingsStateTests.effects(&state, .search(.history), "din")
        #expect(state.page.groups.first?.rows.map(\.title) == ["Dinner"])
    }

    @Test func theTrialCountsWhatComesThrough() throws {
        var state = try SettingsStateTests.state(
            "[Rule urgent]\nWhen=summary CONTAINS \"urgent\"\nDo=allow\n")
        state.history.entries = [Self.entry(1, "urgent: come"), Self.entry(2, "Hello")]
        state.history.isKnown = true
        _ = SettingsStateTests.effects(&state, .open(.trial(SettingsStateTests.work)))
        #expect(
            state.page.groups.first?.description.hasPrefix("Of the last 2 notifications, 1") == true
        )
        _ = SettingsStateTests.effects(&state, .open(.rules(SettingsStateTests.work)))
        #expect(state.page.row("do urgent")?.subtitle == "Matches 1 of the last 2")
    }

    @Test(arguments: [
        ("a < b", "a < b"), ("<i>x</i> y", "x y"), ("&lt;b&gt;", "<b>"), ("", ""), ("<", "<"),
    ])
    func markupIsLeftOut(_ body: String, _ text: String) {
        #expect(body.withoutMarkup == text)
    }
}
