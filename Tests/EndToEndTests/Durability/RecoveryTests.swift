// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// `doctor` lists each problem with its beginning and its remedy until the problem ends.
extension EndToEnd.Durability {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct RecoveryTests {
        /// Checks that something is wrong since a moment in that span, and says what to do.
        private func expect(
            _ check: DoctorCheck, _ kind: ProblemKind, since span: ClosedRange<Timestamp>,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(!check.isGood, sourceLocation: sourceLocation)
            #expect(check.problem?.kind == kind, sourceLocation: sourceLocation)
            #expect(check.problem?.remedy.isEmpty == false, sourceLocation: sourceLocation)
            let since = check.problem?.since ?? Timestamp(rawValue: 0)
            #expect(span ~= since, "\(since)", sourceLocation: sourceLocation)
        }

        @Test func serverThatIsGoneAndOneThatIsBack() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                // That it is up is known a moment after what it is.
                try await client.waitForStatus { $0.server.isRunning }
                #expect(try await client.doctor("server").isGood)
                let before = Timestamp.now
                try desktop.fake.leave()
                var check = try await client.doctor("server")
                while check.isGood { check = try await client.doctor("server") }
                let noticed = Timestamp.now
                // Looking again does not make it younger.
                expect(check, .serverMissing, since: before...noticed)
                expect(try await client.doctor("server"), .serverMissing, since: before...noticed)
                try desktop.replaceServer()
                try await client.waitForStatus { $0.server.isRunning }
                let good = try await client.doctor("server")
                #expect(good.isGood && good.problem == nil)
                #expect(try await client.counters()[.serverRestarts] == 1)
            }
        }

        @Test func notificationThatIsParkedSinceItArrived() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try desktop.fake.answer(.refuse("org.example.Error.No", "no"))
                let before = Timestamp.now
                let id = try await client.notify("no")
                let after = Timestamp.now
                try await client.waitForStatus { $0.queued == 0 }
                expect(
                    try await client.doctor("not shown"), .notificationsParked,
                    since: before...after)
                #expect(try await client.counters()[.parked] == 1)
                try await desktop.end(SIGKILL)
                try await desktop.start()
                let check = try await client.doctor("not shown")
                expect(check, .notificationsParked, since: before...after)
                // The remedy is a command, and it helps.
                #expect(check.problem?.remedy == "focus-switch missed dismiss \(id)")
                try await client.focusd("Dismiss", .array(of: "u", [.uint32(id)]))
                #expect(try await client.doctor("not shown").isGood)
            }
        }

        @Test func fileThatIsRefusedUntilItIsCorrected() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let client = try desktop.client()
                #expect(try await client.doctor("files").isGood)
                let before = Timestamp.now
                try desktop.write("focuses/bad.focus", "[Focus]\nNom=Bad\n")
                try await client.focusd("Reload")
                let check = try await client.doctor("files")
                expect(check, .fileRefused, since: before...Timestamp.now)
                #expect(check.detail.contains("bad.focus:2"))
                try desktop.write("focuses/bad.focus", "[Focus]\nName=Good\n")
                try await client.focusd("Reload")
                #expect(try await client.doctor("files").isGood)
            }
        }

        /// The Focus went off, and the lock screen's rules with it.
        @Test func filesThatAreRefusedKeepTheirLastVersionAcrossARestart() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try desktop.write("focusd.conf", "[History]\nDays=5\n")
                try await desktop.start()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                try await desktop.end(SIGTERM)
                try desktop.write("focuses/quiet.focus", "[Focus]\nNom=Quiet\n")
                try desktop.write("focusd.conf", "[History]\nDays=many\n")
                try await desktop.start()
                // The Focus is still on.
                _ = try await client.notify("kept")
                #expect(try await client.status().missed == 1)
                let problems = try await client.doctor("files").detail
                #expect(problems.contains("quiet.focus:2") && problems.contains("focusd.conf:2"))
            }
        }

        @Test func predicateThatCannotBeEvaluated() async throws {
            let focus = "[Focus]\nName=Odd\n[Rule r]\nWhen=1 / 0 == 1\nDo=silence\n"
            try await withDesktop(files: ["focuses/odd.focus": focus]) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("odd"))
                #expect(try await client.doctor("predicates").isGood)
                let before = Timestamp.now
                _ = try await client.notify("a")
                expect(
                    try await client.doctor("predicates"), .predicateFailing,
                    since: before...Timestamp.now)
                try await client.focusd("Deactivate")
                #expect(try await client.doctor("predicates").isGood)
            }
        }

        /// Issue 17: doctor said that a rule which never matches was valid.
        @Test func predicateThatNeverMatches() async throws {
            let focus = "[Focus]\nName=Odd\n[Rule r]\nWhen=urgency == \"high\"\nDo=silence\n"
            try await withDesktop(files: ["focuses/odd.focus": focus]) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                let check = try await client.doctor("predicates")
                #expect(check.problem?.kind == .predicateFailing)
                #expect(
                    check.detail.hasSuffix(
                        "/focuses/odd.focus:4: rule “r”: urgency is never “high”; it is 0 (low), 1"
                            + " (normal) or 2 (critical)"), "\(check.detail)")
                #expect(check.problem?.remedy == "focus-switch edit odd")
                try desktop.write(
                    "focuses/odd.focus", focus.replacing("\"high\"", with: "2"))
                try await client.focusd("Reload")
                #expect(try await client.doctor("predicates").isGood)
            }
        }

        @Test func countersCountWhatHappened() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                for number in 0..<3 { _ = try await client.notify("\(number)") }
                try await desktop.fake.notification(3)
                try await client.waitForStatus { $0.queued == 0 }
                try await client.focusd("Activate", .string("quiet"))
                for number in 0..<2 { _ = try await client.notify("\(number)") }
                _ = try await client.error {
                    _ = try await client.notify("bad", hints: ["filterCriteria": .int32(1)])
                }
                let counters = try await client.counters()
                #expect(counters[.decided] == 5)
                #expect(counters[.delivered] == 3)
                #expect(counters[.silenced] == 2)
                #expect(counters[.limited] == 0)
                #expect(counters[.refused] == 1)
                #expect(counters[.handedOver] == 3)
                #expect(counters[.live] == 5)
                #expect(counters[.missed] == 2)
                #expect(counters[.queued] == 0)
                #expect(counters[.commits] == 5)
                #expect(counters[.commitMicroseconds] >= counters[.commitMicrosecondsMax])
                #expect(counters[.commitMicrosecondsMax] > 0)
                #expect(counters[.storedBytes] > 0)
                #expect(counters[.storeFailures] == 0)
            }
        }
    }
}

extension Client {
    /// Returns the answer of `Control.Counters`.
    func counters() async throws -> Counters {
        guard let value = try await focusd("Counters").first, let counters = Counters(value) else {
            throw TestSupportError("no counters")
        }
        return counters
    }
}

extension Timestamp {
    /// The wall clock's time.
    static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
