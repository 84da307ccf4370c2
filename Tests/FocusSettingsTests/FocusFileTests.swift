// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Testing

@testable import FocusSettings

/// A Focus goes to another person as a file, and comes from one.
@Suite struct FocusFileTests {
    private static let work = SettingsStateTests.work

    @Test("issue 21: a Focus is exported as its file is in force")
    func aFocusIsExported() throws {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        let button = try #require(state.page.row("export")?.buttons.first)
        #expect(state.page.row("export")?.showsWholeSubtitle == true)
        #expect(
            SettingsStateTests.effects(&state, button.intent) == [
                .askForCopy(Self.work, name: "work.focus")
            ])
        let contents = try #require(state.files[Self.work]?.contents)
        #expect(
            SettingsStateTests.effects(&state, .exportFocus(Self.work, path: "/tmp/a.focus")) == [
                .writeFile(contents, path: "/tmp/a.focus", done: "Work exported")
            ])
    }

    @Test("issue 21: the reason why a file made no Focus stands at the control, until the next try")
    func aRefusedFileIsExplained() throws {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.newFocus))
        let button = try #require(state.page.row("import")?.buttons.first)
        #expect(SettingsStateTests.effects(&state, button.intent) == [.askForImport])
        #expect(
            SettingsStateTests.effects(&state, .importFocus(path: "/tmp/a.focus")) == [
                .importFocus(path: "/tmp/a.focus")
            ])
        var effects: [Effect] = []
        state.handle(.importRefused("Line 3: expected #rrggbb"), into: &effects)
        #expect(state.page.row("import")?.subtitle == "Line 3: expected #rrggbb")
        #expect(state.page.row("import")?.isFaulty == true)
        #expect(state.toast?.text == "Not imported: Line 3: expected #rrggbb")
        _ = SettingsStateTests.effects(&state, .open(.now))
        _ = SettingsStateTests.effects(&state, .open(.newFocus))
        #expect(state.page.row("import")?.isFaulty == false)
    }

    @Test("issue 21: nothing is imported while the files cannot be written")
    func nothingIsImportedIntoAFullDisk() throws {
        var state = try SettingsStateTests.state()
        var effects: [Effect] = []
        state.handle(.blocked(FileProblem(file: "/f", reason: "full")), into: &effects)
        _ = SettingsStateTests.effects(&state, .open(.newFocus))
        #expect(state.page.row("import")?.isEnabled == false)
    }
}
