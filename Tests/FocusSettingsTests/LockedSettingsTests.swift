// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Foundation
import TestSupport
import Testing

@testable import FocusSettings

/// Settings and Focuses that the administrator has locked (issue 22).
@Suite struct LockedSettingsTests {
    /// Returns a window's state with an administrator's files in a temporary directory.
    private func state(_ administrators: String) throws -> (SettingsState, lock: String) {
        let home = try makeTemporaryDirectory("locked")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let path = home + "/shared/focusd"
        try FileManager.default.createDirectory(
            atPath: path + "/focuses", withIntermediateDirectories: true)
        try administrators.write(
            toFile: path + "/focusd.conf", atomically: true, encoding: .utf8)
        try "[Focus]\nName=Company\n".write(
            toFile: path + "/focuses/company.focus", atomically: true, encoding: .utf8)
        let directories = BaseDirectories { name in
            switch name {
            case "HOME": home
            case "XDG_CONFIG_DIRS": home + "/shared"
            default: nil
            }
        }
        var state = try ProgramPagesTests.state()
        var effects: [Effect] = []
        let configuration = try ConfigurationFile(directories).read()
        state.handle(.configuration(configuration, []), into: &effects)
        state.handle(.files(FocusDirectory(directories).load()), into: &effects)
        return (state, path + "/focusd.conf")
    }

    @Test func aLockedKeyIsGreyAndNamesTheFile() throws {
        var (state, lock) = try state(
            "[Administrator]\nLockedKeys=History.Days;\n[History]\nDays=90\n")
        state.showsPreferences = true
        let rows = try #require(state.preferences).pages.flatMap(\.groups).flatMap(\.rows)
        let days = try #require(rows.first { $0.id == "days" })
        #expect(!days.isEnabled)
        #expect(days.subtitle == "Locked by the administrator in \(lock)")
        guard case .number(90, _, _) = days.control else {
            Issue.record("not the administrator's number: \(days.control)")
            return
        }
        #expect(rows.first { $0.id == "entries" }?.isEnabled == true)
    }

    @Test func aLockedFocusIsGreyWithASentence() throws {
        var (state, lock) = try state("[Administrator]\nLockedFocuses=company;\n")
        _ = SettingsStateTests.effects(&state, .open(.focus(FocusID("company"))))
        #expect(state.page.notice?.text.contains(lock) == true)
        // A row that opens others can be opened.
        let rows = state.page.groups.flatMap(\.rows).flatMap { row in
            if case .details(let rows, _) = row.control { rows } else { [row] }
        }
        let writers = rows.filter { $0.intents.contains { $0.writesFile } }
        #expect(!writers.isEmpty && writers.allSatisfy { !$0.isEnabled })
        // Other Focuses stay as they are.
        _ = SettingsStateTests.effects(&state, .open(.focus(.doNotDisturb)))
        #expect(state.page.notice == nil || state.page.notice?.text.contains(lock) == false)
    }

    @Test func anAdministratorsFocusOffersNoDeletion() throws {
        var (state, _) = try state("")
        _ = SettingsStateTests.effects(&state, .open(.focus(FocusID("company"))))
        #expect(state.page.row("administrator") != nil)
        #expect(state.page.row("delete") == nil)
    }
}
