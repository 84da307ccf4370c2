// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import GLibLoop
import Presentation
import Testing

@testable import FocusSettings

/// The drawing of a week, and the times that schedules share.
@Suite struct ScheduleWeekTests {
    private static func schedule(
        _ days: Set<Weekday>, _ from: (Int, Int), _ to: (Int, Int)
    ) -> Schedule {
        Schedule(
            name: "a", days: days, from: TimeOfDay(clamped: from.0 * 60 + from.1),
            to: TimeOfDay(clamped: to.0 * 60 + to.1))
    }

    @Test("issue 21: the Focus that begins later is on, also after midnight")
    func theLaterOneIsOn() {
        let night = Self.schedule([.monday], (22, 0), (7, 0))
        let early = Self.schedule([.tuesday], (1, 0), (2, 0))
        let evening = Self.schedule([.monday], (18, 0), (23, 0))
        #expect(
            ScheduleWords.overlaps(night, early, isFirst: false)
                == [ScheduleWords.Overlap(minutes: 1500..<1560, isTaken: true)])
        #expect(
            ScheduleWords.overlaps(night, evening, isFirst: false)
                == [ScheduleWords.Overlap(minutes: 1320..<1380, isTaken: false)])
        #expect(
            ScheduleWords.windows(ScheduleWords.windows(night), without: [1500..<1560])
                == [1320..<1500, 1560..<1860])
    }

    @Test("issue 21: a night from Sunday to Monday is shared with a Monday")
    func theWeekIsARing() {
        let sunday = Self.schedule([.sunday], (22, 0), (7, 0))
        let monday = Self.schedule([.monday], (6, 0), (9, 0))
        #expect(ScheduleWords.overlaps(sunday, monday, isFirst: false).map(\.isTaken) == [true])
        #expect(ScheduleWords.overlaps(monday, sunday, isFirst: false).map(\.isTaken) == [false])
    }

    @Test("issue 21: a schedule's band is strong only while its Focus is on")
    func theDrawingShowsTheActiveFocus() throws {
        var state = try SettingsStateTests.state(
            "[Schedule office]\nDays=Mon;\nFrom=9:00\nTo=17:00\n")
        let other = FocusID("other")
        state.files[other] = try SettingsStateTests.file(
            "[Focus]\nName=Other\nColor=#3584e4\n[Schedule long]\nDays=Mon;\nFrom=9:30\nTo=23:00\n",
            id: other)
        _ = SettingsStateTests.effects(
            &state, .push(.schedule(SettingsStateTests.work, "office")))
        guard case .week(let bands)? = state.page.row("week")?.control else {
            Issue.record("no week")
            return
        }
        #expect(bands.filter(\.isStrong).map(\.minutes) == [540..<570])
        #expect(
            state.page.row("week")?.subtitle.contains(
                "Other begins later, so it is on from 09:30") == true)
    }

    @Test("issue 21: the days stand in the order of the calendar")
    func daysStandInTheOrderOfTheLocale() {
        let week = ScheduleWords.week
        #expect(Set(week) == Set(Weekday.allCases))
        let band = ScheduleWords.bands(0..<60, color: nil, isStrong: true)
        #expect(band.map { week[$0.day] } == [.monday])
    }

    /// Times of two schedules that begin together, and of one that begins later.
    private static let pairs = [
        ("9:00", "17:00", "9:00", "12:00"), ("9:00", "12:00", "9:00", "17:00"),
        ("9:00", "17:00", "9:00", "17:00"), ("8:00", "17:00", "9:00", "18:00"),
        ("22:00", "6:00", "22:00", "7:00"),
    ]

    @Test("issue 21: the week shows the Focus that focusd turns on", arguments: pairs)
    func theWeekAgreesWithFocusd(
        _ from: String, _ to: String, _ otherFrom: String, _ otherTo: String
    ) throws {
        let ids = [FocusID("aa"), FocusID("bb")]
        var state = try SettingsStateTests.state()
        state.files = [:]
        for (id, from, to) in [(ids[0], from, to), (ids[1], otherFrom, otherTo)] {
            state.files[id] = try SettingsStateTests.file(
                "[Focus]\nName=Name \(id)\n[Schedule s]\nDays=Mon;\nFrom=\(from)\nTo=\(to)\n",
                id: id)
        }
        var agenda = Agenda()
        agenda.setFocuses(state.files.values.map(\.focus))
        let start = try #require(TimeOfDay(otherFrom))
        let minute = start.minutes + 30
        let clock = "\(minute / 60):\(minute % 60)"
        let moment = try #require(ClockText.time(of: "2026-11-23 \(clock)"))
        let outcome = try #require(agenda.outcome(at: moment, LocalTimeZone.current()))
        for id in ids {
            _ = SettingsStateTests.effects(&state, .open(.schedule(id, "s")))
            let row = try #require(state.page.row("week"))
            guard case .week(let bands) = row.control else {
                Issue.record("no week")
                return
            }
            let isOn = bands.contains {
                $0.isStrong && ScheduleWords.week[$0.day] == .monday
                    && $0.minutes.contains(minute)
            }
            #expect(isOn == (outcome.focus == id), "\(id)")
            let name = "Name \(outcome.focus)"
            let until = try #require(outcome.until)
            #expect(
                row.subtitle.contains(
                    from == otherFrom
                        ? "both begin together, and \(name) is on until"
                            + " \(ClockText.clockText(until))"
                        : "\(name) begins later, so it is on from \(start.text)"))
        }
    }
}
