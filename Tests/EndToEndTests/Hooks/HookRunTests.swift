// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The user's programs at events. Their output is in focusd's log.
extension EndToEnd.Hooks {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct HookRunTests {
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
                "focusd.conf": configuration,
                "focuses/quiet.focus": EndToEnd.Notifications.MissedTests.quiet,
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

        @Test("a standard error that nobody reads stalls neither focusd nor a hook's report")
        func fullStandardError() async throws {
            let noisy = """
                [Hook noisy]
                On=start
                Run=sh -c 'head -c 200000 /dev/zero | tr "\\\\0" x >&2; exit 3'
                """
            try await withHooks(noisy) { desktop in
                let path = desktop.home + "/full"
                try #require(unsafe mkfifo(path, 0o600) == 0)
                let pipe = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
                defer { close(pipe) }
                let bytes = [UInt8](repeating: 0, count: 1 << 20)
                OpenFile.writeWithoutWaiting(bytes.span, to: pipe)
                try await desktop.start(through: ["sh", "-c", "exec \"$@\" 2>\"$0\"", path])
                let user = try desktop.client()
                try await user.focusd("Activate", .string("quiet"))
                try await user.waitForStatus { status in
                    status.problems.contains { $0.contains("ended with exit status 3") }
                }
            }
        }

        /// `RunningHookTests` has the end of a slow hook.
        @Test func slowAndFailingHooksDelayNoAnswer() async throws {
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
                // All at once: their answers come before the first hook has had its time.
                let answers = Recorder<UInt32>()
                try EndToEnd.Senders.CrowdTests.send(8, on: chat.connection, to: answers)
                for _ in 0..<8 { #expect(try await answers.next() > 0) }
                #expect(!desktop.log.contains("it is ended"))
                try await desktop.waitForLog("hook missing: ")
                try await desktop.waitForLog("hook failing: its program ended with exit status 1")
                #expect(try await chat.notify("after") > 0)
            }
        }

        /// Issue 17: a hook that failed each time was only in the log.
        @Test func doctorAndStatusShowFailingHooks() async throws {
            let hooks = """
                [Hook status]
                On=start
                Run=sh -c "echo; echo no light >&2; echo more >&2; exit 3"

                [Hook signal]
                On=start
                Run=sh -c "kill -SEGV $$"

                [Hook missing]
                On=start
                Run=sh -c "/no/such/program"

                [Hook good]
                On=start
                Run=sh -c "echo fine >&2"
                """
            try await withHooks(hooks) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                func checks() async throws -> [Fields] {
                    try await user.focusd("Doctor").first.flatMap(Fields.list)?
                        .filter { $0.string("check")?.hasPrefix("hook") == true } ?? []
                }
                #expect(try await checks().map { $0.boolean("ok") } == [true])
                for _ in 1...2 {
                    try await user.focusd("Activate", .string("quiet"))
                    try await user.focusd("Deactivate")
                }
                for name in ["status", "signal", "missing"] {
                    try await desktop.waitForLog("hook \(name): its program ", times: 2)
                }
                let found = try await checks()
                #expect(
                    found.map { $0.string("check") } == [
                        "hook missing", "hook signal", "hook status",
                    ])
                let details = found.map { $0.string("detail") ?? "" }
                let start = "failed 2 times in a row, last at the start of Quiet: its program"
                #expect(
                    details[0].hasPrefix(
                        "\(start) ended with exit status 127 (a command was not found) and wrote “")
                )
                #expect(details[0].contains("/no/such/program"))
                #expect(details[1] == "\(start) was ended by signal 11 (Segmentation fault)")
                #expect(
                    details[2] == "\(start) ended with exit status 3 and wrote “no light”")
                #expect(found.allSatisfy { $0.string("problem") == "hook-failing" })
                #expect(found.allSatisfy { ($0.int64("latest") ?? 0) >= ($0.int64("since") ?? 1) })
                #expect(found[2].string("remedy")?.contains("[Hook status]") == true)
                // The log has all of it; other hooks' lines may come in between.
                for line in ["no light\n", "more\n"] {
                    try await desktop.waitForLog(line, times: 2)
                }
                try await desktop.waitForLog("fine")
                let status = try await user.focusd("Status").first.flatMap(Fields.init)
                let problems = status?.strings("problems") ?? []
                #expect(problems.contains("hook status: \(details[2])"), "\(problems)")
                // A corrected hook has not failed.
                try desktop.write("focusd.conf", "[Hook status]\nOn=start\nRun=true\n")
                try await user.focusd("Reload")
                #expect(try await checks().map { $0.boolean("ok") } == [true])
                // A program that is not there is told before the first event.
                try desktop.write("focusd.conf", "[Hook a]\nOn=start\nRun=/no/such/program x\n")
                try await user.focusd("Reload")
                let absent = try await checks().first?.string("detail")
                #expect(absent?.hasPrefix("its program “/no/such/program” is not there") == true)
            }
        }

        /// A hook for a mistyped Focus never ran, and nothing told.
        @Test func focusThatDoesNotExistIsToldUntilThereIsOne() async throws {
            try await withHooks("[Hook light]\nOn=start\nFocus=sleep\nRun=true\n") { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                func listed() async throws -> [String] {
                    let status = try await user.focusd("Status").first.flatMap(Fields.init)
                    return status?.strings("problems") ?? []
                }
                let problem =
                    "/focusd.conf:3: Focus: there is no Focus with the id “sleep”, so the hook"
                    + " “light” never runs for it; focus-switch list shows the ids"
                #expect(try await listed().map { $0.hasSuffix(problem) } == [true])
                let check = try await user.doctor("files")
                #expect(check.problem?.kind == .fileRefused && check.detail.hasSuffix(problem))
                #expect(desktop.log.contains(problem))
                try desktop.write("focuses/sleep.focus", "[Focus]\nName=Sleep\n")
                try await user.focusd("Reload")
                #expect(try await listed().isEmpty)
                #expect(try await user.doctor("files").isGood)
                // The configuration alone is read as before.
                try desktop.write("focusd.conf", "[Hook light]\nOn=end\nFocus=slep\nRun=true\n")
                try await user.focusd("Reload")
                #expect(try await listed().map { $0.hasSuffix("did you mean “sleep”?") } == [true])
            }
        }

        @Test func longLinesOfErrorsAreCut() async throws {
            let hooks = "[Hook long]\nOn=start\nRun=sh -c \"printf %0300d 0 >&2; exit 1\"\n"
            try await withHooks(hooks) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                try await user.focusd("Activate", .string("quiet"))
                let zeros = "“" + String(repeating: "0", count: 200) + "”"
                try await desktop.waitForLog("hook long: its program ")
                let checks = try await user.focusd("Doctor").first.flatMap(Fields.list)
                #expect(checks?.contains { $0.string("detail")?.hasSuffix(zeros) == true } == true)
                try await desktop.waitForLog(String(repeating: "0", count: 300))
            }
        }

        /// A trial with a newcomer: a hook with `notify-send` made 149 notifications in seconds.
        @Test func notificationOfAHookRunsNoHooks() async throws {
            let hooks = """
                [Hook loop]
                On=delivered
                Run=sh -c 'read line; echo "ran $line"; notify-send looped; echo sent'

                [Hook farewell]
                On=end
                Run=notify-send ended
                """
            try await withHooks(hooks) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                _ = try await chat.notify("first")
                try await desktop.waitForLog("sent\n")
                _ = try await chat.notify("last")
                try await desktop.waitForLog("\"summary\":\"last\"")
                try await desktop.waitForLog("sent\n", times: 2)
                #expect(!desktop.log.contains("\"summary\":\"looped\""))
                // A hook about a Focus does not run itself by a notification.
                try await chat.focusd("Activate", .string("quiet"))
                try await chat.focusd("Deactivate")
                try await desktop.waitForLog("\"summary\":\"ended\"")
            }
        }

        /// A program that leaves the hook's process group keeps its standard error.
        @Test func manyProgramsThatGoOnLeaveHooksWorking() async throws {
            let hooks = """
                [Hook staying]
                On=delivered
                When=summary == "stay"
                Run=setsid -f sh -c "sleep 2; echo still here >&2"

                [Hook later]
                On=delivered
                When=summary == "later"
                Run=sh -c "echo later hook >&2"
                """
            try await withHooks(hooks) { desktop in
                try await desktop.startWithServer()
                let chat = try desktop.client()
                for _ in 0..<20 { _ = try await chat.notify("stay") }
                _ = try await chat.notify("later")
                try await desktop.waitForLog("later hook")
                try await desktop.waitForLog("still here\n", times: 20)
            }
        }

        @Test func floodOfEventsLeavesRunsOut() async throws {
            // No run ends while the notifications come.
            let hooks = """
                [Hook flood]
                On=delivered
                Run=sh -c 'exec flock --shared "$HOME/lock" true'
                """
            try await withHooks(hooks) { desktop in
                let path = desktop.home + "/lock"
                let lock = unsafe open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
                defer { close(lock) }
                try #require(flock(lock, LOCK_EX) == 0)
                try await desktop.startWithServer()
                let chat = try desktop.client()
                let answers = Recorder<UInt32>()
                try EndToEnd.Senders.CrowdTests.send(100, on: chat.connection, to: answers)
                for _ in 0..<100 { _ = try await answers.next() }
                flock(lock, LOCK_UN)
                try await desktop.waitForLog("runs of hooks were left out: too many at once")
            }
        }
    }
}
