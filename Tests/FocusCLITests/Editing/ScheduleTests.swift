// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("schedule list, set and remove") @LoopActor struct ScheduleEditingTests {
    @Test("a schedule is set with days and times, and changed in its place")
    func set() throws {
        let focus = try Configuration()
        try focus.write("work", "# mine\n[Focus]\nName=Work\n# end\n")
        let set = focus(
            "schedule", "set", "office", "--focus", "work", "--days", "Mon-Fri", "--from", "9:00",
            "--to", "17:30")
        #expect(set.output == "Work will be on Mon-Fri, 09:00 to 17:30.\n")
        let later = focus("schedule", "set", "office", "--focus", "work", "--from", "10:00")
        #expect(later.output.hasSuffix("\n“office” was Mon-Fri, 09:00 to 17:30.\n"))
        #expect(focus.text("work")?.hasPrefix("# mine\n[Focus]\nName=Work\n# end\n") == true)
        #expect(
            try focus.show("work")["schedules"] == [
                [
                    "name": "office", "days": ["Mon", "Tue", "Wed", "Thu", "Fri"],
                    "from": "10:00", "to": "17:30",
                ]
            ])
    }

    /// A trial with a newcomer: only “will be on” was said while the Focus was on.
    @Test("a schedule that turns the Focus on at once says so")
    func onNow() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(["Status": [Fixture.status.value], "Reload": [.strings([])]])
        let result = focus(
            "schedule", "set", "all", "--focus", "work", "--from", "0:00", "--to", "0:00",
            control: control)
        #expect(result.output.hasSuffix("\nWork is on now.\n"), "\(result)")
    }

    @Test(
        "days are ranges, lists and words",
        arguments: [
            ("Mon-Fri", "Mon-Fri"), ("sat,Sunday", "Sat Sun"),
            ("Sat-mon", "Mon Sat Sun"),
            ("weekend;Wed", "Wed Sat Sun"), ("tu", "Tue"), ("Weekdays", "Mon-Fri"),
            ("daily", "daily"), ("Mon-Wed,Fri", "Mon-Wed Fri"), ("sun-sun", "Sun"),
        ])
    func days(_ text: String, _ days: String) throws {
        let focus = try Configuration()
        let result = focus(
            "schedule", "set", "x", "--focus", "do-not-disturb", "--days", text, "--from", "22:00",
            "--to", "7:00")
        #expect(
            result.output == "Do Not Disturb will be on \(days), 22:00 to 07:00 the next day.\n")
    }

    @Test(
        "an invalid schedule is a usage error and writes nothing",
        arguments: [
            [], ["x"], ["x", "--from", "9:00"], ["x", "--from", "9:00", "--to", "25:00"],
            ["x", "--from", "nine", "--to", "10:00"],
            ["x", "y", "--from", "9:00", "--to", "10:00"],
            ["x", "--from", "9:00", "--to", "10:00", "--days", "Mon-"],
            ["x", "--from", "9:00", "--to", "10:00", "--days", "someday"],
            ["x", "--from", "9:00", "--to", "10:00", "--days", ""],
            ["x", "--from", "9:00", "--to", "10:00", "--days", "t"],
        ])
    func usage(_ words: [String]) throws {
        let focus = try Configuration()
        let result = focus(all: ["schedule", "set", "--focus", "do-not-disturb"] + words)
        #expect(result.code == .usage)
        #expect(!result.errors.isEmpty)
        #expect(focus.text("do-not-disturb") == nil)
    }

    @Test("clear removes one schedule, or all")
    func clear() throws {
        let focus = try Configuration()
        for name in ["a", "b", "c"] {
            _ = focus(
                "schedule", "set", name, "--focus", "do-not-disturb", "--from", "1:00", "--to",
                "2:00")
        }
        let one = focus("schedule", "clear", "b", "--focus", "do-not-disturb")
        #expect(one.output == "Removed the schedule “b” of Do Not Disturb.\n")
        let wrong = focus("schedule", "clear", "b", "--focus", "do-not-disturb")
        #expect(wrong.code == .refused && wrong.errors.contains("; it has “a”, “c”"))
        let list = focus("schedule", "list")
        #expect(list.output.split(separator: "\n").count == 2)
        // Issue 17: a forgotten name removed all schedules.
        let unnamed = focus("schedule", "remove", "--focus", "do-not-disturb")
        #expect(unnamed.code == .refused)
        #expect(
            unnamed.errors
                == "focus-switch: nothing was removed: Do Not Disturb has the schedules “a”, “c”; name"
                + " one, or use --all\n")
        #expect(focus("schedule", "remove", "a", "--all", "--focus", "dnd").code == .usage)
        let rest = focus("schedule", "clear", "--all", "--focus", "do-not-disturb")
        #expect(rest.output == "Removed all schedules of Do Not Disturb.\n")
        #expect(focus("schedule", "list").output == "No schedules.\n")
        #expect(focus("schedule").output == "No schedules.\n")
        #expect(focus("schedule", "--json").output == "[]\n")
        #expect(focus("schedule", "list", "--json").output == "[]\n")
    }

    @Test("list is of all Focuses, or of one")
    func list() throws {
        let focus = try Configuration()
        for id in ["work", "gym"] {
            try focus.write(
                id, "[Focus]\nName=\(id)\n[Schedule s]\nDays=Tue;Mon;\nFrom=9:00\nTo=8:00\n")
        }
        #expect(
            focus("schedule", "list").output == """
                gym   s  Mon Tue  09:00 to 08:00 the next day
                work  s  Mon Tue  09:00 to 08:00 the next day

                """)
        #expect(
            focus("schedule", "list", "--focus", "GYM", "--json").output == """
                [{"focus":"gym","name":"s","days":["Mon","Tue"],"from":"09:00","to":"08:00"}]

                """)
    }
}

@Suite("on with an end, next") @LoopActor struct EndTimeTests {
    private static func options(_ name: String, _ value: Value) -> FakeControl.Call {
        .init("ActivateWith", .string("work"), .vardict([name: value]))
    }

    @Test(
        "--for is a length of time",
        arguments: [
            ("2s", 2), ("45min", 2_700), ("2h", 7_200), ("1h30m", 5_400), ("1h 30min", 5_400),
            ("1d", 86_400),
        ])
    func span(_ text: String, _ seconds: Int64) {
        for arguments in [["on", "work", "--for", text], ["work", "--for=\(text)"]] {
            let control = FakeControl(Fixture.control(["ActivateWith": []]))
            #expect(run(arguments, control).code == .done)
            #expect(control.calls.contains(Self.options("for", .int64(seconds * 1_000))))
        }
    }

    @Test(
        "--until is a moment to come",
        arguments: [
            (["--until", "18:00"], "2026-11-21 18:00"), (["--until", "0:30"], "2026-11-22 00:30"),
            (["--until", "tomorrow 9:00"], "2026-11-22 09:00"),
            (["--until", "tomorrow", "9:00"], "2026-11-22 09:00"),
            (["--until", "Tomorrow"], "2026-11-22 08:00"),
            (["--until", "today 23:59"], "2026-11-21 23:59"),
            (["--until", "Tue", "9:00"], "2026-11-24 09:00"),
            (["--until", "sat 9:00"], "2026-11-28 09:00"),
            (["--until", "2026-12-01"], "2026-12-01 08:00"),
            (["--until", "2026-12-01 7:15"], "2026-12-01 07:15"),
        ])
    func moment(_ words: [String], _ expected: String) throws {
        let time = try #require(MomentWords.past(expected, now: Fixture.now))
        for arguments in [["on", "work"] + words, ["on"] + words + ["work"]] {
            let control = FakeControl(Fixture.control(["ActivateWith": []]))
            #expect(run(arguments, control).code == .done, "\(arguments)")
            #expect(
                control.calls.contains(Self.options("until", .int64(time.rawValue))),
                "\(arguments)")
        }
    }

    @Test("--until-logout is an option of its own")
    func logout() {
        let control = FakeControl(Fixture.control(["ActivateWith": []]))
        var status = Fixture.status
        status.activation?.endsWithSession = true
        control.answers["Status"] = [status.value]
        let result = run(["on", "work", "--until-logout"], control)
        #expect(result.output == "Work is on until you log out.\n")
        #expect(control.calls.contains(Self.options("until-logout", .boolean(true))))
    }

    @Test(
        "an end that makes no sense is a usage error, and nothing is turned on",
        arguments: [
            ["--for", "0s"], ["--for", "soon"], ["--for", "1"], ["--for", ""], ["--for", "-1h"],
            ["--for", "1h", "--until", "18:00"], ["--until-logout", "--for", "1h"],
            ["--until", "25:00"], ["--until", "yesterday"], ["--until", "2020-01-01"],
            ["--until", "2026-11-21 9:00"], ["--until", "tomorrow 24:00"], ["reading"],
            ["--for", "99999999999999999w"], ["--until", "-1"],
        ])
    func usage(_ options: [String]) {
        let control = FakeControl(Fixture.control(["ActivateWith": []]))
        let result = run(["on", "work"] + options, control)
        #expect(result.code == .usage, "\(options)")
        #expect(control.calls.allSatisfy { options == ["reading"] && $0.member != "ActivateWith" })
    }

    @Test("status says until when, and which schedule")
    func status() throws {
        var status = Fixture.status
        status.activation?.cause = .schedule
        status.activation?.schedule = "office"
        status.activation?.until = MomentWords.past(
            "2026-11-23 17:30", now: Fixture.now)
        let control = FakeControl(["Status": [status.value]])
        #expect(
            run(["status"], control).output.hasPrefix(
                "Work is on until Mon 17:30, turned on by its schedule office, 12 min ago.\n"))
        let json = try JSONValue(parsing: run(["status", "--json"], control).output)
        #expect(json["focus"]?["schedule"] == "office")
        #expect(json["focus"]?["untilLogout"] == false)
        #expect(json["focus"]?["until"] != .null)
    }

    private static func change(
        _ time: String, _ focus: String?, _ cause: Activation.Cause = .schedule,
        until: String? = nil
    ) throws -> Value {
        let moment = try #require(MomentWords.past(time, now: Fixture.now))
        let outcome = focus.map { focus in
            Activation(
                focus: FocusID(focus), since: moment, cause: cause,
                schedule: cause == .schedule ? "s" : nil,
                until: until.flatMap { MomentWords.past($0, now: Fixture.now) })
        }
        let change = Agenda.Change(time: moment, outcome: outcome)
        return UpcomingChange(change, name: focus?.capitalized).value
    }

    @Test("next says what will happen, in order")
    func next() throws {
        let changes = try [
            Self.change("2026-11-21 18:00", nil),
            Self.change("2026-11-21 22:00", "sleep", until: "2026-11-22 07:00"),
            Self.change("2026-11-22 07:00", "reading", .manual),
            Self.change("2026-11-23 09:00", "work", until: "2026-11-23 17:30"),
            Self.change("2026-12-24 09:00", nil),
        ]
        let control = FakeControl(
            Fixture.control(["Upcoming": [.array(of: "a{sv}", changes)]]))
        #expect(
            run(["next"], control).output == """
                18:00           Work ends
                22:00           Sleep begins (s), until tomorrow 07:00
                tomorrow 07:00  Reading is on again
                Mon 09:00       Work begins (s), until 17:30
                24 Dec 09:00    Work ends

                """)
        #expect(control.calls.last == .init("Upcoming", .uint32(5)))
        _ = run(["next", "--limit", "2"], control)
        #expect(control.calls.last == .init("Upcoming", .uint32(2)))
        let json = try JSONValue(parsing: run(["next", "--json"], control).output)
        guard case .array(let items) = json, items.count == 5 else {
            Issue.record("not five changes")
            return
        }
        #expect(items[0]["focus"] == .null)
        #expect(items[0]["name"] == .null)
        #expect(items[1]["focus"] == "sleep")
        #expect(items[1]["cause"] == "schedule")
        #expect(items[1]["schedule"] == "s")
        #expect(items[2]["cause"] == "manual")
    }

    @Test("next does not deny the schedule of the Focus that is on (issue 17)")
    func standing() throws {
        let focus = try Configuration()
        try focus.write(
            "work", "[Focus]\nName=Work\n[Schedule s]\nDays=Mon;\nFrom=09:00\nTo=17:00\n")
        let control = FakeControl(Fixture.control(["Upcoming": [.array(of: "a{sv}", [])]]))
        #expect(
            focus("next", control: control).output
                == "Work stays on until you turn it off; no schedule changes that.\n")
    }

    @Test("next says where nothing will happen")
    func nothingNext() {
        let control = FakeControl(Fixture.control(["Upcoming": [.array(of: "a{sv}", [])]]))
        #expect(
            run(["next"], control).output == "Work stays on until you turn it off.\n")
        let off = FakeControl(control.answers)
        off.answers["Status"] = [ServiceStatus().value]
        #expect(run(["next"], off).output == "No schedules or triggers.\n")
        #expect(run(["next", "--json"], control).output == "[]\n")
        #expect(run(["next"]).code == .notReachable)
        #expect(run(["next", "--limit", "0"], control).code == .usage)
    }

    @Test("next names the day of an end that is not the day of the beginning (issue 17)")
    func days() throws {
        let changes = try [
            Self.change("2026-11-21 22:30", "sleep", until: "2026-11-22 07:00"),
            Self.change("2026-11-22 22:30", "sleep", until: "2026-11-23 07:00"),
            Self.change("2026-11-24 22:30", "sleep", until: "2026-11-25 07:00"),
            Self.change("2026-11-25 09:00", "work", until: "2026-11-25 17:30"),
        ]
        let control = FakeControl(
            Fixture.control(["Upcoming": [.array(of: "a{sv}", changes)]]))
        #expect(
            run(["next"], control).output == """
                22:30           Sleep begins (s), until tomorrow 07:00
                tomorrow 22:30  Sleep begins (s), until Mon 07:00
                Tue 22:30       Sleep begins (s), until Wed 07:00
                Wed 09:00       Work begins (s), until 17:30

                """)
    }

    @Test("next says that a Focus stays on until the logout (issue 17)")
    func untilLogout() {
        var status = Fixture.status
        status.activation?.endsWithSession = true
        let control = FakeControl(
            Fixture.control(["Upcoming": [.array(of: "a{sv}", [])], "Status": [status.value]]))
        #expect(run(["next"], control).output == "Work stays on until you log out.\n")
    }

    @Test("schedule set around now, after off, says when the Focus begins (issue 17)")
    func setAfterOff() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let clock = CalendarTime(local: Fixture.now)
        let from = TimeText.clock(Fixture.ago(minutes: 1)).dropLast(3)
        let to = TimeText.clock(Fixture.ago(minutes: -60)).dropLast(3)
        let tomorrow = "\(clock.tomorrow.dateText) \(from)"
        let control = FakeControl(
            Fixture.control([
                "Reload": [.strings([])], "Status": [ServiceStatus().value],
                "Upcoming": [.array(of: "a{sv}", [try Self.change(tomorrow, "work")])],
            ]))
        let words = ["schedule", "set", "s", "--from", "\(from)", "--to", "\(to)"]
        let set = words + ["--focus", "work"]
        let off = focus(all: set, control: control)
        #expect(off.code == .done, "\(off.errors)")
        #expect(
            off.output.hasSuffix(
                "\nYou turned a Focus off by hand, and that also holds for schedules whose time has"
                    + " begun; Work begins tomorrow (Sun 22 Nov) \(from).\n"
                    + "To turn Work on now: focus-switch on work --until \(to)\n"), "\(off.output)")
        control.answers["Status"] = [Fixture.status.value]
        #expect(focus(all: set, control: control).output.hasSuffix("\nWork is on now.\n"))
        #expect(focus(all: set).output.split(separator: "\n").count == 1)
    }

    /// Issue 17: two identical schedules were accepted without a word.
    @Test("schedule set names another schedule with the same days and times")
    func twins() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.write("home", "[Focus]\nName=Home\n")
        func set(_ name: String, _ id: String) -> String {
            focus(
                "schedule", "set", name, "--focus", id, "--days", "Mon-Fri", "--from", "9", "--to",
                "17"
            ).output
        }
        #expect(set("office", "work").split(separator: "\n").count == 1)
        #expect(set("office", "work").split(separator: "\n").count == 1)
        #expect(
            set("office2", "work").hasSuffix(
                "“office” of Work has the same days and times already. To remove one: focus-switch"
                    + " schedule remove office2 --focus work\n"))
        #expect(
            set("x", "home").contains(
                "“office” of Work has the same days and times; only one Focus can be on.\n"))
    }

    @Test("schedule set names the Focus that goes before the schedule at its next time")
    func otherFirst() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let clock = CalendarTime(local: Fixture.now)
        let from = TimeText.clock(Fixture.ago(minutes: 1)).dropLast(3)
        let to = TimeText.clock(Fixture.ago(minutes: -60)).dropLast(3)
        let control = FakeControl(
            Fixture.control([
                "Reload": [.strings([])], "Status": [ServiceStatus().value],
                "Upcoming": [
                    .array(
                        of: "a{sv}",
                        [
                            try Self.change("\(clock.tomorrow.dateText) \(from)", "home"),
                            try Self.change("\(clock.tomorrow.dateText) \(to)", "work"),
                        ])
                ],
            ]))
        let words = [
            "schedule", "set", "s", "--from", "\(from)", "--to", "\(to)", "--focus", "work",
        ]
        let output = focus(all: words, control: control).output
        let due = "Its next time is tomorrow (Sun 22 Nov) \(from)"
        #expect(output.contains("\n\(due), but Home (schedule s) is on then.\n"), "\(output)")
    }
}
