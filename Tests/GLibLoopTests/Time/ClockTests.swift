// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport
import Testing

/// Time zones by name, file and rule.
@Suite struct LocalTimeZoneTests {
    /// 2026-03-29T01:00:00Z, when summer time begins in Europe.
    private static let spring: Int64 = 1_774_746_000
    /// 2026-10-25T01:00:00Z, when it ends.
    private static let autumn: Int64 = 1_792_890_000

    @Test(arguments: [
        "Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin", "CET-1CEST,M3.5.0/2,M10.5.0/3",
    ])
    func offsetChangesWithTheHour(_ name: String) throws {
        let zone = try #require(LocalTimeZone(name))
        #expect(zone.offset(at: Self.spring - 1) == 3_600)
        #expect(zone.offset(at: Self.spring) == 7_200)
        #expect(zone.offset(at: Self.autumn - 1) == 7_200)
        #expect(zone.offset(at: Self.autumn) == 3_600)
    }

    @Test func skippedTimeIsTheMomentOfTheSkip() throws {
        let zone = try #require(LocalTimeZone("Europe/Berlin"))
        for minutes: Int64 in [0, 1, 30, 59, 60] {
            // 02:00 to 03:00 on the clock.
            let local = Self.spring + 3_600 + minutes * 60
            #expect(zone.firstSecond(showing: local) == Self.spring, "\(minutes)")
        }
        #expect(zone.firstSecond(showing: Self.spring + 3_600 - 1) == Self.spring - 1)
        #expect(zone.firstSecond(showing: Self.spring + 7_200 + 1) == Self.spring + 1)
    }

    @Test(arguments: [
        // The winter is standard time, or the summer is (with a negative winter time), or both are.
        ("Europe/Berlin", autumn, 3_600), ("Europe/Dublin", autumn, 0),
        // Pyongyang moved back by half an hour in 2015, without summer time.
        ("Asia/Pyongyang", 1_439_564_400, 30_600),
    ])
    func repeatedTimeIsTheFirstOfTheTwo(_ name: String, _ change: Int64, _ after: Int64) throws {
        let zone = try #require(LocalTimeZone(name))
        let before = zone.offset(at: change - 1)
        #expect(zone.offset(at: change) == after)
        #expect(before > after)
        for local in [change + after, change + after + 60, change + before - 1] {
            #expect(zone.firstSecond(showing: local) == local - before)
        }
        #expect(zone.firstSecond(showing: change + before) == change + before - after)
    }

    @Test func dayThatIsLeftOutIsTheMomentOfItsBeginning() throws {
        // Samoa had no 30 December 2011: 29 December ended at 2011-12-30T10:00:00Z.
        let zone = try #require(LocalTimeZone("Pacific/Apia"))
        let change: Int64 = 1_325_239_200
        let friday = change + zone.offset(at: change - 1)
        #expect(zone.firstSecond(showing: friday) == change)
        #expect(zone.firstSecond(showing: friday + 43_200) == change)
        #expect(zone.firstSecond(showing: friday + 86_400) == change)
    }

    @Test func placeThatIsNotThereHasNoZone() {
        #expect(LocalTimeZone("Nowhere/Atlantis") == nil)
        #expect(LocalTimeZone("/nowhere") == nil)
        #expect(LocalTimeZone.utc.offset(at: Self.spring) == 0)
    }

    @Test func changedFileIsReadAgain() throws {
        let path = NSTemporaryDirectory() + "zone-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (name, offset) in [("Asia/Tokyo", 9), ("Asia/Kolkata", 5.5)] {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(
                atPath: "/usr/share/zoneinfo/\(name)", toPath: path)
            #expect(LocalTimeZone(path)?.offset(at: 0) == Int64(offset * 3_600))
        }
    }
}

/// Waiting for a time of day.
@LoopActor @Suite struct WallClockTimerTests {
    private let events = Recorder<WallClockTimer.Event>()

    private var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    @Test func firesWhenItsTimeHasCome() async throws {
        let timer = try WallClockTimer { [events] in events.record($0) }
        let due = now + 150
        timer.set(due)
        #expect(try await events.next() == .due)
        #expect(now >= due)
        await #expect(throws: DeadlinePassed.self) {
            try await events.next(within: .milliseconds(100))
        }
    }

    @Test func timeThatIsOverIsDueAtOnce() async throws {
        let timer = try WallClockTimer { [events] in events.record($0) }
        for time in [now - 1_000, 1, 0, -5, .min] {
            timer.set(time)
            #expect(try await events.next() == .due)
        }
    }

    @Test func resetTimerForgetsItsEarlierTime() async throws {
        let timer = try WallClockTimer { [events] in events.record($0) }
        timer.set(now + 50)
        timer.set(.max)
        await #expect(throws: DeadlinePassed.self) {
            try await events.next(within: .milliseconds(200))
        }
        timer.set(now + 50)
        timer.set(nil)
        await #expect(throws: DeadlinePassed.self) {
            try await events.next(within: .milliseconds(200))
        }
    }

    @Test func droppedTimerIsGoneWithItsDescriptor() async throws {
        func timers() throws -> Int {
            let directory = "/proc/self/fd"
            return try FileManager.default.contentsOfDirectory(atPath: directory).count {
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(directory)/\($0)")
                return target == "anon_inode:[timerfd]"
            }
        }
        let before = try timers()
        var kept: [WallClockTimer] = []
        for _ in 0..<8 { kept.append(try WallClockTimer { _ in }) }
        #expect(try timers() >= before + 8)
        kept = []
        #expect(try timers() < before + 8)
    }
}
