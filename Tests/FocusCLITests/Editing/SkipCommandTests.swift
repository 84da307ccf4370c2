// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("skip") @LoopActor struct SkipCommandTests {
    private static let window = SkippedWindow(
        focus: FocusID("work"), schedule: "office", start: Fixture.now.adding(-3_600_000),
        end: Fixture.now.adding(3_600_000))
    private static let times: [Value] = [
        .int64(window.start.rawValue), .int64(window.end.rawValue),
    ]

    /// - Parameter activation: the active Focus.
    private static func control(
        _ activation: Activation? = nil, upcoming: [UpcomingChange] = [],
        skips: [SkippedWindow] = []
    ) -> FakeControl {
        var status = ServiceStatus()
        status.activation = activation
        return FakeControl(
            Fixture.control([
                "Status": [status.value], "Skip": times, "Unskip": times,
                "Upcoming": [FieldsBuilder.list(upcoming.map(\.value))],
                "Skips": [FieldsBuilder.list(skips.map(\.value))],
            ]))
    }

    @Test("without words, the window that keeps the Focus on is skipped")
    func current() {
        let control = Self.control(
            Activation(
                focus: FocusID("work"), since: Fixture.now, cause: .schedule, schedule: "office"))
        let result = run(["skip"], control)
        #expect(result.code == .done)
        #expect(result.output.contains("“office” is skipped "))
        #expect(result.output.hasSuffix(".\nTo take it back: focus-switch skip --undo\n"))
        #expect(
            control.calls.first { $0.member == "Skip" }
                == .init(
                    "Skip", .string("work"), .string("office"), .int64(Fixture.now.rawValue)))
    }

    /// A trial with a newcomer: a second `skip` skipped the next day without a word.
    @Test("a window that is skipped already is named before the next one")
    func alreadySkipped() {
        let control = Self.control(
            Activation(
                focus: FocusID("work"), since: Fixture.now, cause: .schedule, schedule: "office"),
            skips: [
                SkippedWindow(
                    focus: FocusID("work"), schedule: "office",
                    start: Self.window.start.adding(-1_000), end: Self.window.end)
            ])
        let lines = run(["skip"], control).output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].contains("“office” is already skipped "), "\(lines)")
        #expect(lines[1].contains("“office” is skipped "), "\(lines)")
    }

    @Test(
        "a day leads to its window, if that is the next one",
        arguments: [["today"], ["work", "today"], ["today", "work"]])
    func day(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = Self.control(
            Activation(
                focus: FocusID("work"), since: Fixture.now, cause: .schedule, schedule: "office"))
        let result = focus(all: ["skip"] + words, control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors == """
                focus-switch: “today” is neither a Focus nor a schedule
                To skip “office” today: focus-switch skip work office

                """)
        let tomorrow = focus("skip", "tomorrow", control: control)
        #expect(tomorrow.code == .refused)
        #expect(tomorrow.errors.hasSuffix("The next changes: focus-switch next\n"))
        #expect(!control.calls.contains { $0.member == "Skip" })
        try focus.expectDone("skip work office", control: control)
    }

    @Test("tonight leads to a window of the evening alone")
    func tonight() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let today = CalendarTime(local: Fixture.now)
        for (hour, isMeant) in [(22, true), (16, false)] {
            let begin = today.at(hour: hour, minute: 0).timestamp
            let outcome = Activation(
                focus: FocusID("work"), since: begin, cause: .schedule, schedule: "night")
            let change = UpcomingChange(.init(time: begin, outcome: outcome), name: "Work")
            let result = focus("skip", "tonight", control: Self.control(upcoming: [change]))
            #expect(
                result.errors.contains("“night” tonight: focus-switch skip work night\n")
                    == isMeant, "\(result)")
            #expect(result.code == (isMeant ? .usage : .refused))
        }
    }

    /// A trial with a newcomer: `skip office` only led to the list of Focuses.
    @Test("the name of a schedule leads to its Focus")
    func scheduleInPlaceOfFocus() throws {
        let focus = try Configuration()
        let text = "[Focus]\nName=Work\n\n[Schedule Office]\nDays=Mon;\nFrom=09:00\nTo=17:00\n"
        try focus.write("work", text)
        let result = focus("skip", "office", control: Self.control())
        #expect(
            result.errors == """
                focus-switch: there is no Focus “office”, but a schedule of that name
                For that of Work: focus-switch skip work Office

                """)
        let undo = focus("skip", "--undo", "office", control: Self.control())
        #expect(undo.errors.contains("For that of Work: focus-switch skip --undo work Office\n"))
        #expect(focus("skip", "wrok", control: Self.control()).errors.contains("“work”?"))
    }

    /// The step skipped the window of today.
    @Test("a schedule and a day lead to that window, if it is the next one")
    func scheduleAndDay() throws {
        let focus = try Configuration()
        let days = "Mon;Tue;Wed;Thu;Fri;Sat;Sun;"
        let text = "[Focus]\nName=Work\n\n[Schedule Office]\nDays=\(days)\nFrom=0:01\nTo=23:59\n"
        try focus.write("work", text)
        let now = CalendarTime(local: Fixture.now).at(hour: 12, minute: 0).timestamp
        for words in [["office"], ["work", "office"]] {
            let control = Self.control()
            let today = focus(all: ["skip"] + words + ["today"], control: control, now: now)
            #expect(today.code == .usage)
            #expect(
                today.errors.hasSuffix(
                    "\nTo skip “Office” today: focus-switch skip work Office\n"), "\(today)")
            let other = focus(all: ["skip"] + words + ["tomorrow"], control: control, now: now)
            #expect(other.code == .refused)
            #expect(other.errors.hasSuffix("changes: focus-switch next\n"), "\(other)")
            #expect(!control.calls.contains { $0.member == "Skip" })
        }
        let control = Self.control()
        try focus.expectDone("skip work Office", control: control, now: now)
        #expect(focus("skip", "a", "b", "c", control: control).code == .usage)
    }

    /// The step skipped a window of another day.
    @Test("a day whose window is skipped or over has no step")
    func otherWindow() throws {
        let focus = try Configuration()
        let days = "Mon;Tue;Wed;Thu;Fri;Sat;Sun;"
        let text = "[Focus]\nName=Work\n\n[Schedule Office]\nDays=\(days)\nFrom=9:00\nTo=10:00\n"
        try focus.write("work", text)
        try focus.write("idle", "[Focus]\nName=Idle\n")
        let today = CalendarTime(local: Fixture.now)
        func run(_ day: String, _ control: FakeControl, hour: Int) -> RunResult {
            let now = today.at(hour: hour, minute: 30).timestamp
            return focus(all: ["skip", "work", "office", day], control: control, now: now)
        }
        let step = ": focus-switch skip work Office\n"
        #expect(run("tomorrow", Self.control(), hour: 12).errors.hasSuffix(step))
        let tomorrow = SkippedWindow(
            focus: FocusID("work"), schedule: "Office",
            start: today.tomorrow.at(hour: 9, minute: 0).timestamp,
            end: today.tomorrow.at(hour: 10, minute: 0).timestamp)
        let byHand = Activation(focus: FocusID("idle"), since: Fixture.now, cause: .manual)
        for (day, control, hour) in [
            ("tomorrow", Self.control(skips: [tomorrow]), 12), ("today", Self.control(byHand), 9),
        ] {
            let result = run(day, control, hour: hour)
            #expect(result.code == .refused, "\(result)")
            #expect(result.errors.hasSuffix("changes: focus-switch next\n"), "\(result)")
        }
        let idle = focus("skip", "idle", "hours", "today", control: Self.control())
        #expect(idle.code == .refused, "\(idle)")
        #expect(!idle.errors.contains("focus-switch skip"), "\(idle)")
    }

    /// A trial with a newcomer: `skip work lunch` did not say which schedules there are.
    @Test("an unknown schedule is answered with those of the Focus")
    func unknownSchedule() throws {
        let focus = try Configuration()
        let text = "[Focus]\nName=Work\n\n[Schedule Office]\nDays=Mon;\nFrom=09:00\nTo=17:00\n"
        try focus.write("work", text)
        for (word, end) in [("lunch", "; it has “Office”"), ("ofice", "; did you mean “Office”?")] {
            let control = Self.control()
            let result = focus("skip", "work", word, control: control)
            #expect(result.code == .refused)
            #expect(result.errors == "focus-switch: Work has no schedule “\(word)”\(end)\n")
            #expect(!control.calls.contains { $0.member == "Skip" })
        }
        let control = Self.control()
        #expect(focus("skip", "work", "office", control: control).code == .done)
        #expect(control.calls.first { $0.member == "Skip" }?.arguments[1] == .string("Office"))
    }

    @Test("a Focus that is on by hand is named as the reason why no schedule begins")
    func onByHand() {
        let control = Self.control(
            Activation(focus: FocusID("work"), since: Fixture.now, cause: .manual))
        let result = run(["skip"], control)
        #expect(result.code == .refused)
        #expect(
            result.errors.hasSuffix(
                " is on until you turn it off; no schedule turns on a Focus before that\n"
                    + "To turn it off: focus-switch off\n"), "\(result)")
        let session = Self.control(
            Activation(
                focus: FocusID("work"), since: Fixture.now, cause: .manual, endsWithSession: true))
        #expect(run(["skip"], session).errors.contains(" is on until you log out; no schedule"))
        #expect(!run(["skip"], Self.control()).errors.contains("turn it off"))
    }

    @Test("else the next window of a schedule is skipped")
    func next() {
        let begins = Fixture.now.adding(60_000)
        let change = UpcomingChange(
            Agenda.Change(
                time: begins,
                outcome: .init(
                    focus: FocusID("work"), since: begins, cause: .schedule, schedule: "late")),
            name: "Work")
        let control = Self.control(upcoming: [change])
        #expect(run(["skip"], control).code == .done)
        #expect(
            control.calls.first { $0.member == "Skip" }
                == .init("Skip", .string("work"), .string("late"), .int64(begins.rawValue)))
        let nothing = run(["skip"], Self.control())
        #expect(nothing.code == .refused)
        #expect(nothing.errors.contains("no schedule turns on a Focus"))
    }

    /// A trial with a newcomer: while a trigger held, “no schedule turns on a Focus”.
    @Test("while a trigger holds, the windows that it hides are skipped")
    func hiddenByTrigger() throws {
        let focus = try Configuration()
        func schedule(_ name: String, _ from: String, _ to: String) -> String {
            "[Schedule \(name)]\nDays=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\nFrom=\(from)\nTo=\(to)\n"
        }
        let now = CalendarTime(local: Fixture.now)
        func clock(_ minutes: Int64) -> String {
            CalendarTime(local: Fixture.now.adding(minutes * 60_000)).clockText
        }
        try focus.write("work", "[Focus]\nName=Work\n" + schedule("now", clock(-60), clock(60)))
        try focus.write("gym", "[Focus]\nName=Gym\n" + schedule("later", clock(120), clock(180)))
        try focus.write("tea", "[Focus]\nName=Tea\n")
        let activation = Activation(
            focus: FocusID("tea"), since: Fixture.now, cause: .trigger, trigger: .vpn)
        func skipped(_ words: String...) -> [Value] {
            let control = Self.control(activation)
            let result = focus(all: ["skip"] + words, control: control)
            #expect(result.code == .done, "\(words) at \(now): \(result)")
            return control.calls.first { $0.member == "Skip" }?.arguments ?? []
        }
        let work: [Value] = [.string("work"), .string("now"), .int64(Fixture.now.rawValue)]
        #expect(skipped() == work)
        let gym = skipped("gym")
        #expect(gym.prefix(2) == [.string("gym"), .string("later")])
        let begin = Fixture.now.adding(120 * 60_000).rawValue / 60_000 * 60_000
        #expect(gym.last == .int64(begin))
        // A window that is skipped already is not skipped again.
        let window = SkippedWindow(
            focus: FocusID("gym"), schedule: "later", start: Timestamp(rawValue: begin),
            end: Timestamp(rawValue: begin + 3_600_000))
        let control = Self.control(activation, skips: [window])
        #expect(focus("skip", "gym", control: control).code == .done)
        #expect(
            control.calls.first { $0.member == "Skip" }?.arguments.last
                == .int64(begin + 24 * 3_600_000))
        let none = focus("skip", "tea", control: Self.control(activation))
        #expect(
            none.errors == """
                focus-switch: Tea has no schedule to skip
                To list the schedules: focus-switch schedule list

                """)
    }

    @Test("a skipped window is listed, and comes back")
    func undo() {
        let control = Self.control(skips: [Self.window])
        #expect(run(["skip", "--list"], control).output.contains("office"))
        let result = run(["skip", "--undo"], control)
        #expect(result.output.contains("“office” takes place "))
        #expect(
            control.calls.first { $0.member == "Unskip" }
                == .init(
                    "Unskip", .string("work"), .string("office"),
                    .int64(Self.window.start.rawValue)))
        #expect(run(["skip", "--undo"], Self.control()).code == .refused)
        #expect(run(["skip", "--list"], Self.control()).output == "Nothing is skipped.\n")
        #expect(run(["skip", "--list", "--undo"], control).code == .usage)
        let json = run(["skip", "--list", "--json"], control).output
        #expect(json.contains("\"schedule\":\"office\"") && json.contains("\"skipped\":true"))
    }

    /// A trial with a newcomer: of two skips, the list of schedules had the first only.
    @Test("the list of schedules has each skipped window")
    func severalListed() throws {
        let focus = try Configuration()
        let text = "[Focus]\nName=Work\n\n[Schedule office]\nDays=Mon;\nFrom=09:00\nTo=17:00\n"
        try focus.write("work", text)
        let windows = ([48, 24] as [Int64]).map { hours in
            SkippedWindow(
                focus: FocusID("work"), schedule: "office",
                start: Fixture.now.adding(hours * 3_600_000),
                end: Fixture.now.adding((hours + 1) * 3_600_000))
        }
        let result = focus("schedule", "list", control: Self.control(skips: windows))
        let shown = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for window in windows {
            let time = TimeText.upcoming(window.start, now: Fixture.now)
            #expect(shown.contains(time), "\(result)")
        }
    }

    /// Issue 17: of two skipped windows, --undo took back the one that begins first.
    @Test("--undo takes back the skip that was made last")
    func lastSkip() {
        func window(_ schedule: String, _ hours: Int64) -> SkippedWindow {
            SkippedWindow(
                focus: FocusID("work"), schedule: schedule,
                start: Fixture.now.adding(hours * 3_600_000),
                end: Fixture.now.adding((hours + 1) * 3_600_000))
        }
        for names in [["early", "late"], ["late", "early"]] {
            let windows = names.map { window($0, $0 == "early" ? 1 : 5) }
            let control = Self.control(skips: windows)
            #expect(run(["skip", "--undo"], control).code == .done)
            let undone = control.calls.filter { $0.member == "Unskip" }.map(\.arguments[1])
            #expect(undone == [.string(names[1])])
        }
    }

    /// Issue 17: of two schedules that begin at one moment, a skip left the other one.
    @Test("one skip skips all windows that begin at that moment, and --undo brings all back")
    func twins() throws {
        let focus = try Configuration()
        let begin = CalendarTime(local: Self.window.start)
        let start = begin.at(hour: begin.hour, minute: begin.minute).timestamp
        let schedule = """
            Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;
            From=\(begin.clockText)
            To=23:59

            """
        try focus.write(
            "work",
            "[Focus]\nName=Work\n\n[Schedule office]\n\(schedule)\n[Schedule office2]\n\(schedule)")
        try focus.write("home", "[Focus]\nName=Home\n\n[Schedule x]\n\(schedule)")
        let activation = Activation(
            focus: FocusID("work"), since: Fixture.now, cause: .schedule, schedule: "office")
        let times: [Value] = [.int64(start.rawValue), .int64(Self.window.end.rawValue)]
        func skipped(_ words: [String]) -> [[Value]] {
            let control = Self.control(activation)
            control.answers["Skip"] = times
            let result = focus(all: ["skip"] + words, control: control)
            #expect(result.code == .done, "\(result.errors)")
            return control.calls.filter { $0.member == "Skip" }.map {
                Array($0.arguments.prefix(2))
            }
        }
        let work: [[Value]] = [
            [.string("work"), .string("office")], [.string("work"), .string("office2")],
        ]
        #expect(skipped(["work", "office"]) == Array(work.prefix(1)))
        #expect(skipped(["work"]) == work)
        #expect(Set(skipped([])) == Set(work + [[.string("home"), .string("x")]]))
        let windows = ["office", "office2"].map {
            SkippedWindow(
                focus: FocusID("work"), schedule: $0, start: start, end: Self.window.end)
        }
        let control = Self.control(skips: windows)
        control.answers["Unskip"] = times
        #expect(focus("skip", "--undo", control: control).output.split(separator: "\n").count == 2)
        #expect(control.calls.count { $0.member == "Unskip" } == 2)
    }
}
