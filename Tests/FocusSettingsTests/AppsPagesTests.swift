// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The list of apps, and the page of one app.
@Suite struct AppsPagesTests {
    static let chat = AppID("org.example.Chat")
    static let now = SettingsStateTests.now

    static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.installed = SettingsStateTests.installed(["org.example.Later": "Later"])
        state.seenApps = [
            SeenApp(chat, names: ["Chat"], count: 40, latest: now),
            SeenApp(AppID("org.example.Calendar"), names: ["Calendar"], count: 2, latest: now),
        ]
        return state
    }

    static func mute(_ app: AppID, _ end: Agenda.End = .never) -> MuteWire {
        MuteWire(Mute(app, span: UserSpan(since: now, end: end)), name: nil)
    }

    @Test("issue 21: hundreds of apps are one list, whose rows lead to a page each")
    func appsAreOneList() throws {
        var state = try Self.state()
        state.seenApps += (0..<500).map {
            SeenApp(AppID("app\($0)"), names: [], count: 1, latest: Self.now)
        }
        state.mutes = [Self.mute(AppID("muted.before"))]
        let effects = SettingsStateTests.effects(&state, .open(.allApps))
        #expect(effects == [.read(.apps), .read(.mutes), .readAppDetails])
        #expect(state.page.groups.count == 1)
        let group = try #require(state.page.groups.first)
        #expect(group.rows.count == SettingsState.listedRows)
        #expect(group.description.hasPrefix("The first 200 of 503 apps"))
        #expect(group.rows.first?.title == "Chat")
        #expect(group.rows.first?.control == .link(.push(.app(Self.chat))))
        // A search finds the apps that are installed and have sent nothing, and muted ones.
        _ = SettingsStateTests.effects(&state, .search(.allApps), "later")
        #expect(state.page.groups.first?.rows.map(\.title) == ["Later"])
        _ = SettingsStateTests.effects(&state, .search(.allApps), "muted.before")
        #expect(
            state.page.groups.first?.rows.first?.subtitle.hasPrefix("Muted until you unmute it")
                == true)
    }

    /// A trial with a newcomer: three rows were “Mail”.
    @Test("apps of one name have their ids in the lists of apps")
    func sharedNames() throws {
        var state = try Self.state()
        state.seenApps = ["Mail", "org.example.Post", "letters"].map {
            SeenApp(AppID($0), names: ["Mail"], count: 2, latest: Self.now)
        }
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        let titles = state.page.groups.first?.rows.map(\.title)
        #expect(titles == ["Mail", "Mail (letters)", "Mail (org.example.Post)"])
    }

    /// A trial with a newcomer: `--app=signal` was an app without a notification.
    @Test(
        "letter case does not count in an id of the command line",
        arguments: [("signal", "Signal"), ("SIGNAL", "Signal"), ("signals", "signals")])
    func typedIDs(_ typed: String, _ found: String) throws {
        var state = try Self.state()
        state.seenApps.append(
            SeenApp(AppID("Signal"), names: ["Signal"], count: 6, latest: Self.now))
        _ = SettingsStateTests.effects(&state, .open(.app(AppID(typed))))
        #expect(state.page.title == found)
        let history = try #require(state.page.row("history"))
        #expect(history.control == .link(.showHistory(AppID(found))))
        let isMissing = history.subtitle == "No notification in the history"
        #expect(isMissing == (found == "signals"), "\(history.subtitle)")
    }

    @Test("issue 17: a script is listed by its whole name", arguments: ["backup.sh", "r.sh"])
    func scriptsHaveTheirNames(name: String) throws {
        let state = try Self.state()
        #expect(state.name(of: AppID(name)) == name)
        #expect(state.name(of: AppID("org.example.Notes")) == "Notes")
    }

    @Test("issue 21: an app's row says how many came in a week, and how many were silenced")
    func appsHaveTheirFigures() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        func text() -> String? { state.page.row("app \(Self.chat.rawValue)")?.subtitle }
        #expect(text()?.hasPrefix("40 in the history, the last one ") == true)
        var figures = AppDetails(Self.chat)
        (figures.came, figures.silenced) = (31, 4)
        var effects: [Effect] = []
        state.handle(.appDetails([figures]), into: &effects)
        #expect(
            text()?.hasPrefix("31 in the last seven days, 4 of them silenced; the last one ")
                == true)
    }

    @Test("issue 21: an app's numbers follow its notifications and its badge")
    func figuresFollow() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        func text() -> String { state.page.row("app \(Self.chat.rawValue)")?.subtitle ?? "" }
        var effects: [Effect] = []
        state.handle(
            .appDetails([AppDetails(Self.chat, came: 31, silenced: 4, badge: 2)]), into: &effects)
        #expect(text().hasSuffix("Badge 2"))
        state.handle(.badgeChanged(Self.chat, 3), into: &effects)
        #expect(text().hasSuffix("Badge 3"))
        state.handle(.arrived(EntryPagesTests.entry(9, "Hello")), into: &effects)
        #expect(text().hasPrefix("32 in the last seven days, 5 of them silenced"))
        state.handle(.badgeChanged(Self.chat, 0), into: &effects)
        #expect(!text().contains("Badge"))
    }

    @Test("a notification of a script counts for the script, not for notify-send")
    func scriptsAreCountedOnce() throws {
        var state = try Self.state()
        let (script, tool) = (AppID("backup.sh"), AppID("notify-send"))
        var effects: [Effect] = []
        state.handle(.appDetails([AppDetails(script, came: 1)]), into: &effects)
        var entry = EntryPagesTests.entry(9, "Backup done")
        (entry.record.app, entry.record.program) = (tool, script)
        state.handle(.arrived(entry), into: &effects)
        #expect(state.appDetails[script]?.came == 2)
        #expect(state.appDetails[tool] == nil)
        // Its id still means something on a list: it lets all scripts through.
        state.handle(.installed(DesktopIndex([DesktopApp(Self.chat)])), into: &effects)
        #expect(state.doubt(about: tool) == nil)
        #expect(state.doubt(about: AppID("backupp")) != nil)
    }

    @Test("the page of an app without a name has its id once")
    func idsAreShownOnce() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.app(AppID("notify-send"))))
        #expect(state.page.title == "notify-send")
        #expect(state.page.subtitle == "")
        _ = SettingsStateTests.effects(&state, .open(.app(Self.chat)))
        #expect(state.page.title == "Chat")
        #expect(state.page.subtitle == "org.example.Chat")
    }

    @Test(
        "issue 21: the numbers of a week are sentences",
        arguments: [
            (0, 0, "None in the last seven days"),
            (1, 0, "1 in the last seven days, not silenced"),
            (1, 1, "1 in the last seven days, silenced"),
            (3, 0, "3 in the last seven days, none of them silenced"),
            (3, 3, "3 in the last seven days, all of them silenced"),
            (3, 2, "3 in the last seven days, 2 of them silenced"),
        ])
    func theNumbersAreSentences(_ came: Int, _ silenced: Int, _ words: String) throws {
        var state = try Self.state()
        var effects: [Effect] = []
        let figures = AppDetails(Self.chat, came: came, silenced: silenced)
        state.handle(.appDetails([figures]), into: &effects)
        _ = SettingsStateTests.effects(&state, .open(.app(Self.chat)))
        #expect(state.page.row("history")?.subtitle.hasPrefix(words + "; the last one ") == true)
        guard came > 0 else { return }
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        let row = state.page.row("app \(Self.chat.rawValue)")
        #expect(row?.subtitle.hasPrefix(words + "; the last one ") == true)
    }

    @Test("issue 21: apps have the icons of their desktop files")
    func appsHaveTheirIcons() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        let file = DesktopApp(Self.chat, icon: "/usr/share/chat.svg")
        state.handle(.installed(DesktopIndex([file])), into: &effects)
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        #expect(
            state.page.groups.first?.rows.map(\.icon) == [
                "/usr/share/chat.svg", "org.example.Calendar",
            ])
    }

    @Test("issue 21: an app is muted for a while or always, and unmuted")
    func anAppIsMuted() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        let effects = SettingsStateTests.effects(&state, .push(.app(Self.chat)))
        #expect(effects.contains(.readFilters(SettingsStateTests.work)))
        var row = try #require(state.page.row("mute"))
        guard case .choice(let choices, 0) = row.control else {
            Issue.record("no choice")
            return
        }
        #expect(choices.first?.title == "Not muted")
        #expect(row.buttons == [])
        let hour = ActivationEnd.after(milliseconds: 3_600_000)
        for end in [hour, .withSession, .never] {
            let intent = Intent.muteUntil(Self.chat, end)
            #expect(choices.contains { $0.intent == intent })
            #expect(
                SettingsStateTests.effects(&state, intent) == [.mute(Self.chat, until: end)])
        }
        var more: [Effect] = []
        state.handle(.muted(Self.chat, until: .withSession), into: &more)
        #expect(state.toast?.text == "Chat is muted until you log out")
        state.handle(
            .mutes([Self.mute(Self.chat, .after(Self.now.adding(3_600_000)))]), into: &more)
        row = try #require(state.page.row("mute"))
        #expect(row.buttons.map(\.intent) == [.unmute(Self.chat)])
        guard case .choice(let ends, 0) = row.control else { return }
        #expect(ends.first?.title.hasPrefix("Muted until ") == true)
        let words = "While the app is muted"
        #expect(state.page.group("focuses")?.description.hasPrefix(words) == true)
        // A mute that is over is none, even before focusd says so.
        state.handle(.time(Self.now.adding(3_600_000)), into: &more)
        #expect(state.page.row("mute")?.buttons == [])
    }

    @Test("issue 21: the page of an app leads to its history, and back")
    func anAppLeadsToItsHistory() throws {
        var state = try Self.state()
        var effects = SettingsStateTests.effects(&state, .open(.history))
        state.handle(.history([], of: HistoryQuery()), into: &effects)
        _ = SettingsStateTests.effects(&state, .search(.history), "old search")
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        _ = SettingsStateTests.effects(&state, .push(.app(Self.chat)))
        state.handle(
            .appDetails([AppDetails(Self.chat, came: 12, silenced: 5, badge: 3)]), into: &effects)
        let row = try #require(state.page.row("history"))
        #expect(row.subtitle.hasPrefix("12 in the last seven days, 5 of them silenced"))
        #expect(row.control == .link(.showHistory(Self.chat)))
        effects = SettingsStateTests.effects(&state, .showHistory(Self.chat))
        #expect(effects == [.readHistory(HistoryQuery(app: Self.chat))])
        #expect(state.place == .history)
        #expect(state.history.text == "")
        #expect(state.page.back == .back)
        _ = SettingsStateTests.effects(&state, .back)
        #expect(state.place == .app(Self.chat))
    }

    @Test func aBadgeIsCleared() throws {
        var state = try Self.state()
        var effects = SettingsStateTests.effects(&state, .open(.app(Self.chat)))
        #expect(state.page.row("badge") == nil)
        state.handle(.appDetails([AppDetails(Self.chat, badge: 3)]), into: &effects)
        #expect(state.page.row("badge")?.subtitle == "3 unread notifications")
        #expect(
            SettingsStateTests.effects(&state, .clearBadge(Self.chat)) == [.clearBadge(Self.chat)])
    }

    @Test("issue 21: an app is forgotten after a question, and its page is left")
    func anAppIsForgotten() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        _ = SettingsStateTests.effects(&state, .push(.app(Self.chat)))
        #expect(SettingsStateTests.effects(&state, .askToForget(Self.chat)) == [])
        #expect(state.dialog?.heading == "Forget Chat?")
        #expect(state.dialog?.answers.map(\.intent) == [.forget(Self.chat)])
        #expect(SettingsStateTests.effects(&state, .forget(Self.chat)) == [.forget(Self.chat)])
        var effects: [Effect] = []
        state.handle(.forgotten(Self.chat, 40), into: &effects)
        #expect(state.place == .allApps)
        #expect(state.toast?.text == "Chat is forgotten: 40 notifications deleted")
        #expect(!state.seenApps.contains { $0.id == Self.chat })
        #expect(effects.contains(.read(.apps)))
    }

    @Test("issue 21: an app has a row for each Focus, the active one first, and names a rule")
    func eachFocusHasARow() throws {
        var state = try Self.state()
        let sleep = FocusID("sleep")
        state.files[sleep] = try SettingsStateTests.file(
            "[Focus]\nName=Sleep\nApps=silence\nAppList=org.example.Chat;\n"
                + "[Rule chat]\nWhen=appID == \"org.example.Chat\"\nDo=allow\n", id: sleep)
        state.status?.activation = Activation(focus: sleep, since: Self.now, cause: .manual)
        _ = SettingsStateTests.effects(&state, .open(.app(Self.chat)))
        let rows = try #require(state.page.group("focuses")).rows
        #expect(rows.map(\.title) == ["In Sleep", "In Work"])
        #expect(rows[0].subtitle == "On now · The rule “chat” decides before the list")
        #expect(rows[1].subtitle == "")
        for (row, focus, isMember) in [
            (rows[0], sleep, false), (rows[1], SettingsStateTests.work, true),
        ] {
            guard case .choice(let choices, 1) = row.control else {
                Issue.record("not silenced")
                return
            }
            #expect(choices[0].intent == .edit(focus, .app(Self.chat, isMember: isMember)))
        }
    }

    @Test func theSwitchesOfAnAppChangeTheConfiguration() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        let text = "[Private]\nApps=org.example.Chat;\n"
        state.handle(
            .configuration(
                try ConfigurationText(bytes: Array(text.utf8), path: "/focusd.conf"), []),
            into: &effects)
        _ = SettingsStateTests.effects(&state, .open(.app(Self.chat)))
        #expect(
            state.page.row("private")?.control
                == .toggle(
                    isOn: true, flip: .configure(.app(Self.chat, in: .private, isMember: false))))
        #expect(
            state.page.row("uncounted")?.control
                == .toggle(
                    isOn: false, flip: .configure(.app(Self.chat, in: .uncounted, isMember: true))))
        #expect(state.page.row("critical") != nil)
    }
}
