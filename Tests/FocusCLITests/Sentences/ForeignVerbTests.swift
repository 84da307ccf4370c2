// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Verbs of other programs: the step was our verb with whatever had been typed, which it refused.
@Suite("Verbs of other programs") @LoopActor struct ForeignVerbTests {
    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nPeople=allow\n")
        let mail = SeenApp(
            AppID("org.example.Mail"), names: ["Mail"], count: 1, latest: Fixture.now)
        control = FakeControl(
            Fixture.control([
                "Mute": [], "Mutes": [FieldsBuilder.list([])], "Reload": [.strings([])],
                "Entries": [Fixture.list([])], "Doctor": [FieldsBuilder.list([])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value, mail.value])],
                "ListPeople": [
                    FieldsBuilder.list(
                        ["Ann", "Ben"].map { SeenPerson($0, latest: Fixture.now).value })
                ],
            ]))
    }

    private func run(_ line: String) -> RunResult {
        focus(all: line.split(separator: " ").map(String.init), control: control)
    }

    /// Returns the commands at the ends of printed lines.
    private func steps(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: ": focus-switch ")
            return parts.count == 2 ? String(parts[1]) : nil
        }
    }

    private func expect(_ line: String, _ commands: [String]) {
        let before = focus.text("work")
        let result = run(line)
        #expect(result.code == .usage || result.code == .refused, "\(line): \(result)")
        #expect(steps(result.errors) == commands, "\(line): \(result.errors)")
        #expect(focus.text("work") == before)
        #expect(!control.calls.contains { $0.member == "Mute" }, "\(line): only asks")
    }

    @Test(
        "the words behind the verb are read as behind our own verb",
        arguments: [
            ("permit Ann", ["allow --person Ann --focus work"]),
            ("priority Ann", ["allow --person Ann --focus work"]),
            ("disallow Ann", ["silence --person Ann --focus work"]),
            ("block Chat", ["silence Chat --focus work", "mute Chat"]),
            ("block Chat and Mail for 2 hours", ["mute Chat Mail --for 2h"]),
            ("block Chat at night", ["silence Chat", "schedule set --help"]),
            ("permit Chat until 5pm", ["allow Chat --focus work"]),
            ("permit Ann until 5pm", ["allow --person Ann --focus work"]),
            ("block Ben for 1h", ["silence --person Ben --focus work"]),
            ("whitelist Ann and Chat in work", ["allow Chat --person Ann --focus work"]),
            (
                "block quentin jones",
                [
                    "silence 'quentin jones' --focus work",
                    "silence --person 'quentin jones' --focus work",
                    "mute 'quentin jones'",
                ]
            ),
            (
                "let John Smith through",
                [
                    "allow --person 'John Smith' --focus work",
                    "allow --app 'John Smith' --focus work",
                ]
            ),
            (
                "let youtube.com through",
                [
                    "allow --site youtube.com --focus work",
                    "allow --app youtube.com --focus work",
                ]
            ),
            ("unblock Chat", ["allow Chat"]), ("unallow Chat", ["silence Chat"]),
            ("add Study", ["allow Study", "allow --person Study --focus work", "create Study"]),
            (
                "work allow Ann",
                ["allow --person Ann --focus work", "allow --app Ann --focus work"]
            ),
            ("work silence Ben", ["silence --person Ben --focus work"]),
            ("work allow Chat", ["allow Chat --focus work"]),
        ])
    func ownAnswer(_ line: String, _ commands: [String]) { expect(line, commands) }

    @Test(
        "a person in one app leads to a rule",
        arguments: [
            ("block Ben on Chat", "silence"), ("permit Ben on Chat", "allow"),
            ("let Ben on Chat through", "allow"),
        ])
    func rule(_ line: String, _ verb: String) throws {
        let found = steps(run(line).errors)
        #expect(found.count == 1)
        let step = try #require(found.first)
        #expect(step.hasPrefix("rule add 'Ben in Chat' --do \(verb) --focus work --when "))
        try focus.expectDone(step, control: control)
    }

    /// A trial with a newcomer: the step excluded the one app that was meant.
    @Test(
        "“but only on” excludes nobody",
        arguments: [
            "allow Ben but only on Chat", "allow Ben, but only on Chat",
            "let Ben through but only on Chat", "silence Ben but only on Chat",
        ])
    func butOnly(_ line: String) {
        let errors = run(line).errors
        let effect = line.hasPrefix("silence") ? "allow" : "silence"
        #expect(!errors.contains("--do \(effect)"), "\(errors)")
        #expect(!errors.contains("With that exception"), "\(errors)")
        #expect(errors.contains("--do ") || errors.contains(" --help\n"), "\(errors)")
    }

    /// A trial with a newcomer: these led to the lists of Focuses and apps.
    @Test(
        "notifications of a sender stop and come back",
        arguments: [
            ("ban Chat", ["silence Chat --focus work", "mute Chat"]),
            ("stop notifications from Ben", ["silence --person Ben --focus work"]),
            ("stop notifications from Chat", ["silence Chat --focus work", "mute Chat"]),
            ("stop showing me Chat", ["silence Chat --focus work", "mute Chat"]),
            ("pause notifications from Chat for 1h", ["mute Chat --for 1h"]),
            ("turn off notifications for Chat", ["silence Chat --focus work", "mute Chat"]),
            ("turn off notifications from Ben", ["silence --person Ben --focus work"]),
            ("turn on notifications", ["off"]), ("stop muting Chat", ["unmute Chat"]),
        ])
    func sender(_ line: String, _ commands: [String]) { expect(line, commands) }

    @Test("a gerund and “turn on notifications” are answered as the verb")
    func gerunds() {
        for (line, verb) in [
            ("stop allowing Chat", "disallow Chat"), ("stop letting Ann through", "disallow Ann"),
            ("stop blocking Chat", "unblock Chat"), ("stop silencing Ben", "unblock Ben"),
            ("turn on notifications for Chat", "unblock Chat"),
            ("enable notifications from Ben", "unblock Ben"),
        ] {
            let steps = steps(run(line).errors)
            #expect(!steps.isEmpty && steps == self.steps(run(verb).errors), "\(run(line).errors)")
        }
    }

    @Test("a known app and another word may be one name")
    func partlyKnown() {
        let result = run("permit Chat Foo")
        #expect(result.errors.contains(": focus-switch allow 'Chat Foo'"), "\(result)")
    }

    @Test("the ids of two apps with the name are told")
    func ambiguous() {
        let other = SeenApp(AppID("org.b"), names: ["Mail"], count: 1, latest: Fixture.now)
        let mail = SeenApp(AppID("org.a"), names: ["Mail"], count: 1, latest: Fixture.now)
        control.answers["ListApps"] = [.array(of: "a{sv}", [mail.value, other.value])]
        let result = run("block Mail")
        #expect(result.errors.contains("“Mail” is the name of several apps"), "\(result)")
        #expect(!result.errors.contains("focus-switch silence Mail"), "\(result)")
    }

    @Test("without an active Focus, the step leaves its place open")
    func withoutFocus() {
        control.answers["Status"] = [ServiceStatus().value]
        expect("block Chat", ["silence Chat --focus FOCUS", "mute Chat"])
        expect("permit Ann", ["allow --person Ann --focus FOCUS"])
    }

    @Test(
        "hide with the lock screen hides texts there, and no app “on”",
        arguments: [
            ("hide Chat on lockscreen", "Chat"), ("hide Chat on the lock screen", "Chat"),
            ("hide app Chat on lockscreen", "Chat"),
            ("hide apps Chat and Mail on the lock screen", "Chat Mail"),
            ("hide Chat and Mail on the lock screen", "Chat Mail"),
            ("hide Chat when the screen is locked", "Chat"),
            ("hide all notifications on the lock screen", "all"),
            ("lockscreen hide Chat on the lock screen", "Chat"),
        ])
    func lockScreen(_ line: String, _ apps: String) throws {
        expect(line, ["lockscreen hide \(apps)"])
        try focus.expectDone("lockscreen hide \(apps)", control: control)
    }

    @Test("lockscreen hide takes “and” between apps")
    func lockedApps() throws {
        try focus.expectDone("lockscreen hide Chat and Mail", control: control)
        let list = run("lockscreen list").output
        #expect(list.contains("Chat") && list.contains("Mail") && !list.contains("and "), "\(list)")
    }

    @Test("hide with another condition leads to the help")
    func sharedScreen() {
        expect("hide Chat while I share my screen", ["silence --help"])
    }

    @Test("a person is snoozed by no command, and the step silences the person")
    func snoozedPerson() throws {
        for line in ["snooze Ben", "snooze Ben until 5pm", "mute Ben for 1h"] {
            let result = run(line)
            #expect(
                result.errors.contains("\nA list has no end: this holds until you remove it\n"),
                "\(result.errors)")
            #expect(
                steps(result.errors).first == "silence --person Ben --focus work",
                "\(result.errors)")
        }
        expect("snooze Chat until 5pm", ["mute Chat --until 5pm", "missed"])
        try focus.expectDone("silence --person Ben --focus work", control: control)
    }

    @Test(
        "a question leads to the command that answers it",
        arguments: [
            ("who is allowed", "show work"), ("who is allowed in work", "show work"),
            ("who can reach me", "show work"), ("who can reach me in work", "show work"),
            ("is work on", "status"), ("is dnd on?", "status"), ("what is on", "status"),
            ("what is on now", "status"), ("is Chat muted", "mute"), ("what is muted", "mute"),
            ("what was missed", "missed"), ("show me what I missed", "missed"),
            ("what was missed today", "history --silenced --since today"),
            ("would Ann come through", "explain --person Ann"),
            ("is Ann allowed", "explain --person Ann"),
            ("postpone 12 1h", "snooze 12 1h"), ("later 12", "snooze 12 1h"),
            ("show history", "history"), ("show apps", "apps"), ("list status", "status"),
            ("show schedules", "schedule list"), ("show trigger", "trigger list"),
            ("show my apps", "apps"), ("view work", "show work"), ("view missed", "missed"),
            ("see the history", "history"), ("open history", "history"),
            ("open the missed list", "missed open"), ("open missed", "missed open"),
            ("what did I miss from Ben", "missed Ben"), ("what did Ann write", "history Ann"),
            ("show Chat notifications", "history Chat"),
            ("show notifications from Ann", "history Ann"),
            ("mark all as read", "missed read --all"), ("mark read", "missed read --all"),
            ("mark 3 as read", "missed read 3"), ("mark Chat as read", "missed read --app Chat"),
            ("mark Ann as read", "missed read --help"),
            ("show muted", "mute"), ("show snoozed", "snooze"), ("mute the computer", "dnd"),
        ])
    func question(_ line: String, _ command: String) { expect(line, [command]) }

    @Test(
        "a word that is no Focus and hardly an app leads to what it means",
        arguments: [
            ("mute me for 1h", ["dnd --for 1h", "mute me for 1h --yes"]),
            ("mute it", ["history --limit 1", "mute it --yes"]),
            ("list people", ["allow --person NAME", "history"]),
            ("show Ann", ["history Ann", "allow --person Ann", "silence --person Ann"]),
        ])
    func noFocus(_ line: String, _ commands: [String]) { expect(line, commands) }
}
