// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Testing

@testable import FocusSettings

/// The settings that always hold, the preferences, the first run, and files that cannot be written.
@Suite struct ProgramPagesTests {
    static let work = SettingsStateTests.work

    static func always(_ text: String) throws -> FocusFile {
        try FocusFile(id: .always, bytes: Array(text.utf8), path: "/focusd/always.focus")
    }

    static func configuration(_ text: String) throws -> ConfigurationText {
        try ConfigurationText(bytes: Array(text.utf8), path: "/focusd/focusd.conf")
    }

    static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        var effects: [Effect] = []
        state.handle(.always(try always("[Always]\nNewApps=ask\n"), []), into: &effects)
        state.handle(
            .configuration(try configuration("[Server]\nCommand=dunst -v\n"), []), into: &effects)
        state.handle(.servers(["dunst", "mako"]), into: &effects)
        return state
    }

    @Test func alwaysHasListsRulesAndMutes() throws {
        var state = try Self.state()
        let effects = SettingsStateTests.effects(&state, .open(.always))
        #expect(effects == [.read(.mutes), .read(.apps)])
        #expect(state.page.row("apps")?.control == .link(.push(.apps(.always))))
        guard case .choice(_, 2)? = state.page.row("new-apps")?.control else {
            Issue.record("“ask” is not selected")
            return
        }
        var more: [Effect] = []
        state.handle(
            .mutes([
                MuteWire(
                    Mute(
                        AppID("org.example.Chat"),
                        span: UserSpan(since: SettingsStateTests.now, end: .never)), name: "Chat")
            ]), into: &more)
        #expect(state.page.row("mute org.example.Chat")?.subtitle == "Until you unmute it")
        #expect(
            state.page.row("mute org.example.Chat")?.buttons.first?.intent
                == .unmute(AppID("org.example.Chat")))
        // It is no Focus: no switch turns it on.
        #expect(!state.focuses.contains { $0.id == .always })
        #expect(
            state.content.sidebar.first { $0.isSelected }?.id == "always")
        _ = SettingsStateTests.effects(&state, .push(.apps(.always)))
        #expect(state.page.subtitle == "Always")
    }

    @Test("issue 21: “Always” is a limit, and the muted apps are named where nothing is silenced")
    func limitsAreToldAsLimits() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.always))
        #expect(state.page.row("people")?.subtitle == "No limit")
        #expect(state.page.row("apps")?.subtitle == "No limit")
        #expect(
            SettingsStateTests.effects(&state, .open(.now)) == [.read(.mutes), .read(.skips)])
        #expect(state.page.groups.first?.description == "Everything comes through.")
        let mute = MuteWire(
            Mute(
                AppID("org.example.Chat"),
                span: UserSpan(
                    since: SettingsStateTests.now,
                    end: .after(SettingsStateTests.now.adding(3_600_000)))), name: "Chat")
        var effects: [Effect] = []
        state.handle(.mutes([mute]), into: &effects)
        #expect(
            state.page.groups.first?.description
                == "Everything comes through, except from muted apps: Chat.")
        state.handle(.time(SettingsStateTests.now.adding(3_600_000)), into: &effects)
        #expect(state.page.groups.first?.description == "Everything comes through.")
        state.handle(
            .always(try Self.always("[Always]\nApps=silence\nAppList=org.example.Ads;\n"), []),
            into: &effects)
        #expect(
            state.page.groups.first?.description
                == "Everything comes through, except what “Always” silences.")
        _ = SettingsStateTests.effects(&state, .open(.always))
        #expect(state.page.row("apps")?.subtitle == "All but one app")
    }

    @Test func preferencesShowTheFileAndRefuseAtTheControl() throws {
        var state = try Self.state()
        #expect(state.content.preferences == nil)
        _ = SettingsStateTests.effects(&state, .openPreferences)
        var pages = try #require(state.content.preferences).pages
        #expect(pages.map(\.title) == ["Popups", "Kept", "Limits", "Critical"])
        #expect(
            pages[0].row("command")?.control == .entry("dunst -v", apply: .configure(.typedServer)))
        guard case .choice(let choices, 3)? = pages[0].row("installed")?.control else {
            Issue.record("the own command is not selected")
            return
        }
        #expect(choices.map(\.title) == ["Found automatically", "dunst", "mako", "dunst -v"])
        #expect(
            SettingsStateTests.effects(&state, .configure(.number(.days)), "7")
                == [.configure(.number(.days), text: "7")])
        var effects: [Effect] = []
        state.handle(
            .configurationRefused(
                .number(.days), "Not between 1 and 36500", text: "0"), into: &effects)
        pages = try #require(state.content.preferences).pages
        #expect(pages[1].row("days")?.isFaulty == true)
        #expect(pages[1].row("entries")?.isFaulty == false)
        _ = SettingsStateTests.effects(&state, .closePreferences)
        #expect(state.content.preferences == nil)
    }

    @Test func changesOfTheConfigurationKeepComments() throws {
        var file = try Self.configuration("# mine\n[History]\n# a week\nDays=7\n")
        try ConfigurationEdit.number(.days).apply(to: &file, "14")
        try ConfigurationEdit.server("mako").apply(to: &file, "")
        try ConfigurationEdit.typedApp(.critical).apply(to: &file, "org.example.Alarm")
        #expect(file.contents.hasPrefix("# mine\n[History]\n# a week\nDays=14\n"))
        #expect(file.configuration.retention.days == 14)
        #expect(file.configuration.criticalApps == [AppID("org.example.Alarm")])
        let before = file.contents
        for (edit, text) in [
            (ConfigurationEdit.number(.days), "0"), (.number(.burst), "x"), (.typedCompanion, ""),
            (.typedServer, "dunst 'open"),
        ] {
            #expect(throws: FocusFileError.self) { try edit.apply(to: &file, text) }
        }
        #expect(file.contents == before)
        try ConfigurationEdit.server(nil).apply(to: &file, "")
        #expect(file.serverCommand == nil)
    }

    @Test func aReadOnlyFolderTurnsControlsGrey() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.row("name")?.isEnabled == true)
        var effects: [Effect] = []
        let problem = FileProblem(file: "/nix/store/work.focus", reason: "Read-only file system")
        state.handle(.blocked(problem), into: &effects)
        #expect(state.page.row("name")?.isEnabled == false)
        #expect(state.page.row("badges")?.isEnabled == false)
        // Intents that change no file still work.
        #expect(state.page.row("on")?.isEnabled == true)
        #expect(state.page.row("people")?.isEnabled == true)
        #expect(state.page.notice?.text.contains("/nix/store/work.focus") == true)
        #expect(SettingsStateTests.effects(&state, .tryAgain) == [.probe])
        _ = SettingsStateTests.effects(&state, .openPreferences)
        #expect(state.content.preferences?.pages[1].row("days")?.isEnabled == false)
        state.handle(.blocked(nil), into: &effects)
        #expect(state.page.row("name")?.isEnabled == true)
    }

    @Test func aRefusedFileOffersTheVersionInForce() throws {
        var state = try Self.state()
        state.problems = [FileProblem(file: "/f/work.focus", line: 14, reason: "a bad key")]
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(
            state.page.notice?.text == "Line 14: a bad key. The last valid version is in force.")
        #expect(state.page.notice?.button?.intent == .openFile("/f/work.focus"))
        #expect(state.page.notice?.other?.intent == .restore(Self.work))
        #expect(state.page.row("name")?.isEnabled == false)
    }

    @Test func aUserWithoutFocusesSeesTheIntroduction() throws {
        var state = SettingsState()
        var effects: [Effect] = []
        state.handle(.files(FocusCatalog()), into: &effects)
        #expect(state.place == .welcome(1))
        #expect(effects.contains(.readSetup))
        #expect(state.page.row("steps")?.title == "Looking at this session…")
        state.handle(
            .setup([SetupStep(reason: "start focusd", command: "systemctl start")]), into: &effects)
        #expect(state.page.row("step 0")?.buttons.first?.intent == .copy("systemctl start"))
        let long = "focus-switch setup " + String(repeating: "--option=value ", count: 30)
        state.handle(.setup([SetupStep(reason: "start", command: long)]), into: &effects)
        #expect(state.page.row("step 0")?.subtitle == long)
        #expect(state.page.row("step 0")?.showsWholeSubtitle == true)
        _ = SettingsStateTests.effects(&state, .push(.welcome(2)))
        // Two templates turn themselves on, and say when.
        func card(_ id: String) -> Card<Intent>? {
            guard case .cards(let cards)? = state.page.row("templates")?.control else { return nil }
            return cards.first { $0.id == "template \(id)" }
        }
        #expect(card("share")?.subtitle == "While the screen is shared or recorded")
        #expect(card("call")?.subtitle.contains("camera") == true)
        #expect(card("work")?.subtitle == "")
        #expect(card("work")?.isOn == true && card("share")?.isOn == false)
        #expect(card("sleep")?.isOn == true)
        _ = SettingsStateTests.effects(&state, .pick(FocusID("sleep")))
        #expect(card("sleep")?.isOn == false)
        // Above the fold, too.
        #expect(state.page.buttons.map(\.intent) == [.push(.welcome(3))])
        _ = SettingsStateTests.effects(&state, .push(.welcome(3)))
        #expect(state.page.buttons.map(\.intent) == [.createPicked])
        _ = SettingsStateTests.effects(&state, .allow(AppID("org.example.Chat")))
        #expect(
            SettingsStateTests.effects(&state, .createPicked) == [
                .createAll([FocusID("work")], apps: [AppID("org.example.Chat")])
            ])
        #expect(state.place == .welcome(4))
        #expect(SettingsStateTests.effects(&state, .sendTest) == [.sendTest])
        // Only once.
        _ = SettingsStateTests.effects(&state, .open(.now))
        state.handle(.files(FocusCatalog()), into: &effects)
        #expect(state.place == .now)
    }

    @Test("issue 21: the introduction looks at the session each time it is opened")
    func theIntroductionReadsTheSetupAgain() throws {
        var state = try Self.state()
        #expect(SettingsStateTests.effects(&state, .open(.welcome(1))) == [.readSetup])
        #expect(state.page.row("steps")?.title == "Looking at this session…")
        var effects: [Effect] = []
        state.handle(.setup([]), into: &effects)
        #expect(
            state.page.row("steps")?.title == "There is nothing to do: this session uses focusd.")
        // After `focus-switch setup --undo`, the open page follows.
        state.handle(.stopped, into: &effects)
        #expect(effects == [.readSession, .readSetup])
        state.handle(.setup([SetupStep(reason: "start focusd", command: "true")]), into: &effects)
        #expect(state.page.row("step 0") != nil)
        _ = SettingsStateTests.effects(&state, .push(.welcome(2)))
        #expect(SettingsStateTests.effects(&state, .back) == [.readSetup])
    }

    @Test("issue 21: a setup at work says so, and one that fails can be tried again")
    func theSetupIsTriedAgain() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        _ = SettingsStateTests.effects(&state, .open(.welcome(1)))
        #expect(state.page.row("steps")?.isBusy == true)
        state.handle(.setupFailed("focus-switch is not installed"), into: &effects)
        #expect(state.page.row("failure")?.subtitle == "focus-switch is not installed")
        #expect(state.page.row("failure")?.buttons.map(\.intent) == [.readSetup])
        #expect(SettingsStateTests.effects(&state, .readSetup) == [.readSetup])
        #expect(state.page.row("steps")?.isBusy == true)
        let steps = ["a", "b"].map { SetupStep(reason: "step \($0)", command: $0) }
        state.handle(.setup(steps), into: &effects)
        #expect(SettingsStateTests.effects(&state, .setUp) == [.setUp])
        #expect(state.page.row("steps")?.title == "Setting up…")
        #expect(state.page.row("steps")?.isBusy == true)
        #expect(state.page.row("do") == nil)
        #expect(SettingsStateTests.effects(&state, .setUp) == [], "it runs already")
        // focusd has started meanwhile.
        state.handle(.setup([]), into: &effects)
        #expect(state.page.row("steps")?.isBusy == true)
        effects = []
        state.handle(.setupEnded("the command failed: b"), into: &effects)
        #expect(effects == [.readSetup, .readSession])
        state.handle(.setup([steps[1]]), into: &effects)
        #expect(state.page.row("failure")?.subtitle == "the command failed: b")
        #expect(state.page.row("failure")?.showsWholeSubtitle == true)
        #expect(state.page.row("step 0")?.subtitle == "b")
        #expect(state.page.row("do")?.buttons.map(\.title) == ["Try Again"])
        #expect(SettingsStateTests.effects(&state, .setUp) == [.setUp])
        #expect(state.page.row("failure") == nil)
        state.handle(.setupEnded(nil), into: &effects)
        state.handle(.setup([]), into: &effects)
        #expect(state.toast?.text == "focusd handles your notifications now")
        #expect(
            state.page.row("steps")?.title == "There is nothing to do: this session uses focusd.")
    }

    @Test(
        "issue 21: each page names another server that gets the notifications",
        arguments: [
            Place.now, .focus(work), .missed, .history, .allApps, .always, .checkUp, .newFocus,
        ])
    func anotherServerIsNamed(place: Place) throws {
        var state = try Self.state()
        var effects: [Effect] = []
        for event in [SettingsEvent.running, .stopped] {
            state.handle(event, into: &effects)
            state.handle(.otherServer("dunst"), into: &effects)
            _ = SettingsStateTests.effects(&state, .open(place))
            #expect(
                state.page.notice?.text
                    == "dunst shows the notifications of this session, and focusd gets none.")
            #expect(state.page.notice?.button?.intent == .open(.welcome(1)))
            state.handle(.otherServer(""), into: &effects)
            #expect(state.page.notice?.text.hasPrefix("Another program shows") == true)
            _ = SettingsStateTests.effects(&state, .open(.welcome(1)))
            #expect(state.page.notice?.text.contains("Another program") != true)
            state.handle(.otherServer(nil), into: &effects)
            _ = SettingsStateTests.effects(&state, .open(place))
            #expect(state.page.notice?.text.contains("this session") != true)
        }
    }

    @Test("issue 21: the test says that the active Focus decides and stays on")
    func theTestLeavesTheActiveFocusOn() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.welcome(4)))
        #expect(state.page.row("send")?.subtitle.contains("one comes through") == true)
        #expect(state.testTexts.first.body == "No Focus was on.")
        state.status?.activation = Activation(
            focus: Self.work, since: SettingsStateTests.now, cause: .manual,
            until: SettingsStateTests.now.adding(3_600_000))
        #expect(state.page.row("send")?.subtitle.contains("Work, which stays on") == true)
        #expect(state.testTexts.first.body == "Work was on.")
    }

    @Test func anEndIsChosenFromACalendar() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .askForEnd(Self.work))
        #expect(state.dialog?.moment?.isEmpty == false)
        let intent = Intent.activateUntilTyped(Self.work)
        #expect(SettingsStateTests.effects(&state, intent, "2020-01-01 09:00") == [])
        let effects = SettingsStateTests.effects(&state, intent, "2030-01-01 09:00")
        guard case .activate(Self.work, .at(let time))? = effects.first else {
            Issue.record("no activation")
            return
        }
        #expect(time > SettingsStateTests.now)
    }

    @Test func keysAndAboutAreShownOnceEach() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .showKeys)
        let first = try #require(state.content.panel)
        _ = SettingsStateTests.effects(&state, .showAbout)
        let second = try #require(state.content.panel)
        #expect(first.number != second.number)
        // Every key of the window is in the list.
        let listed = Set(Keys.groups.flatMap(\.keys).map(\.keys))
        #expect(Keys.shortcuts.allSatisfy { listed.contains($0.keys) })
    }

    @Test("issue 21: a Focus without an icon has the same icon on each page")
    func aFocusWithoutAnIconHasAMoon() throws {
        var state = try Self.state()
        let moon = "weather-clear-night-symbolic"
        guard case .chips(let chips)? = state.page.row("focuses")?.control else {
            Issue.record("no chips")
            return
        }
        #expect(chips.map(\.icon) == [moon])
        #expect(state.content.sidebar.first { $0.id == "focus work" }?.icon == moon)
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.row("on")?.icon == moon)
    }

    @Test("issue 21: the introduction creates only what was chosen")
    func nothingChosenIsNothingCreated() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.welcome(3)))
        #expect(state.page.buttons.map(\.title) == ["Create"])
        _ = SettingsStateTests.effects(&state, .pick(FocusID("sleep")))
        #expect(state.page.buttons.map(\.intent) == [.push(.welcome(4))])
        #expect(SettingsStateTests.effects(&state, .createPicked) == [])
        #expect(state.place == .welcome(4))
    }

    @Test func aFocusHasAnIconAndAColour() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .push(.focus(Self.work)))
        let row = try #require(state.page.row("look"))
        guard case .rows(let rows)? = row.buttons.first?.popover?.content,
            case .icons(let icons)? = rows.first?.control
        else {
            Issue.record("no icons")
            return
        }
        #expect(row.subtitle == "")
        #expect(Set(icons.compactMap(\.icon)).count == icons.count)
        let color = try #require(rows.first { $0.id == "color" })
        #expect(color.control == .color(nil, set: .edit(Self.work, .color)))
        // The row is grey while the user's files cannot be written.
        #expect(row.intents.contains { $0.writesFile })
        var file = try SettingsStateTests.file("[Focus]\nName=Work\n")
        try FocusEdit.icon("go-home-symbolic").apply(to: &file, "")
        try FocusEdit.color.apply(to: &file, "#3584e4")
        #expect(file.focus.icon == "go-home-symbolic" && file.focus.color == "#3584e4")
        state.files[Self.work] = file
        #expect(state.page.row("look")?.subtitle == "Home, Blue")
        // The colour of Do Not Disturb, a shade.
        try FocusEdit.color.apply(to: &state.files[Self.work, default: file], "#613583")
        #expect(state.page.row("look")?.subtitle == "Home, Purple")
        // The moon stands for an icon that cannot be shown.
        let icon = "go-home-symbolic,weather-clear-night-symbolic"
        #expect(state.page.row("look")?.buttons.first?.icon == icon)
        #expect(state.content.sidebar.first { $0.id == "focus work" }?.icon == icon)
        #expect(throws: FocusFileError.self) { try FocusEdit.color.apply(to: &file, "blue") }
        try FocusEdit.color.apply(to: &file, "")
        #expect(file.focus.color == nil)
    }
}
