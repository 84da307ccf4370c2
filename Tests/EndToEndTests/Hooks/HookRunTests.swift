// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The user's programs at events. Their output is in focusd's log.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(5))) @LoopActor struct HookRunTests {
        private static let configuration = """
            [Hook focus]
            On=start;end
            Run=sh -c 'read line; echo "$FOCUSD_HOOK $FOCUSD_EVENT $FOCUSD_FOCUS_NAME $line"'

            [Hook chat]
            On=silenced
            When=summary CONTAINS "urgent"
            Run=cat
            """

        private func withHooks(
            _ configuration: String = configuration,
            _ body: @LoopActor (Desktop) async throws -> Void
        ) async throws {
            let files = [
                "focusd.conf": configuration, "focuses/quiet.focus": MissedTests.quiet,
            ]
            try await withDesktop(files: files, body)
        }

        @Test func focusChangesRunAHookWithOneLineOfJSON() async throws {
            try await withHooks { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                try await user.focusd("Activate", .string("quiet"))
                try await desktop.waitForLog("focus start Quiet {\"event\":\"start\"")
                #expect(desktop.log.contains("\"focus\":\"quiet\""))
                #expect(desktop.log.contains("\"cause\":\"manual\""))
                try await user.focusd("Deactivate")
                try await desktop.waitForLog("focus end Quiet {\"event\":\"end\"")
            }
        }

        @Test func predicateSelectsNotifications() async throws {
            try await withHooks { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("quiet"))
                _ = try await chat.notify("hello")
                _ = try await chat.notify("urgent \"matter\"\nline", body: "text")
                try await desktop.waitForLog("\"event\":\"silenced\"")
                try await desktop.waitForLog("\"summary\":\"urgent \\\"matter\\\"\\u000aline\"")
                #expect(desktop.log.contains("\"reason\":\"app\""))
                #expect(!desktop.log.contains("hello"))
            }
        }

        @Test func restartRunsNoHookForAFocusThatIsStillOn() async throws {
            try await withHooks { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                try await user.focusd("Activate", .string("quiet"))
                try await desktop.waitForLog("focus start Quiet")
                try await desktop.end()
                try await desktop.startWithServer()
                try await user.focusd("Deactivate")
                try await desktop.waitForLog("focus end Quiet")
                let starts = desktop.log.components(separatedBy: "focus start Quiet").count - 1
                #expect(starts == 1)
            }
        }

        @Test func slowAndFailingHooksDelayNoAnswerAndAreEnded() async throws {
            let hooks = """
                [Hook slow]
                On=delivered
                Run=sleep 600

                [Hook missing]
                On=delivered
                Run=/no/such/program

                [Hook failing]
                On=delivered
                Run=false
                """
            try await withHooks(hooks) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                let start = ContinuousClock.now
                for number in 0..<8 { _ = try await chat.notify("\(number)") }
                #expect(.now - start < .seconds(5))
                try await desktop.waitForLog("hook missing: ")
                try await desktop.waitForLog("hook slow: it is ended, since it has run for 10 s")
                try await desktop.waitForLog("hook failing: its program ended with exit status 1")
                #expect(try await chat.notify("after") > 0)
            }
        }

        /// Issue 20: a program that a hook had started ran on after the hook was ended.
        @Test func programsThatAHookStartedEndWithItsTime() async throws {
            let hooks = """
                [Hook parent]
                On=delivered
                When=summary == "parent"
                Run=sh -c "sleep 86001 & echo child $!; wait"

                [Hook orphan]
                On=delivered
                When=summary == "orphan"
                Run=sh -c "sleep 86001 & echo child $!"
                """
            try await withHooks(hooks) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                for name in ["parent", "orphan"] {
                    _ = try await chat.notify(name)
                    let end = "hook \(name): it is ended, since it has run for 10 s"
                    try await desktop.waitForLog(end)
                }
                let children = desktop.log.split(whereSeparator: \.isNewline).compactMap { line in
                    line.hasPrefix("child ") ? Int32(line.dropFirst(6)) : nil
                }
                #expect(children.count == 2)
                for child in children {
                    // Its end comes with the signal, soon.
                    let deadline = ContinuousClock.now + .seconds(10)
                    while kill(child, 0) == 0, isRunning(child), .now < deadline {
                        await Task.yield()
                    }
                    #expect(!isRunning(child))
                }
            }
        }

        /// Returns true for a process that runs: a zombie does not.
        private func isRunning(_ process: Int32) -> Bool {
            guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            else { return false }
            return !text.contains(") Z ")
        }

        @Test func floodOfEventsLeavesRunsOut() async throws {
            let hooks = "[Hook flood]\nOn=delivered\nRun=sleep 0.2\n"
            try await withHooks(hooks) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                for number in 0..<100 { _ = try await chat.notify("\(number)") }
                try await desktop.waitForLog("runs of hooks were left out: too many at once")
            }
        }
    }
}
