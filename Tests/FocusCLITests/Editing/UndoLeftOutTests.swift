// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: of a file that was deleted by hand, `undo` told in so many lines that
/// the next step was lost among them.
@Suite("commands that undo leaves out") @LoopActor struct UndoLeftOutTests {
    @Test("the next step comes first, and each reason has one line")
    func nextStepFirst() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        func run(_ words: String...) -> RunResult {
            focus(all: words, variables: ["XDG_STATE_HOME": focus.path + "/state"])
        }
        #expect(run("set", "color", "#112233", "--focus", "work").code == .done)
        #expect(run("create", "Gym").code == .done)
        for app in ["a.b", "c.d", "e.f"] {
            #expect(run("allow", app, "--focus", "gym").code == .done)
        }
        try FileManager.default.removeItem(atPath: focus.file("gym"))
        let undo = run("undo")
        #expect(undo.code == .refused)
        #expect(
            undo.errors.hasPrefix("focus-switch: “focus-switch allow e.f --focus gym” cannot be"),
            "\(undo.errors)")
        #expect(
            undo.errors.contains(
                "\nTo take back the change before, “focus-switch set color '#112233' --focus work”:"
                    + " focus-switch undo\nLeft out: “focus-switch allow c.d --focus gym” and 2"
                    + " more, since "), "\(undo.errors)")
        #expect(undo.errors.split(separator: "Left out:").count == 2, "\(undo.errors)")
    }
}
