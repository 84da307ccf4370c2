// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The ways from a missed notification to the switch that lets the next one through.
@Suite struct RemedyTests {
    private static let chat = EntryPagesTests.chat
    private static let work = SettingsStateTests.work

    private static func entry(
        _ id: UInt32, _ reason: Reason, from person: String? = nil
    ) -> EntryWire {
        var entry = EntryPagesTests.entry(id, "Hello \(id)", .silence, reason)
        entry.name = "Chat"
        if let person { entry.record.people = [person] }
        return entry
    }

    private static func missed(_ entries: [EntryWire]) throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.missed = entries
        _ = SettingsStateTests.effects(&state, .open(.missed))
        SettingsStateTests.openDetails(&state)
        return state
    }

    private static func remedies(_ id: Int, _ state: SettingsState) -> [String: Intent] {
        let menu = state.page.row("entry \(id)")?.menu ?? []
        let found = menu.filter {
            $0.title.hasPrefix("Allow ") || $0.title.contains("ute ")
        }
        return Dictionary(found.map { ($0.title, $0.intent) }) { first, _ in first }
    }

    @Test("issue 21: each missed notification offers its person and its app")
    func eachRowHasItsRemedies() throws {
        let state = try Self.missed([
            Self.entry(2, .person, from: "Ada"), Self.entry(1, .person, from: "Bo"),
        ])
        // The people's list decided, and the app alone lets it through, too.
        #expect(state.page.groups.first?.buttons.map(\.title) == ["Allow Ada in Work"])
        for (id, person) in [(2, "Ada"), (1, "Bo")] {
            let found = Self.remedies(id, state)
            #expect(
                found["Allow \(person) in Work"]
                    == .edit(Self.work, .person(person, isMember: true)))
            #expect(
                found["Allow Chat in Work"] == .edit(Self.work, .app(Self.chat, isMember: true)))
            #expect(found["Always Mute Chat"] == .muteApp(Self.chat))
            #expect(found.count == 4)
        }
    }

    @Test("issue 21: rows with the same remedies share them, also when the page is made again")
    func remediesAreSharedAmongRows() throws {
        var state = try Self.missed([
            Self.entry(3, .person, from: "Ada"), Self.entry(2, .person, from: "Bo"),
            Self.entry(1, .person, from: "Ada"),
        ])
        let titles = state.page.row("entry 1")?.menu.map(\.title)
        #expect(titles?.contains("Allow Ada in Work") == true)
        // No Focus, Work, and Work with the app, with Ada, and with Bo.
        #expect(state.policyCache.count == 5)
        state.missed?.removeFirst()
        #expect(state.page.row("entry 1")?.menu.map(\.title) == titles)
        #expect(state.policyCache.count == 5)
        // Another version of the file has other remedies.
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=silence\nAppList=\(Self.chat.rawValue);\nPeople=allow\n")
        #expect(state.policyCache.count == 0)
        #expect(Self.remedies(1, state)["Allow Ada in Work"] == nil)
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=allow\nPeople=allow\nPeopleList=Ada;\n")
        #expect(Self.remedies(1, state)["Allow Ada in Work"] == nil)
        #expect(Self.remedies(2, state)["Allow Bo in Work"] != nil)
    }

    @Test("issue 21: a muted app is unmuted, and not muted once more", arguments: [false, true])
    func aMutedAppIsUnmuted(_ isNewApp: Bool) throws {
        let reason = isNewApp ? Reason.newApp : .muted(until: nil)
        var state = try Self.missed([Self.entry(1, reason)])
        // Somebody has unmuted it since.
        #expect(state.page.groups.first?.buttons == [])
        #expect(Self.remedies(1, state)["Always Mute Chat"] == .muteApp(Self.chat))
        let span = UserSpan(since: SettingsStateTests.now, end: .never)
        state.mutes = [MuteWire(Mute(Self.chat, span: span, isNewApp: isNewApp), name: nil)]
        #expect(state.page.groups.first?.buttons.map(\.title) == ["Unmute"])
        #expect(state.page.groups.first?.buttons.map(\.name) == ["Unmute Chat"])
        #expect(Self.remedies(1, state) == ["Unmute Chat": .unmute(Self.chat)])
    }

    private static let script = AppID("backup.sh")
    private static let tool = AppID("notify-send")

    /// A notification that a script sends by a tool.
    private static func scriptEntry(_ id: UInt32, _ reason: Reason = .app) -> EntryWire {
        var entry = Self.entry(id, reason)
        (entry.record.app, entry.record.program) = (tool, script)
        entry.name = script.rawValue
        return entry
    }

    @Test("a script that sends by a tool is allowed and muted, and not the tool")
    func aScriptHasItsRemedies() throws {
        var other = Self.scriptEntry(1)
        (other.record.program, other.name) = (AppID("sync.sh"), "sync.sh")
        let state = try Self.missed([Self.scriptEntry(2), other])
        let edit = Intent.edit(Self.work, .app(Self.script, isMember: true))
        #expect(state.page.groups.map(\.id) == ["app backup.sh", "app sync.sh"])
        #expect(state.page.groups.first?.buttons.map(\.intent) == [edit])
        #expect(
            Self.remedies(2, state) == [
                "Allow backup.sh in Work": edit,
                "Mute backup.sh for an Hour": .muteForAnHour(Self.script),
                "Always Mute backup.sh": .muteApp(Self.script),
            ])
    }

    @Test("a muted script is unmuted, and so is the tool by which it sends")
    func aMutedScriptIsUnmuted() throws {
        var state = try Self.missed([Self.scriptEntry(1, .muted(until: nil))])
        let span = UserSpan(since: SettingsStateTests.now, end: .never)
        for muted in [Self.script, Self.tool] {
            state.mutes = [MuteWire(Mute(muted, span: span), name: nil)]
            #expect(state.page.groups.first?.buttons.map(\.intent) == [.unmute(muted)])
            #expect(Self.remedies(1, state) == ["Unmute \(muted.rawValue)": .unmute(muted)])
        }
    }

    @Test("a script leaves a list of silenced apps under the id that is listed")
    func aListedScriptIsRemoved() throws {
        var state = try Self.missed([Self.scriptEntry(1)])
        for listed in [Self.script, Self.tool] {
            state.files[Self.work] = try SettingsStateTests.file(
                "[Focus]\nName=Work\nApps=silence\nAppList=\(listed.rawValue);\n")
            let edit = Intent.edit(Self.work, .app(listed, isMember: false))
            #expect(state.page.groups.first?.buttons.map(\.intent) == [edit])
            #expect(Self.remedies(1, state)["Allow \(listed.rawValue) in Work"] == edit)
        }
        // No single change is enough.
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=silence\nAppList=backup.sh;notify-send;\n")
        #expect(state.page.groups.first?.buttons == [])
    }

    @Test("a Focus does not let through what is muted since")
    func aMuteSilencesWhatTheFocusAllows() throws {
        var state = try Self.missed([Self.entry(1, .app)])
        let sentence = "Work lets such notifications through now"
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=allow\nAppList=\(Self.chat.rawValue);\n")
        #expect(state.page.row("entry 1")?.subtitle.contains(sentence) == true)
        #expect(state.page.groups.first?.buttons == [])
        let span = UserSpan(since: SettingsStateTests.now, end: .never)
        state.mutes = [MuteWire(Mute(Self.chat, span: span), name: nil)]
        #expect(state.page.row("entry 1")?.subtitle.contains(sentence) == false)
        #expect(state.page.groups.first?.buttons.map(\.intent) == [.unmute(Self.chat)])
        // No list alone lets it through.
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=allow\n")
        #expect(state.page.groups.first?.buttons == [])
    }

    @Test("issue 21: lists that hold always are changed there")
    func listsThatHoldAlwaysAreChanged() throws {
        var entry = Self.entry(1, .alwaysApp)
        entry.record.focus = nil
        var state = try Self.missed([entry])
        let always = try ProgramPagesTests.always(
            "[Always]\nApps=silence\nAppList=org.example.Chat;\n")
        state.alwaysFile = always
        state.files[.always] = always
        let edit = Intent.edit(.always, .app(Self.chat, isMember: false))
        #expect(state.page.groups.first?.buttons.map(\.intent) == [edit])
        #expect(Self.remedies(1, state)["Allow Chat in Always"] == edit)
        // With a Focus that silences the app as well, that change alone is no remedy.
        entry.record.focus = Self.work
        state.missed = [entry]
        #expect(state.page.groups.first?.buttons == [])
    }
}
