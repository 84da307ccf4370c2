// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The active Focus (Design.md, "A Focus"), on a Monday in Berlin unless a test says otherwise.
@Suite struct AgendaTests {
    private static let monday = "2026-11-23"
    private static let tuesday = "2026-11-24"
    private static let office: [String: [Schedule]] = [
        "work": [.at("09:00", "17:30", [.monday, .tuesday])], "reading": [], "sleep": [],
    ]

    @Test func windowOpensAndClosesOnItsDays() {
        var diary = Diary(Self.office, at: Self.monday, "8:59")
        #expect(diary.focus == "")
        for (time, focus) in [("9:00", "work"), ("17:29", "work"), ("17:30", "")] {
            diary.go(Self.monday, time)
            #expect(diary.focus == focus, "\(time)")
        }
        diary.go("2026-11-25", "12:00")
        #expect(diary.focus == "", "not on Wednesday")
    }

    @Test func windowReachesPastMidnight() {
        var diary = Diary(
            ["sleep": [.at("22:00", "7:00", [.monday])]], at: Self.monday, "21:59")
        for (day, time, focus) in [
            (Self.monday, "22:00", "sleep"), (Self.tuesday, "6:59", "sleep"),
            (Self.tuesday, "7:00", ""), (Self.tuesday, "22:00", ""),
        ] {
            diary.go(day, time)
            #expect(diary.focus == focus, "\(day) \(time)")
        }
    }

    @Test func windowOfADayEndsWhereTheNextBegins() {
        var diary = Diary(["a": [.at("8:00", "8:00")]], at: Self.monday, "7:59")
        #expect(diary.focus == "a")
        #expect(diary.upcoming() == [], "the Focus never changes")
        diary.go(Self.monday, "8:00")
        #expect(diary.focus == "a")
    }

    @Test func ofOverlappingWindowsTheLastBegunWinsAndTheOtherFollows() {
        let schedules: [String: [Schedule]] = [
            "work": [.at("9:00", "17:00")], "lunch": [.at("12:00", "13:00")],
            "late": [.at("16:00", "18:00")],
        ]
        var diary = Diary(schedules, at: Self.monday, "9:00")
        for (time, focus) in [
            ("11:59", "work"), ("12:00", "lunch"), ("13:00", "work"), ("16:00", "late"),
            ("17:00", "late"), ("18:00", ""),
        ] {
            diary.go(Self.monday, time)
            #expect(diary.focus == focus, "\(time)")
        }
    }

    @Test func ofWindowsThatBeginTogetherTheShorterComesFirst() {
        var diary = Diary(
            ["long": [.at("9:00", "12:00")], "short": [.at("9:00", "10:00")]],
            at: Self.monday, "9:30")
        #expect(diary.focus == "short")
        diary.go(Self.monday, "10:00")
        #expect(diary.focus == "long")
    }

    @Test func manualIsNotDisplacedByAWindowThatHadBegun() {
        var diary = Diary(Self.office, at: Self.monday, "10:00")
        diary.on("reading")
        #expect(diary.focus == "reading")
        diary.go(Self.monday, "20:00")
        #expect(diary.focus == "reading")
    }

    @Test func windowThatBeginsLaterGoesBeforeManualWhichThenComesBack() {
        var diary = Diary(Self.office, at: Self.monday, "8:00")
        diary.on("reading")
        for (time, focus) in [("9:00", "work"), ("17:29", "work"), ("17:30", "reading")] {
            diary.go(Self.monday, time)
            #expect(diary.focus == focus, "\(time)")
        }
    }

    @Test func offHoldsUntilTheWindowEnds() {
        var diary = Diary(Self.office, at: Self.monday, "10:00")
        diary.off()
        diary.go(Self.monday, "17:00")
        #expect(diary.focus == "")
        #expect(diary.upcoming(1).first?.hasSuffix(": work") == true)
        diary.go(Self.tuesday, "9:00")
        #expect(diary.focus == "work")
    }

    @Test func offLetsAWindowBeginThatComesLater() {
        var diary = Diary(
            ["work": [.at("9:00", "17:00")], "lunch": [.at("12:00", "13:00")]],
            at: Self.monday, "11:00")
        diary.off()
        diary.go(Self.monday, "12:00")
        #expect(diary.focus == "lunch")
        diary.go(Self.monday, "13:00")
        #expect(diary.focus == "", "what was turned off stays off")
    }

    @Test func earlierFocusReturnsAfterATimedOne() {
        var diary = Diary(Self.office, at: Self.monday, "10:00")
        diary.on("reading", minutes: 60)
        #expect(diary.focus == "reading")
        diary.on("sleep", .at(diary.zone.at(Self.monday, "10:30")))
        for (time, focus) in [("10:29", "sleep"), ("10:30", "reading"), ("11:00", "work")] {
            diary.go(Self.monday, time)
            #expect(diary.focus == focus, "\(time)")
        }
    }

    @Test func timedFocusUnderAnotherEndsUnseen() {
        var diary = Diary(Self.office, at: Self.monday, "18:00")
        diary.on("reading", minutes: 30)
        diary.on("sleep", minutes: 60)
        diary.go(Self.monday, "19:00")
        #expect(diary.focus == "")
    }

    @Test func timedFocusOverAnUnlimitedOneOfTheSameNameEndsIt() {
        var diary = Diary(Self.office, at: Self.monday, "18:00")
        diary.on("reading")
        diary.on("reading", minutes: 30)
        diary.on("reading", minutes: 60)
        diary.go(Self.monday, "18:59")
        #expect(diary.focus == "reading")
        diary.go(Self.monday, "19:00")
        #expect(diary.focus == "")
    }

    @Test func newEndReplacesTheOldOneBelowAnotherFocus() {
        var diary = Diary(Self.office, at: Self.monday, "18:00")
        diary.on("work", minutes: 300)
        diary.on("sleep", minutes: 60)
        diary.on("reading", minutes: 240)
        diary.on("work", minutes: 30)
        for (time, focus) in [("18:29", "work"), ("18:30", "reading"), ("22:00", "")] {
            diary.go(Self.monday, time)
            #expect(diary.focus == focus, "\(time)")
        }
    }

    @Test func manualTakesOverTheScheduledFocusAndOutlastsItsWindow() {
        var diary = Diary(Self.office, at: Self.monday, "10:00")
        #expect(diary.agenda.outcome(at: diary.now, diary.zone)?.cause == .schedule)
        diary.on("work")
        #expect(diary.agenda.outcome(at: diary.now, diary.zone)?.cause == .manual)
        diary.go(Self.monday, "18:00")
        #expect(diary.focus == "work")
    }

    @Test func focusUntilLogoutEndsWithItsSession() {
        var diary = Diary(Self.office, at: Self.monday, "18:00")
        diary.on("reading", .session("a"))
        diary.agenda.enter(session: "a")
        diary.go(Self.tuesday, "1:00")
        #expect(diary.focus == "reading")
        diary.agenda.enter(session: "b")
        #expect(diary.focus == "")
    }

    @Test func deletedFocusIsNotOn() {
        var diary = Diary(Self.office, at: Self.monday, "8:00")
        diary.on("sleep", .session("a"))
        diary.on("reading", minutes: 60)
        diary.setSchedules(["sleep": []])
        #expect(diary.focus == "sleep")
        diary.setSchedules([:])
        #expect(diary.focus == "")
    }

    @Test func outcomeSaysWhyAndUntilWhen() {
        var diary = Diary(Self.office, at: Self.monday, "10:00")
        let scheduled = diary.agenda.outcome(at: diary.now, diary.zone)
        #expect(scheduled?.schedule == "09:00-17:30")
        #expect(scheduled?.until == diary.zone.at(Self.monday, "17:30"))
        diary.on("reading", minutes: 5)
        let timed = diary.agenda.outcome(at: diary.now, diary.zone)
        #expect(timed?.until == diary.zone.at(Self.monday, "10:05"))
        #expect(timed?.schedule == nil)
        diary.on("sleep", .session("a"))
        let session = diary.agenda.outcome(at: diary.now, diary.zone)
        #expect(session?.until == nil)
        #expect(session?.endsWithSession == true)
    }

    @Test func forecastNamesTheChangesInOrder() {
        var diary = Diary(Self.office, at: Self.monday, "16:30")
        diary.on("reading", minutes: 30)
        let seconds = [
            (Self.monday, "17:00", "work"), (Self.monday, "17:30", ""),
            (Self.tuesday, "9:00", "work"), (Self.tuesday, "17:30", ""),
            ("2026-11-30", "9:00", "work"),
        ].map { "\(diary.zone.at($0, $1).rawValue / 1_000): \($2)" }
        #expect(diary.upcoming(5) == seconds)
        #expect(diary.upcoming(2) == Array(seconds[..<2]))
    }

    @Test func forecastIsBounded() {
        let diary = Diary(["a": [.at("9:00", "17:00")]], at: Self.monday, "8:00")
        #expect(diary.upcoming(Limits.upcomingChanges).count == Limits.upcomingChanges)
        #expect(diary.upcoming(Limits.upcomingChanges + 1).count == Limits.upcomingChanges)
        #expect(diary.upcoming(0).isEmpty)
    }

    @Test func oneSwitchTooManyForgetsTheOldest() {
        var diary = Diary(Self.office, at: Self.monday, "18:00")
        diary.on("sleep")
        for minutes in 1..<Int64(Limits.switches) {
            diary.on("focus\(minutes)", minutes: 1_000 - minutes)
        }
        #expect(diary.agenda.switches.count == Limits.switches)
        let second = diary.agenda.switches[1]
        diary.on("work", minutes: 2)
        #expect(diary.agenda.switches.count == Limits.switches)
        #expect(!diary.agenda.switches.contains(second))
        diary.go(Self.tuesday, "18:00")
        #expect(diary.focus == "sleep", "what has no end is not forgotten")
    }
}

/// Clock changes by the user, changes to and from summer time, and sleep of the machine.
@Suite struct AgendaClockTests {
    @Test func hourThatIsSkippedOpensAtTheSkip() {
        // Berlin: 2026-03-29 02:00 becomes 03:00.
        let schedules: [String: [Schedule]] = [
            "a": [.at("2:30", "4:00")], "never": [.at("2:10", "2:50")],
        ]
        var diary = Diary(schedules, at: "2026-03-29", "1:59")
        #expect(diary.focus == "")
        let skip = diary.now.adding(60_000)
        #expect(diary.agenda.nextChange(after: diary.now, diary.zone) == skip)
        diary.go(to: skip)
        #expect(diary.focus == "a")
        #expect(diary.upcoming(1) == ["\(skip.rawValue / 1_000 + 3_600): "])
    }

    @Test func hourThatComesTwiceCountsTheFirstTime() {
        // Berlin: 2026-10-25 03:00 becomes 02:00.
        let schedules: [String: [Schedule]] = [
            "early": [.at("2:30", "5:00")], "night": [.at("22:00", "2:15")],
        ]
        var diary = Diary(schedules, at: "2026-10-25", "2:15")
        let quarterPast = diary.now
        diary.go(to: quarterPast.adding(-1))
        #expect(diary.focus == "night")
        diary.go(to: quarterPast)
        #expect(diary.focus == "")
        diary.go(to: quarterPast.adding(15 * 60_000))
        #expect(diary.focus == "early", "02:30 for the first time")
        diary.go(to: quarterPast.adding(60 * 60_000))
        #expect(diary.focus == "early", "02:15 for the second time")
        diary.go("2026-10-25", "5:00")
        #expect(diary.focus == "")
    }

    @Test func sleepThroughABoundaryIsNoticedOnWaking() {
        var diary = Diary(
            ["a": [.at("9:00", "10:00")], "b": [.at("11:00", "12:00")]], at: "2026-11-23", "8:00")
        diary.go("2026-11-23", "9:30")
        #expect(diary.focus == "a")
        diary.go("2026-11-23", "11:30")
        #expect(diary.focus == "b")
        diary.on("a", minutes: 20)
        diary.go("2026-11-24", "8:00")
        #expect(diary.focus == "")
    }

    @Test func anotherTimeZoneShowsAnotherHour() {
        var diary = Diary(["work": [.at("9:00", "17:00")]], at: "2026-11-23", "10:00")
        #expect(diary.focus == "work")
        diary.zone = Zone("America/New_York")
        #expect(diary.focus == "", "it is four in the morning")
        diary.go("2026-11-23", "9:00")
        #expect(diary.focus == "work")
    }

    @Test func clockSetForwardOpensAndSetBackCloses() {
        var diary = Diary(["work": [.at("9:00", "17:00")]], at: "2026-11-23", "8:00")
        func set(_ hours: Int64) {
            let step = hours * 3_600_000
            diary.agenda.clockWasSet(by: step)
            diary.go(to: diary.now.adding(step))
        }
        set(2)
        #expect(diary.focus == "work")
        set(-3)
        #expect(diary.focus == "")
    }

    @Test func switchMadeByAWrongClockMovesWithTheClock() {
        var diary = Diary(
            ["work": [.at("9:00", "17:00")], "late": [.at("15:00", "16:00")]], at: "2026-11-23",
            "14:00")
        // The real time is ten o'clock.
        diary.off()
        let step: Int64 = -4 * 3_600_000
        diary.agenda.clockWasSet(by: step)
        diary.go(to: diary.now.adding(step))
        #expect(diary.focus == "", "off holds")
        diary.go("2026-11-23", "15:00")
        #expect(diary.focus == "late", "it begins after ten")
    }

    @Test func anHourIsAnHourWhateverIsDoneToTheClock() {
        var diary = Diary(["a": []], at: "2026-11-23", "14:00")
        diary.on("a", minutes: 60)
        diary.agenda.clockWasSet(by: 10 * 3_600_000)
        diary.go("2026-11-24", "0:59")
        #expect(diary.focus == "a")
        diary.go("2026-11-24", "1:00")
        #expect(diary.focus == "")
        // An end at six stays at six.
        diary.on("a", .at(diary.zone.at("2026-11-24", "6:00")))
        diary.agenda.clockWasSet(by: 5 * 3_600_000)
        diary.go("2026-11-24", "6:00")
        #expect(diary.focus == "")
    }

    @Test func clockThatWasSetBackWhileNobodyLookedLengthensNoHour() {
        var diary = Diary(["a": [.at("9:00", "10:00")]], at: "2026-11-23", "14:00")
        diary.on("a", minutes: 60)
        diary.go("2026-11-20", "8:00")
        #expect(
            diary.agenda.nextChange(after: diary.now, diary.zone) == diary.now.adding(3_600_000))
        diary.off()
        diary.go("2026-11-19", "8:00")
        diary.go("2026-11-19", "9:00")
        #expect(diary.focus == "a", "turned off at eight at the latest")
    }

    @Test func extremeMomentsDoNotTrap() {
        var diary = Diary(["a": []], at: "2026-11-23", "14:00")
        diary.on("a", .after(Timestamp(rawValue: .max)))
        diary.agenda.clockWasSet(by: .max)
        diary.agenda.clockWasSet(by: .min)
        diary.on("a", .at(Timestamp(rawValue: .min)))
        diary.go("2026-11-20", "8:00")
        #expect(diary.focus == "")
    }
}

/// The switches as a text.
@Suite struct AgendaTextTests {
    @Test func switchesSurviveAsText() {
        var diary = Diary(["a": [], "b": [], "c": []], at: "2026-11-23", "14:00")
        diary.off()
        diary.on("a", .session("0123abc-2"))
        diary.on("b", minutes: 7)
        diary.on("c", .at(diary.now.adding(100)))
        #expect(Agenda(text: diary.agenda.text).switches == diary.agenda.switches)
        #expect(diary.agenda.text.split(separator: "\n").count == 5)
        diary.on("a")
        #expect(Agenda(text: diary.agenda.text).switches == diary.agenda.switches)
        #expect(Agenda(text: "").switches.isEmpty)
    }

    @Test(arguments: [
        "x", "on", "on 1", "on x a", "off", "off 1 a", "on 1 a at", "on 1 a at x", "on 1 a for 3",
        "on 1 a at 3 4", "off 99999999999999999999", "\0", "on 1 a session",
    ])
    func invalidLineIsLeftOut(_ line: String) {
        let switches = Agenda(text: "off 1\n\(line)\non 2 a").switches
        #expect(switches.map(\.since.rawValue) == [1, 2])
    }

    @Test func moreLinesThanSwitchesAreNotTaken() {
        let lines = (0...Limits.switches).map { "on \($0) a at \($0)" }
        let switches = Agenda(text: lines.joined(separator: "\n")).switches
        #expect(switches.count == Limits.switches)
        #expect(switches.first?.since.rawValue == 1)
    }

    @Test func focusThatWasOnBeforeThereWereSwitchesStaysOn() {
        let since = Timestamp(rawValue: 5)
        let manual = Activation(focus: FocusID("a"), since: since, cause: .manual)
        #expect(
            Agenda(manual).switches == [.init(focus: FocusID("a"), since: since, end: .never)])
        #expect(
            Agenda(Activation(focus: FocusID("a"), since: since, cause: .schedule)).switches.isEmpty
        )
        #expect(Agenda(nil).switches.isEmpty)
    }
}
