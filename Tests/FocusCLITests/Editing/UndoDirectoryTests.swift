// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// With the directory in a repository of dotfiles, undo found no change to take back.
@Suite("the directory of the changes that undo takes back") @LoopActor struct UndoDirectoryTests {
    @Test("undo names the link in place of its directory")
    func link() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        func run(_ words: String...) -> RunResult {
            focus(all: words, variables: ["XDG_STATE_HOME": focus.path + "/state"])
        }
        let files = FileManager.default
        let undo = focus.path + "/state/focusd/undo"
        try files.createDirectory(
            atPath: focus.path + "/state/focusd", withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: undo, withDestinationPath: focus.path)
        #expect(run("set", "color", "#112233", "--focus", "work").code == .done)
        for result in [run("undo"), run("undo", "--list")] {
            #expect(result.code == .refused)
            #expect(
                result.errors
                    == "focus-switch: no change can be taken back: \(undo): a symbolic link;"
                    + " remove it\n")
        }
        try files.removeItem(atPath: undo)
        #expect(run("set", "color", "#332211", "--focus", "work").code == .done)
        #expect(run("undo").code == .done)
    }
}
