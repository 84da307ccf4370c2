// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words behind the apps of `mute` that were muted as apps, or lost in the printed command.
@Suite("Conditions behind mute") @LoopActor struct MuteConditionsTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "Mutes": [FieldsBuilder.list([])], "Mute": [], "ActivateWith": [],
            "Reload": [.strings([])],
            "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            "ListPeople": [FieldsBuilder.list([])], "Entries": [Fixture.list([])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
    }

    private func run(_ words: String) -> RunResult {
        focus(all: words.split(separator: " ").map(String.init), control: control)
    }

    private func expectNoMute(_ sourceLocation: SourceLocation = #_sourceLocation) {
        let isMuted = control.calls.contains { $0.member == "Mute" }
        #expect(!isMuted, sourceLocation: sourceLocation)
    }

    @Test(
        "a Focus in the condition silences the apps while it is on",
        arguments: [
            "mute Chat while Work is on", "mute Chat in Work", "mute Chat during my work focus",
            "mute please Chat when Work is active", "mute Chat work", "mute Chat at work",
            "mute at work Chat", "mute during work Chat",
        ])
    func focusInCondition(_ words: String) throws {
        let result = run(words)
        #expect(result.code == .usage, "\(result)")
        let command = "focus-switch silence Chat --focus work"
        #expect(result.errors.contains("While that Focus is on: \(command)\n"), "\(result.errors)")
        expectNoMute()
        try focus.expectDone(command, control: control)
    }

    @Test("an end in words has a line for each time that it may be")
    func spokenEnd() throws {
        let errors = run("mute Chat until lunch").errors
        #expect(errors.hasPrefix("focus-switch: “lunch”: write the time in numbers: "), "\(errors)")
        for time in ["12:00", "13:00"] {
            let command = "mute Chat --until \(time)"
            let line = "\nTo mute until \(time): focus-switch \(command)\n"
            #expect(errors.contains(line), "\(errors)")
        }
        expectNoMute()
        try focus.expectDone("mute Chat --until 12:00", control: control)
    }

    /// A trial with a newcomer: “on dnd” was a condition.
    @Test(
        "a second command behind “and” has a line of its own",
        arguments: [
            ("mute Chat and turn on dnd", "mute Chat", "on dnd"),
            ("mute Chat for 1h and turn on dnd for 1h", "mute Chat for 1h", "on dnd for 1h"),
            ("mute Chat then start work", "mute Chat", "on work"),
            ("allow Chat and turn on work", "allow Chat", "on work"),
            ("allow Chat and silence Chat", "allow Chat", "silence Chat"),
        ])
    func second(_ words: String, _ first: String, _ then: String) throws {
        let result = run(words)
        #expect(result.code == .usage, "\(result)")
        #expect(
            result.errors.hasSuffix("\nFirst: focus-switch \(first)\nThen: focus-switch \(then)\n"),
            "\(result.errors)")
        expectNoMute()
        try focus.expectDone(first, control: control)
        try focus.expectDone(then, control: control)
    }

    @Test("a person is silenced while that Focus is on")
    func personInCondition() throws {
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ben;\n")
        let command = "focus-switch silence --person Ben --focus work"
        for words in [
            "mute Ben while work is on", "mute Ben work", "mute messages from Ben in work",
        ] {
            let result = run(words)
            #expect(
                result.errors.hasSuffix("\nWhile that Focus is on: \(command)\n"), "\(result)")
        }
        for words in ["mute not Ben while work is on", "mute only Ben while work is on"] {
            #expect(!run(words).errors.contains("--person Ben"), "\(words)")
        }
        expectNoMute()
        try focus.expectDone(command, control: control)
    }

    @Test("a Focus of several words is one, too")
    func longFocus() throws {
        try focus.write("deep", "[Focus]\nName=Deep Work\n")
        let result = run("mute Chat deep work")
        let command = "focus-switch silence Chat --focus deep"
        #expect(result.errors.contains("While that Focus is on: \(command)\n"), "\(result)")
        expectNoMute()
        try focus.expectDone(command, control: control)
    }

    @Test(
        "another condition leads to the help for times or triggers",
        arguments: [
            ("mute Chat on weekends", "schedule set"), ("mute Chat at night", "schedule set"),
            ("mute Chat on friday", "schedule set"), ("mute Newer on weekends", "schedule set"),
            ("mute Chat every morning", "schedule set"), ("mute Chat after 5", "schedule set"),
            ("mute Chat during meetings", "trigger add"),
            ("mute Chat when firefox runs", "trigger add"),
            // Not all of it is understood, or a list has no such end.
            ("mute Chat in Work meetings", "trigger add"),
            ("mute Newer in Work", "trigger add"), ("mute Chat in Work --for 1h", "trigger add"),
        ])
    func condition(_ words: String, _ group: String) throws {
        let result = run(words)
        #expect(result.code == .usage, "\(result)")
        #expect(
            result.errors.hasSuffix(
                " is a condition, and a mute has none\n"
                    + "A Focus has \(group == "trigger add" ? "triggers" : "times"):"
                    + " focus-switch \(group) --help\n"
                    + "It silences apps: focus-switch silence --help\n"),
            "\(result.errors)")
        expectNoMute()
        try focus.expectDone("\(group) --help", control: control)
    }

    @Test(
        "an end with a word of conditions is an end",
        arguments: ["mute Chat until tomorrow at 9", "mute Chat --until tomorrow at 9"])
    func end(_ words: String) throws {
        try focus.expectDone(words, control: control)
    }

    @Test(
        "a mistyped word before an end is none of an app",
        arguments: [
            ("mute Chat fo 1h", "mute Chat --for 1h"),
            ("mute Chat unitl 23:59", "mute Chat --until 23:59"),
            ("silence Chat fo 1h", "mute Chat --for 1h"),
            ("snooze 12 fo 1h", "snooze 12 --for 1h"),
            ("snooze Chat fo 1h", "mute Chat --for 1h"),
        ])
    func mistyped(_ words: String, _ command: String) throws {
        control.answers["Snooze"] = [.uint32(1)]
        control.answers["SnoozeFor"] = [.uint32(1)]
        let result = run(words)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(!result.errors.contains("app of that name"), "\(result.errors)")
        expectNoMute()
        try focus.expectDone(command, control: control)
    }

    @Test("a person is silenced by a Focus, by the one that is on")
    func person() throws {
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ann;Ben;\n")
        let result = run("mute person Ann")
        let command = "focus-switch silence --person Ann --focus work"
        #expect(result.code == .refused)
        #expect(
            result.errors.contains("muted. A Focus silences people: \(command)\n"),
            "\(result.errors)")
        expectNoMute()
        try focus.expectDone(command, control: control)
        // A list has no end.
        let end = run("mute person Ann for 1h").errors
        #expect(end.contains("A Focus silences people: focus-switch silence --help\n"), "\(end)")
    }

    @Test(
        "members of other kinds are silenced by a Focus, as they were typed",
        arguments: [
            ("mute person Ann, Ben", "--person Ann --person Ben"),
            ("mute people Ann and Ben", "--person Ann --person Ben"),
            ("mute sites example.org", "--site example.org"), ("mute word late", "--word late"),
        ])
    func members(_ words: String, _ members: String) throws {
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ann;Ben;\n")
        let command = "focus-switch silence \(members) --focus work"
        let result = run(words)
        #expect(result.errors.contains(": \(command)\n"), "\(result)")
        expectNoMute()
        try focus.expectDone(command, control: control)
    }

    @Test(
        "words that exclude, and words that are no such members, lead to the help alone",
        arguments: [
            "mute people except Ann", "mute person not Ann", "mute sites except example.org",
            "mute people from Chat", "mute person Ann after work", "mute contacts in my phone",
            "mute sites like youtube.com", "mute person Zoe",
        ])
    func otherMembers(_ words: String) throws {
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ann;Ben;\n")
        let result = run(words)
        #expect(result.code == .refused, "\(result)")
        #expect(result.errors.contains(": focus-switch silence --help\n"), "\(result.errors)")
        #expect(!result.errors.contains("focus-switch silence --p"), "\(result.errors)")
        #expect(!result.errors.contains("focus-switch silence --s"), "\(result.errors)")
        expectNoMute()
    }

    @Test("words that exclude people have no step that adds them to a list")
    func excludedPeople() throws {
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ann;Ben;\n")
        for (words, verb) in [
            ("silence people except Ann", "silence"), ("allow people but not Ann", "allow"),
            ("block people except Ann", "silence"), ("silence people from Chat", "silence"),
        ] {
            let result = run(words)
            #expect(result.code != .done, "\(result)")
            #expect(
                result.errors.contains("For help: focus-switch \(verb) --help\n"),
                "\(result.errors)")
            #expect(!result.errors.contains("--person"), "\(result.errors)")
        }
    }

    @Test("a comma behind a kind separates people, but for one in a quoted name")
    func commas() {
        for (names, members) in [
            (["Ann,", "Ben"], "them: focus-switch silence --person Ann --person Ben"),
            (["Ann,Ben"], "them: focus-switch silence --person Ann --person Ben"),
            (["Doe, Jane"], "the person: focus-switch silence --person 'Doe, Jane'"),
        ] {
            let result = focus(all: ["silence", "person"] + names, control: control)
            #expect(
                result.errors.contains("\nTo silence \(members) --focus work\n"),
                "\(result.errors)")
        }
    }

    @Test("a person in one app is a rule of the Focus that is on")
    func personInApp() throws {
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ann;\n")
        let command =
            "focus-switch rule add 'Ann in Chat' --do silence --focus work --when"
            + " 'appName ==[c] \"Chat\" AND ANY people ==[c] \"Ann\"'"
        for words in ["mute Chat from Ann", "mute Ann in Chat"] {
            let result = run(words)
            #expect(
                result.errors == """
                    focus-switch: a mute is for an app with all its people
                    For that person in that app: \(command)

                    """)
            expectNoMute()
        }
        try focus.expectDone(command, control: control)
        for words in ["mute Chat from Ann for 1h", "mute Chat except Ann for 1h"] {
            let end = run(words).errors
            #expect(end.contains("\nA rule has no end: this holds until you remove it\n"), "\(end)")
            #expect(end.contains("focus-switch rule add 'Ann in Chat 2' --do "), "\(end)")
        }
        let status = control.answers["Status"]
        control.answers["Status"] = [ServiceStatus().value]
        let open = run("mute Ann in Chat").errors
        #expect(open.contains(" --do silence --focus FOCUS --when "), "\(open)")
        control.answers["Status"] = status
        // A trial with a newcomer: this led to the help, which tells of no exceptions.
        let rule = command.replacing(
            "'Ann in Chat' --do silence", with: "'Ann in Chat 2' --do allow")
        for words in ["mute Chat except Ann", "mute Chat except from Ann"] {
            #expect(
                run(words).errors == """
                    focus-switch: a mute is for an app with all its people
                    With that exception: focus-switch silence Chat --focus work && \(rule)

                    """)
        }
        expectNoMute()
    }

    @Test(
        "a time before an app is the end of the mute",
        arguments: [
            ("mute 1h Chat", "mute Chat --for 1h"),
            ("mute tomorrow Chat", "mute Chat --until tomorrow"),
        ])
    func endBeforeApp(_ words: String, _ command: String) throws {
        let result = run(words)
        #expect(result.code != .done, "\(result)")
        #expect(
            result.errors.hasSuffix("\nWith the end behind it: focus-switch \(command)\n"),
            "\(result.errors)")
        expectNoMute()
        try focus.expectDone(command, control: control)
    }

    @Test("a person, a Focus and an unknown name behind little words are told")
    func namesBehindLittleWords() throws {
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ann;Ben;\n")
        for (words, reason) in [
            ("mute messages from Ben", "there is no app “Ben”, but a person of that name"),
            ("mute please work", "“work” is a Focus, not an app"),
            ("mute messages from Foo", "no app “Foo” is installed or in the history"),
        ] {
            let result = run(words)
            #expect(result.code != .done, "\(result)")
            #expect(result.errors.contains(reason), "\(result.errors)")
            #expect(!result.errors.contains("focus-switch mute Ben"), "\(result.errors)")
        }
        let other = run("mute Chat and Foo loudly").errors
        #expect(
            other == """
                focus-switch: there is no app “and”
                For help: focus-switch mute --help

                """)
        expectNoMute()
    }

    @Test("words for all apps keep the end as it was typed")
    func all() throws {
        for (words, option) in [
            ("mute all apps for 1h", "--for 1h"), ("mute --all for 1h", "--for 1h"),
            ("mute all apps until 23:59", "--until 23:59"),
        ] {
            let result = run(words)
            let command = "focus-switch dnd \(option)"
            #expect(result.errors.hasSuffix("To silence all apps: \(command)\n"), "\(result)")
            try focus.expectDone(command, control: control)
        }
    }
}
