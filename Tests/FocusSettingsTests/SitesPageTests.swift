// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The web sites that a Focus lists.
@Suite struct SitesPageTests {
    private static let work = SettingsStateTests.work

    private static func state() throws -> SettingsState {
        try SettingsStateTests.state(
            "AllowedSites=chat.example;\nSilencedSites=ads.example;news.example;\n")
    }

    private static func titles(_ state: SettingsState) -> [String]? {
        state.page.group("list")?.rows.map(\.title)
    }

    @Test("issue 21: the listed web sites and those of the last notifications can be changed")
    func sitesAreListed() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.row("sites")?.subtitle == "One allowed, 2 silenced")
        let both = try SettingsStateTests.file(
            "[Focus]\nName=Work\nAllowedSites=a.example;\nSilencedSites=b.example;\n")
        #expect(state.sitesText(both.focus) == "One allowed, one silenced")
        #expect(state.page.row("sites")?.control == .link(.push(.sites(Self.work))))
        var effects = SettingsStateTests.effects(&state, .push(.sites(Self.work)))
        #expect(effects == [.readHistory(HistoryQuery())])
        #expect(Self.titles(state) == ["ads.example", "chat.example", "news.example"])
        let entries = ["shop.example", "shop.example", "news.example", nil].enumerated().map {
            number, site in
            var entry = EntryPagesTests.entry(UInt32(9 - number), "Hello")
            entry.record.site = site
            return entry
        }
        state.handle(.history(entries, of: HistoryQuery()), into: &effects)
        #expect(
            Self.titles(state) == ["shop.example", "news.example", "ads.example", "chat.example"])
        #expect(state.page.row("site shop.example")?.subtitle == "2 notifications lately")
        for (site, selected) in [
            ("shop.example", 0), ("chat.example", 1), ("ads.example", 2),
        ] {
            let modes: [ListPolicy<AppID>.Mode?] = [nil, .allow, .silence]
            let edits = modes.map { FocusEdit.site(site, $0) }
            guard case .choice(let choices, selected)? = state.page.row("site \(site)")?.control
            else {
                Issue.record("\(site) has another treatment")
                continue
            }
            #expect(choices.map(\.intent) == edits.map { .edit(Self.work, $0) })
        }
        _ = SettingsStateTests.effects(&state, .search(.sites(Self.work)), "news")
        #expect(Self.titles(state) == ["news.example"])
    }

    @Test("issue 21: a web site is on one list, or on none")
    func aSiteMovesBetweenTheLists() throws {
        var file = try #require(try Self.state().files[Self.work])
        try FocusEdit.site("ads.example", .allow).apply(to: &file, "")
        #expect(file.focus.allowedSites == ["ads.example", "chat.example"])
        #expect(file.focus.silencedSites == ["news.example"])
        try FocusEdit.site("ads.example", nil).apply(to: &file, "")
        #expect(file.focus.allowedSites == ["chat.example"])
        try FocusEdit.typedSite(.silence).apply(to: &file, "https://Chat.example/a")
        #expect(file.focus.allowedSites == [])
        #expect(file.focus.silencedSites == ["chat.example", "news.example"])
        let title = FocusEdit.typedSite(.silence).title(
            "https://Chat.example/a", name: \.rawValue, focus: "Work", changed: file.focus)
        #expect(title == "Work silences chat.example now")
        #expect(throws: FocusFileError.self) {
            try FocusEdit.typedSite(.allow).apply(to: &file, "no site")
        }
    }

    @Test("issue 21: a text that is no web site is refused at its field")
    func aWrongSiteIsRefused() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.sites(Self.work)))
        let edit = FocusEdit.typedSite(.allow)
        #expect(
            SettingsStateTests.effects(&state, .edit(Self.work, edit), " no site ")
                == [.edit(Self.work, edit, text: "no site")])
        var effects: [Effect] = []
        state.handle(.refused(edit, "“no site” is not a web site", text: "no site"), into: &effects)
        #expect(state.page.row("add-allowed")?.isFaulty == true)
        #expect(state.page.row("add-silenced")?.isFaulty == false)
        #expect(
            state.page.row("add-allowed")?.control
                == .entry("no site", apply: .edit(Self.work, edit)))
    }

    @Test("issue 21: the sites that hold always have the same page")
    func sitesHoldAlways() throws {
        var state = try ProgramPagesTests.state()
        _ = SettingsStateTests.effects(&state, .open(.always))
        #expect(state.page.row("sites")?.subtitle == "No limit")
        #expect(state.page.row("sites")?.control == .link(.push(.sites(.always))))
        var effects: [Effect] = []
        state.handle(
            .always(try ProgramPagesTests.always("[Always]\nSilencedSites=ads.example;\n"), []),
            into: &effects)
        #expect(state.page.row("sites")?.subtitle == "One silenced")
        _ = SettingsStateTests.effects(&state, .push(.sites(.always)))
        #expect(state.page.subtitle == "Always")
        #expect(Self.titles(state) == ["ads.example"])
    }
}
