// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Presentation
import Testing

@testable import Adwaita
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
        #expect(group.buttons.map(\.title) == ["Allow in Work"])
        #expect(group.buttons.map(\.name) == ["Allow in Work: Chat"])
        #expect(
            group.buttons.first?.intent
                == .edit(SettingsStateTests.work, .app(Self.chat, isMember: true)))
        #expect(group.rows.first?.subtitle.hasSuffix("Lunch & tea") == true)
        #expect(group.rows.first?.control == .link(.push(.why(ClientID(rawValue: 2)))))
        #expect(state.page.buttons.contains { $0.intent == .askToClear })
    }

    @Test("issue 21: a missed notification has its picture, its links, and its site's remedy")
    func aMissedRowHasPictureLinksAndSite() throws {
        var state = try SettingsStateTests.state()
        var entry = Self.entry(
            2, "Hello", body: "See <a href=\"https://example.org/?a=1&amp;b=2\">the menu</a> & eat")
        entry.image = "/state/focusd/pictures/2-image.png"
        entry.record.site = "chat.example.org"
        state.missed = [entry, Self.entry(1, "Hi", body: "Nothing <here>")]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        let row = try #require(state.page.row("entry 2"))
        #expect(
            row.picture
                == .init(
                    "/state/focusd/pictures/2-image.png", name: "Picture from Chat"))
        let open = Intent.openLink("https://example.org/?a=1&b=2")
        #expect(row.subtitle == "10:00 · See the menu & eat")
        #expect(row.linkedSubtitle.map(\.text) == ["10:00 · ", "See ", "the menu", " & eat"])
        #expect(row.linkedSubtitle.map(\.open) == [nil, nil, open, nil])
        #expect(
            RowLinks<Intent>.markup(row.linkedSubtitle)
                == "10:00 · See <a href=\"https://example.org/?a=1&amp;b=2\""
                + " title=\"https://example.org/?a=1&amp;amp;b=2\">the menu</a> &amp; eat")
        #expect(
            row.menu.contains(SettingsButton("Open https://example.org/?a=1&b=2", open)))
        #expect(
            SettingsStateTests.effects(&state, open) == [.openLink("https://example.org/?a=1&b=2")])
        #expect(SettingsStateTests.effects(&state, .openLink("file:///etc/passwd")) == [])
        let site = FocusEdit.site("chat.example.org", .allow)
        #expect(
            row.menu.contains(
                SettingsButton(
                    "Allow chat.example.org in Work", .edit(SettingsStateTests.work, site))))
        // Another one has none of these.
        SettingsStateTests.openDetails(&state)
        let other = try #require(state.page.row("entry 1"))
        #expect(other.picture == nil)
        #expect(other.linkedSubtitle == [])
        #expect(other.menu.map(\.title).filter { $0.hasPrefix("Allow") } == ["Allow Chat in Work"])
        var file = try SettingsStateTests.file(
            "[Focus]\nName=Work\nSilencedSites=chat.example.org;\n")
        try site.apply(to: &file, "")
        #expect(file.focus.allowedSites == ["chat.example.org"])
        #expect(file.focus.silencedSites == [])
        // A rule that silences the app is no list.
        entry.record.reason = .rule("sale")
        state.missed = [entry]
        #expect(
            state.page.row("entry 2")?.menu.contains { $0.title.hasPrefix("Allow") } == false)
    }

    @Test("issue 21: “Change this” leads to the very switch that decided")
    func changeThisLeadsToTheSwitch() throws {
        var state = try SettingsStateTests.state()
        let id = ClientID(rawValue: 1)
        state.entries[id] = Self.entry(1, "Hello")
        _ = SettingsStateTests.effects(&state, .open(.why(id)))
        #expect(state.page.firstRow == "decision")
        _ = SettingsStateTests.effects(&state, .push(.apps(SettingsStateTests.work)))
        let row = try #require(state.page.firstRow)
        #expect(row == "app \(Self.chat.rawValue)")
        state.seenApps = [SeenApp(Self.chat, names: [], count: 1, latest: SettingsStateTests.now)]
        #expect(state.page.row(row) != nil)
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        #expect(state.page.firstRow == nil)
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
        // The entry of the list is the name alone.
        state.files[SettingsStateTests.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nPeople=silence\nPeopleList=Ada;\n")
        entry.record.people = ["Ada <ada@example.org>"]
        state.missed = [entry]
        #expect(
            state.page.groups.first?.buttons.first?.intent
                == .edit(SettingsStateTests.work, .person("Ada", isMember: false)))
    }

    @Test("issue 21: the way to allow an app goes once the Focus allows it")
    func anAllowedAppHasNoButton() throws {
        var state = try SettingsStateTests.state()
        state.missed = [Self.entry(2, "Hello", body: "Lunch")]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        #expect(state.page.groups.first?.buttons.count == 1)
        state.files[SettingsStateTests.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=silence\nAppList=org.example.Chat;\nPeople=silence\n")
        #expect(
            state.page.groups.first?.buttons.map(\.intent) == [
                .edit(SettingsStateTests.work, .app(Self.chat, isMember: false))
            ])
        state.files[SettingsStateTests.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=silence\nPeople=silence\n")
        #expect(state.page.groups.first?.buttons == [])
        let words = "Work lets such notifications through now"
        #expect(state.page.row("entry 2")?.subtitle.contains(words) == true)
        var effects = SettingsStateTests.effects(&state, .push(.why(ClientID(rawValue: 2))))
        state.handle(.entry(ClientID(rawValue: 2), state.missed?.first), into: &effects)
        #expect(state.page.row("decision")?.subtitle.contains(words) == true)
    }

    @Test("issue 21: no list is offered that alone does not let the notification through")
    func aListThatDoesNotHelpIsNotOffered() throws {
        var state = try SettingsStateTests.state(
            "[Rule ads]\nWhen=summary CONTAINS \"sale\"\nDo=silence\n")
        state.missed = [Self.entry(1, "Big sale")]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        #expect(state.page.groups.first?.buttons == [])
        #expect(state.page.row("entry 1")?.subtitle.contains("lets such") == false)
    }

    @Test(
        "issue 21: the message after a change of a list says who comes through",
        arguments: [
            ("allow", true, "Work allows Chat now"), ("allow", false, "Work silences Chat now"),
            ("silence", true, "Work silences Chat now"), ("silence", false, "Work allows Chat now"),
        ])
    func aChangeOfAListIsSaidByItsEffect(
        _ mode: String, _ isMember: Bool, _ words: String
    ) throws {
        let file = try SettingsStateTests.file("[Focus]\nName=Work\nApps=\(mode)\n")
        let title = FocusEdit.app(Self.chat, isMember: isMember).title(
            "", name: { $0.lastPart }, focus: "Work", changed: file.focus)
        #expect(title == words)
    }

    @Test("issue 21: a missed notification has all its actions, also where buttons have no room")
    func theMenuHasAllActions() throws {
        var state = try SettingsStateTests.state()
        var entry = Self.entry(1, "Hello")
        entry.record.actions = ["default", "a", "b", "c"].map { Action(key: $0, label: "Do \($0)") }
        state.missed = [entry]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        let row = try #require(state.page.row("entry 1"))
        #expect(row.buttons.map(\.title) == ["Open", "Do a", "Dismiss"])
        #expect(
            row.menu.prefix(5).map(\.title) == ["Open", "Do a", "Do b", "Do c", "Show After All"])
        #expect(row.menu[3].intent == .act(ClientID(rawValue: 1), "c"))
    }

    @Test("issue 21: the menu of a missed notification snoozes it, and mutes its app for an hour")
    func theMenuSnoozesAndMutes() throws {
        var state = try SettingsStateTests.state()
        state.installed = SettingsStateTests.installed([Self.chat.rawValue: "Chat"])
        var entry = Self.entry(1, "Hello")
        state.missed = [entry]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        let menu = try #require(state.page.row("entry 1")).menu
        let snooze = Intent.snooze([ClientID(rawValue: 1)], .hour)
        let step = SnoozeStep(ids: [ClientID(rawValue: 1)])
        #expect(menu.first { $0.intent == snooze }?.title == "Snooze for an Hour")
        #expect(menu.map(\.title).contains("Mute Chat for an Hour"))
        #expect(
            SettingsStateTests.effects(&state, snooze)
                == [.snooze(step, .hour)])
        let hour = ActivationEnd.after(milliseconds: 3_600_000)
        #expect(
            SettingsStateTests.effects(&state, .muteForAnHour(Self.chat))
                == [.mute(Self.chat, until: hour)])
        var effects: [Effect] = []
        state.handle(.snoozed(step, 1, .hour), into: &effects)
        #expect(state.toast?.text.hasPrefix("Snoozed until") == true)
        #expect(effects.contains(.read(.missed)))
        state.handle(.muted(Self.chat, until: hour), into: &effects)
        #expect(state.toast?.text.hasPrefix("Chat is muted until") == true)
        #expect(state.toast?.button?.intent == .unmute(Self.chat))
        state.handle(.snoozed(step, 0, .hour), into: &effects)
        #expect(state.toast?.text.hasPrefix("Not snoozed") == true)
        entry.snoozedUntil = SettingsStateTests.now.adding(3_600_000)
        state.missed = [entry]
        #expect(state.page.row("entry 1")?.subtitle.contains("comes back") == true)
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

    @Test("issue 21: a flood is decided by a step of its own")
    func whyNamesTheFlood() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.why(ClientID(rawValue: 7))))
        let entry = Self.entry(7, "Hello", .silence, .tooMany)
        state.handle(.entry(ClientID(rawValue: 7), entry), into: &effects)
        let last = try #require(state.page.group("steps")?.rows.suffix(2))
        #expect(last.map(\.title) == ["9. Nothing silences it", "10. Too many at once"])
        #expect(last.map(\.subtitle) == ["Leaves it to the next step", "Decided: silenced"])
    }

    @Test("issue 21: the history goes to a day, and back to the newest entries")
    func historyGoesToADay() throws {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.history))
        let popover = try #require(state.page.buttons.lazy.compactMap(\.popover).first)
        #expect(popover.content == .moment(String(ClockText.sortable(state.now).prefix(10))))
        #expect(popover.answers.map(\.intent) == [.showTypedDay])
        var query = HistoryQuery()
        query.until = ClockText.time(of: "2026-11-21 00:00")
        #expect(
            SettingsStateTests.effects(&state, .showTypedDay, "2026-11-20")
                == [.readHistory(query)])
        var effects: [Effect] = []
        // The answer to the question before belongs to another list.
        state.handle(.history([Self.entry(9, "New")], of: HistoryQuery()), into: &effects)
        #expect(state.history.entries.isEmpty)
        state.handle(.history([Self.entry(1, "Old")], of: query), into: &effects)
        #expect(state.history.entries.count == 1)
        #expect(state.page.subtitle.hasPrefix("Until ") && state.page.subtitle.contains("20"))
        // An entry that arrives now is not of that time.
        state.handle(.arrived(Self.entry(10, "Newer")), into: &effects)
        #expect(state.history.entries.count == 1)
        #expect(
            SettingsStateTests.effects(&state, .showNewest) == [.readHistory(HistoryQuery())])
        // The trial counts the last notifications.
        _ = SettingsStateTests.effects(&state, .showTypedDay, "2026-11-20")
        let trial = SettingsStateTests.effects(&state, .open(.trial(SettingsStateTests.work)))
        #expect(trial.contains(.readHistory(HistoryQuery())))
    }

    @Test func historyIsReadInPages() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.history))
        #expect(effects == [.readHistory(HistoryQuery())])
        var last = Self.entry(1, "Lunch")
        last.next = EntryKey(rawValue: 1)
        state.handle(.history([Self.entry(2, "Dinner"), last], of: HistoryQuery()), into: &effects)
        #expect(state.page.list?.items.map(\.title) == ["Today", "Dinner", "Lunch"])
        #expect(state.page.list?.more == .older)
        effects = SettingsStateTests.effects(&state, .older)
        guard case .readHistory(let query)? = effects.first else {
            Issue.record("no second page")
            return
        }
        #expect(query.before == EntryKey(rawValue: 1))
        // A second request waits for the first one.
        #expect(SettingsStateTests.effects(&state, .older) == [])
    }

    @Test("issue 21: a notification without a title is named by its body")
    func aBodyAloneIsTheTitle() throws {
        var state = try SettingsStateTests.state()
        let body = Self.entry(2, " ", body: "<b>KDialog</b> text")
        state.missed = [body, Self.entry(1, "")]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        SettingsStateTests.openDetails(&state)
        #expect(state.page.row("entry 2")?.title == "KDialog text")
        #expect(state.page.row("entry 2")?.subtitle.contains("KDialog") == false)
        #expect(state.page.row("entry 1")?.title == "(no text)")
        var effects = SettingsStateTests.effects(&state, .open(.history))
        state.handle(.history([body, Self.entry(1, "")], of: HistoryQuery()), into: &effects)
        #expect(
            state.page.list?.items.map(\.title) == ["Today", "KDialog text", "(text not kept)"])
        _ = SettingsStateTests.effects(&state, .open(.trial(SettingsStateTests.work)))
        state.handle(.history([body], of: HistoryQuery()), into: &effects)
        SettingsStateTests.openDetails(&state)
        #expect(state.page.row("entry 2")?.title == "KDialog text")
        _ = SettingsStateTests.effects(&state, .open(.why(ClientID(rawValue: 2))))
        state.handle(.entry(ClientID(rawValue: 2), body), into: &effects)
        #expect(state.page.row("summary")?.title == "KDialog text")
        #expect(state.page.row("summary")?.subtitle == "")
    }

    @Test func tenThousandRowsAreReadPageByPage() throws {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.history))
        var query = HistoryQuery()
        for page in 0..<100 {
            let entries = (0..<100).map { Self.entry(UInt32(10_000 - page * 100 - $0), "Hello") }
            effects = []
            state.handle(.history(entries, of: query), into: &effects)
            effects = SettingsStateTests.effects(&state, .older)
            guard case .readHistory(let next)? = effects.first else {
                Issue.record("no page after \(page)")
                return
            }
            #expect(next.before == entries.last?.record.key)
            query = next
        }
        #expect(state.page.list?.items.count == 10_001)
        // A new notification leaves all other rows as they are.
        let before = try #require(state.page.list).items
        state.handle(.arrived(Self.entry(10_001, "New")), into: &effects)
        let after = try #require(state.page.list).items
        #expect(LongList<Intent>.difference(before, after).old.isEmpty)
        #expect(LongList<Intent>.difference(before, after).new == 1..<2)
        // An empty page is the end.
        state.handle(.history([], of: query), into: &effects)
        #expect(state.page.list?.more == nil)
    }

    @Test func theTrialCountsWhatComesThrough() throws {
        var state = try SettingsStateTests.state(
            "[Rule urgent]\nWhen=summary CONTAINS \"urgent\"\nDo=allow\n")
        var effects = SettingsStateTests.effects(
            &state, .open(.trial(SettingsStateTests.work)))
        var empty = state
        empty.handle(.history([], of: HistoryQuery()), into: &effects)
        #expect(empty.page.empty?.title == "No notifications yet")
        state.handle(
            .history(
                [Self.entry(1, "urgent: come"), Self.entry(2, "Hello")], of: HistoryQuery()),
            into: &effects)
        #expect(
            state.page.groups.first?.description
                == "In the last seven days, 2 notifications came. With Work, 1 comes through.")
        // Each app opens its notifications, and each of those leads to its decision.
        #expect(state.page.row("app org.example.Chat")?.subtitle == "1 of 2 comes through")
        #expect(state.page.row("entry 2") == nil)
        SettingsStateTests.openDetails(&state)
        #expect(state.page.row("entry 2")?.subtitle == "Silenced")
        #expect(
            state.page.row("entry 2")?.control == .link(.push(.why(ClientID(rawValue: 2)))))
        // Back leads to the page as it was left.
        _ = SettingsStateTests.effects(&state, .push(.why(ClientID(rawValue: 2))))
        _ = SettingsStateTests.effects(&state, .back)
        #expect(state.page.row("entry 1")?.subtitle == "Comes through")
        _ = SettingsStateTests.effects(&state, .open(.rules(SettingsStateTests.work)))
        #expect(
            state.page.row("rule urgent")?.subtitle.hasSuffix("Matches 1 of the last 2") == true)
    }
}
