// SPDX-License-Identifier: Apache-2.0

import FocusClient
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// The first process of a container collects no processes: `setup --undo` waited for a focusd that
/// had ended, and failed.
@Suite("runs of setup's commands") @LoopActor struct SetupRunTests {
    @Test("a process that its parent does not collect has ended")
    func uncollected() async throws {
        let command = SessionFacts.ending(.init(processID: 77_777, program: "focusd"))
            .replacing("77777", with: "$child")
        let exits = Recorder<ChildProcess.ExitStatus>()
        // The second sleep takes the place of the child's parent, and collects no child.
        let script = """
            sh -c 'sleep 60 & echo $! $$; exec sleep 60' | {
                read -r child parent
                export child
                \(command)
                status=$?
                kill $parent
                exit $status
            }
            """
        let process = try ChildProcess(["/bin/sh", "-c", script], endsWithParent: true) {
            exits.record($0)
        }
        defer { withExtendedLifetime(process) {} }
        #expect(try await exits.next() == .exited(0))
    }

    /// The step that starts the earlier server was left out, and no message named it.
    @Test("undoing goes on after a command that fails, and fails at the end")
    func undoGoesOn() async throws {
        let directory = try Configuration()
        let file = directory.path + "/n.service"
        try "".write(toFile: file, atomically: true, encoding: .utf8)
        var facts = SessionFacts()
        facts.hasBus = false
        facts.ownFile = "/own"
        facts.userFile = file
        facts.userLink = "/own"
        facts.revivalFile = "/revival"
        facts.revivalLink = "/revival"
        facts.userRevivalFile = directory.path + "/absent"
        let program = RunningProgram(nil, environment: ["HOME": directory.path])
        program.facts = facts
        program.start(["setup", "--undo", "--yes"])
        #expect(try await program.ends.next() == .refused)
        #expect(program.result.errors.contains("the command failed: rm "))
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
