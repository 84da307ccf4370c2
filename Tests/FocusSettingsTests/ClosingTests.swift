// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Texts that were typed and not applied when a page or the window goes. The window applies them
/// first; what it must not apply comes with the intent.
@Suite struct ClosingTests {
    static let work = SettingsStateTests.work

    private func effects(
        _ state: inout SettingsState, _ intent: Intent, _ text: String = ""
    ) -> [Effect] { SettingsStateTests.effects(&state, intent, text) }

    @Test("issue 21: texts that are sent or create a Focus wait for Enter, and others do not")
    func whatCannotBeTakenBackNeedsEnter() throws {
        var state = try SettingsStateTests.state()
        _ = effects(&state, .open(.newFocus))
        #expect(state.page.row("name")?.needsEnter == true)
        _ = effects(&state, .open(.always))
        #expect(state.page.row("mute")?.needsEnter == true)
        _ = effects(&state, .open(.focus(Self.work)))
        #expect(state.page.row("name")?.needsEnter == false)
        _ = effects(&state, .open(.people(Self.work)))
        #expect(state.page.row("add")?.needsEnter == false)
    }

    @Test("issue 21: a page or a window with a text that needs Enter asks before it goes")
    func aTextThatNeedsEnterIsAskedAbout() throws {
        let typed = "Reply to “Lunch?”: On my w"
        // Without a place, the window closes.
        let leaving: [(Intent, Place?)] = [
            (.back, .missed), (.open(.history), .history), (.close, nil),
        ]
        for (intent, after) in leaving {
            var state = try SettingsStateTests.state()
            _ = effects(&state, .open(.missed))
            let place = Place.why(ClientID(rawValue: 1))
            _ = effects(&state, .push(place))
            #expect(!effects(&state, intent, typed).contains(.close))
            #expect(state.place == place)
            let dialog = try #require(state.dialog)
            #expect(dialog.heading == "Discard what you typed?")
            #expect(dialog.body == typed)
            _ = effects(&state, dialog.cancel)
            #expect(state.place == place)
            let discard = try #require(dialog.answers.first)
            let made = effects(&state, discard.intent)
            if let after {
                #expect(state.place == after)
            } else {
                #expect(made == [.close])
            }
        }
        // The open place of a narrow window, which stays as it is.
        var state = try SettingsStateTests.state()
        _ = effects(&state, .open(.missed))
        _ = effects(&state, .open(.missed), typed)
        #expect(state.dialog == nil)
    }

    @Test("issue 21: a window with a refused text asks before it closes")
    func aRefusedTextIsAskedAbout() throws {
        var state = try SettingsStateTests.state()
        let other = FocusID("other")
        state.files[other] = try SettingsStateTests.file("[Focus]\nName=Other\n", id: other)
        _ = effects(&state, .open(.focus(Self.work)))
        // The window applies the name on its way out.
        #expect(effects(&state, .edit(Self.work, .name), "other") == [])
        #expect(effects(&state, .close) == [])
        let dialog = try #require(state.dialog)
        #expect(
            dialog.body == "“other”: There is a Focus “Other” already; choose another name")
        let discard = try #require(dialog.answers.first)
        #expect(effects(&state, discard.intent) == [.close])

        _ = effects(&state, .dropRefusal)
        #expect(effects(&state, .close) == [.close])
    }

    @Test("a valid text that is applied later does not hide a refused one, and each is named")
    func eachRefusedTextIsAskedAbout() throws {
        var state = try SettingsStateTests.state()
        _ = effects(&state, .open(.sites(Self.work)))
        var more: [Effect] = []
        let (first, second) = (FocusEdit.typedSite(.allow), FocusEdit.typedSite(.silence))
        // The window applies both fields, and a third one, and asks to close.
        _ = effects(&state, .edit(Self.work, first), "no site")
        state.handle(.refused(first, "Not a web site", text: "no site"), into: &more)
        _ = effects(&state, .edit(Self.work, second), "none")
        state.handle(.refused(second, "No web site", text: "none"), into: &more)
        _ = effects(&state, .edit(Self.work, .name), "Office")
        let step = UndoStep(focus: Self.work, title: "Renamed", before: [1], after: [2])
        state.handle(.written(step, opens: nil), into: &more)
        #expect(state.page.row("add-allowed")?.isFaulty == true)
        #expect(state.page.row("add-silenced")?.isFaulty == true)
        #expect(effects(&state, .close) == [])
        #expect(
            state.dialog?.body == "“no site”: Not a web site\n“none”: No web site")
        // Escape gives up the text of the field with the keyboard's focus alone.
        let kept = state
        let giveUp = try #require(state.page.row("add-silenced")?.cancel)
        _ = effects(&state, giveUp)
        #expect(state.page.row("add-silenced")?.isFaulty == false)
        #expect(state.page.row("add-silenced")?.cancel == nil)
        #expect(state.page.row("add-allowed")?.isFaulty == true)
        _ = effects(&state, .close)
        #expect(state.dialog?.body == "“no site”: Not a web site")
        state = kept
        // The user mends one of them.
        _ = effects(&state, .edit(Self.work, first), "example.org")
        state.handle(.written(step, opens: nil), into: &more)
        #expect(state.page.row("add-allowed")?.isFaulty == false)
        _ = effects(&state, .close)
        #expect(state.dialog?.body == "“none”: No web site")
    }

    @Test("preferences stay open if one of several texts is refused on the way out")
    func oneRefusedTextKeepsThePreferences() throws {
        var state = try SettingsStateTests.state()
        state.configuration = try ProgramPagesTests.configuration("")
        _ = effects(&state, .openPreferences)
        var more: [Effect] = []
        _ = effects(&state, .configure(.typedServer), "“")
        state.handle(
            .configurationRefused(.typedServer, "Not a command", text: "“"), into: &more)
        _ = effects(&state, .configure(.typedCompanion), "helper")
        let step = UndoStep(
            focus: .always, title: "Added", before: [1], after: [2], isConfiguration: true)
        state.handle(.written(step, opens: nil), into: &more)
        _ = effects(&state, .closePreferences, "“\nhelper")
        let row = try #require(state.preferences?.pages[0].row("command"))
        #expect(row.isFaulty)
        #expect(row.control == .entry("“", apply: .configure(.typedServer)))
        #expect(state.preferences?.pages[0].row("add-companion")?.isFaulty == false)
    }

    @Test("Escape takes a refused text of the preferences back, and no other one")
    func aRefusedSettingIsGivenUp() throws {
        var state = try SettingsStateTests.state()
        state.configuration = try ProgramPagesTests.configuration("[Server]\nCommand=dunst\n")
        _ = effects(&state, .openPreferences)
        var more: [Effect] = []
        for edit in [ConfigurationEdit.typedServer, .typedCompanion] {
            state.handle(.configurationRefused(edit, "Not a command", text: "“"), into: &more)
        }
        func row(_ id: String) -> SettingsRow? { state.preferences?.pages[0].row(id) }
        let giveUp = try #require(row("command")?.cancel)
        #expect(effects(&state, giveUp) == [])
        #expect(row("command")?.control == .entry("dunst", apply: .configure(.typedServer)))
        #expect(row("command")?.isFaulty == false)
        #expect(row("command")?.cancel == nil)
        // Escape leads to the other one before it closes the window.
        #expect(row("add-companion")?.isFaulty == true)
        #expect(row("add-companion")?.cancel == .giveUpSetting(.typedCompanion))
    }

    @Test(
        "a page with a refused text asks before it goes", arguments: [Intent.back, .open(.missed)])
    func aRefusedTextKeepsItsPage(_ leaving: Intent) throws {
        var state = try SettingsStateTests.state()
        let other = FocusID("other")
        state.files[other] = try SettingsStateTests.file("[Focus]\nName=Other\n", id: other)
        _ = effects(&state, .open(.missed))
        let place = Place.focus(Self.work)
        _ = effects(&state, .push(place))
        // The window applies the name on its way out.
        #expect(effects(&state, .edit(Self.work, .name), "other") == [])
        _ = effects(&state, leaving)
        #expect(state.place == place)
        let dialog = try #require(state.dialog)
        #expect(
            dialog.body == "“other”: There is a Focus “Other” already; choose another name")
        let control = SettingsRow.Control.entry("other", apply: .edit(Self.work, .name))
        #expect(state.page.row("name")?.control == control)
        let discard = try #require(dialog.answers.first)
        _ = effects(&state, discard.intent)
        #expect(state.place == .missed)
    }

    @Test("a refused text stays in its field below another page, and is asked about at closing")
    func aRefusedTextBelowIsAskedAbout() throws {
        var state = try SettingsStateTests.state()
        let other = FocusID("other")
        state.files[other] = try SettingsStateTests.file("[Focus]\nName=Other\n", id: other)
        let place = Place.focus(Self.work)
        _ = effects(&state, .open(place))
        _ = effects(&state, .edit(Self.work, .name), "other")
        _ = effects(&state, .push(.people(Self.work)))
        #expect(state.place == .people(Self.work))
        // Escape on this page leads back.
        #expect(state.page.cancel == nil)
        let reason = "“other”: There is a Focus “Other” already; choose another name"
        #expect(effects(&state, .close) == [])
        #expect(state.dialog?.body == reason)
        let asked = state.messages
        _ = effects(&state, .back)
        #expect(state.place == place)
        #expect(state.messages == asked, "the field is still there")
        let control = SettingsRow.Control.entry("other", apply: .edit(Self.work, .name))
        #expect(state.page.row("name")?.control == control)
        _ = effects(&state, .push(.people(Self.work)))
        _ = effects(&state, .open(.missed))
        #expect(state.place == .people(Self.work))
        #expect(state.dialog?.body == reason)
        #expect(state.messages == asked + 1)
    }

    @Test("the menu and a toast ask like the sidebar before a typed text is lost")
    func eachWayOutAsks() throws {
        let typed = "Reply to “Lunch?”: On my w"
        let place = Place.why(ClientID(rawValue: 1))
        let ways: [(Intent, Place)] = [
            (.open(.welcome(1)), .welcome(1)),
            (.showChange(.people(Self.work), row: nil), .people(Self.work)),
            (.exportHistory, .history),
        ]
        for (intent, after) in ways {
            // The window applies the fields first, and sends the other texts along.
            #expect(intent.leavesPage)
            var state = try SettingsStateTests.state()
            _ = effects(&state, .open(.missed))
            _ = effects(&state, .push(place))
            _ = effects(&state, intent, typed)
            #expect(state.place == place)
            let dialog = try #require(state.dialog)
            #expect(dialog.body == typed)
            let discard = try #require(dialog.answers.first)
            _ = effects(&state, discard.intent)
            #expect(state.place == after)
        }
        #expect(!Intent.undo.leavesPage && !Intent.openPreferences.leavesPage)
    }

    @Test("issue 21: preferences stay open if a text is refused on the way out")
    func aRefusedTextKeepsThePreferences() throws {
        var state = try SettingsStateTests.state()
        state.configuration = try ProgramPagesTests.configuration("")
        _ = effects(&state, .openPreferences)
        state.configurationRefusals.add(.typedCompanion, "no such program", "nosuch")
        _ = effects(&state, .closePreferences, "nosuch")
        #expect(state.preferences != nil)
        // The user has seen the reason.
        _ = effects(&state, .closePreferences)
        #expect(state.preferences == nil)
        #expect(effects(&state, .close) == [.close])
    }
}
