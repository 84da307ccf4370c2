// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("What is typed about notifications") @LoopActor struct MissedDialogueTests {
    @Test("the list's keys: a number, d and a number, ?, q (issue 17)")
    func keys() {
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([Fixture.entry()])], "Dismiss": [.uint32(1)],
                "MarkRead": [.uint32(1)],
            ]))
        let session = RunningProgram(control)
        session.typed = ["12", "d 12", "12 r", "a 12 reply", "?", "q", "d 12"]
        session.start(["missed", "--wait"])
        #expect(session.result.errors == "")
        #expect(session.typed == ["d 12"])
        #expect(session.result.output.contains("Actions   default (Open), reply (Reply)"))
        #expect(session.result.output.contains("> Dismissed 1 notification.\n"))
        #expect(session.result.output.contains("> Marked 1 notification as read."))
        #expect(session.result.output.contains("> Invoked “Reply” of org.example.Chat.\n"))
        #expect(session.result.output.contains("  q or Enter"))
    }

    @Test("clear, delete and forget ask on a terminal, unless told not to (issue 17)")
    func questions() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\n")
        let environment = ["XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent"]
        for words in [["missed", "clear"], ["forget", "a.b"], ["delete", "f"]] {
            let control = FakeControl(
                Fixture.control([
                    "ClearMissed": [.uint32(2)], "Forget": [.uint32(2)], "Reload": [.strings([])],
                ]))
            let asked = RunningProgram(control, environment: environment)
            asked.typed = ["no"]
            asked.start(words)
            #expect(asked.result.code == .refused)
            #expect(asked.result.output.hasSuffix("? [y/N] Nothing was done.\n"), "\(words)")
            let told = RunningProgram(control, environment: environment)
            told.typed = ["unread"]
            told.start(words + ["--yes"])
            #expect(told.result.code == .done, "\(words)")
            #expect(told.typed == ["unread"])
        }
    }

    @Test("a word that is no key is answered with the keys; Enter is named (issue 17)")
    func unknownKeys() {
        let control = FakeControl(
            Fixture.control(["Entries": [Fixture.list([Fixture.entry()])]]))
        let session = RunningProgram(control)
        session.typed = ["bogus", "dismis 12", ""]
        session.start(["missed", "--wait"])
        #expect(
            session.result.errors
                == "focus-switch: there is no key “bogus”; ? lists the keys\n"
                + "focus-switch: there is no key “dismis”; did you mean “dismiss”?\n")
        #expect(session.result.output.contains("d dismisses, Enter closes, ? lists all keys."))
    }
}
