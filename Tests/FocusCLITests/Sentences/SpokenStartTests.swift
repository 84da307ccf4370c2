// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: a verb before a Focus dropped the time, the condition or the exception
/// behind it, and the printed command turned the Focus on at once.
@Suite("Verbs before a Focus") @LoopActor struct SpokenStartTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "Mutes": [FieldsBuilder.list([])], "Reload": [.strings([])],
            "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            "ListPeople": [FieldsBuilder.list([])], "Entries": [Fixture.list([])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.write("gym", "[Focus]\nName=Gym\n")
    }

    private func run(_ line: String) -> RunResult {
        focus(all: line.split(separator: " ").map(String.init), control: control)
    }

    @Test(
        "the words behind the verb are answered as behind on",
        arguments: [
            ("enable", "work at 9"), ("start", "work tomorrow"), ("start", "dnd at 22:00"),
            ("start", "work when firefox is open"), ("activate", "work while Chat runs"),
            ("start", "work except Chat"), ("switch to", "work at 9"), ("use", "work at home"),
            ("enable", "work on weekdays from 9 to 17"), ("resume", "work at 9"),
            ("switch from gym to", "work at 9"), ("please", "work every day at 9"),
            ("put my", "work on fridays"), ("start", "work until tomorow"),
        ])
    func asOn(_ verb: String, _ rest: String) {
        let spoken = run("\(verb) \(rest)")
        #expect(spoken.code == .usage)
        #expect(spoken.errors == run("on \(rest)").errors, "\(spoken.errors)")
        #expect(!control.calls.contains { $0.member.rawValue.hasPrefix("Activate") })
    }

    @Test(
        "a Focus and its end are the whole command",
        arguments: [
            ("enable work until 18:00", "on work until 18:00"), ("use work", "on work"),
            ("activate work for 2h", "on work for 2h"), ("switch to work 1h", "on work 1h"),
            ("put work on", "on work"), ("put work on for 1h", "on work for 1h"),
            ("switch from work to gym", "on gym"), ("switch work off", "off work"),
            ("please switch off work", "off work"), ("unpause work", "on work"),
        ])
    func whole(_ words: String, _ command: String) throws {
        let result = run(words)
        #expect(result.code == .usage)
        #expect(result.errors.contains("there is no command “"), "\(result.errors)")
        #expect(result.errors.hasSuffix(": focus-switch \(command)\n"), "\(result.errors)")
        try focus.expectDone(command, control: control)
    }

    @Test(
        "words without a Focus in front name none in the step",
        arguments: [
            ("use Chat in work", "on FOCUS"), ("start the day with work", "on FOCUS"),
            ("start 1h", "on FOCUS --for 1h"), ("start a nap for 1h", "on FOCUS --for 1h"),
        ])
    func without(_ words: String, _ command: String) {
        let result = run(words)
        #expect(result.code == .usage)
        #expect(result.errors.hasSuffix(": focus-switch \(command)\n"), "\(result.errors)")
    }

    /// A trial with a newcomer: the steps of `focus off` muted an app.
    @Test("focus before off and the like is the Focus that is on")
    func focusAlone() {
        for line in ["focus off", "focus end", "focus stop"] {
            let errors = run(line).errors
            #expect(
                errors.hasSuffix("\nTo turn off the current Focus: focus-switch off\n"), "\(errors)"
            )
        }
        #expect(
            run("focus on").errors.hasSuffix(
                ": focus-switch on FOCUS\nYour Focuses: focus-switch list\n"))
    }

    @Test(
        "words that mean nothing stand around a Focus",
        arguments: ["turn on the gym focus", "on my gym focus for 1h", "turn off my work focus"])
    func around(_ line: String) {
        let result = run(line)
        #expect(result.code == .done, "\(result)")
        let isOff = line.contains("off")
        #expect(control.calls.contains { $0.member.rawValue.hasPrefix(isOff ? "Deact" : "Activ") })
    }

    /// A trial with a newcomer: “there are two ends”.
    @Test(
        "a beginning and an end are times of the day",
        arguments: [
            ("work from 9am until 5pm", "09:00", "17:00", nil),
            ("on gym from 22:00 until 7:00", "22:00", "07:00", nil),
            ("work at 14:00 until 16:00", "14:00", "16:00", nil),
            ("work at 14:00 for 1h", "14:00", "15:00", "on work --for 1h"),
            ("start gym at 23:30 for 1h", "23:30", "00:30", "on gym --for 1h"),
        ] as [(String, String, String, String?)])
    func beginning(_ line: String, _ from: String, _ to: String, _ now: String?) throws {
        let result = run(line)
        #expect(result.code == .usage)
        let focusName = line.contains("gym") ? "gym" : "work"
        let command = "schedule set hours --focus \(focusName) --from \(from) --to \(to)"
        let start = now.map { "To turn it on now: focus-switch \($0)\n" } ?? ""
        #expect(
            result.errors.hasSuffix(
                "\nTo turn it on at these times every day: focus-switch \(command)\n\(start)"),
            "\(result.errors)")
        #expect(!control.calls.contains { $0.member.rawValue.hasPrefix("Activ") })
        try focus.expectDone(command, control: control)
    }

    @Test("a beginning after a while counts from now")
    func beginningAfter() {
        let start = CalendarTime(local: Fixture.now.adding(600_000)).clockText
        let end = CalendarTime(local: Fixture.now.adding(4_200_000)).clockText
        let errors = run("work in 10 minutes for 1h").errors
        #expect(errors.contains(" --focus work --from \(start) --to \(end)\n"), "\(errors)")
    }

    @Test(
        "an end that means several times, or is mistyped, has a whole line for each",
        arguments: [
            ("work until end of day", ["--until today", "--until tonight"]),
            ("work until half past five", ["--until 5:30", "--until 17:30"]),
            ("work 5 o clock", ["--until 5:00", "--until 17:00"]),
            ("work until lunch", ["--until 12:00", "--until 13:00"]),
            ("work until bedtime", ["--until 22:00", "--until 23:00"]),
            ("work 3600", ["--for 1h", "--for 3600min", "--for 3600h"]),
            ("work for 3600", ["--for 1h", "--for 3600min", "--for 3600h"]),
            ("work for another hour", ["--for 1h"]), ("work for about 2 hours", ["--for 2h"]),
            ("work for at least 45min", ["--for 45min"]),
            ("work 45", ["--for 45min", "--for 45h"]),
            ("work until tomorow", ["--until tomorrow"]),
            ("work until tommorow 9", ["--until 'tomorrow 9'"]), ("work until 5p", ["--until 5pm"]),
        ])
    func ends(_ line: String, _ options: [String]) throws {
        let result = run(line)
        #expect(result.code == .usage)
        let commands = options.map { "on work \($0)" }
        let steps = result.errors.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: ": focus-switch ")
            return parts.count == 2 ? String(parts[1]) : nil
        }
        #expect(steps == commands, "\(result.errors)")
        for command in commands { try focus.expectDone(command, control: control) }
    }

    @Test("a part of the day behind a Focus has two ends, and a Focus may be called lunch")
    func partOfDay() throws {
        let now = CalendarTime(local: Fixture.now).at(hour: 9, minute: 0).timestamp
        let words = ["work", "this", "afternoon"]
        let errors = focus(all: words, control: control, now: now).errors
        for time in ["13:00", "18:00"] {
            let step = "To end it at \(time): focus-switch on work --until \(time)\n"
            #expect(errors.contains(step), "\(errors)")
        }
        try focus.write("lunch", "[Focus]\nName=Lunch\n")
        let both = run("work lunch").errors
        #expect(both.contains("two Focuses"), "\(both)")
    }

    @Test("the next 2 hours are 2 hours")
    func nextHours() throws {
        try focus.expectDone("work for the next 2 hours", control: control)
        #expect(control.calls.contains { $0.member == "ActivateWith" })
    }

    /// A trial with a newcomer: “unexpected “at””.
    @Test(
        "a time behind off is the end of the Focus",
        arguments: [
            ("off work at 17:00", ["on work --until 17:00"]),
            ("turn off work at 17:00", ["on work --until 17:00"]),
            ("switch off work at 17:00", ["on work --until 17:00"]),
            ("turn work off in 1h", ["on work --for 1h"]),
            ("off work 1h", ["on work --for 1h", "off work"]),
            ("off at 5pm", ["on work --until 5pm"]), ("off 18", ["on work --until 18"]),
            ("off for 1h", ["off"]), ("turn off work for 1h", ["off work"]),
            ("off until 17:00", ["off"]), ("off until tomorrow", ["off"]),
            ("turn off work until 17:00", ["off work"]), ("stop work until 5pm", ["off work"]),
            ("turn work off until 17:00", ["off work"]),
        ])
    func offLater(_ words: String, _ commands: [String]) throws {
        let result = run(words)
        #expect(result.code == .usage)
        let steps = result.errors.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: ": focus-switch ")
            return parts.count == 2 ? String(parts[1]) : nil
        }
        #expect(steps == commands, "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Deactivate" })
        for command in commands { try focus.expectDone(command, control: control) }
    }
}
