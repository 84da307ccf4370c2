// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop
import Testing

@testable import FocusCLI

/// A newcomer set Work from 6:00 over a Sleep until 7:00, and was told nothing of it.
@Suite("schedule set beside other schedules") @LoopActor struct ScheduleOverlapTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.write(
            "sleep",
            "[Focus]\nName=Sleep\n\n[Schedule night]\nFrom=22:30\nTo=07:00\n"
                + "Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n")
    }

    private func set(_ from: String, _ to: String, days: String = "Mon-Fri") -> String {
        focus(
            "schedule", "set", "office", "--focus", "work", "--days", days, "--from", from, "--to",
            to
        ).output
    }

    @Test("a schedule that begins during another one takes over from it")
    func takesOver() {
        #expect(
            set("6:00", "14:00").hasSuffix(
                "\nIt takes over from “night” of Sleep (22:30 to 07:00 the next day) at 06:00.\n"))
        // The night of Sunday ends on Monday, in the next week.
        #expect(set("6:00", "14:00", days: "Mon").contains("It takes over from “night” of Sleep"))
        #expect(
            set("14:00", "23:00").hasSuffix(
                "\n“night” of Sleep (22:30 to 07:00 the next day) takes over from it.\n"))
    }

    /// A trial with a newcomer: three sentences, with the new schedule in turn before and behind.
    @Test("one sentence names all that it ends, and one all that end it")
    func several() throws {
        try focus.write(
            "gym",
            "[Focus]\nName=Gym\n[Schedule a]\nDays=Mon;\nFrom=05:00\nTo=06:30\n"
                + "[Schedule b]\nDays=Mon;\nFrom=12:00\nTo=13:00\n"
                + "[Schedule c]\nDays=Mon;\nFrom=17:00\nTo=18:00\n")
        let both = set("6:00", "20:00")
        #expect(
            both.hasSuffix(
                """

                It takes over from “a” of Gym (05:00 to 06:30) and “night” of Sleep (22:30 to 07:00 \
                the next day) at 06:00.
                “b” of Gym (12:00 to 13:00) and “c” of Gym (17:00 to 18:00) take over from it.

                """), "\(both)")
    }

    /// Issue 17: the sentence ended with the third, as if there were no others.
    @Test("a sentence names three, and counts the others")
    func many() throws {
        let windows = ["12", "13", "14", "15", "16"].map { hour in
            "[Schedule at\(hour)]\nDays=Mon;\nFrom=\(hour):00\nTo=\(hour):30\n"
        }
        try focus.write("gym", "[Focus]\nName=Gym\n" + windows.joined())
        let both = set("8:00", "20:00")
        #expect(
            both.hasSuffix(
                """

                “at12” of Gym (12:00 to 12:30), “at13” of Gym (13:00 to 13:30), “at14” of Gym (14:00 \
                to 14:30) and 2 more take over from it.

                """), "\(both)")
    }

    @Test("schedules that only touch, and those of the same Focus, are not named")
    func apart() {
        #expect(set("7:00", "22:30").split(separator: "\n").count == 1)
        let other = focus(
            "schedule", "set", "lunch", "--focus", "work", "--from", "12:00", "--to", "13:00")
        #expect(other.output.split(separator: "\n").count == 1, "\(other.output)")
    }

    @Test("a Focus alone, and a time that is none, are told as such")
    func refused() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        let alone = focus("schedule", "set", "work", control: control)
        let step =
            "schedule set hours --focus work --days Mon-Fri --from 9:00 --to 17:00"
        #expect(alone.code == .usage)
        #expect(alone.errors.hasSuffix(": focus-switch \(step)\n"), "\(alone.errors)")
        for words in [["sleep", "25:00-7:00"], ["sleep", "22:00", "7:77"]] {
            let result = focus(all: ["schedule", "set"] + words, control: control)
            #expect(result.code == .usage)
            #expect(result.errors.contains("” is not a time of day; "), "\(result.errors)")
        }
        try focus.expectDone(step, control: control)
        let funday = focus("schedule", "set", "fun", "funday", "9-10", control: control)
        #expect(
            funday.errors.hasSuffix("09:00 --to 10:00\n“funday” is read as “sunday”.\n"),
            "\(funday.errors)")
    }

    /// A trial with a newcomer: “a new schedule needs --from and --to” beside a “morning”.
    @Test("the name of a schedule counts in any letter case")
    func name() throws {
        #expect(set("9:00", "17:00").hasPrefix("Work will be on"))
        let changed = focus("schedule", "set", "OFFICE", "--focus", "work", "--to", "16")
        #expect(changed.code == .done, "\(changed)")
        #expect(focus.text("work")?.contains("[Schedule OFFICE]") == false)
        #expect(
            focus("schedule", "remove", "Office", "--focus", "work").output
                == "Removed the schedule “office” of Work.\n")
    }

    /// A trial with a newcomer: the schedule “sleep” went to Work without a word.
    @Test("schedule set of a Focus's name, while another Focus is on, names the commands for both")
    func otherFocus() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.write("sleep", "[Focus]\nName=Night\n")
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        let times = ["--from", "22:00", "--to", "7:00"]
        for word in ["sleep", "night"] {
            let result = focus(all: ["schedule", "set", word] + times, control: control)
            #expect(result.code == .refused)
            #expect(
                result.errors == """
                    focus-switch: “\(word)” is a Focus, and Work is on; nothing was changed
                    For the Focus “Night”: focus-switch schedule set \(word) --from 22:00 --to 7:00 \
                    --focus sleep
                    For the Focus “Work”: focus-switch schedule set \(word) --from 22:00 --to 7:00 \
                    --focus work

                    """, "\(result.errors)")
        }
        #expect(focus.text("work")?.contains("Schedule") == false)
        // An existing schedule, or a named Focus, leaves no doubt.
        for more in [["--focus", "work"], []] {
            let result = focus(all: ["schedule", "set", "sleep"] + times + more, control: control)
            #expect(result.code == .done, "\(result.errors)")
        }
        let own = focus(all: ["schedule", "set", "work"] + times, control: control)
        #expect(own.code == .done, "\(own.errors)")
    }
}
