// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// Findings of a newcomer's trial of the whole command line.
@Suite("A newcomer's trial") @LoopActor struct TrialTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
    }

    private func control(_ more: [MemberName: [Value]] = [:]) -> FakeControl {
        let answers: [MemberName: [Value]] = [
            "Reload": [.strings([])], "ListApps": [.array(of: "a{sv}", [])], "ActivateWith": [],
            "Skips": [.array(of: "a{sv}", [])], "Doctor": [.array(of: "a{sv}", [])],
            "Status": [ServiceStatus().value],
        ]
        return FakeControl(Fixture.control(answers.merging(more) { $1 }))
    }

    @Test(
        "create does not take the place of the Focus that is built in",
        arguments: ["Do not disturb", "Do Not Disturb", "do-not-disturb"])
    func builtIn(name: String) {
        let result = focus("create", name, control: control())
        #expect(result.code == .refused, "\(result)")
        #expect(result.errors.contains("there is a Focus “Do Not Disturb” already"))
        #expect(!result.errors.contains("delete"))
        #expect(focus.text("do-not-disturb") == nil)
    }

    @Test("a message about templates names those that --help names")
    func templates() {
        let errors = focus("create", "Foo", "--template", "nosuch").errors
        #expect(errors.contains("choose from ") && !errors.contains("do-not-disturb"))
    }

    @Test("history tells of older notifications")
    func history() {
        let entries = (1...51).map { Fixture.entry(id: UInt32($0)) }
        let control = control(["Entries": [Fixture.list(entries)]])
        let cut = run(["history"], control)
        #expect(cut.output.split(separator: "\n").count == 50)
        #expect(
            cut.errors
                == "note: these are the newest 50; for more: focus-switch history --limit 500\n")
        #expect(run(["history", "--json"], control).errors.isEmpty)
        control.answers["Entries"] = [Fixture.list(Array(entries.prefix(50)))]
        #expect(run(["history"], control).errors.isEmpty)
        #expect(run(["history", "--limit", "20"], control).errors.isEmpty)
    }

    @Test(
        "a comparison with a value that an attribute never has is refused",
        arguments: [
            (#"urgency == "high""#, "urgency is never “high”; it is 0 (low), 1 (normal) or 2"),
            ("urgency == 3", "urgency is never 3;"), ("urgency IN {1, 5}", "urgency is never 5;"),
            ("urgency > 5", "urgency is never more than 5;"),
            ("3 <= urgency", "urgency is never at least 3;"),
            ("urgency < 0", "urgency is never less than 0;"),
            ("urgency <= -1", "urgency is never at most -1;"),
            // With quotes, as the message said, it was refused as well.
            ("urgency = critical", "urgency is never “critical”; it is 0 (low), 1 (normal) or 2"),
            (#""low" == urgency"#, "urgency is never “low”"),
            (#"NOT (summary == "x" AND urgency > "1")"#, "urgency is never “1”"),
            (#"level == "high""#, "level is never “high”; it is passive, active, time-sensitive"),
            (#"level == "Critical""#, "level is never “Critical”"),
            ("level == 2", "level is never 2"),
        ])
    func impossible(_ predicate: String, _ text: String) {
        let before = focus.text("work")
        let result = focus(
            "rule", "add", "ex", "--when", predicate, "--do", "silence", "--focus", "work",
            control: control())
        #expect(result.code == .refused && result.errors.contains(text), "\(result)")
        #expect(focus.text("work") == before)
    }

    @Test(
        "a comparison that can be true is not",
        arguments: [
            "urgency == 2", "urgency < 3", "urgency BETWEEN {1, 2}", "urgency IN {0, 1}",
            #"level ==[c] "Critical""#, #"level IN {"active", "time-sensitive"}"#,
            #"level CONTAINS "sens""#, #"summary == "high""#,
        ])
    func possible(_ predicate: String) {
        let result = focus(
            "rule", "add", "ex", "--when", predicate, "--do", "silence", "--focus", "work",
            control: control())
        #expect(result.code == .done, "\(result)")
    }

    /// The first value was dropped without a word.
    @Test(
        "an option with one value is refused twice",
        arguments: [
            ["allow", "a", "--focus", "work", "--focus", "play"],
            ["allow", "a", "--focus=work", "--focus", "work"],
            ["on", "work", "--for", "1h", "--for", "2h"],
        ])
    func repeated(_ words: [String]) {
        let before = focus.text("work")
        let result = focus(all: words, control: control())
        #expect(result.code == .usage && result.errors.contains(" takes one value;"), "\(result)")
        #expect(focus.text("work") == before)
    }

    /// The setting was named where the sender's level was the reason.
    @Test("a mark “critical” beside a lower level is not ascribed to a setting")
    func levelBesideTheMark() {
        let answer = ExplainAnswer(
            Decision(verdict: .silence, reason: .app, level: .active), focus: FocusID("work"))
        let control = FakeControl(Fixture.control(["Explain": [answer.value]]))
        let result = run(
            ["explain", "--app", "cal", "--urgency", "critical", "--level", "active"], control)
        #expect(!result.output.contains("IgnoreFrom"))
    }

    @Test("toggle takes the options of on")
    func toggle() {
        let result = focus("toggle", "driving", "--yes", "--for", "1h", control: control())
        #expect(result.code == .done, "\(result)")
    }

    @Test(
        "a time in several words needs no quotes behind its option",
        arguments: [
            (["on", "work", "--until", "6", "pm"], 18),
            (["on", "work", "--until", "6:30", "PM"], 18),
            (["on", "--until", "tomorrow", "9", "pm", "work"], 21),
            (["work", "--until", "11", "pm"], 23),
        ])
    func times(_ words: [String], _ hour: Int) throws {
        let control = control()
        let result = focus(all: words, control: control)
        #expect(result.code == .done, "\(result)")
        let call = try #require(control.calls.first { $0.member == "ActivateWith" })
        let options = try #require(call.arguments.last.flatMap(Fields.init))
        let until = try #require(options.int64("until"))
        #expect(CalendarTime(local: Timestamp(rawValue: until)).hour == hour, "\(call)")
    }

    @Test("a schedule's times, too")
    func scheduleTimes() {
        let result = focus(
            "schedule", "set", "day", "--from", "9", "am", "--to", "5", "pm", "--focus", "work")
        #expect(result.code == .done, "\(result)")
        #expect(focus.text("work")?.contains("17:00") == true)
    }

    @Test("a list of Focuses that is cut says so", arguments: [8, 9])
    func manyFocuses(_ count: Int) throws {
        for number in 2..<count { try focus.write("f\(number)", "[Focus]\nName=F\(number)\n") }
        // Do Not Disturb is one more.
        let allow = focus("allow", "Chat", control: control())
        #expect(
            allow.errors.contains("f8, …\nAll Focuses: focus-switch list\n") == (count == 9))
        let show = focus("show", control: control())
        #expect(show.errors.contains("\nAll Focuses: focus-switch list\n") == (count == 9))
    }

    @Test("a filter of an app that declares none is set for the app with that name")
    func filterOfUndeclaredApp() throws {
        try focus.writeData("applications/org.example.Chat.desktop", "[Desktop Entry]\nName=Chat\n")
        let result = focus(
            "filter", "predicate", "chat", "Accounts", #"SELF IN {"work"}"#, "--focus", "work")
        #expect(result.code == .done, "\(result)")
        #expect(focus.text("work")?.contains("[Filter org.example.Chat Accounts]") == true)
    }

    @Test("edit without a terminal starts no editor that waits for one")
    func edit() {
        let result = focus("edit", "work")
        #expect(result.code == .refused)
        #expect(
            result.errors
                == "focus-switch: “edit work” needs a terminal, or a program in $EDITOR\n"
                + "The file: \(focus.file("work")); focusd notices a change\n")
    }

    /// The shell ran the text of the Focus as a program.
    @Test("edit without any editor names one to install")
    func noEditor() {
        let program = RunningProgram(
            nil,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent", "PATH": "/nonexistent",
                "TMPDIR": focus.path,
            ])
        program.typed = ["n"]
        program.start(["edit", "work"])
        #expect(program.result.code == .refused)
        #expect(
            program.result.errors
                == "focus-switch: there is no editor here: install nano, or set $EDITOR\n")
    }

    @Test(
        "a word that is no command names the next step",
        arguments: [
            (["103"], "focus-switch missed 103"), (["1h"], "focus-switch on FOCUS --for 1h"),
            (["18:00"], "focus-switch on FOCUS --until 18:00"), (["always"], "always.focus"),
            (["hooks"], "focusd.conf(5)"), (["limit"], "--limit 500"),
            (["off", "--all"], "To turn off the current Focus: focus-switch off\n"),
            (["mute", "--all"], "To silence all apps: focus-switch dnd\n"),
            (["off", "1h"], "To set an end: focus-switch on FOCUS --for 1h\n"),
            (["off", "nosuch"], "Your Focuses: do-not-disturb, work\n"),
            (["toggle"], "expected a Focus\nYour Focuses: do-not-disturb, work\n"),
            (["delete"], "expected a Focus\nYour Focuses: do-not-disturb, work\n"),
            (["rename"], "its new name\nYour Focuses: do-not-disturb, work\n"),
            (["skip", "--undo"], "nothing is skipped"),
            (["predicate"], "More: focus-switch predicate --help\n"),
            (["trigger", "add", "app:", "--focus", "work"], "“app:” needs a name: app:"),
            (["filter", "add", "chat", "--focus", "work"], "focus-filter(5)"),
        ])
    func nextSteps(_ words: [String], _ text: String) {
        let control = control(["ListFilters": [.array(of: "a{sv}", [])]])
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no such Focus")
        let result = focus(all: words, control: control)
        #expect(result.code != .done)
        #expect(result.errors.contains(text), "\(result.errors)")
    }

    @Test("undo without focusd names nothing that cannot be")
    func undo() {
        let result = focus("undo")
        #expect(result.errors == "focus-switch: there is no change to take back\n")
    }

    @Test("evening is today's", arguments: ["evening", "this evening", "tonight", "today evening"])
    func evening(_ text: String) throws {
        let time = try #require(MomentWords.upcoming(text, now: Fixture.now))
        #expect(CalendarTime(local: time).hour == 20)
    }

    @Test(
        "version prints JSON as well",
        arguments: [["version", "--json"], ["--json", "--version"]])
    func version(_ words: [String]) {
        #expect(run(words).output == "{\"version\":\"\(Release.version)\"}\n")
    }

    @Test("the state after a change of times is told as it is kept")
    func delivery() {
        let words = ["set", "deliver", "12:30", "6pm", "--focus", "work"]
        let first = focus(all: words, control: control())
        #expect(first.output.hasPrefix("Work: deliver is now 12:30, 18:00."), "\(first)")
        let second = focus(all: words, control: control())
        #expect(second.output.hasPrefix("Work: deliver was 12:30, 18:00 already."), "\(second)")
    }

    @Test(
        "a word for a colour is refused with the next step",
        arguments: [
            (
                ["set", "color", "green", "--focus", "work"],
                "For that value: focus-switch set color '#3a944a' --focus work\n"
            ),
            (["create", "New", "--color", "red"], "More: focus-switch create --help"),
        ])
    func color(_ words: [String], _ step: String) {
        let result = focus(all: words, control: control())
        #expect(result.code == .usage)
        #expect(result.errors.contains("expected #rrggbb"), "\(result)")
        #expect(result.errors.contains(step), "\(result)")
    }

    @Test("a group without a command of its own is completed with its commands")
    func groups() {
        let result = run(["complete", "--", "sched"])
        #expect(result.output.contains("Commands: list, set"), "\(result)")
    }
}
