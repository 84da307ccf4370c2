// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: any words behind a Focus led to the step that turns it on for an hour.
@Suite("Orders behind a Focus") @LoopActor struct FocusOrderTests {
    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nPeople=allow\n")
        let people = ["Ann", "Ben"].map { SeenPerson($0, latest: Fixture.now).value }
        control = FakeControl(
            Fixture.control([
                "Mutes": [FieldsBuilder.list([])], "Reload": [.strings([])],
                "ActivateWith": [], "Entries": [Fixture.list([])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "ListPeople": [FieldsBuilder.list(people)],
            ]))
    }

    private func run(_ line: String) -> RunResult {
        focus(all: line.split(separator: " ").map(String.init), control: control)
    }

    /// Returns the commands at the ends of the lines below a refusal.
    private func steps(_ line: String) -> [String] {
        let result = run(line)
        #expect(result.code != .done, "\(line)")
        return result.errors.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: ": focus-switch ")
            return parts.count == 2 ? String(parts[1]) : nil
        }
    }

    @Test(
        "a mistyped word before an end is corrected",
        arguments: [
            ("work unitl 18:00", "work until 18:00"), ("work untill 18:00", "work until 18:00"),
            ("work fro 1h", "work for 1h"), ("work up to 18:00", "work until 18:00"),
            ("work before 18:00", "work until 18:00"),
            ("on work unitl 18:00", "work until 18:00"),
        ])
    func corrected(_ line: String, _ command: String) throws {
        #expect(run(line).errors.contains("\nCorrected: focus-switch \(command)\n"))
        #expect(steps(line).count == 1)
        try focus.expectDone(command, control: control)
    }

    @Test("the time behind a mistyped option is kept")
    func option() throws {
        for line in ["work --unitl 17:30", "work --till=17:30"] {
            #expect(steps(line) == ["on work --until 17:30"], "\(run(line).errors)")
        }
        try focus.expectDone("on work --until 17:30", control: control)
    }

    @Test(
        "an order is answered as by its own command",
        arguments: [
            ("work let Ann through", "work allow Ann"), ("work permit Chat", "work allow Chat"),
            ("work block Ben", "work silence Ben"), ("work mute Chat", "work silence Chat"),
            ("work and mute Chat", "work silence Chat"),
            ("work only Ann", "allow only Ann --focus work"),
            ("work let only Ann through", "allow only Ann --focus work"),
            ("work unless it's Ann", "work except Ann"), ("work unless Ann", "work except Ann"),
        ])
    func order(_ line: String, _ own: String) {
        let expected = steps(own)
        #expect(!expected.isEmpty)
        #expect(steps(line) == expected, "\(run(line).errors)")
        #expect(!control.calls.contains { $0.member.rawValue.hasPrefix("Activate") })
    }

    @Test("the end of an order is kept, and a list has none")
    func orderWithEnd() {
        let line = "work let Ann through --for 1h"
        #expect(steps(line) == steps("work allow Ann") + ["on work --for 1h"])
        #expect(run(line).errors.contains("\n\(SpokenPhrase.endlessList)\n"))
    }

    @Test(
        "days without times could be a schedule",
        arguments: [
            ("work on saturday", "saturday", true), ("work saturday", "saturday", true),
            ("work on fridays", "fridays", false), ("work weekends", "weekends", false),
            ("work every monday", "monday", false), ("work on weekdays", "weekdays", false),
            ("work mon-fri", "mon-fri", false),
        ])
    func days(_ line: String, _ days: String, _ isEnd: Bool) {
        let schedule = "schedule set \(days) --focus work --days \(days) --from"
        let isWeekend = ["saturday", "weekends"].contains(days)
        let times = ["00:00 --to 00:00", "09:00 --to 17:00"].map { "\(schedule) \($0)" }
        #expect(
            steps(line) == (isWeekend ? times : times.reversed())
                + (isEnd ? ["on work --until \(days)"] : []),
            "\(run(line).errors)")
    }

    @Test("a schedule with the name of the days is kept")
    func takenDays() throws {
        let schedule = "[Schedule weekends]\nDays=Sat;Sun;\nFrom=9:00\nTo=13:00\n"
        try focus.write("work", "[Focus]\nName=Work\n\(schedule)")
        let steps = steps("work weekends")
        #expect(
            steps
                == ["00:00 --to 00:00", "09:00 --to 17:00"].map { times in
                    "schedule set weekends-2 --focus work --days weekends --from \(times)"
                })
        for step in steps { try focus.expectDone(step, control: control) }
        #expect(focus.text("work")?.contains("To=13:00") == true)
    }

    /// A trial with a newcomer: these led to no line, or to one that could not be pasted.
    @Test(
        "several times, and a beginning that repeats, are schedules",
        arguments: [
            ("work 9-12 and 13-17", ["", ""], ["09:00 --to 12:00", "13:00 --to 17:00"]),
            (
                "work weekdays 9-12, 13-17", [" --days weekdays", " --days weekdays"],
                ["09:00 --to 12:00", "13:00 --to 17:00"]
            ),
            (
                "work mon-thu 9-17 and fri 9-13", [" --days mon-thu", " --days fri"],
                ["09:00 --to 17:00", "09:00 --to 13:00"]
            ),
            ("schedule work 9-12 and 13-17", ["", ""], ["09:00 --to 12:00", "13:00 --to 17:00"]),
            ("schedule work at 9", [""], ["09:00 --to 17:00"]),
            ("work at 22:00 every day", [" --days daily"], ["22:00 --to 06:00"]),
            ("turn on work every friday at 9", [" --days friday"], ["09:00 --to 17:00"]),
        ])
    func several(_ line: String, _ days: [String], _ times: [String]) throws {
        let names = ["hours", "hours-2"]
        let commands = times.indices.map { place in
            "schedule set \(names[place]) --focus work\(days[place]) --from \(times[place])"
        }
        #expect(steps(line) == commands, "\(run(line).errors)")
        for command in commands { try focus.expectDone(command, control: control) }
    }

    @Test("the times of one day are told to repeat")
    func oneDay() throws {
        let now = CalendarTime(local: Fixture.now).at(hour: 9, minute: 0).timestamp
        let errors = focus(all: ["work", "today", "14-16"], control: control, now: now).errors
        let day = CalendarTime(local: now).weekdayText
        let weekly =
            "schedule set hours --focus work --days \(day.lowercased()) --from 14:00 --to 16:00"
        #expect(
            errors.hasSuffix(
                """
                To turn it on now, until then: focus-switch on work --until 16:00
                To turn it on at these times every \(day): focus-switch \(weekly)

                """), "\(errors)")
        try focus.expectDone(weekly, control: control)
    }

    @Test("a setting is changed, and other words lead to the help")
    func others() {
        #expect(steps("work color red") == ["set color '#e62d42' --focus work"])
        #expect(steps("work colour to #123456") == ["set color '#123456' --focus work"])
        #expect(steps("set work allow Chat") == steps("work allow Chat"))
        #expect(steps("set work let Ann through") == steps("work let Ann through"))
        #expect(steps("sleep nightly 22-6").first?.hasPrefix("schedule set hours ") == true)
        for line in [
            "work flurb", "work unless I am at home",
        ] {
            #expect(steps(line) == ["on --help", "list"], "\(line): \(run(line).errors)")
        }
    }
}
