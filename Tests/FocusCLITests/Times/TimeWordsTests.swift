// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Times as people type them") struct TimeWordsTests {
    private static let minute: Int64 = 60_000

    @Test(
        "spans",
        arguments: [
            ("45min", 45), ("2h", 120), ("1h30m", 90), ("1h30", 90), ("1h 30min", 90), ("1H30", 90),
            ("1.5h", 90), ("1,5h", 90), ("0.25 h", 15), ("1.50 hours", 90),
            ("2 hours and 30 minutes", 150), ("an hour and a half", 90), ("Two hours", 120),
            ("one hour and thirty minutes", 90), ("twenty min", 20),
            ("an hr", 60), ("a couple of hours", 120), ("twenty five minutes", 25),
            ("the next 2 hours", 120), ("The next hour", 60), ("the next two hours", 120),
            ("the next couple of hours", 120), ("twenty-five min", 25),
            ("one hour and thirty five minutes", 95),
        ] as [(String, Int64)])
    func spans(_ text: String, _ minutes: Int64) {
        #expect(TypedSpan.milliseconds(text) == minutes * Self.minute)
    }

    @Test(
        "texts that are no span",
        arguments: [
            "10", "", "h", "0min", "30 1h x", "1d30", "1h 2h", "5min 1h", "1.5", "1.h", "0.0h",
            "1:30", "1h and", "1h and 2h", "12,13 20min", "116,95 10min", "3.5 1h",
            "a", "a h", "a 5min", "the next", "the next day", "next 2 hours", "next week", "2h-3h",
            "twenty five",
        ])
    func noSpans(_ text: String) {
        #expect(TypedSpan.milliseconds(text) == nil)
    }

    @Test(
        "a mistyped length of time comes with the nearest one",
        arguments: [
            ("20mn", "20min"), ("1hh", "1h"), ("1h30mn", "1h30min"), ("5dy", "5d"), ("5x", nil),
            ("2h", nil), ("soon", nil), ("10", nil), ("3eggs", nil),
        ])
    func nearestSpans(_ text: String, _ meant: String?) {
        #expect(ClockWords.nearest(toSpan: text) == meant)
    }

    @Test("a time that is some minutes ago is rounded to the nearest minute")
    func minutesAgo() {
        for (seconds, words) in [
            (59, "just now"), (60, "1 min ago"), (89, "1 min ago"), (90, "2 min ago"),
            (299, "5 min ago"), (3_599, "59 min ago"),
        ] as [(Int64, String)] {
            let then = Fixture.now.adding(-seconds * 1_000)
            #expect(TimeText.relative(then, now: Fixture.now) == words)
        }
    }

    @Test("a mistyped length of time behind a name is told, and nothing is done")
    @LoopActor func mistypedEnds() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(Fixture.control(["Mutes": [FieldsBuilder.list([])]]))
        for words in [
            ["work", "20mn"], ["on", "work", "20mn"], ["work", "for", "20mn"],
            ["work", "--for", "20mn"], ["toggle", "work", "20mn"], ["mute", "Chat", "20mn"],
            ["snooze", "12", "20mn"],
        ] {
            let result = focus(all: words, control: control)
            #expect(result.code == .usage, "\(words)")
            #expect(result.errors.contains("did you mean “20min”?"), "\(result.errors)")
        }
        let changes: [MemberName] = ["Activate", "ActivateWith", "Mute", "SnoozeFor"]
        #expect(!control.calls.contains { changes.contains($0.member) })
    }

    @Test("a number without a unit is asked for one")
    func unit() {
        #expect(ClockWords.complaint(aboutSpan: "10") == "“10” needs a unit: 10min, 10h")
        #expect(TypedSpan.milliseconds("Half an hour") == 1_800_000)
        #expect(TypedSpan.milliseconds("an hour") == 3_600_000)
        #expect(ClockWords.complaint(aboutSpan: "soon").hasPrefix("“soon” is not a length of time"))
    }

    /// A trial with a newcomer: “1” was said to need a unit.
    @Test("a length of time in another language is answered with one to type")
    @LoopActor func otherLanguages() {
        let answer = "“1 Stunde” is not a length of time; did you mean “1h”?"
        #expect(ClockWords.complaint(aboutSpan: "1 Stunde") == answer)
        for words in [
            ["on", "work", "--for", "1", "Stunde"], ["on", "work", "--for", "1 Stunde"],
        ] {
            let result = run(words, FakeControl(Fixture.control()))
            #expect(result.code == .usage)
            #expect(result.errors.hasPrefix("focus-switch: --for: \(answer)\n"), "\(result)")
        }
    }

    @Test(
        "times of day",
        arguments: [
            ("9:00", 540), ("9", 540), ("8am", 480), ("6pm", 1080), ("12am", 0), ("12pm", 720),
            ("9:30pm", 1290), ("noon", 720), ("midnight", 0), ("23:59", 1439), ("6PM", 1080),
            ("18.30", 1110), ("24:00", 0),
        ])
    func times(_ text: String, _ minutes: Int) {
        #expect(ClockWords.time(text)?.minutes == minutes)
    }

    @Test(
        "texts that are no time of day",
        arguments: ["25", "24", "24:01", "13pm", "0am", "9:5", "9.5", "9:60", "", "x", "-1"])
    func noTimes(_ text: String) {
        #expect(ClockWords.time(text) == nil)
    }

    @Test(
        "a time in words comes with the times in numbers (issue 17)",
        arguments: [
            ("half past six", "6:30 or 18:30"), ("quarter to nine", "8:45 or 20:45"),
            ("a quarter past 9", "9:15 or 21:15"), ("six", "6:00 or 18:00"),
            ("Half-past six in the evening", "18:30"), ("6 in the morning", "6:00"),
            ("6 o'clock", "6:00 or 18:00"), ("at ten to one", "0:50 or 12:50"),
            ("six thirty pm", "18:30"), ("quarter to midnight", "23:45"),
            ("10 minutes to 18", "17:50"), ("half past twelve", "0:30 or 12:30"),
            ("5 o clock", "5:00 or 17:00"),
            ("lunch", "12:00 or 13:00"), ("at dinner time", "18:00 or 19:00"),
            ("Bedtime", "22:00 or 23:00"), ("breakfast", "7:00 or 8:00"),
            ("half 6", "5:30 or 6:30 or 17:30 or 18:30"), ("half six pm", "17:30 or 18:30"),
        ])
    func spoken(_ text: String, _ times: String) {
        #expect(SpokenTime.times(text).joined(separator: " or ") == times)
        #expect(EndTime.complaint(aboutTime: text).hasSuffix("write the time in numbers: \(times)"))
    }

    @Test(
        "texts that are no time in words",
        arguments: [
            "6", "6 pm", "noon", "midnight", "18:30", "9 to 5", "half", "past six", "", "tomorrow",
            "bed", "time", "lunches",
        ])
    func notSpoken(_ text: String) {
        #expect(SpokenTime.times(text).isEmpty)
    }

    @Test("a time in words behind a name is told, and nothing is done (issue 17)")
    @LoopActor func spokenEnds() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(Fixture.control(["Mutes": [FieldsBuilder.list([])]]))
        for words in [
            ["work", "until", "half", "past", "six"], ["on", "work", "half", "past", "6"],
            ["work", "--until", "half", "past", "six"], ["work", "--until", "half past six"],
            ["mute", "Chat", "until", "half", "past", "six"],
            ["mute", "Chat", "half", "past", "six"],
            ["snooze", "12", "half", "past", "six"],
            ["snooze", "12", "until", "half", "past", "6"],
            [
                "schedule", "set", "x", "--focus", "work", "--from", "half past six", "--to",
                "20:00",
            ],
            ["set", "deliver", "half past six", "--focus", "work"],
        ] {
            let result = focus(all: words, control: control)
            #expect(result.code == .usage, "\(words)")
            #expect(result.errors.contains("in numbers: 6:30 or 18:30"), "\(words) \(result)")
        }
        let changes: [MemberName] = ["Activate", "ActivateWith", "Mute", "SnoozeFor", "Snooze"]
        #expect(!control.calls.contains { changes.contains($0.member) })
    }

    @Test("the end of an activation is a moment to come")
    func upcoming() throws {
        // 2026-11-21 was a Saturday.
        let now = CalendarTime(local: Fixture.now).at(hour: 13, minute: 5).timestamp
        func text(_ words: String) -> String? {
            MomentWords.upcoming(words, now: now).map(TimeText.full)
        }
        #expect(text("18:00") == "2026-11-21 18:00:00")
        #expect(text("9") == "2026-11-22 09:00:00")
        #expect(text("6pm") == "2026-11-21 18:00:00")
        #expect(text("tonight") == "2026-11-21 20:00:00")
        #expect(text("Morning") == "2026-11-22 08:00:00")
        #expect(text("tonight 22:30") == "2026-11-21 22:30:00")
        #expect(text("friday") == "2026-11-27 08:00:00")
        #expect(text("tomorrow") == "2026-11-22 08:00:00")
        #expect(text("2026-11-24") == "2026-11-24 08:00:00")
        #expect(text("2026-11-24 midnight") == "2026-11-24 00:00:00")
        #expect(text("tomorrow 8am") == "2026-11-22 08:00:00")
        #expect(text("9am tomorrow") == "2026-11-22 09:00:00")
        #expect(text("9 tomorrow") == "2026-11-22 09:00:00")
        #expect(text("24:00") == "2026-11-22 00:00:00")
        #expect(text("24 dec 9:00") == "2026-12-24 09:00:00")
        #expect(text("tomorrow morning") == "2026-11-22 08:00:00")
        #expect(text("friday evening") == "2026-11-27 20:00:00")
        #expect(text("2h") == nil)
        let late = CalendarTime(local: Fixture.now).at(hour: 21, minute: 0).timestamp
        for words in ["tonight", "this evening", "evening"] {
            let midnight = MomentWords.upcoming(words, now: late).map(TimeText.full)
            #expect(midnight == "2026-11-22 00:00:00")
        }
        let friday = try #require(MomentWords.upcoming("friday", now: now))
        #expect(TimeText.upcomingWithDate(friday, now: now) == "Fri 27 Nov 08:00")
        let tomorrow = try #require(MomentWords.upcoming("tomorrow", now: now))
        #expect(TimeText.upcomingWithDate(tomorrow, now: now) == "tomorrow (Sun 22 Nov) 08:00")
        // A weekday alone is not today, even before its morning.
        let early = CalendarTime(local: Fixture.now).at(hour: 6, minute: 0).timestamp
        let morning = MomentWords.upcoming("the morning", now: early).map(TimeText.full)
        #expect(morning == "2026-11-21 08:00:00")
        let saturday = MomentWords.upcoming("saturday", now: early).map(TimeText.full)
        #expect(saturday == "2026-11-28 08:00:00")
    }

    @Test("dates with the name of a month, and seconds, are read in both directions")
    func dates() {
        // 2026-11-21 was a Saturday.
        let now = CalendarTime(local: Fixture.now).at(hour: 13, minute: 5).timestamp
        func past(_ words: String) -> String? {
            MomentWords.past(words, now: now).map(TimeText.full)
        }
        #expect(past("nov 20") == "2026-11-20 00:00:00")
        #expect(past("20 November 14:05") == "2026-11-20 14:05:00")
        #expect(past("dec 24") == "2025-12-24 00:00:00")
        #expect(past("nov 31") == nil)
        #expect(past("20.11.2026 14:05") == "2026-11-20 14:05:00")
        #expect(past("31.11.2026") == nil)
        #expect(past("11:00:30") == "2026-11-21 11:00:30")
        #expect(past("yesterday 21:00:00") == "2026-11-20 21:00:00")
        #expect(past("11:00:60") == nil)
        #expect(past("this morning") == "2026-11-21 05:00:00")
        #expect(past("last night") == "2026-11-20 20:00:00")
        #expect(past("this week") == "2026-11-16 00:00:00")
        #expect(past("last week") == "2026-11-09 00:00:00")
        #expect(past("last month") == "2026-10-01 00:00:00")
        #expect(past("last") == nil && past("nov") == nil)
        #expect(past("20.11.") == "2026-11-20 00:00:00")
        #expect(past("20.11. 14:05") == "2026-11-20 14:05:00")
        #expect(past("24.12.") == "2025-12-24 00:00:00" && past("31.11.") == nil)
        #expect(past("an hour") == "2026-11-21 12:05:00" && past("1h30") == "2026-11-21 11:35:00")
        func upcoming(_ words: String) -> String? {
            MomentWords.upcoming(words, now: now).map(TimeText.full)
        }
        #expect(upcoming("nov 28") == "2026-11-28 08:00:00")
        #expect(upcoming("28.11.2026") == "2026-11-28 08:00:00")
        #expect(upcoming("28 nov 9:00") == "2026-11-28 09:00:00")
        #expect(upcoming("jan 5") == "2027-01-05 08:00:00")
        #expect(upcoming("next week") == "2026-11-23 08:00:00")
        #expect(upcoming("next Monday") == "2026-11-23 08:00:00")
        #expect(upcoming("next saturday 18:00") == "2026-11-28 18:00:00")
        #expect(upcoming("28.11.") == "2026-11-28 08:00:00")
        #expect(upcoming("5.1. 9:00") == "2027-01-05 09:00:00")
        #expect(upcoming("an hour") == nil && upcoming("1h30") == nil)
        // Issue 17: “1800” was asked for a unit behind “until”, too.
        #expect(upcoming("today") == "2026-11-22 00:00:00")
        #expect(upcoming("2100") == "2026-11-21 21:00:00")
        #expect(upcoming("2460") == nil && upcoming("24 dec 2100") == nil)
        #expect(upcoming("21:00:00") == "2026-11-21 21:00:00")
        #expect(upcoming("2026-11-28 21:00:30") == "2026-11-28 21:00:30")
    }

    /// A trial with a newcomer: `--since 2 days` asked for an app “days”, and a time to come gave
    /// an empty list.
    @Test(
        "the words of a time need no quotes, and belong to no app",
        arguments: [
            ["2", "days"], ["2", "days", "ago"], ["last", "week"], ["this", "morning"],
            ["nov", "20"], ["2d", "ago"], ["yesterday", "14:00"], ["friday"], ["20.11."],
            ["an", "hour", "ago"], ["a day ago"],
        ])
    @LoopActor func since(_ words: [String]) {
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([])],
                "ListApps": [FieldsBuilder.list([Fixture.seenApp.value])],
            ]))
        for command in [
            ["history", "--since"] + words, ["history", "Chat", "--since"] + words,
            ["history", "--since"] + words + ["Chat"],
        ] {
            let result = run(command, control)
            #expect(result.code == .done, "\(command): \(result.errors)")
            #expect(result.errors.isEmpty, "\(command): \(result.errors)")
            #expect(result.output.hasPrefix("No such notifications since "), "\(result.output)")
        }
    }

    @Test("a time in the future is refused as a beginning and as an end")
    @LoopActor func future() {
        for words in [["2027-01-01"], ["2026-11-22"]] {
            for option in ["--since", "--before"] {
                let result = run(["history", option] + words, FakeControl(Fixture.control()))
                #expect(result.code == .usage)
                #expect(result.errors.contains("00:00:00 is in the future"), "\(result.errors)")
            }
        }
    }

    @Test("a time in the future is refused as an end of what is deleted")
    @LoopActor func futureBefore() {
        let control = FakeControl(Fixture.control())
        let result = run(["history", "clear", "--before", "2027-01-01", "--yes"], control)
        #expect(result.code == .usage)
        #expect(
            result.errors.contains("--before: 2027-01-01 00:00:00 is in the future"),
            "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "ClearHistory" })
    }

    @Test(
        "a date of two words is an end without quotes",
        arguments: [
            ["--until", "nov", "28"], ["--until", "next", "monday"], ["until", "next", "monday"],
            ["--until", "28.11.", "9:00"], ["until", "28.11."],
        ])
    @LoopActor func untilADate(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(Fixture.control(["ActivateWith": []]))
        let result = focus(all: ["on", "work"] + words, control: control)
        #expect(result.code == .done, "\(result.errors)")
        #expect(control.calls.contains { $0.member == "ActivateWith" })
    }

    @Test(
        "a date with slashes is refused with the form to write",
        arguments: [
            ["on", "work", "--until", "11/28/2026"], ["work", "until", "28/11/2026"],
            ["history", "--since", "11/20/2026"], ["history", "clear", "--before", "11/20"],
        ])
    @LoopActor func slashes(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let result = focus(all: words, control: FakeControl(Fixture.control()))
        #expect(result.code == .usage)
        #expect(
            result.errors.contains("write a date as year, month and day: 2026-11-28\n"),
            "\(result.errors)")
    }

    @Test(
        "a mistyped time comes with the nearest one",
        arguments: [
            ("tomorow", "tomorrow"), ("tmrw", "tomorrow"), ("tommorow 9", "tomorrow 9"),
            ("5p", "5pm"), ("next moonday", "next monday"), ("tomorrow", nil), ("18:00", nil),
            ("soon", nil), ("ever", nil), ("2 weeks", nil),
        ])
    func nearestTimes(_ text: String, _ meant: String?) {
        #expect(EndTime.corrected(text) == meant)
    }

    @Test(
        "a part of the day before a time is the day's",
        arguments: [
            ("tomorrow morning 9am", "tomorrow 9:00"), ("tomorrow evening 9pm", "tomorrow 21:00"),
            ("tomorrow afternoon at 14:30", "tomorrow 14:30"),
        ])
    func partsOfDays(_ text: String, _ time: String) throws {
        let moment = try #require(MomentWords.upcoming(time, now: Fixture.now))
        #expect(MomentWords.upcoming(text, now: Fixture.now) == moment)
        #expect(MomentWords.upcoming("tomorrow evening 9", now: Fixture.now) == nil)
    }

    @Test("words after until or for that are no end are what is wrong")
    func complaints() throws {
        for (words, text) in [
            (["work", "until", "tomorow"], "“tomorow” is not a time"),
            (["work", "until", "next", "moonday"], "“next moonday” is not a time"),
            (["Chat", "for", "10"], "“10” needs a unit"),
            (["Chat", "for", "ever"], "“ever” is not a length of time"),
        ] {
            let failure = try #require(EndTime.complaint(about: words))
            #expect(failure.message?.hasPrefix(text) == true, "\(words)")
        }
        for words in [["work"], ["work", "until"], ["for", "1h"], ["do", "not", "disturb"]] {
            #expect(EndTime.complaint(about: words) == nil, "\(words)")
        }
    }
}
