// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Foundation
import TestSupport
import Testing

@testable import FocusSettings

/// The names of Focuses, of which no two may be equal.
@Suite struct FocusNameTests {
    @Test(
        "a command line names a Focus by its id or its name, in any letter case",
        arguments: [("Deep-Work", "deep-work"), ("FOCUSED TIME", "deep-work"), ("wORK", "work")])
    func aCommandLineNamesAFocus(_ word: String, _ id: String) throws {
        let deep = FocusID("deep-work")
        var state = try SettingsStateTests.state()
        state.files[deep] = try SettingsStateTests.file(
            "[Focus]\nName=Focused Time\n", id: deep)
        _ = SettingsStateTests.effects(&state, .open(.focus(FocusID(word))))
        #expect(state.place == .focus(FocusID(id)))
        #expect(state.page.empty == nil)
    }

    @Test("a command line with an unknown Focus leads to a page that says so, with the nearest")
    func anUnknownFocusIsNamed() throws {
        let path = try makeTemporaryDirectory("named")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let directory = FocusDirectory(path: path)
        _ = try directory.create(FocusID("work"), name: "Work")
        // The window opens with its first page, and reads the files then.
        var state = SettingsState()
        state.trail = [.focus(FocusID("Wrk"))]
        state.firstRun.isOver = true
        #expect(state.page.empty?.title == "Reading the files…")
        var effects: [Effect] = []
        state.handle(.files(directory.load()), into: &effects)
        var empty = try #require(state.page.empty)
        #expect(empty.title == "There is no Focus “Wrk”")
        #expect(empty.description == "Did you mean “Work”?")
        #expect(
            empty.buttons.map(\.intent) == [.open(.focus(FocusID("work"))), .open(.newFocus)])
        // Another program changes a file, and the page stays.
        state.handle(.files(directory.load(), elsewhere: true), into: &effects)
        #expect(state.page.empty?.title == "There is no Focus “Wrk”")
        _ = SettingsStateTests.effects(&state, .open(.focus(FocusID("nope"))))
        empty = try #require(state.page.empty)
        #expect(empty.description == "")
        #expect(empty.buttons.map(\.intent) == [.open(.newFocus)])
        // The same at the start, by a name.
        state = SettingsState()
        state.trail = [.focus(FocusID("WORK"))]
        state.firstRun.isOver = true
        state.handle(.files(directory.load()), into: &effects)
        #expect(state.place == .focus(FocusID("work")))
    }

    private static let reading = FocusID("reading")

    /// Returns a state with the Focuses *Work* and *Reading*.
    private static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.files[reading] = try SettingsStateTests.file(
            "[Focus]\nName=Evening\n", id: reading)
        return state
    }

    @Test(
        "a Focus does not take the name or the id of another one",
        arguments: [("WORK", "Work"), (" work ", "Work")])
    func aTakenNameIsRefused(_ typed: String, _ other: String) throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.reading)))
        #expect(SettingsStateTests.effects(&state, .edit(Self.reading, .name), typed) == [])
        let row = try #require(state.page.row("name"))
        #expect(row.isFaulty)
        #expect(row.subtitle == "There is a Focus “\(other)” already; choose another name")
        #expect(
            row.control == .entry(typed.trimmed, apply: .edit(Self.reading, .name)))
        // Its own name in other letters is free.
        #expect(
            SettingsStateTests.effects(&state, .edit(Self.reading, .name), "EVENING")
                == [.edit(Self.reading, .name, text: "EVENING")])
    }

    @Test("a new Focus does not take the name of a Focus with another id")
    func aTakenNameMakesNoFocus() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.newFocus))
        for name in ["evening", "Reading"] {
            #expect(SettingsStateTests.effects(&state, .createNamed, name) == [])
            #expect(
                state.page.row("name")?.subtitle
                    == "There is a Focus “Evening” already; choose another name")
        }
    }

    @Test("no template makes a second Focus of a name")
    func aTakenNameLocksItsTemplate() throws {
        var state = try Self.state()
        state.files[Self.reading] = try SettingsStateTests.file(
            "[Focus]\nName=sleep\n", id: Self.reading)
        _ = SettingsStateTests.effects(&state, .open(.newFocus))
        let row = try #require(state.page.row("template sleep"))
        #expect(!row.isEnabled)
        #expect(row.subtitle == "There is a Focus “sleep” already")
        #expect(SettingsStateTests.effects(&state, .create(FocusID("sleep"))) == [])
        #expect(state.page.row("template share")?.isEnabled == true)
        #expect(!state.pickedTemplates.contains(FocusID("sleep")))
    }

    @Test(
        "no Focus is given a name that means something else on a command line",
        arguments: ["dnd", "Off", "1h", "Work off"])
    func aReservedNameIsRefused(_ typed: String) throws {
        let reason =
            "“\(typed)” means something else on the command line; choose another name"
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.newFocus))
        #expect(SettingsStateTests.effects(&state, .createNamed, typed) == [])
        #expect(state.page.row("name")?.subtitle == reason)
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.reading)))
        #expect(SettingsStateTests.effects(&state, .edit(Self.reading, .name), typed) == [])
        #expect(state.page.row("name")?.subtitle == reason)
    }
}
