// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Controls in grey say why, and a field says what Enter does.
@Suite struct ObstacleTests {
    static let work = SettingsStateTests.work

    private func effects(
        _ state: inout SettingsState, _ intent: Intent, _ text: String = ""
    ) -> [Effect] { SettingsStateTests.effects(&state, intent, text) }

    @Test("issue 21: a Focus that cannot be turned on says why")
    func aFocusSaysWhyItCannotBeTurnedOn() throws {
        var state = try SettingsStateTests.state()
        _ = effects(&state, .open(.focus(Self.work)))
        #expect(state.page.row("on")?.subtitle == "Never by itself")
        #expect(state.page.row("until")?.subtitle == "")
        #expect(state.page.group("filters") == nil)
        var more: [Effect] = []
        state.handle(.stopped, into: &more)
        let on = try #require(state.page.row("on"))
        #expect(!on.isEnabled)
        #expect(on.subtitle == "focusd is not running · Never by itself")
        let until = try #require(state.page.row("until"))
        #expect(until.buttons.map(\.isEnabled) == [false])
        #expect(until.subtitle == "focusd is not running")
        // The apps' filters are there again with focusd.
        #expect(state.page.row("filters")?.title == "Known once focusd runs")
    }

    @Test("without focusd, the filters of the file are shown, and changed if they are declared")
    func filtersOfTheFileAreShown() throws {
        var state = try SettingsStateTests.state(
            "[Filter org.example.Chat Accounts]\nquiet=true\nPredicate=SELF == \"a\"\n"
                + "[Filter org.example.Mail Boxes]\nbox=Work, home\n")
        _ = effects(&state, .open(.focus(Self.work)))
        var more: [Effect] = []
        state.handle(.stopped, into: &more)
        #expect(more.contains(.readDeclarations))
        state.handle(.declared([FilterPagesTests.declaration]), into: &more)
        guard case .cards(let cards)? = state.page.row("filters")?.control else {
            Issue.record("no cards")
            return
        }
        #expect(cards.map(\.title) == ["Choose accounts", "Boxes"])
        let chat = FilterPagesTests.key
        _ = effects(&state, .push(.filter(Self.work, chat)))
        #expect(
            state.page.row("parameter quiet")?.control
                == .toggle(
                    isOn: true, flip: .edit(Self.work, .parameter(chat, "quiet", .bool(false)))))
        #expect(state.page.row("condition")?.subtitle == "SELF == \"a\"")
        // Nobody can ask the app, but the chosen ones can be typed.
        _ = effects(&state, .push(.choices(Self.work, chat, "accounts")))
        #expect(state.page.row("failed")?.title == "focusd is not running")
        #expect(state.page.row("other") != nil)
        let mail = FilterKey(AppID("org.example.Mail"), "Boxes")
        _ = effects(&state, .open(.focus(Self.work)))
        _ = effects(&state, .push(.filter(Self.work, mail)))
        let box = try #require(state.page.row("written box"))
        #expect(box.subtitle == "Work, home")
        #expect(box.control == .none)
        #expect(
            state.page.row("use")?.buttons.map(\.intent) == [.edit(Self.work, .removeFilter(mail))])
    }

    @Test("without focusd, the muted apps are those of before, and say so")
    func mutedAppsAreThoseOfBefore() throws {
        var state = try AppsPagesTests.state()
        _ = effects(&state, .open(.always))
        var more: [Effect] = []
        state.handle(.stopped, into: &more)
        #expect(state.page.group("mutes")?.rows.map(\.title) == ["Known once focusd runs"])
        state.mutes = [AppsPagesTests.mute(AppsPagesTests.chat, .never)]
        let group = try #require(state.page.group("mutes"))
        #expect(group.description == "As they were when focusd was last heard of.")
        #expect(group.rows.map(\.title) == ["Chat"])
        #expect(group.rows.flatMap(\.buttons) == [])
    }

    @Test("issue 21: a schedule without a day says what is missing")
    func aScheduleNeedsADay() throws {
        var state = try SettingsStateTests.state()
        _ = effects(&state, .open(.focus(Self.work)))
        _ = effects(&state, .push(.schedule(Self.work, nil)))
        #expect(state.page.row("add")?.subtitle == "")
        _ = effects(&state, .draft(.days([])))
        #expect(state.page.row("add")?.buttons.map(\.isEnabled) == [false])
        #expect(state.page.row("add")?.subtitle == "Choose a day first")
    }

    @Test("issue 21: an app's settings in a refused focusd.conf say so")
    func aRefusedConfigurationIsNamed() throws {
        var state = try SettingsStateTests.state()
        state.configuration = try ProgramPagesTests.configuration("")
        _ = effects(&state, .open(.app(AppID("org.example.Chat"))))
        #expect(state.page.row("critical")?.isEnabled == true)
        state.configurationProblems = [
            FileProblem(file: "/focusd.conf", line: 1, reason: "no group")
        ]
        #expect(state.page.row("critical")?.isEnabled == false)
        #expect(
            state.page.row("critical")?.subtitle
                == "focusd.conf is refused; Check-Up names the error")
    }

    @Test("issue 21: each page of grey preferences says why")
    func greyPreferencesSayWhy() throws {
        var state = try SettingsStateTests.state()
        state.configuration = try ProgramPagesTests.configuration("")
        _ = effects(&state, .openPreferences)
        let usual = try #require(state.preferences).pages.map { $0.groups.map(\.id) }
        state.configurationProblems = [
            FileProblem(file: "/focusd.conf", line: 1, reason: "no group")
        ]
        let pages = try #require(state.preferences).pages
        // The open window has no other groups.
        #expect(pages.map { $0.groups.map(\.id) } == usual)
        #expect(pages.count == 4)
        for page in pages {
            #expect(page.groups.first?.description.hasPrefix("Line 1: no group") == true)
        }
    }

    @Test("a refused focusd.conf is opened, or taken back to the version in force")
    func aRefusedConfigurationHasItsWaysOut() throws {
        var state = try ProgramPagesTests.state()
        _ = effects(&state, .openPreferences)
        let problem = FileProblem(file: "/focusd.conf", line: 1, reason: "no group")
        var more: [Effect] = []
        state.handle(.configuration(nil, [problem]), into: &more)
        for page in try #require(state.preferences).pages {
            #expect(
                page.groups.first?.buttons.map(\.intent)
                    == [.openFile("/focusd.conf"), .restoreConfiguration])
            #expect(page.groups.first?.buttons.allSatisfy(\.isEnabled) == true)
        }
        #expect(effects(&state, .restoreConfiguration) == [.restoreConfiguration])
        let step = UndoStep(
            focus: .always, title: "done", before: [1], after: [2], isConfiguration: true,
            isRefused: true)
        state.handle(.written(step, opens: nil), into: &more)
        #expect(effects(&state, .undo) == [.undo(step)])
        // A window that has only seen the refused file shows the defaults, and does not know the
        // version in force.
        state = try SettingsStateTests.state()
        #expect(state.service == .running)
        state.handle(
            .configuration(try ProgramPagesTests.configuration(""), [problem]), into: &more)
        _ = effects(&state, .openPreferences)
        let group = try #require(state.preferences?.pages.first?.groups.first)
        #expect(group.description.contains("focusd keeps the version that it read last"))
        #expect(!group.description.contains("in force"))
        #expect(state.configuration == nil)
        #expect(group.buttons.map(\.intent) == [.openFile("/focusd.conf")])
        // A valid text has no need of them.
        state.handle(.configuration(try ProgramPagesTests.configuration(""), []), into: &more)
        #expect(state.configuration != nil)
        #expect(state.preferences?.pages.first?.groups.first?.buttons == [])
    }

    @Test("issue 21: the field for a new Focus says how the Focus is made")
    func aNewFocusNeedsEnter() throws {
        var state = try SettingsStateTests.state()
        _ = effects(&state, .open(.newFocus))
        #expect(state.page.row("name")?.spokenName == "Name, press Enter to create the Focus")
    }
}
