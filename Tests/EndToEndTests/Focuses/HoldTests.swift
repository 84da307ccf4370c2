// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// A Focus for as long as a program runs.
extension EndToEnd.Focuses {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct HoldTests {
        private static let files = ["focuses/quiet.focus": EndToEnd.Notifications.MissedTests.quiet]

        private func hold(_ client: Client, _ focus: String = "quiet") async throws -> UInt32 {
            let answer = try await client.focusd("Hold", .string(focus), .string("make all"))
            return try #require(answer.first?.asUInt32)
        }

        @Test func clientThatLeavesEndsItsHold() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let (tool, user) = (try desktop.client(), try desktop.client())
                let first = try await hold(tool)
                _ = try await hold(tool)
                let activation = try await user.status().activation
                #expect(activation?.focus == FocusID("quiet"))
                #expect(activation?.trigger == .hold(id: first + 1, reason: "make all"))
                let stranger = try await user.error {
                    try await user.focusd("Release", .uint32(first))
                }
                #expect(stranger.name == WireError.notFound)
                try await tool.focusd("Release", .uint32(first))
                #expect(try await user.status().activation != nil)
                tool.leave()
                try await user.waitForStatus { $0.activation == nil }
            }
        }

        /// The hold was made after its client had left, and stayed until the end of focusd.
        @Test func clientThatLeavesDuringALookForNewFilesHoldsNothing() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let folder = desktop.home + "/config/focusd/focuses"
                // The look takes many turns of the loop.
                for number in 0..<20 * FocusFileLimits.namesPerTurn {
                    _ = FileManager.default.createFile(
                        atPath: "\(folder)/\(number).txt", contents: nil)
                    // Apps of other suites, which share this loop, have seconds for an answer.
                    if number.isMultiple(of: 100) { await Task.yield() }
                }
                try await desktop.startWithServer()
                let (tool, user) = (try desktop.client(), try desktop.client())
                // focusd knows who calls.
                _ = try await tool.status()
                try desktop.write("focuses/late.focus", "[Focus]\nName=Late\n")
                let call = Message.methodCall(
                    destination: WireName.focus, path: WireName.focusPath,
                    interface: WireName.control, member: "Hold")
                try call.append(contentsOf: [.string("late"), .string("make all")])
                #expect(tool.connection.send(call))
                tool.leave()
                // Answered after a later look.
                let focuses = try await user.focusd("ListFocuses").first.flatMap(Fields.list)
                #expect(focuses?.contains { $0.string("id") == "late" } == true)
                try await user.waitForStatus { $0.activation == nil }
            }
        }

        @Test func holdSurvivesAKillOfFocusdButNotItsClient() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let (stays, leaves) = (try desktop.client(), try desktop.client())
                _ = try await hold(stays)
                _ = try await hold(leaves)
                try await desktop.end(SIGKILL)
                leaves.leave()
                try await desktop.startWithServer()
                let activation = try await stays.status().activation
                #expect(activation?.trigger == .hold(id: 1, reason: "make all"))
                stays.leave()
                let user = try desktop.client()
                try await user.waitForStatus { $0.activation == nil }
            }
        }

        @Test func endOfAHoldWhileFocusdIsDownKeepsTheFocusOfASchedule() async throws {
            let days = "[Schedule day]\nDays=Mon;Tue;Wed;Thu;Fri;Sat;Sun\nFrom=00:00\nTo=00:00\n"
            let files = [
                "focuses/quiet.focus": EndToEnd.Notifications.MissedTests.quiet + "\n" + days
            ]
            try await withDesktop(files: files) { desktop in
                // Midnight, the border of the windows, is twelve hours away.
                desktop.variables["TZ"] = Desktop.zone(showing: 12 * 3_600)
                try await desktop.startWithServer()
                let (tool, user) = (try desktop.client(), try desktop.client())
                let before = try #require(try await user.status().activation)
                _ = try await hold(tool)
                try await desktop.end(SIGKILL)
                tool.leave()
                try await desktop.startWithServer()
                let after = try await user.status().activation
                #expect(after?.focus == before.focus)
                #expect(after?.since == before.since)
                #expect(after?.cause == .schedule)
            }
        }

        @Test func commandRunsWhileTheFocusIsOn() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let pipe = desktop.home + "/pipe"
                #expect(unsafe mkfifo(pipe, 0o600) == 0)
                // Open for both, so that no writing waits for the reader, and with it all suites.
                let input = try #require(FileHandle(forUpdatingAtPath: pipe))
                let script = "read line < '\(pipe)'; exit 7"
                _ = try desktop.spawn(
                    ["on", "Quiet", "--", "sh", "-c", script], program: "focus-switch")
                try await user.waitForStatus { $0.activation?.focus == FocusID("quiet") }
                guard case .hold(_, let reason) = try await user.status().activation?.trigger
                else { throw TestSupportError("no hold") }
                #expect(reason.hasPrefix("sh -c read line"))
                try input.write(contentsOf: Data("go\n".utf8))
                #expect(try await desktop.exit() == .exited(7))
                try input.close()
                try await user.waitForStatus { $0.activation == nil }
            }
        }

        @Test func timeLimitEndsTheFocusAndNotTheCommand() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let listener = try await FocusListener(desktop)
                let pipe = desktop.home + "/pipe"
                #expect(unsafe mkfifo(pipe, 0o600) == 0)
                let input = try #require(FileHandle(forUpdatingAtPath: pipe))
                _ = try desktop.spawn(
                    ["quiet", "--for", "1s", "--", "head", "-n", "1", pipe],
                    program: "focus-switch")
                #expect(try await listener.changes.next() == "quiet")
                #expect(try await listener.changes.next() == "")
                try await desktop.waitForLog("the command goes on")
                #expect(try await listener.client.status().activation == nil)
                try input.write(contentsOf: Data("\n".utf8))
                #expect(try await desktop.exit() == .exited(0))
                try input.close()
            }
        }

        @Test func missingProgramAndUnknownFocusAreNamed() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                _ = try desktop.spawn(
                    ["on", "quiet", "--", "no-such-program"], program: "focus-switch")
                #expect(try await desktop.exit() == .exited(127))
                #expect(desktop.log.contains("no-such-program cannot be started"))
                _ = try desktop.spawn(
                    ["on", "wrok", "--", "true"], program: "focus-switch")
                #expect(try await desktop.exit() == .exited(1))
                let user = try desktop.client()
                try await user.waitForStatus { $0.activation == nil }
            }
        }
    }
}
