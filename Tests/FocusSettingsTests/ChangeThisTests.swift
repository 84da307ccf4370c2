// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The row that *Change this* leads to, which the window marks.
@Suite struct ChangeThisTests {
    private static let work = SettingsStateTests.work
    private static let id = ClientID(rawValue: 1)

    /// Returns a state after *Change this* on the page of a notification with this decision.
    private static func state(_ reason: Reason, _ people: [String] = []) throws -> SettingsState {
        var state = try SettingsStateTests.state("PeopleList=ada@example.org;\n")
        var entry = EntryPagesTests.entry(1, "Hello", .silence, reason)
        entry.record.people = people
        state.entries[id] = entry
        state.seenApps = [
            SeenApp(EntryPagesTests.chat, names: [], count: 1, latest: SettingsStateTests.now)
        ]
        let span = UserSpan(since: SettingsStateTests.now, end: .never)
        state.mutes = [MuteWire(Mute(AppID("ORG.example.Chat"), span: span), name: nil)]
        state.files[.always] = try FocusFile(id: .always, bytes: [], path: "/always.focus")
        state.configuration = try ProgramPagesTests.configuration("")
        _ = SettingsStateTests.effects(&state, .open(.why(id)))
        guard case .link(let open)? = state.page.row("change")?.control else {
            Issue.record("nothing can be changed")
            return state
        }
        _ = SettingsStateTests.effects(&state, open)
        return state
    }

    @Test(
        "issue 21: each decision with a row of its own leads to that row",
        arguments: [
            (Reason.timeSensitive, "time-sensitive"), (.repeated, "repeats"),
            (.app, "app \(EntryPagesTests.chat.rawValue)"),
            (.muted(until: nil), "mute ORG.example.Chat"), (.critical, "critical"),
        ])
    func theRowIsNamed(_ reason: Reason, _ row: String) throws {
        let state = try Self.state(reason)
        #expect(state.page.firstRow == row)
        #expect(state.page.row(row) != nil)
    }

    @Test(
        "a script that sends by a tool leads to its own row, or to the row of the listed tool",
        arguments: [AppID("backup.sh"), AppID("notify-send")])
    func aScriptLeadsToItsRow(_ listed: AppID) throws {
        let (script, tool) = (AppID("backup.sh"), AppID("notify-send"))
        var state = try SettingsStateTests.state()
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=silence\nAppList=\(listed.rawValue);\n")
        state.configuration = try ProgramPagesTests.configuration(
            "[Critical]\nApps=\(listed.rawValue);\n")
        state.seenApps = [
            SeenApp(script, names: [], count: 1, latest: SettingsStateTests.now)
        ]
        var entry = EntryPagesTests.entry(1, "Done", .silence, .app)
        (entry.record.app, entry.record.program) = (tool, script)
        (entry.record.appName, entry.name) = (tool.rawValue, script.rawValue)
        state.entries[Self.id] = entry
        _ = SettingsStateTests.effects(&state, .open(.why(Self.id)))
        _ = SettingsStateTests.effects(&state, .push(.apps(Self.work)))
        #expect(state.page.firstRow == "app \(listed.rawValue)")
        #expect(state.page.row("app \(listed.rawValue)") != nil)
        entry.record.reason = .critical
        state.entries[Self.id] = entry
        _ = SettingsStateTests.effects(&state, .back)
        #expect(state.page.row("change")?.control == .link(.push(.app(listed))))
        // The same question, made up.
        _ = SettingsStateTests.effects(&state, .askAbout(Self.id))
        var effects: [Effect] = []
        let answer = WhatIfTests.answer(.silence, .app, [])
        state.handle(.explained(state.whatIf, .decided(answer)), into: &effects)
        #expect(state.page.row("decision")?.title == "Is silenced: Work does not allow backup.sh")
        _ = SettingsStateTests.effects(&state, .push(.apps(Self.work)))
        #expect(state.page.firstRow == "app \(listed.rawValue)")
    }

    @Test("issue 21: a web site is found under its domain, in the list that decided")
    func aSiteIsFound() throws {
        var state = try Self.state(.site)
        #expect(state.place == .sites(Self.work))
        #expect(state.page.firstRow == "site ")
        state.entries[Self.id]??.record.site = "shop.example.org"
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nSilencedSites=example.org;\n")
        #expect(state.page.firstRow == "site example.org")
        #expect(state.page.row("site example.org") != nil)
        state = try Self.state(.alwaysSite)
        #expect(state.place == .sites(.always))
    }

    @Test("issue 21: a person is found under the name or the address of the list")
    func aPersonIsFound() throws {
        let state = try Self.state(.person, ["Ada <ada@example.org>"])
        #expect(state.page.firstRow == "person ada@example.org")
        #expect(state.page.row("person ada@example.org") != nil)
    }

    @Test("issue 21: a flood leads to its limits in the preferences")
    func aFloodLeadsToItsLimits() throws {
        let state = try Self.state(.tooMany)
        #expect(state.preferences?.firstPage == "limits")
        let page = try #require(state.preferences?.pages.first { $0.id == "limits" })
        #expect(page.firstRow == "burst")
        #expect(page.row("burst") != nil)
        // By its own key, the window opens with its first page.
        var other = state
        _ = SettingsStateTests.effects(&other, .closePreferences)
        _ = SettingsStateTests.effects(&other, .openPreferences)
        #expect(other.preferences?.firstPage == nil)
    }

    @Test("issue 21: the decision about a made-up notification leads to its row, too")
    func aMadeUpNotificationLeadsToItsRow() throws {
        var state = try WhatIfTests.state()
        state.seenApps = [
            SeenApp(EntryPagesTests.chat, names: [], count: 1, latest: SettingsStateTests.now)
        ]
        _ = SettingsStateTests.effects(&state, .open(.whatIf))
        _ = SettingsStateTests.effects(&state, .whatIf(.app), "chat")
        var effects: [Effect] = []
        let answer = WhatIfTests.answer(.silence, .app, [])
        state.handle(.explained(state.whatIf, .decided(answer)), into: &effects)
        #expect(state.page.row("change")?.control == .link(.push(.apps(Self.work))))
        _ = SettingsStateTests.effects(&state, .push(.apps(Self.work)))
        let row = "app \(EntryPagesTests.chat.rawValue)"
        #expect(state.page.firstRow == row)
        #expect(state.page.row(row) != nil)
    }

    @Test("issue 21: the whole title of a made-up notification is found in the list, too")
    func aMadeUpTitleIsFound() throws {
        var state = try WhatIfTests.state()
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nPeople=silence\nPeopleList=john (acme);\n")
        _ = SettingsStateTests.effects(&state, .open(.whatIf))
        _ = SettingsStateTests.effects(&state, .whatIf(.summary), "John (Acme)")
        var answer = WhatIfTests.answer(.silence, .person, [])
        answer.people = ["John", "Acme"]
        var effects: [Effect] = []
        state.handle(.explained(state.whatIf, .decided(answer)), into: &effects)
        _ = SettingsStateTests.effects(&state, .push(.people(Self.work)))
        #expect(state.page.firstRow == "person john (acme)")
    }

    @Test("issue 21: the step that decided has the mark of the decision")
    func theDecidingStepIsMarked() throws {
        var state = try Self.state(.app)
        _ = SettingsStateTests.effects(&state, .back)
        let icon = try #require(state.page.row("decision")?.icon)
        #expect(icon == "notifications-disabled-symbolic")
        let marked = state.page.groups.flatMap(\.rows).filter { $0.id.hasPrefix("step") }
            .filter { $0.icon != nil }
        #expect(marked.map(\.icon) == [icon])
        #expect(marked.map(\.subtitle) == ["Decided: silenced"])
    }
}
