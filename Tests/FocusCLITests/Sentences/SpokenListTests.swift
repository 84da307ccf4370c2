// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of `allow` and `silence` that printed commands lost, or that were apps of a list.
@Suite("Phrases of allow and silence") @LoopActor struct SpokenListTests {
    private let fixture: ListFixture

    init() throws { fixture = try ListFixture() }

    private var focus: Configuration { fixture.focus }
    private var control: FakeControl { fixture.control }

    private func run(_ words: String) -> RunResult { fixture.run(words) }

    @Test(
        "several people and apps are kept in the step",
        arguments: [
            ("allow Ben Chat", "To allow them", "Chat --person Ben"),
            ("allow Ben and Ann", "To allow them", "--person Ben --person Ann"),
            ("allow Ben, Ann and Chat", "To allow them", "Chat --person Ben --person Ann"),
            (
                "allow Ben and Ann Lee", "To allow that, if that is a person",
                "--person Ben --person 'Ann Lee'"
            ),
            (
                "allow Ben, Ann Lee", "To allow that, if that is a person",
                "--person Ben --person 'Ann Lee'"
            ),
            ("allow Ann Lee", "To allow that, if that is a person", "--person 'Ann Lee'"),
            ("allow messages from Ben", "To allow the person", "--person Ben"),
            ("allow messages from boss@work.com", "To allow the person", "--person boss@work.com"),
        ])
    func members(_ words: String, _ text: String, _ members: String) throws {
        try fixture.expectStep(words, text, "allow \(members) --focus work")
    }

    @Test(
        "a person in one app is a rule",
        arguments: [
            ("allow Ben on Chat", "Ben", "Chat", "allow"),
            ("silence Ben on Chat", "Ben", "Chat", "silence"),
            ("allow Chat messages from Ben", "Ben", "Chat", "allow"),
            ("allow messages from Ben in Chat", "Ben", "Chat", "allow"),
            ("allow Ann from big mail", "Ann", "Big Mail", "allow"),
            ("allow Chat messages from boss@work.com", "boss@work.com", "Chat", "allow"),
        ])
    func rule(_ words: String, _ person: String, _ app: String, _ effect: String) throws {
        let condition = "appName ==[c] \"\(app)\" AND ANY people ==[c] \"\(person)\""
        try fixture.expectStep(
            words, "For that person in that app",
            "rule add '\(person) in \(app)' --do \(effect) --focus work --when '\(condition)'")
        // The name is taken now.
        #expect(run(words).errors.contains(" '\(person) in \(app) 2' "))
    }

    /// A trial with a newcomer: these led to the help alone.
    @Test(
        "an app without a person is on a list, and the person in a rule",
        arguments: [
            ("silence Chat except Ben", "silence Chat", "Ben", "Chat", "allow"),
            ("silence Chat except from Ben", "silence Chat", "Ben", "Chat", "allow"),
            ("allow Chat but not Ben", "allow Chat", "Ben", "Chat", "silence"),
            (
                "allow big mail except messages from Ann", "allow 'big mail'", "Ann", "Big Mail",
                "silence"
            ),
            ("allow Ben except on Chat", "allow --person Ben", "Ben", "Chat", "silence"),
        ])
    func exception(
        _ words: String, _ command: String, _ person: String, _ app: String, _ effect: String
    ) throws {
        let condition = "appName ==[c] \"\(app)\" AND ANY people ==[c] \"\(person)\""
        let rule =
            "rule add '\(person) in \(app)' --do \(effect) --focus work --when '\(condition)'"
        let before = focus.text("work")
        let result = run(words)
        #expect(result.code == .refused, "\(result)")
        let line = "focus-switch \(command) --focus work && focus-switch \(rule)"
        #expect(result.errors.hasSuffix("\nWith that exception: \(line)\n"), "\(result.errors)")
        #expect(focus.text("work") == before)
        try focus.expectDone("\(command) --focus work", control: control)
        try focus.expectDone(rule, control: control)
    }

    @Test(
        "an exception that is not understood as a whole leads to the rules, or to the help",
        arguments: [
            ("allow Chat except Zoe", "rule add --help"),
            ("allow only Chat but only Ben", "rule add --help"),
            ("silence Chat and big mail except Ben", "rule add --help"),
            ("allow Chat except Ben --site a.org", "rule add --help"),
            ("silence not Chat except Ben", "silence --help"),
            ("allow Chat except calls from Ben", "allow --help"),
        ])
    func noException(_ words: String, _ command: String) {
        let before = focus.text("work")
        let result = run(words)
        #expect(result.code == .refused, "\(result)")
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(!result.errors.contains("&&"), "\(result.errors)")
        #expect(focus.text("work") == before)
    }

    /// A trial with a newcomer: the list of another Focus had an app “work”.
    @Test(
        "a Focus among the words is the one of the step",
        arguments: [
            ("allow sleep Chat", "For that Focus", ["allow Chat"]),
            ("silence sleep Chat", "For that Focus", ["silence Chat"]),
            ("allow in sleep Chat", "For that Focus", ["allow Chat"]),
            ("allow sleep big mail", "For that Focus", ["allow 'big mail'"]),
            ("allow Chat in my sleep focus", "For that Focus", ["allow Chat"]),
            ("allow Chat while Sleep is on", "For that Focus", ["allow Chat"]),
            ("allow sleep only Chat", "To allow nothing else", ["allow --only Chat"]),
            ("allow Ben while Sleep is on", "To allow the person", ["allow --person Ben"]),
            ("allow Ben in sleep", "To allow the person", ["allow --person Ben"]),
            ("silence sleep Ben", "To silence the person", ["silence --person Ben"]),
            ("allow only Ben in sleep", "To allow nothing else", ["allow --only --person Ben"]),
            (
                "allow everyone except Ben in sleep", "To silence nothing else",
                ["silence --only --person Ben", "allow --all-apps"]
            ),
        ])
    func focusAmongWords(_ words: String, _ text: String, _ commands: [String]) throws {
        try focus.write("sleep", "[Focus]\nName=Sleep\nApps=allow\n")
        let before = [focus.text("work"), focus.text("sleep")]
        let result = run(words)
        #expect(result.code == .usage || result.code == .refused, "\(result)")
        let steps = commands.map { "focus-switch \($0) --focus sleep" }
        let line = "\n\(text): \(steps.joined(separator: " && "))\n"
        #expect(result.errors.contains(line), "\(result.errors)")
        #expect([focus.text("work"), focus.text("sleep")] == before)
        for step in steps { try focus.expectDone(step, control: control) }
    }

    @Test("two Focuses lead to the help, and a new app may have a Focus in its name")
    func focuses() throws {
        try focus.write("sleep", "[Focus]\nName=Sleep\nApps=allow\n")
        #expect(
            run("allow Chat in sleep and work").errors == """
                focus-switch: “sleep” is a Focus, not an app
                For help: focus-switch allow --help

                """)
        #expect(
            run("allow Sleep Cycle").errors == """
                focus-switch: “sleep” is a Focus, not an app
                For that Focus: focus-switch allow Cycle --focus sleep
                For an app of that name: focus-switch allow --app 'Sleep Cycle' --focus sleep

                """)
        try focus.expectDone("allow --app 'Sleep Cycle' --focus sleep", control: control)
        // An entry of the list can be removed.
        try focus.expectDone("allow --app sleep --focus work", control: control)
        try focus.expectDone("allow --remove sleep Chat", control: control)
    }

    @Test(
        "words that are not understood as a whole lead to the help alone",
        arguments: [
            "allow only Ben on Chat", "allow Ben loudly on Chat",
            "allow remove Foo", "allow remove Chat --person Ben", "silence remove Chat",
            "allow Foo if it contains invoice", "allow only emails from boss@work.com",
            // Without a word, the text would be in more notifications.
            "silence anything that contains call me", "silence if the subject contains sale",
            "silence anything containing invoice or receipt",
            "allow messages containing invoice from Ben",
            "allow calls and mails from Ben", "allow only calls from Ben",
            "allow everyone and Ben", "allow all apps and Ben", "allow drop box",
            // Other commands do these; each had a reader of its own.
            "allow remove Chat", "allow delete Ben", "allow add Chat", "allow repeated calls",
            "silence repeated calls", "allow if it contains invoice", "allow mails about invoice",
            "allow messages with invoice", "silence anything with invoice",
            "allow notifications about the quarterly report",
            "silence anything that mentions the word lottery", "allow Chat if it contains invoice",
            "silence Chat messages with invoice", "allow big mail about invoice",
            "allow notifications from Chat about the invoice", "allow people from contacts",
        ])
    func help(_ words: String) {
        fixture.expectHelp(
            words, "For help: focus-switch \(words.prefix { $0 != " " }) --help")
    }

    @Test("a name that begins with a verb leads to the option for an app")
    func app() throws {
        try fixture.expectStep(
            "allow drop box", "For an app of that name", "allow --app 'drop box' --focus work")
    }

    @Test("a setting of several words leads to its key")
    func setting() throws {
        for (words, command) in [
            ("repeated calls on", "set repeat-breaks-through on"),
            ("hide badges off", "set hide-badges off"),
        ] {
            let result = run("set \(words) --focus work")
            #expect(result.code == .usage)
            #expect(
                result.errors.hasSuffix(
                    "\nTo change it: focus-switch \(command) --focus work\n"), "\(result.errors)")
            try focus.expectDone("\(command) --focus work", control: control)
        }
        #expect(run("set repeated calls maybe").code == .usage)
    }

    @Test("a name with a blank is one person")
    func blanks() throws {
        let split = run("allow --person Ann Lee --focus work")
        #expect(split.code == .usage)
        let command = "focus-switch allow --person 'Ann Lee' --focus work"
        #expect(split.errors.contains("in quotes: \(command)\n"), "\(split.errors)")
        try focus.expectDone(command, control: control)
        // Neither is known.
        let other = run("allow Zoe Roe --focus work")
        #expect(
            other.errors.contains(
                "If that is a person: focus-switch allow --person 'Zoe Roe' --focus work\n"),
            "\(other.errors)")
        #expect(!other.errors.contains("--person Roe"), "\(other.errors)")
    }
}
