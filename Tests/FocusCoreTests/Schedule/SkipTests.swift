// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Windows of schedules that the user skips (issue 21).
@Suite struct SkipTests {
    private static let monday = "2026-11-23"
    private static let tuesday = "2026-11-24"
    private static let name = "9:00-17:00"
    private static let plans: [String: [Schedule]] = [
        "work": [.at("9:00", "17:00", [.monday, .tuesday])], "lunch": [.at("12:00", "13:00")],
    ]

    private static func skip(
        _ diary: inout Diary, _ focus: String = "work", _ name: String = name,
        at moment: Timestamp? = nil
    ) -> Agenda.WindowTimes? {
        diary.agenda.skip(FocusID(focus), name, at: moment, now: diary.now, diary.zone)
    }

    @Test func currentWindowEndsAndTheOthersStay() throws {
        var diary = Diary(Self.plans, at: Self.monday, "12:30")
        let times = try #require(Self.skip(&diary))
        #expect(times.start == diary.zone.at(Self.monday, "9:00"))
        #expect(times.end == diary.zone.at(Self.monday, "17:00"))
        #expect(diary.focus == "lunch", "a skip leaves other schedules alone")
        for (day, time, focus) in [
            (Self.monday, "14:00", ""), (Self.tuesday, "9:00", "work"),
        ] {
            diary.go(day, time)
            #expect(diary.focus == focus, "\(day) \(time)")
        }
    }

    @Test func nextWindowDoesNotOccur() throws {
        var diary = Diary(Self.plans, at: Self.monday, "18:00")
        let times = try #require(Self.skip(&diary))
        #expect(times.start == diary.zone.at(Self.tuesday, "9:00"))
        #expect(!diary.upcoming(2).contains { $0.hasSuffix("work") })
        // The next skip is about the window after that.
        let next = try #require(Self.skip(&diary))
        #expect(next.start == diary.zone.at("2026-11-30", "9:00"))
    }

    @Test func aWindowThatTheUserHasEndedIsNotTheCurrentOne() throws {
        var diary = Diary(Self.plans, at: Self.monday, "12:30")
        diary.agenda.turnOff(at: diary.now)
        let times = try #require(Self.skip(&diary))
        #expect(times.start == diary.zone.at(Self.tuesday, "9:00"))
    }

    /// A schedule of one day: the window after a skipped one begins up to two weeks later.
    @Test func weeklyScheduleGoesOnAfterItsSkippedWindows() throws {
        var diary = Diary(["work": [.at("9:00", "17:00", [.friday])]], at: Self.monday, "10:00")
        for day in ["2026-11-27", "2026-12-04", "2026-12-11"] {
            let times = try #require(Self.skip(&diary))
            #expect(times.start == diary.zone.at(day, "9:00"))
        }
        let next = diary.zone.at("2026-12-18", "9:00")
        #expect(diary.agenda.nextChange(after: diary.now, diary.zone) == next)
        diary.go("2026-12-18", "9:00")
        #expect(diary.focus == "work")
    }

    @Test func skippedWindowComesBack() throws {
        var diary = Diary(Self.plans, at: Self.monday, "10:00")
        let times = try #require(Self.skip(&diary, at: diary.now))
        #expect(diary.focus == "")
        let back = diary.agenda.unskip(
            FocusID("work"), Self.name, at: times.start, now: diary.now, diary.zone)
        #expect(back == times)
        #expect(diary.focus == "work")
        let again = diary.agenda.unskip(
            FocusID("work"), Self.name, at: nil, now: diary.now, diary.zone)
        #expect(again == nil)
    }

    /// The first skip of the schedule was taken even if its window was over.
    @Test func windowThatIsOverDoesNotComeBack() throws {
        var diary = Diary(Self.plans, at: Self.monday, "10:00")
        let over = try #require(Self.skip(&diary))
        let next = try #require(Self.skip(&diary))
        diary.go(Self.monday, "18:00")
        let back = diary.agenda.unskip(
            FocusID("work"), Self.name, at: nil, now: diary.now, diary.zone)
        #expect(back == next && back != over)
        let none = diary.agenda.unskip(
            FocusID("work"), Self.name, at: nil, now: diary.now, diary.zone)
        #expect(none == nil)
        diary.go(Self.tuesday, "10:00")
        #expect(diary.focus == "work")
    }

    /// The schedule has another day now, so that the skipped day has no window.
    @Test func skipWithoutAWindowIsNotLost() throws {
        var diary = Diary(Self.plans, at: Self.monday, "8:00")
        _ = try #require(Self.skip(&diary))
        diary.setSchedules(["work": [.at("9:00", "17:00", [.tuesday])]])
        let skips = diary.agenda.skips
        let back = diary.agenda.unskip(
            FocusID("work"), Self.name, at: nil, now: diary.now, diary.zone)
        #expect(back == nil)
        #expect(diary.agenda.skips == skips)
    }

    @Test func unknownWindowsAreNotSkipped() {
        var diary = Diary(Self.plans, at: Self.monday, "10:00")
        #expect(Self.skip(&diary, "work", "nights") == nil)
        #expect(Self.skip(&diary, "home") == nil)
        #expect(Self.skip(&diary, at: diary.zone.at("2026-11-25", "10:00")) == nil)
        #expect(diary.agenda.skips.isEmpty)
    }

    @Test func skipSurvivesARestartAndTheChangeOfTheFile() throws {
        var diary = Diary(Self.plans, at: Self.monday, "10:00")
        _ = try #require(Self.skip(&diary))
        var read = Agenda(text: diary.agenda.text)
        #expect(read.skips == diary.agenda.skips)
        #expect(read.text == diary.agenda.text)
        var again = diary
        again.agenda = read
        again.setSchedules(Self.plans)
        #expect(again.focus == "")
        // The schedule's hours change, and the window of the day stays skipped.
        read = again.agenda
        again.setSchedules(["work": []])
        #expect(again.agenda.skips.isEmpty, "a deleted schedule has no windows")
    }

    /// A day names the window, so that a flight does not bring it back.
    @Test func otherTimeZoneKeepsTheSkip() throws {
        var diary = Diary(Self.plans, at: Self.monday, "8:00")
        _ = try #require(Self.skip(&diary))
        diary.zone = Zone("America/New_York")
        diary.go(Self.monday, "10:00")
        #expect(diary.focus == "")
    }

    @Test func oneSkipTooManyForgetsTheOldest() throws {
        let every = ["work": [Schedule.at("9:00", "17:00")]]
        var diary = Diary(every, at: Self.monday, "8:00")
        var first: Agenda.Skip?
        for count in 1...Limits.skips {
            let day = diary.now.adding(Int64(count) * 86_400_000 + 7_200_000)
            _ = try #require(Self.skip(&diary, at: day))
            first = first ?? diary.agenda.skips.first
        }
        #expect(diary.agenda.skips.count == Limits.skips)
        #expect(diary.agenda.skips.first == first)
        let last = diary.now.adding(Int64(Limits.skips + 1) * 86_400_000 + 7_200_000)
        _ = try #require(Self.skip(&diary, at: last))
        #expect(diary.agenda.skips.count == Limits.skips)
        #expect(diary.agenda.skips.first != first)
    }

    /// A caller may name any moment, and a damaged store any day (issue 15).
    @Test(arguments: [Int64.min, Int64.max])
    func momentFarFromAllWindowsHasNoWindow(moment: Int64) {
        var diary = Diary(["work": [.at("9:00", "8:00")]], at: Self.monday, "10:00")
        let far = Timestamp(rawValue: moment)
        #expect(Self.skip(&diary, "work", "9:00-8:00", at: far) == nil)
        let back = diary.agenda.unskip(
            FocusID("work"), "9:00-8:00", at: far, now: diary.now, diary.zone)
        #expect(back == nil)
        let stored = Agenda(text: "skip \(moment) work 9:00-8:00")
        diary.agenda.skips = stored.skips
        #expect(diary.agenda.skips.count == 1)
        for skip in diary.agenda.skips { _ = diary.agenda.times(of: skip, diary.zone) }
        #expect(diary.focus == "work")
    }

    @Test(arguments: [
        (0, "1970-01-01"), (-1, "1969-12-31"), (59, "1970-03-01"), (19_782, "2024-02-29"),
        (19_783, "2024-03-01"), (20_780, "2026-11-23"), (11_016, "2000-02-29"),
        (47_540, "2100-02-28"), (47_541, "2100-03-01"),
    ]) func dayIsWritten(number: Int, text: String) {
        #expect(CalendarDay(number: Int64(number)).text == text)
    }
}
