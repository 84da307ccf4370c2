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

/// Files of Focuses that programs replace or delete while focusd runs.
extension EndToEnd.Focuses {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct LostFileTests {
        private static let work =
            "[Focus]\nName=Work\n\n[Schedule nights]\nDays=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n"
            + "From=3:00\nTo=3:01\n"
        private static let files = ["focuses/work.focus": work]

        /// Waits until focusd knows a Focus. `FocusesChanged` tells of each reading.
        private func wait(
            for focus: String, _ client: Client, _ readings: Recorder<Void>
        ) async throws {
            while true {
                let listed = try await client.focusd("ListFocuses").first.flatMap(Fields.list)
                if listed?.contains(where: { $0.string("id") == focus }) == true { return }
                try await readings.next()
            }
        }

        /// A trial with a newcomer: `list` lacked the Focus whose file had just been copied.
        @Test func fileCountsForTheNextCall() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let user = try desktop.client()
                for round in 1...5 {
                    try desktop.write("focuses/a\(round).focus", "[Focus]\nName=A\(round)\n")
                    let listed = try await user.focusd("ListFocuses").first.flatMap(Fields.list)
                    #expect(listed?.contains { $0.string("id") == "a\(round)" } == true)
                    // The next reading of changed files begins a tenth of a second later.
                    try desktop.write("focuses/b\(round).focus", "[Focus]\nName=B\(round)\n")
                    try await user.focusd("Activate", .string("B\(round)"))
                    #expect(try await user.status().focusName == "B\(round)")
                    try desktop.write("focuses/c\(round).focus", "[Focus]\nName=C\(round)\n")
                    #expect(try await user.focusd("GetFocus", .string("c\(round)")).count == 1)
                    try desktop.write("focuses/d\(round).focus", "[Focus]\nName=D\(round)\n")
                    #expect(try await user.focusd("ListFilters", .string("D\(round)")).count == 1)
                    try desktop.write("focuses/e\(round).focus", "[Focus]\nName=E\(round)\n")
                    let question: [String: Value] = [
                        "app": .string("org.example.Chat"), "focus": .string("E\(round)"),
                    ]
                    #expect(try await user.focusd("Explain", .vardict(question)).count == 1)
                }
            }
        }

        @Test func fileThatIsReplacedInTwoStepsKeepsItsFocus() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                let readings = Recorder<Void>()
                let subscription = user.connection.subscribe(
                    MatchRule(interface: WireName.control, member: "FocusesChanged")
                ) { _ in readings.record(()) }
                defer { withExtendedLifetime(subscription) {} }
                try await user.focusd("Subscribe")
                let path = desktop.home + "/config/focusd/focuses/work.focus"
                // A slow machine may need longer than focusd's wait; then the next round counts.
                for round in 1...20 {
                    try await user.focusd("Activate", .string("work"))
                    try await user.focusd(
                        "Skip", .string("work"), .string("nights"), .int64(0))
                    let activation = try await user.status().activation
                    let skips = try await user.focusd("Skips")
                    let start = ContinuousClock.now
                    #expect(unsafe rename(path, path + "~") == 0)
                    try desktop.write("focuses/away\(round).focus", "[Focus]\nName=A\(round)\n")
                    try await wait(for: "away\(round)", user, readings)
                    try desktop.write("focuses/work.focus", Self.work)
                    let isInTime =
                        start.duration(to: .now) < FocusFileLimits.absenceWait * 3 / 4
                    try desktop.write("focuses/back\(round).focus", "[Focus]\nName=B\(round)\n")
                    try await wait(for: "back\(round)", user, readings)
                    try await wait(for: "work", user, readings)
                    guard isInTime else { continue }
                    #expect(activation?.focus == FocusID("work"))
                    #expect(try await user.status().activation == activation)
                    #expect(try await user.focusd("Skips") == skips)
                    return
                }
                Issue.record("focusd has not read the files in time")
            }
        }

        @Test func deletedFileEndsItsFocusAndStatusTellsWhy() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                try await user.focusd("Activate", .string("work"))
                #expect(try await user.status().lost == nil)
                #expect(unsafe unlink(desktop.home + "/config/focusd/focuses/work.focus") == 0)
                try await user.waitForStatus { $0.activation == nil }
                let lost = try #require(try await user.status().lost)
                #expect(lost.focus == FocusID("work") && lost.name == "Work")
                try await user.focusd("Activate", .string("do-not-disturb"))
                #expect(try await user.status().lost == nil)
            }
        }

        @Test func deletionThroughFocusdEndsTheFocusAtOnce() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                try await user.focusd("Activate", .string("work"))
                try await user.focusd("DeleteFocus", .string("work"), .string(""))
                #expect(try await user.status().activation == nil)
            }
        }
    }
}
