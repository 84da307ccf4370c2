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
        ] as [(String, Int64)])
    func spans(_ text: String, _ minutes: Int64) {
        #expect(ClockWords.span(text) == minutes * Self.minute)
    }

    @Test(
        "texts that are no span",
        arguments: ["10", "", "h", "0min", "30 1h x", "1d30", "1h 2h", "5min 1h"])
    func noSpans(_ text: String) {
        #expect(ClockWords.span(text) == nil)
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
        #expect(ClockWords.complaint(aboutSpan: "soon").hasPrefix("“soon” is not a length of time"))
    }

    @Test(
        "times of day",
        arguments: [
            ("9:00", 540), ("9", 540), ("8am", 480), ("6pm", 1080), ("12am", 0), ("12pm", 720),
            ("9:30pm", 1290), ("noon", 720), ("midnight", 0), ("23:59", 1439), ("6PM", 1080),
        ])
    func times(_ text: String, _ minutes: Int) {
        #expect(ClockWords.time(text)?.minutes == minutes)
    }

    @Test(
        "texts that are no time of day",
        arguments: ["25", "13pm", "0am", "9:5", "9:60", "", "x", "-1"])
    func noTimes(_ text: String) {
        #expect(ClockWords.time(text) == nil)
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
        #expect(text("tonight 22:30") == "2026-11-21 22:30:00")
        #expect(text("friday") == "2026-11-27 08:00:00")
        #expect(text("tomorrow") == "2026-11-22 08:00:00")
        #expect(text("2026-11-24") == "2026-11-24 08:00:00")
        #expect(text("2026-11-24 midnight") == "2026-11-24 00:00:00")
        #expect(text("tomorrow 8am") == "2026-11-22 08:00:00")
        #expect(text("tomorrow morning") == "2026-11-22 08:00:00")
        #expect(text("friday evening") == "2026-11-27 20:00:00")
        #expect(text("2h") == nil)
        let late = CalendarTime(local: Fixture.now).at(hour: 21, minute: 0).timestamp
        let midnight = MomentWords.upcoming("tonight", now: late).map(TimeText.full)
        #expect(midnight == "2026-11-22 00:00:00")
        let friday = try #require(MomentWords.upcoming("friday", now: now))
        #expect(TimeText.upcomingWithDate(friday, now: now) == "Fri 27 Nov 08:00")
        let tomorrow = try #require(MomentWords.upcoming("tomorrow", now: now))
        #expect(TimeText.upcomingWithDate(tomorrow, now: now) == "tomorrow (Sun 22 Nov) 08:00")
        // A weekday alone is not today, even before its morning.
        let early = CalendarTime(local: Fixture.now).at(hour: 6, minute: 0).timestamp
        let saturday = MomentWords.upcoming("saturday", now: early).map(TimeText.full)
        #expect(saturday == "2026-11-28 08:00:00")
    }

    @Test("words after until or for that are no end are what is wrong")
    func complaints() throws {
        for (words, text) in [
            (["work", "until", "tomorow"], "“tomorow” is not a time"),
            (["work", "until", "next", "monday"], "“next monday” is not a time"),
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
