// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: `allow APP`, as `create` prints it, led to a step that allows all apps.
@Suite("Placeholders typed as they are") @LoopActor struct PlaceholdersTests {
    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "ListPeople": [FieldsBuilder.list([SeenPerson("Ann", latest: Fixture.now).value])],
                "Reload": [.strings([])], "Mutes": [FieldsBuilder.list([])],
                "Entries": [Fixture.list([Fixture.entry()])],
            ]))
    }

    private func run(_ words: [String]) -> RunResult { focus(all: words, control: control) }

    private func expectRefused(_ words: [String], _ placeholder: String) {
        let before = focus.text("work")
        let result = run(words)
        #expect(result.code == .refused || result.code == .usage, "\(words): \(result)")
        #expect(
            result.errors.contains("“\(placeholder)” stands for ")
                && result.errors.contains("focus-switch "), "\(words): \(result)")
        #expect(!result.errors.contains("--all-"), "\(words): \(result)")
        #expect(focus.text("work") == before)
    }

    @Test("each word of a usage line")
    func arguments() {
        for command in CommandTable.all where !["complete", "link"].contains(command.name) {
            let name = command.words.map(String.init)
            for word in Placeholders.words(ofUsage: command.parameters) where word != "FOCUS" {
                expectRefused(name + [word], word)
            }
        }
    }

    @Test("each word of an option")
    func options() {
        for command in CommandTable.all where !["complete", "link"].contains(command.name) {
            let name = command.words.map(String.init)
            for option in command.options {
                guard let word = option.placeholder, Placeholders.isPlaceholder(word),
                    word != "FOCUS", word != "TEXT" || command.name != "explain"
                else { continue }
                expectRefused(name + ["--\(option.name)", word], word)
            }
        }
    }

    @Test(
        "what stands in the place, and how to see it",
        arguments: [
            ("allow APP --focus work", "an app's name or id", "The apps: focus-switch apps"),
            ("mute APP --for 1h", "an app's name or id", "The apps: focus-switch apps"),
            ("trigger add app:APP", "an app's name or id", "The apps: focus-switch apps"),
            ("allow --person NAME", "a person's name", "Notifications have named Ann"),
            ("history --search NAME", "a text or a name", "Notifications have named Ann"),
            ("create NAME", "a name of your choice", "For help: focus-switch create --help"),
            ("rule remove NAME", "a rule's name", "The rules: focus-switch rule list"),
            (
                "schedule remove NAME", "a schedule's name",
                "The schedules: focus-switch schedule list"
            ),
            ("snooze ID 1h", "the id of a notification", "The ids of all: focus-switch history"),
            (
                "history --since TIME", "a time, as 9:00 or 17:30",
                "For help: focus-switch history --help"
            ),
            ("on work -- COMMAND", "a program", "For help: focus-switch on --help"),
            ("COMMAND", "a command", "All commands: focus-switch --help"),
        ])
    func meaning(_ line: String, _ noun: String, _ last: String) {
        let result = run(line.split(separator: " ").map(String.init))
        #expect(result.code != .done, "\(result)")
        #expect(result.errors.contains("” stands for \(noun)\n"), "\(result.errors)")
        #expect(result.errors.hasSuffix("\n\(last)\n"), "\(result.errors)")
    }

    @Test("several placeholders are named at once, and a Focus alone has the list of Focuses")
    func several() {
        let both = run(["allow", "APP", "--focus", "FOCUS"])
        let sentence = "“APP” stands for an app's name or id and “FOCUS” for a Focus"
        let steps = "The apps: focus-switch apps\nYour Focuses: focus-switch list\n"
        #expect(both.errors == "focus-switch: \(sentence)\n\(steps)", "\(both.errors)")
        #expect(
            run(["rename", "COPY", "Gym"]).errors
                == "focus-switch: “COPY” stands for a Focus\nYour Focuses: focus-switch list\n")
        for words in [["show", "FOCUS"], ["show", "COPY"]] {
            let result = run(words)
            #expect(result.errors.contains("” stands for a Focus: name one\n"), "\(result.errors)")
        }
    }

    @Test("an app, a rule and a person of that name are meant")
    func names() throws {
        control.answers["ListApps"] = [
            .array(
                of: "a{sv}", [SeenApp(AppID("APP"), names: [], count: 1, latest: Fixture.now).value]
            )
        ]
        try focus.expectDone("allow APP --focus work", control: control)
        let rule = "\n[Rule NAME]\nWhen=summary == \"x\"\nDo=silence\n"
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=NAME;\n\(rule)")
        try focus.expectDone("rule remove NAME --focus work", control: control)
        try focus.expectDone("silence --person NAME --focus work", control: control)
        // Texts of the user's own.
        let answer = ExplainAnswer(
            Decision(verdict: .silence, reason: .filter, level: .active), focus: FocusID("work"))
        control.answers["Explain"] = [answer.value]
        for option in ["--summary TEXT", "--body TEXT"] {
            try focus.expectDone("explain --app Chat \(option)", control: control)
        }
        try focus.expectDone("allow --word TEXT --focus work", control: control)
        try focus.expectDone("history --search APP", control: control)
        let search = "history --search text"
        #expect(
            run(["history", "--search", "TEXT"]).errors
                .contains("To look for that word: focus-switch \(search)\n"))
        try focus.expectDone(search, control: control)
        try focus.expectDone("create Time", control: control)
    }

    @Test("an app whose name begins with the word is not meant")
    func beginning() {
        let center = SeenApp(
            AppID("org.example.Center"), names: ["App Center"], count: 1, latest: Fixture.now)
        control.answers["ListApps"] = [.array(of: "a{sv}", [center.value])]
        expectRefused(["allow", "APP", "--focus", "work"], "APP")
    }

    @Test("a pasted placeholder that has become an entry can be removed")
    func entries() throws {
        let people = "People=allow\nPeopleList=NAME;Ann;\n"
        let lists = "Apps=allow\nAppList=APP;org.example.Mail;\n\(people)"
        try focus.write("work", "[Focus]\nName=Work\n\(lists)[Triggers]\nApps=APP;\n")
        for line in [
            "allow --remove APP --focus work", "allow --remove --person NAME --focus work",
            "trigger remove app:APP --focus work",
        ] {
            try focus.expectDone(line, control: control)
        }
        let text = focus.text("work") ?? ""
        #expect(!text.contains("APP") && !text.contains("NAME"), "\(text)")
        try focus.write("work", "[Focus]\nName=Work\n\(lists)")
        try focus.expectDone("allow --remove --app APP --focus work", control: control)
        #expect(focus.text("work")?.contains("APP") == false)
        let span = UserSpan(since: Fixture.now, end: .never)
        let mute = MuteWire(Mute(AppID("APP"), span: span, isNewApp: false), name: nil)
        control.answers["Mutes"] = [FieldsBuilder.list([mute.value])]
        control.answers["Unmute"] = []
        try focus.expectDone("unmute APP", control: control)
    }

    @Test("a Focus of that name is turned on", arguments: ["COMMAND", "COMMAND 1h"])
    func focusOfThatName(_ line: String) throws {
        try focus.write("command", "[Focus]\nName=Command\n")
        control.answers["Activate"] = []
        control.answers["ActivateWith"] = []
        let result = run(line.split(separator: " ").map(String.init))
        #expect(!result.errors.contains("stands for"), "\(result)")
        #expect(control.calls.contains { $0.member.rawValue.hasPrefix("Activate") }, "\(result)")
    }

    @Test("create names an app whose notifications were silenced, where there is one")
    func example() throws {
        let result = run(["create", "Play"])
        let command = "allow Chat --focus play"
        #expect(
            result.output.contains("To let an app through, as Chat: focus-switch \(command)\n"),
            "\(result)")
        try focus.expectDone(command, control: control)
        #expect(focus.text("play")?.contains("AppList=org.example.Chat;") == true)
        control.answers["Entries"] = [Fixture.list([])]
        let none = run(["create", "Rest"])
        #expect(none.output.contains("through: focus-switch allow APP --focus rest\n"), "\(none)")
    }
}
