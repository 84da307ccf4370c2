// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Schedules that get another name on their page.
@Suite struct ScheduleNameTests {
    private static let work = SettingsStateTests.work
    private static let schedules =
        "\n# Mine.\n[Schedule office]\nDays=Mon;\nFrom=9:00\nTo=17:00\n"
        + "[Schedule night]\nDays=Sun;\nFrom=22:00\nTo=6:00\n"
    private static let edit = FocusEdit.scheduleName("office")

    private static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state(schedules)
        _ = SettingsStateTests.effects(&state, .open(.focus(work)))
        _ = SettingsStateTests.effects(&state, .push(.schedule(work, "office")))
        return state
    }

    @Test("issue 21: a schedule of the file gets another name, and keeps its place and comment")
    func aScheduleIsRenamed() throws {
        var state = try Self.state()
        #expect(
            state.page.row("name")?.control
                == .entry("office", apply: .edit(Self.work, Self.edit)))
        #expect(
            SettingsStateTests.effects(&state, .edit(Self.work, Self.edit), " at  work ")
                == [.edit(Self.work, Self.edit, text: "at  work")])
        var file = try #require(state.files[Self.work])
        let before = file.contents
        try Self.edit.apply(to: &file, "at  work")
        #expect(file.contents == before.replacing("[Schedule office]", with: "[Schedule at work]"))
        #expect(file.focus.schedules.map(\.name) == ["at work", "night"])
    }

    @Test(
        "issue 21: a name that no schedule can have is refused at the field",
        arguments: [
            ("", "A schedule needs a name"),
            ("night", "There is a schedule “night” already; choose another name"),
            ("a]b", ""),
        ])
    func aBadNameIsRefused(_ text: String, _ reason: String) throws {
        var state = try Self.state()
        var file = try #require(state.files[Self.work])
        let before = file.contents
        let error = try #require(throws: FocusFileError.self) {
            try Self.edit.apply(to: &file, text)
        }
        #expect(file.contents == before)
        if !reason.isEmpty { #expect(error.sentence == reason) }
        var effects: [Effect] = []
        state.handle(.refused(Self.edit, error.sentence, text: text), into: &effects)
        #expect(state.page.row("name")?.subtitle == error.sentence)
        #expect(state.page.row("name")?.isFaulty == true)
    }
}
