// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

@Suite(.timeLimit(.minutes(20))) @LoopActor struct RunningHookTests {
    /// Issue 20: a program that a hook had started ran on after the hook was ended.
    @Test func programsThatAHookStartedEndWithItsTime() async throws {
        let directory = try makeTemporaryDirectory("hook")
        let start = "sleep 86001 & echo $! >\"$0\""
        let scripts = ["parent": start + "; wait", "orphan": start]
        let outcomes = Recorder<RunningHook.Outcome>()
        let runs = scripts.map { name, script in
            let run = RunningHook(name, .delivered, Log(), limit: .seconds(3)) { _, outcome in
                outcomes.record(outcome)
            }
            run.start(
                ["/bin/sh", "-c", script, "\(directory)/\(name)"], input: "{}\n",
                ["PATH": "/usr/bin:/bin"])
            return run
        }
        for _ in runs {
            let failure = try await outcomes.next().failure
            #expect(failure == "it was ended, since it had run for 3 s")
        }
        for name in scripts.keys {
            let text = try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
            let child = try #require(text.split(separator: "\n").first.flatMap { Int32($0) })
            // Its end comes with the signal, soon.
            let deadline = ContinuousClock.now + .testDeadline
            while isRunning(child), .now < deadline { await Task.yield() }
            #expect(!isRunning(child))
        }
        try FileManager.default.removeItem(atPath: directory)
    }

    /// Returns true for a process that runs: a zombie does not.
    private func isRunning(_ process: Int32) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        else { return false }
        return !text.contains(") Z ")
    }
}
