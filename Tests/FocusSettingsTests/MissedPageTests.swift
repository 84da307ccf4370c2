// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation
import Testing

@testable import FocusSettings

/// The missed list with many notifications.
@Suite struct MissedPageTests {
    private static func entry(_ id: UInt32, of app: String) -> EntryWire {
        var entry = EntryPagesTests.entry(id, "Title \(id)")
        entry.record.app = AppID(app)
        return entry
    }

    @Test("issue 21: many missed notifications are shown in parts, which keeps the window quick")
    func manyAreShownInParts() throws {
        var state = try SettingsStateTests.state()
        let many = (1...300).map { Self.entry(UInt32($0), of: "many") }
        let apps = (1...30).map { Self.entry(UInt32(1_000 + $0), of: "app\($0)") }
        state.missed = many + apps
        _ = SettingsStateTests.effects(&state, .open(.missed))
        func ids() -> [String] {
            guard case .details(let rows, _)? = state.page.row("earlier many")?.control else {
                return []
            }
            return rows.map(\.id)
        }
        #expect(state.page.subtitle == "330 notifications")
        // The newest one, and a row that opens the others.
        #expect(state.page.group("app many")?.rows.map(\.id) == ["entry 1", "earlier many"])
        #expect(state.page.row("earlier many")?.title == "299 earlier")
        #expect(ids() == [])
        SettingsStateTests.openDetails(&state)
        #expect(ids() == (2...21).map { "entry \($0)" } + ["more many"])
        #expect(state.page.row("more many")?.title == "Show 279 more")
        #expect(state.page.groups.count == 21)
        #expect(state.page.row("more apps")?.title == "Show 11 more apps")
        #expect(state.page.group("app app1")?.rows.map(\.id) == ["entry 1001"])
        // The row at the end leads on, first here and then to the history.
        for row in ["more many", "more apps"] {
            guard case .link(let intent)? = state.page.row(row)?.control else {
                Issue.record("no \(row)")
                return
            }
            #expect(SettingsStateTests.effects(&state, intent) == [])
            #expect(ids().count == 201)
        }
        #expect(state.page.groups.count == 31)
        #expect(state.page.row("more many")?.control == .link(.showHistory(AppID("many"))))
        // All of them are shown or cleared, not only those that have a row.
        let all = state.missed?.map(\.record.id) ?? []
        #expect(state.page.buttons.contains { $0.intent == .deliver(all) })
        // Back from a notification leads to the same rows; another visit to the first ones.
        _ = SettingsStateTests.effects(&state, .push(.why(ClientID(rawValue: 3))))
        _ = SettingsStateTests.effects(&state, .back)
        #expect(ids().count == 201)
        _ = SettingsStateTests.effects(&state, .open(.now))
        _ = SettingsStateTests.effects(&state, .open(.missed))
        #expect(ids() == [])
    }

    @Test("a row has the icon of its app, and its menu the ends of a snooze")
    func aRowHasItsIconAndSnoozes() throws {
        var state = try SettingsStateTests.state()
        var other = EntryPagesTests.entry(2, "Hello")
        other.icon = "/icons/chat.png"
        state.missed = [other, Self.entry(1, of: "backup.sh")]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        #expect(state.page.row("entry 2")?.icon == "/icons/chat.png")
        let row = try #require(state.page.row("entry 1"))
        #expect(row.icon == "backup.sh")
        let snoozes = row.menu.filter { $0.title.hasPrefix("Snooze") }
        let id = ClientID(rawValue: 1)
        let evening = ClockText.next(hour: 18, after: state.now)
        let morning = ClockText.next(hour: 8, after: state.now)
        #expect(
            snoozes.map(\.intent) == [
                .snooze([id], .hour), .snooze([id], .at(evening)), .snooze([id], .at(morning)),
            ])
        let time = ClockText.text(evening, seenFrom: state.now)
        #expect(snoozes[1].title == "Snooze Until the Evening, \(time)")
    }

    @Test("issue 21: a body from right to left stays behind the time, with its links")
    func aBodyFromRightToLeftStaysInItsPlace() throws {
        var state = try SettingsStateTests.state()
        let body = "ראו <a href=\"https://example.org\">כאן</a>"
        state.missed = [EntryPagesTests.entry(1, "Hi", body: body)]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        let row = try #require(state.page.row("entry 1"))
        #expect(row.subtitle == "\u{200E}10:00 · \u{2068}ראו כאן\u{2069}")
        #expect(
            row.linkedSubtitle.map(\.text)
                == ["\u{200E}10:00 · \u{2068}", "ראו ", "כאן", "\u{2069}"])
    }

    @Test("issue 21: a contact such as “John (Acme)” leads to the entry of the list")
    func aWholeTitleOnAListIsAllowed() throws {
        var state = try SettingsStateTests.state()
        var entry = EntryPagesTests.entry(1, "John (Acme)", .silence, .person)
        (entry.record.people, entry.record.peopleSource) = (["John", "Acme"], .title)
        state.missed = [entry]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        func button() -> SettingsButton? { state.page.groups.first?.buttons.first }
        #expect(button()?.title == "Allow John in Work")
        #expect(
            button()?.intent == .edit(SettingsStateTests.work, .person("John", isMember: true)))
        state.files[SettingsStateTests.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nPeople=silence\nPeopleList=john (acme);\n")
        #expect(button()?.title == "Allow john (acme) in Work")
        #expect(
            button()?.intent
                == .edit(SettingsStateTests.work, .person("john (acme)", isMember: false)))
        state.entries[entry.record.id] = entry
        _ = SettingsStateTests.effects(&state, .push(.why(entry.record.id)))
        _ = SettingsStateTests.effects(&state, .push(.people(SettingsStateTests.work)))
        #expect(state.page.firstRow == "person john (acme)")
    }

    @Test("issue 21: a remedy names the app, not one of its accounts")
    func accountsOfAnAppAreOneApp() throws {
        var state = try SettingsStateTests.state()
        state.installed = SettingsStateTests.installed([EntryPagesTests.chat.rawValue: "Chat"])
        var entries = [EntryPagesTests.entry(2, "Hello"), EntryPagesTests.entry(1, "Hi")]
        entries[0].name = "Chat (Acme)"
        entries[1].name = "Chat (Home)"
        state.missed = entries
        _ = SettingsStateTests.effects(&state, .open(.missed))
        var group = try #require(state.page.groups.first)
        #expect(group.title == "Chat")
        #expect(group.buttons.map(\.name) == ["Allow in Work: Chat"])
        #expect(group.rows.first?.menu.last?.title == "Always Mute Chat")
        // A single name stays.
        state.missed = [entries[0]]
        group = try #require(state.page.groups.first)
        #expect(group.title == "Chat (Acme)")
    }

    @Test("issue 21: the menu exports the Focus of the open page, or the history")
    func theMenuExports() throws {
        var state = try SettingsStateTests.state()
        func entry() -> SettingsButton? {
            state.content.menu.first { $0.title.hasPrefix("Export") }
        }
        #expect(entry()?.title == "Export the History…")
        let effects = SettingsStateTests.effects(&state, .exportHistory)
        #expect(state.place == .history)
        #expect(state.dialog?.heading == "Export the History")
        #expect(effects.contains { if case .readHistory = $0 { true } else { false } })
        let work = SettingsStateTests.work
        _ = SettingsStateTests.effects(&state, .open(.rules(work)))
        #expect(entry() == SettingsButton("Export Work…", .askForCopy(work)))
        _ = SettingsStateTests.effects(&state, .open(.always))
        #expect(entry()?.intent == .exportHistory)
    }
}
