// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Apps that a list names by another of their ids, as focusd finds them.
@Suite struct AppIDsTests {
    static let spotify = AppID("com.spotify.Client")
    static let work = SettingsStateTests.work

    /// Returns a state in which the lists of *Work* have these entries.
    private static func state(_ entries: [String], mode: String = "allow") throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.installed = DesktopIndex([
            DesktopApp(spotify, name: "Spotify", windowClass: "spotify-wm")
        ])
        state.seenApps = [
            SeenApp(spotify, names: ["Spotify"], count: 1, latest: SettingsStateTests.now)
        ]
        let list = entries.map { "\($0);" }.joined()
        state.files[work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=\(mode)\nAppList=org.example.Calendar;\(list)\n"
                + "TimeSensitiveExcept=\(list)\n")
        return state
    }

    @Test(
        "issue 21: an app is on a list by each of its ids, in any letter case",
        arguments: ["COM.Spotify.client", "spotify", "Spotify-WM"])
    func membershipIsThatOfFocusd(_ entry: String) throws {
        var state = try Self.state([entry])
        let focus = try #require(state.files[Self.work]?.focus)
        let sample = Notification(app: Self.spotify, appName: "", summary: "", body: "")
        #expect(state.policy(of: focus).decide(sample).verdict == .deliver)
        let remove = FocusEdit.app(Self.spotify, isMember: false)
        _ = SettingsStateTests.effects(&state, .open(.apps(Self.work)))
        #expect(
            state.page.row("app com.spotify.Client")?.control
                == .toggle(isOn: true, flip: .edit(Self.work, remove)))
        _ = SettingsStateTests.effects(&state, .open(.app(Self.spotify)))
        guard case .choice(let choices, 0) = state.page.row("\(Self.spotify) in work")?.control
        else {
            Issue.record("the app is not allowed")
            return
        }
        #expect(choices[1].intent == .edit(Self.work, remove))
        _ = SettingsStateTests.effects(&state, .open(.exceptions(Self.work)))
        #expect(
            state.page.row("except com.spotify.Client")?.control
                == .toggle(
                    isOn: true,
                    flip: .edit(
                        Self.work, .timeSensitiveExcept(Self.spotify, isMember: false))))
    }

    @Test("issue 21: an app that leaves a list leaves it under all of its ids")
    func allIDsAreRemoved() throws {
        let state = try Self.state(["Spotify", "spotify-wm", "COM.SPOTIFY.CLIENT"])
        var file = try #require(state.files[Self.work])
        try FocusEdit.app(Self.spotify, isMember: false).apply(to: &file, "", ids: state.ids)
        #expect(file.appList == [AppID("org.example.Calendar")])
        try FocusEdit.timeSensitiveExcept(Self.spotify, isMember: false).apply(
            to: &file, "", ids: state.ids)
        #expect(file.focus.timeSensitiveExcept.isEmpty)
        let sample = Notification(app: Self.spotify, appName: "", summary: "", body: "")
        #expect(state.policy(of: file.focus).decide(sample).verdict == .silence)
    }

    @Test("issue 21: the lists of focusd.conf have an app in any letter case")
    func theConfigurationFoldsLetterCase() throws {
        var state = try Self.state([])
        let text = "[Private]\nApps=COM.spotify.Client;spotify;other;\n"
        var file = try ConfigurationText(bytes: Array(text.utf8), path: "/focusd.conf")
        var effects: [Effect] = []
        state.handle(.configuration(file, []), into: &effects)
        _ = SettingsStateTests.effects(&state, .open(.app(Self.spotify)))
        let remove = ConfigurationEdit.app(Self.spotify, in: .private, isMember: false)
        #expect(
            state.page.row("private")?.control == .toggle(isOn: true, flip: .configure(remove)))
        try remove.apply(to: &file, "", ids: state.ids)
        #expect(file.apps(in: .private) == [AppID("other")])
    }

    @Test(
        "issue 21: an app is muted under each of its ids, in any letter case",
        arguments: ["COM.Spotify.client", "spotify", "Spotify-WM"])
    func muteIsThatOfFocusd(_ id: String) throws {
        var state = try Self.state([])
        let span = UserSpan(since: SettingsStateTests.now, end: .never)
        state.mutes = [MuteWire(Mute(AppID(id), span: span), name: nil)]
        _ = SettingsStateTests.effects(&state, .open(.allApps))
        // The muted id is no other app.
        #expect(state.page.groups.flatMap(\.rows).map(\.id) == ["app com.spotify.Client"])
        let row = try #require(state.page.row("app com.spotify.Client"))
        #expect(row.subtitle.hasPrefix("Muted until you unmute it"))
        #expect(row.menu.first?.intent == .unmute(AppID(id)))
        _ = SettingsStateTests.effects(&state, .open(.app(Self.spotify)))
        #expect(state.page.row("mute")?.buttons.map(\.intent) == [.unmute(AppID(id))])
    }

    @Test("issue 21: an app that is listed under another id has one row")
    func aListedAppHasOneRow() throws {
        var state = try Self.state(["spotify-wm"])
        _ = SettingsStateTests.effects(&state, .open(.apps(Self.work)))
        #expect(state.page.row("app spotify-wm") == nil)
        #expect(state.page.row("app com.spotify.Client") != nil)
        _ = SettingsStateTests.effects(&state, .open(.exceptions(Self.work)))
        #expect(state.page.row("except spotify-wm") == nil)
        #expect(state.page.row("except com.spotify.Client") != nil)
    }

    @Test("issue 21: Missed offers to allow an app that a list silences by another id")
    func missedOffersTheRemedy() throws {
        var state = try Self.state(["spotify"], mode: "silence")
        var entry = EntryPagesTests.entry(1, "Song")
        entry.record.app = Self.spotify
        state.missed = [entry]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        #expect(
            state.page.groups.first?.buttons.map(\.intent)
                == [.edit(Self.work, .app(Self.spotify, isMember: false))])
    }
}
