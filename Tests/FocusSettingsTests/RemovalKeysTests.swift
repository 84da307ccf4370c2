// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The key Delete, which does what a row's button to remove does.
@Suite struct RemovalKeysTests {
    private static let work = SettingsStateTests.work

    @Test("issue 21: Delete removes what a row stands for")
    func deleteRemoves() throws {
        var state = try SettingsStateTests.state(
            "TimeSensitiveExcept=org.example.Chat;\nSilencedSites=ads.example;\n"
                + "[Schedule night]\nDays=Mon;\nFrom=22:00\nTo=7:00\n"
                + "[Triggers]\nNetworks=home;\n")
        func key(_ row: String) -> Intent? {
            let keys = state.page.row(row)?.keys ?? []
            return keys.first { $0.keys == "Delete" }?.intent
        }
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(key("schedule night") == .edit(Self.work, .removeSchedule("night")))
        let app = EntryPagesTests.chat
        #expect(
            key("exception \(app.rawValue)")
                == .edit(Self.work, .timeSensitiveExcept(app, isMember: false)))
        // In a field, the key removes a letter.
        #expect(key("name") == nil)
        #expect(key("badges") == nil)
        _ = SettingsStateTests.effects(&state, .push(.triggers(Self.work)))
        let trigger = Trigger.network("home")
        #expect(key(trigger.text) == .edit(Self.work, .trigger(trigger, isMember: false)))
        _ = SettingsStateTests.effects(&state, .open(.sites(Self.work)))
        #expect(key("site ads.example") == .edit(Self.work, .site("ads.example", nil)))
        // It writes no file that cannot be written.
        var effects: [Effect] = []
        state.handle(
            .blocked(FileProblem(file: "/focuses/work.focus", reason: "full")), into: &effects)
        #expect(key("site ads.example") == .nothing)
    }

    @Test("Delete takes an app or a person off a list")
    func deleteTakesOffAList() throws {
        var state = try SettingsStateTests.state(
            "PeopleList=Ada;\nTimeSensitiveExcept=org.example.Chat;\n")
        let (app, other) = (AppID("org.example.Calendar"), EntryPagesTests.chat)
        state.seenApps = [SeenApp(other, names: [], count: 1, latest: state.now)]
        state.seenPeople = [SeenPerson("Bo", latest: state.now)]
        func keys(_ row: String) -> [Intent]? { state.page.row(row)?.keys.map(\.intent) }
        _ = SettingsStateTests.effects(&state, .open(.apps(Self.work)))
        #expect(
            keys("app \(app.rawValue)") == [.edit(Self.work, .app(app, isMember: false))])
        // It is not on the list.
        #expect(keys("app \(other.rawValue)") == [.nothing])
        _ = SettingsStateTests.effects(&state, .open(.people(Self.work)))
        #expect(keys("person Ada") == [.edit(Self.work, .person("Ada", isMember: false))])
        #expect(keys("person Bo") == [.nothing])
        _ = SettingsStateTests.effects(&state, .open(.exceptions(Self.work)))
        #expect(
            keys("except \(other.rawValue)")
                == [.edit(Self.work, .timeSensitiveExcept(other, isMember: false))])
    }

    @Test("issue 21: Delete ends a mute in the list of muted apps")
    func deleteUnmutes() throws {
        var state = try AppsPagesTests.state()
        state.mutes = [AppsPagesTests.mute(EntryPagesTests.chat)]
        _ = SettingsStateTests.effects(&state, .open(.always))
        #expect(
            state.page.row("mute \(EntryPagesTests.chat.rawValue)")?.keys
                == [Shortcut("Delete", .unmute(EntryPagesTests.chat))])
    }

    @Test("issue 21: Delete removes an app from a list of the preferences")
    func deleteRemovesInThePreferences() throws {
        var state = try ProgramPagesTests.state()
        state.configuration = try ProgramPagesTests.configuration(
            "[Server]\nCompanions=helper;\n[Critical]\nApps=org.example.Chat;\n")
        _ = SettingsStateTests.effects(&state, .openPreferences)
        let pages = try #require(state.preferences?.pages)
        let row = pages.lazy.compactMap { $0.row("app \(EntryPagesTests.chat.rawValue)") }.first
        #expect(
            row?.keys.map(\.intent)
                == [.configure(.app(EntryPagesTests.chat, in: .critical, isMember: false))])
    }
}
