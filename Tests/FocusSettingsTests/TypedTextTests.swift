// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Texts that the user types: apps in a line, blanks at the ends, and refused ones.
@Suite struct TypedTextTests {
    static let work = SettingsStateTests.work

    private static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.installed = SettingsStateTests.installed([
            "org.example.Chat": "Chat", "org.example.Mail": "Mail", "com.example.mail": "Mail",
            "org.example.Files": "Cut, Paste", "com.spotify.Client": "Spotify",
        ])
        return state
    }

    private func effects(
        _ state: inout SettingsState, _ intent: Intent, _ text: String = ""
    ) -> [Effect] { SettingsStateTests.effects(&state, intent, text) }

    @Test(
        "issue 21: apps are typed with a comma between them",
        arguments: [
            ("chat, spotify", ["org.example.Chat", "com.spotify.Client"]),
            (" Chat ; later,", ["org.example.Chat", "later"]),
            ("Cut, Paste", ["org.example.Files"]), ("Vivarium, Quokka", ["Vivarium", "Quokka"]),
        ])
    func appsAreTypedInALine(_ text: String, _ ids: [String]) throws {
        var state = try Self.state()
        #expect(
            effects(&state, .edit(Self.work, .typedApp), text)
                == ids.map { .edit(Self.work, .typedApp, text: $0) })
        #expect(effects(&state, .mute, text) == ids.map { .mute(AppID($0)) })
        let edit = ConfigurationEdit.typedApp(.private)
        #expect(
            effects(&state, .configure(edit), text) == ids.map { .configure(edit, text: $0) })
    }

    @Test("issue 21: the name of several apps is refused, and stays in the field")
    func theNameOfSeveralAppsIsRefused() throws {
        var state = try Self.state()
        let text = "chat, Mail"
        _ = effects(&state, .open(.apps(Self.work)))
        #expect(!effects(&state, .edit(Self.work, .typedApp), text).contains { $0.isEdit })
        var row = try #require(state.page.row("add"))
        #expect(row.isFaulty)
        #expect(row.subtitle.contains("org.example.Mail"))
        #expect(row.control == .entry(text, apply: .edit(Self.work, .typedApp)))
        // Escape gives the text up before it leaves the page.
        #expect(state.page.cancel == .dropRefusal)
        _ = effects(&state, .dropRefusal)
        #expect(state.page.cancel == nil)
        #expect(state.page.row("add")?.isFaulty == false)

        _ = effects(&state, .open(.always))
        _ = effects(&state, .mute, text)
        row = try #require(state.page.row("mute"))
        #expect(row.isFaulty)
        #expect(row.control == .entry(text, apply: .mute))
        // A page that opens above the field leaves it as it is.
        _ = effects(&state, .push(.people(.always)))
        _ = effects(&state, .back)
        #expect(state.page.row("mute") == row)
        // Escape from another control of the page leads to the field first.
        #expect(row.cancel == .dropRefusal)
        _ = effects(&state, .dropRefusal)
        #expect(state.page.row("mute")?.control == .entry("", apply: .mute))
        #expect(state.page.row("mute")?.cancel == nil)
    }

    @Test("issue 21: the row of an unknown app names the nearest one")
    func anUnknownAppIsDoubted() throws {
        var state = try Self.state()
        state.mutes = ["Spotfy", "org.example.Chat"].map { app in
            let span = UserSpan(since: SettingsStateTests.now, end: .never)
            return MuteWire(Mute(AppID(app), span: span), name: nil)
        }
        _ = effects(&state, .open(.always))
        let doubt = "No app of this name is known yet; did you mean “Spotify”?"
        #expect(
            state.page.row("mute Spotfy")?.subtitle == "Until you unmute it · " + doubt)
        #expect(state.page.row("mute org.example.Chat")?.subtitle == "Until you unmute it")
        state.files[Self.work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nApps=allow\nAppList=Spotfy;\n")
        _ = effects(&state, .open(.apps(Self.work)))
        #expect(state.page.row("app Spotfy")?.subtitle == "Allowed · " + doubt)
    }

    @Test("an app that is probably mistyped is muted only after a question")
    func aMistypedAppIsAskedFor() throws {
        var state = try Self.state()
        _ = effects(&state, .open(.always))
        #expect(effects(&state, .mute, "Spotfy") == [])
        let dialog = try #require(state.dialog)
        #expect(dialog.heading == "Mute “Spotfy”?")
        #expect(dialog.body.contains("did you mean “Spotify”?"))
        let answer = try #require(dialog.answers.first)
        #expect(effects(&state, answer.intent) == [.mute(AppID("Spotfy"))])
        // Among several, it stays in the field.
        var other = try Self.state()
        _ = effects(&other, .open(.always))
        #expect(effects(&other, .mute, "org.example.Chat, Spotfy") == [])
        #expect(other.dialog == nil)
        let span = UserSpan(since: SettingsStateTests.now, end: .never)
        other.mutes = [MuteWire(Mute(AppID("Spotfy"), span: span), name: nil)]
        #expect(
            effects(&other, .mute, "org.example.Chat, Spotfy")
                == [.mute(AppID("org.example.Chat")), .mute(AppID("Spotfy"))])
    }

    @Test("issue 21: blanks at the ends of names are left out")
    func namesAreTrimmed() throws {
        var state = try Self.state()
        #expect(
            effects(&state, .edit(Self.work, .name), "   x  ")
                == [.edit(Self.work, .name, text: "x")])
        #expect(
            effects(&state, .createNamed, "  New one ")
                == [.create(FocusID("new-one"), name: "New one")])
        #expect(
            effects(&state, .edit(Self.work, .typedPerson), " Ada ")
                == [.edit(Self.work, .typedPerson, text: "Ada")])
    }

    @Test("issue 21: the name of a Focus that exists stays in the field")
    func aUsedNameIsRefused() throws {
        var state = try Self.state()
        _ = effects(&state, .open(.newFocus))
        #expect(effects(&state, .createNamed, "work") == [])
        let row = try #require(state.page.row("name"))
        #expect(row.isFaulty)
        #expect(row.subtitle == "There is a Focus “Work” already; choose another name")
        #expect(row.control == .entry("work", apply: .createNamed))
        #expect(row.cancel == .dropRefusal)
        _ = effects(&state, .dropRefusal)
        #expect(state.page.row("name")?.cancel == nil)
    }
}

extension Effect {
    fileprivate var isEdit: Bool { if case .edit = self { true } else { false } }
}
