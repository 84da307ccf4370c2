// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// A Focus turns itself on and off (Design.md, "A Focus"): the real focusd, by a clock that
/// libfaketime shows it, and by its own where seconds are enough.
extension EndToEnd.Focuses {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ScheduleTests {
        private static func files(_ schedules: String...) -> [String: String] {
            let groups = schedules.enumerated().map { index, times in
                let parts = times.split(separator: " ")
                return """
                    [Schedule s\(index)]
                    Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;
                    From=\(parts[0])
                    To=\(parts[1])

                    """
            }
            return [
                "focuses/work.focus":
                    "[Focus]\nName=Work\nApps=allow\nSummary=true\n" + groups.joined(),
                "focuses/reading.focus": "[Focus]\nName=Reading\nApps=allow\n",
            ]
        }

        /// A command that runs focusd where clocks show that time and go on from there.
        private static func clock(_ time: String, in zone: String = "Europe/Berlin") throws
            -> [String]
        {
            let directories = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map { "/usr/lib/\($0)" }
            let library = try #require(
                (directories + ["/usr/lib", "/usr/lib64"])
                    .map { "\($0)/faketime/libfaketime.so.1" }
                    .first { FileManager.default.fileExists(atPath: $0) })
            return [
                "/usr/bin/env", "LD_PRELOAD=\(library)", "FAKETIME=@\(time)", "TZ=\(zone)",
            ]
        }

        /// Starts focusd some seconds before the minute is over, early enough to be listened to.
        /// Returns the time of the next change, too.
        private static func start(
            _ desktop: Desktop, in minute: String, before focus: String
        ) async throws -> (FocusListener, Timestamp) {
            for second in ["54", "45", "01"] {
                try await desktop.start(through: clock("\(minute):\(second)"))
                let listener = try await FocusListener(desktop)
                let upcoming = try await listener.client.focusd("Upcoming", .uint32(1)).first
                let change = try #require(
                    upcoming.flatMap(Fields.list)?.first.flatMap(UpcomingChange.init))
                let now = try await listener.client.status().activation?.focus.rawValue ?? ""
                if now != focus { return (listener, change.time) }
                // That took so long that it is over already.
                try await desktop.end()
                try FileManager.default.removeItem(atPath: desktop.home + "/state/focusd")
            }
            throw TestSupportError("focusd does not start in a minute")
        }

        @Test func windowsOpenAndCloseToTheSecond() async throws {
            let changes = [
                ("9:00 17:00", "2026-03-30 08:59", "work"),
                ("9:00 17:00", "2026-03-30 16:59", ""),
                // At two it is three.
                ("2:30 5:00", "2026-03-29 01:59", "work"),
                // At three it is two once more, which does not begin the window a second time.
                ("2:00 3:00", "2026-10-25 01:59", "work"),
                ("22:00 0:00", "2026-12-31 23:59", ""),
            ]
            try await sideBySide(changes) { try await expectChange($0.0, $0.1, $0.2) }
        }

        private func expectChange(
            _ schedule: String, _ minute: String, _ expected: String
        ) async throws {
            try await withDesktop(files: Self.files(schedule)) { desktop in
                let (listener, moment) = try await Self.start(
                    desktop, in: minute, before: expected)
                #expect(moment.rawValue % 60_000 == 0)
                #expect(try await listener.changes.next() == expected)
                let status = try await listener.client.status()
                #expect(status.activation?.focus.rawValue ?? "" == expected)
                #expect(status.activation?.cause ?? .schedule == .schedule)
                #expect(status.isInhibited == !expected.isEmpty)
                // By its own clock it did not come before that second.
                if let since = status.activation?.since { #expect(since >= moment) }
            }
        }

        @Test func windowThatPassedWhileFocusdWasAwayIsOver() async throws {
            try await withDesktop(files: Self.files("9:00 17:00")) { desktop in
                try await desktop.start(through: Self.clock("2026-03-30 12:00:00"))
                let client = try desktop.client()
                #expect(try await client.status().activation?.schedule == "s0")
                _ = try await client.notify("silenced")
                try await desktop.end()
                try await desktop.start(through: Self.clock("2026-03-30 18:00:00"))
                #expect(try await client.status().activation == nil)
                #expect(try await desktop.fake.notification(1).summary == "While Work was on")
                #expect(try await client.badge() == 1)
            }
        }

        @Test func turnedOffStaysOffAcrossARestartUntilTheNextWindow() async throws {
            try await withDesktop(files: Self.files("9:00 17:00")) { desktop in
                try await desktop.start(through: Self.clock("2026-03-30 12:00:00"))
                let client = try desktop.client()
                try await client.focusd("Deactivate")
                #expect(try await client.status().activation == nil)
                try await desktop.end(SIGKILL)
                try await desktop.start(through: Self.clock("2026-03-30 12:05:00"))
                #expect(try await client.status().activation == nil)
                try await desktop.end()
                try await desktop.start(through: Self.clock("2026-03-31 09:05:00"))
                #expect(try await client.status().activation?.focus.rawValue == "work")
            }
        }

        @Test func otherTimeZoneIsNoticed() async throws {
            try await withDesktop(files: Self.files("18:00 20:00")) { desktop in
                let path = desktop.home + "/localtime"
                func move(to zone: String) throws {
                    try FileManager.default.createSymbolicLink(
                        atPath: path + ".new", withDestinationPath: "/usr/share/zoneinfo/\(zone)")
                    _ = unsafe rename(path + ".new", path)
                }
                try move(to: "Etc/UTC")
                // Ten in the morning, in Tokyo seven in the evening.
                try await desktop.start(
                    through: Self.clock("2026-03-30 10:00:00", in: ":" + path))
                let listener = try await FocusListener(desktop)
                #expect(try await listener.client.status().activation == nil)
                try move(to: "Asia/Tokyo")
                #expect(try await listener.changes.next() == "work")
                try move(to: "Europe/Berlin")
                #expect(try await listener.changes.next() == "")
            }
        }

        @Test func timedFocusEndsAndTheOneBeforeComesBack() async throws {
            try await withDesktop(files: Self.files()) { desktop in
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                let client = listener.client
                try await client.focusd("Activate", .string("work"))
                #expect(try await listener.changes.next() == "work")
                try await client.focusd(
                    "ActivateWith", .string("reading"), .vardict(["for": .int64(3_600_000)]))
                #expect(try await listener.changes.next() == "reading")
                let first = try #require(try await client.status().activation?.until)
                // The same Focus ends earlier, as the next call says.
                try await client.focusd(
                    "ActivateWith", .string("reading"), .vardict(["for": .int64(1_800_000)]))
                let until = try #require(try await client.status().activation?.until)
                #expect(until < first)
                let upcoming = try await client.focusd("Upcoming", .uint32(3)).first
                let changes = (upcoming.flatMap(Fields.list) ?? []).compactMap(UpcomingChange.init)
                #expect(changes.map(\.focus?.rawValue) == ["work"])
                #expect(changes.first?.time == until)
                try await client.focusd(
                    "ActivateWith", .string("reading"), .vardict(["for": .int64(1_500)]))
                #expect(try await listener.changes.next() == "work")
                #expect(try await client.status().activation?.cause == .manual)
                #expect(try await client.status().activation?.until == nil)
            }
        }

        @Test func focusUntilLogoutOutlivesARestartButNotTheSession() async throws {
            try await withDesktop(files: Self.files()) { desktop in
                func session(_ number: Int) -> [String] {
                    ["/usr/bin/env", "-u", "INVOCATION_ID", "XDG_SESSION_ID=\(number)"]
                }
                try await desktop.start(through: session(1))
                let client = try desktop.client()
                try await client.focusd(
                    "ActivateWith", .string("work"), .vardict(["until-logout": .boolean(true)]))
                #expect(try await client.status().activation?.endsWithSession == true)
                try await desktop.end(SIGKILL)
                try await desktop.start(through: session(1))
                #expect(try await client.status().activation?.focus.rawValue == "work")
                try await desktop.end()
                try await desktop.start(through: session(2))
                #expect(try await client.status().activation == nil)
            }
        }

        /// By the true clock: libfaketime changes the times of monotonic timers, so that they never
        /// fire.
        @Test func editedScheduleIsInForceAtOnce() async throws {
            let hour = Int(Date().timeIntervalSince1970) / 3600
            func window(_ first: Int, _ last: Int) -> [String: String] {
                Self.files("\((hour + first) % 24):00 \((hour + last) % 24):00")
            }
            try await withDesktop(files: Self.files()) { desktop in
                try await desktop.start(through: ["/usr/bin/env", "TZ=UTC"])
                let listener = try await FocusListener(desktop)
                for (name, text) in window(-1, 3) { try desktop.write(name, text) }
                #expect(try await listener.changes.next() == "work")
                for (name, text) in window(4, 6) { try desktop.write(name, text) }
                #expect(try await listener.changes.next() == "")
            }
        }

        @Test func endThatMakesNoSenseIsRefused() async throws {
            let refused: [[String: Value]] = [
                ["for": .int64(0)], ["for": .int64(-5)], ["for": .uint32(5)], ["until": .int64(1)],
                ["until": .string("18:00")], ["until-logout": .uint32(1)],
                ["for": .int64(5), "until-logout": .boolean(true)],
            ]
            try await withDesktop(files: Self.files()) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                for options in refused {
                    let error = try await client.error {
                        try await client.focusd("ActivateWith", .string("work"), .vardict(options))
                    }
                    #expect(error.code == .invalidArgs, "\(options)")
                    #expect(try await client.status().activation == nil, "\(options)")
                }
                // What is far away does no harm.
                try await client.focusd(
                    "ActivateWith", .string("work"), .vardict(["for": .int64(.max)]))
                #expect(try await client.status().activation?.until?.rawValue == .max)
            }
        }
    }
}
