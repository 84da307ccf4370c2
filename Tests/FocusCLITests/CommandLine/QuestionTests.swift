// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// A trial with a newcomer: a line typed while a command worked answered its question.
@Suite("questions on a terminal") @LoopActor struct QuestionTests {
    @Test(
        "text typed before a question does not answer it",
        arguments: [
            ["history", "clear"], ["forget", "chat"], ["missed", "clear"], ["dismiss", "--all"],
        ])
    func typedAhead(_ words: [String]) {
        let control = FakeControl(
            Fixture.control([
                "ListApps": [FieldsBuilder.list([Fixture.seenApp.value])],
                "ClearHistory": [.uint32(1)], "Forget": [.uint32(1)], "ClearMissed": [.uint32(1)],
                "Dismiss": [.uint32(1)], "Snoozed": [Fixture.list([])],
                "Entries": [Fixture.list([Fixture.entry()])],
            ]))
        let program = RunningProgram(control)
        program.typedAhead = ["focus-switch status"]
        program.typed = ["y"]
        program.start(words)
        #expect(program.result.code == .done, "\(program.result)")
        #expect(!program.result.output.contains("Nothing was done"))
        // A trial with a newcomer: a “y” before the question was lost without a word.
        let note = "note: what was typed before this question does not answer it\n"
        #expect(program.result.errors.contains(note), "\(program.result)")
    }

    @Test("a Focus is not created, and an edit not repeated, by earlier text")
    func otherQuestions() async throws {
        let focus = try Configuration()
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no such Focus")
        let environment = [
            "XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
            "EDITOR": "sh -c 'echo Apps=some >>\"$1\"' sh", "TMPDIR": focus.path,
        ]
        let on = RunningProgram(control, environment: environment)
        on.typedAhead = ["y"]
        on.typed = ["n"]
        on.start(["on", "reading"])
        #expect(on.result.code == .refused)
        #expect(focus.text("reading") == nil)
        try focus.write("work", "[Focus]\nName=Work\n")
        let edit = RunningProgram(control, environment: environment)
        edit.typedAhead = ["y"]
        edit.typed = ["n"]
        edit.start(["edit", "work"])
        #expect(try await edit.ends.next() == .refused)
    }

    @Test("lines of the missed list's dialogue are not lost")
    func dialogue() {
        let control = FakeControl(
            Fixture.control(["Entries": [Fixture.list([Fixture.entry()])]]))
        let program = RunningProgram(control)
        program.typedAhead = ["12"]
        program.typed = ["q"]
        program.start(["missed", "--wait"])
        #expect(program.result.output.contains("Lunch?"))
        #expect(control.calls.contains(.init("Entry", .uint32(12))))
    }
}
