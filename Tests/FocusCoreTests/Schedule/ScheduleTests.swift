// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The windows of one schedule in Berlin. 23 November 2026 is a Monday; the clocks skip from 2:00
/// to 3:00 on Sunday, 29 March 2026, and show 2:00 to 3:00 twice on Sunday, 25 October 2026.
@Suite struct ScheduleTests {
    private static let zone = Zone("Europe/Berlin")

    @Test(
        "the window of one night is not that of the next",
        arguments: [
            ("2026-11-23", "07:59", true), ("2026-11-23", "08:00", false),
            ("2026-11-24", "03:00", false),
        ])
    func oneWindow(_ day: String, _ time: String, _ isDue: Bool) {
        let night = Schedule.at("22:00", "8:00")
        let first = Self.zone.at("2026-11-23", "02:20")
        #expect(
            night.isDue(from: first, through: Self.zone.at(day, time), Self.zone) == isDue)
    }

    @Test(arguments: [
        ("09:00", "17:00", "2026-11-23", "08:59", false),
        ("09:00", "17:00", "2026-11-23", "09:00", true),
        ("09:00", "17:00", "2026-11-23", "17:00", false),
        ("09:00", "17:00", "2026-11-24", "12:00", false),
        ("22:00", "07:00", "2026-11-23", "23:00", true),
        ("22:00", "07:00", "2026-11-24", "06:59", true),
        ("22:00", "07:00", "2026-11-24", "07:00", false),
        ("22:00", "07:00", "2026-11-23", "06:00", false),
        ("22:00", "07:00", "2026-11-24", "23:00", false),
    ])
    func windowOfMondayIsDue(
        _ from: String, _ to: String, _ day: String, _ time: String, _ isDue: Bool
    ) {
        let schedule = Schedule.at(from, to, [.monday])
        #expect(schedule.isDue(at: Self.zone.at(day, time), Self.zone) == isDue)
    }

    @Test func skippedHourBeginsAndEndsAtTheSkip() {
        let skip = Self.zone.at("2026-03-29", "03:00")
        let late = Schedule.at("02:30", "04:00", [.sunday])
        #expect(!late.isDue(at: skip.adding(-1), Self.zone) && late.isDue(at: skip, Self.zone))
        #expect(late.begins(at: skip, Self.zone))
        let early = Schedule.at("01:00", "02:30", [.sunday])
        #expect(early.isDue(at: skip.adding(-1), Self.zone) && !early.isDue(at: skip, Self.zone))
        // Nothing is left of a window inside the skipped hour.
        let inside = Schedule.at("02:10", "02:50", [.sunday])
        #expect(!inside.isDue(at: skip, Self.zone) && !inside.begins(at: skip, Self.zone))
    }

    @Test func hourThatComesTwiceCountsTheFirstTime() {
        let first = Self.zone.at("2026-10-25", "02:30")
        let second = first.adding(3_600_000)
        let schedule = Schedule.at("01:00", "02:30", [.sunday])
        #expect(schedule.isDue(at: first.adding(-1), Self.zone))
        #expect(!schedule.isDue(at: first, Self.zone) && !schedule.isDue(at: second, Self.zone))
        let other = Schedule.at("02:30", "05:00", [.sunday])
        #expect(other.begins(at: first, Self.zone) && !other.begins(at: second, Self.zone))
        #expect(other.isDue(at: second, Self.zone))
    }

    @Test func nextWindowIsAWeekAhead() {
        let schedule = Schedule.at("09:00", "17:00", [.monday])
        let begin = Self.zone.at("2026-11-23", "09:00")
        #expect(schedule.nextBegin(after: begin.adding(-1), Self.zone) == begin)
        let next = Self.zone.at("2026-11-30", "09:00")
        #expect(schedule.nextBegin(after: begin, Self.zone) == next)
        #expect(Schedule.at("09:00", "17:00", []).nextBegin(after: begin, Self.zone) == nil)
    }
}
