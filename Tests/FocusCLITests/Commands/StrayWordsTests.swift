// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of `allow` and `silence` beside the names of apps, and the printed commands without them.
@Suite("Words beside apps") @LoopActor struct StrayWordsTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nPeople=allow\n")
        try focus.writeData(
            "applications/thunderbird.desktop", "[Desktop Entry]\nName=Thunderbird\n")
    }

    private var control: FakeControl {
        let list = [FieldsBuilder.list([])]
        return FakeControl(
            Fixture.control([
                "ListApps": list, "Reload": [.strings([])], "ListPeople": list, "Mutes": list,
                "Entries": [Fixture.list([])],
            ]))
    }

    /// A trial with a newcomer: these put apps “today” and “17” on the list, or made 17 o'clock 17
    /// minutes.
    @Test(
        "words of time behind an app are refused, with the command without them",
        arguments: [
            ("allow thunderbird today --focus work", "an end", "allow thunderbird"),
            ("silence thunderbird now --focus work", "an end", "silence thunderbird"),
            ("allow thunderbird again --focus work", "an end", "allow thunderbird"),
            ("silence thunderbird temporarily --focus work", "an end", "silence thunderbird"),
            ("allow thunderbird for now --focus work", "an end", "allow thunderbird"),
            ("allow thunderbird this week --focus work", "an end", "allow thunderbird"),
            ("allow only thunderbird today --focus work", "an end", "allow --only thunderbird"),
            ("allow thunderbird today in work", "an end", "allow thunderbird"),
            ("silence thunderbird between 9 and 17 --focus work", "times", "silence thunderbird"),
            ("allow thunderbird from 9 to 17 --focus work", "times", "allow thunderbird"),
            ("silence thunderbird from 9:00 to 17:00 in work", "times", "silence thunderbird"),
            ("allow thunderbird on weekends --focus work", "times", "allow thunderbird"),
            ("allow thunderbird only on friday --focus work", "times", "allow thunderbird"),
            ("silence thunderbird at night --focus work", "times", "silence thunderbird"),
        ])
    func times(_ words: String, _ lack: String, _ command: String) {
        func run(_ words: String) -> RunResult {
            focus(all: words.split(separator: " ").map(String.init), control: control)
        }
        let before = focus.text("work")
        let result = run(words)
        let step = "\(command) --focus work"
        #expect(result.code == .usage, "\(result)")
        #expect(
            result.errors.contains(
                " is no app, and a list has no \(lack == "times" ? lack : "end")\n"
                    + "Without \(lack): focus-switch \(step)\n"),
            "\(result.errors)")
        #expect(focus.text("work") == before)
        #expect(run(step).code == .done)
    }

    /// A trial with a newcomer: the step put an app “interrupt” on the list.
    @Test(
        "no step puts an unknown word beside an app on the list",
        arguments: [
            "allow thunderbird to interrupt work",
            "allow thunderbird loudly today", "allow thunderbird loudly please --focus work",
        ])
    func uncertain(_ words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let verb = try #require(words.first)
        let result = focus(all: words, control: control)
        #expect(result.code != .done, "\(result)")
        #expect(result.errors.contains("For help: focus-switch \(verb) --help\n"), "\(result)")
        #expect(!result.errors.contains("focus-switch \(verb) \(words[1])"), "\(result.errors)")
    }

    @Test("a time or a word for all before an app leads to the help")
    func before() {
        for (words, stray) in [("today", "today"), ("everyone in", "everyone")] {
            let typed = words.split(separator: " ").map(String.init) + ["thunderbird"]
            let result = focus(all: ["allow"] + typed + ["--focus", "work"], control: control)
            #expect(
                result.errors == """
                    focus-switch: there is no app “\(stray)”
                    For help: focus-switch allow --help
                    For an app of that name: focus-switch allow --app '\(words) thunderbird' \
                    --focus work

                    """)
        }
    }

    @Test("an unknown name of two words may be a person or an app")
    func unknownName() {
        let words = ["silence", "Foo", "bar", "in", "work"]
        #expect(
            focus(all: words, control: control).errors == """
                focus-switch: “work” is a Focus, not an app
                No known app or person has the name “Foo bar”
                To silence that, if that is a person: focus-switch silence --person 'Foo bar' \
                --focus work
                To silence that, if that is an app: focus-switch silence --app 'Foo bar' --focus work

                """)
    }

    /// A trial with a newcomer: the step allowed a person “Bob as”.
    @Test("a little word before the kind of a member is no part of its name")
    func littleWordBeforeKind() {
        let result = focus("add", "Bob", "as", "a", "person", "to", "work", control: control)
        let step = ["allow", "--person", "Bob", "--focus", "work"]
        #expect(
            result.errors.contains(": focus-switch \(step.joined(separator: " "))\n"),
            "\(result.errors)")
        #expect(focus(all: step, control: control).code == .done)
    }

    /// A trial with a newcomer: the step allowed Slack besides the others, or there was none.
    @Test(
        "words for these alone lead to --only",
        arguments: [
            ("allow only for thunderbird", "allow --only thunderbird"),
            ("silence just for thunderbird", "silence --only thunderbird"),
            ("allow nobody but Ann", "allow --only --person Ann"),
            ("silence nobody except Ann", "silence --only --person Ann"),
            ("allow nobody but thunderbird", "allow --only thunderbird"),
            ("allow nothing but thunderbird", "allow --only thunderbird"),
            ("allow thunderbird and nothing else", "allow --only thunderbird"),
            ("allow thunderbird, nothing else", "allow --only thunderbird"),
            ("allow thunderbird nothing else", "allow --only thunderbird"),
            ("allow thunderbird but nothing else", "allow --only thunderbird"),
            ("allow nothing else but thunderbird", "allow --only thunderbird"),
            ("allow Kim nobody else", "allow --only --person Kim"),
            ("allow nobody else but Kim", "allow --only --person Kim"),
            ("allow only Kim", "allow --only --person Kim"),
            ("allow only for Kim", "allow --only --person Kim"),
            ("allow nobody but Kim", "allow --only --person Kim"),
            ("allow Kim and nobody else", "allow --only --person Kim"),
            ("allow only thunderbird and Kim", "allow --only thunderbird --person Kim"),
        ])
    func alone(_ words: String, _ command: String) throws {
        let control = control
        let person = SeenPerson("Kim", latest: Fixture.now)
        control.answers["ListPeople"] = [FieldsBuilder.list([person.value])]
        let before = focus.text("work")
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: typed + ["--focus", "work"], control: control)
        #expect(result.code == .refused, "\(result)")
        let step = "\(command) --focus work"
        // A list of silenced people would leave the others in all apps silenced, too.
        let others = command.contains("--person") ? "apps" : "people"
        let opening =
            command.hasPrefix("silence --only")
            ? " && focus-switch allow --all-\(others) --focus work" : ""
        #expect(
            result.errors.contains("nothing else: focus-switch \(step)\(opening)\n"),
            "\(result.errors)")
        // No other step names the members without “--only”.
        let steps = result.errors.split(separator: "focus-switch \(typed[0]) ").dropFirst()
        #expect(
            steps.allSatisfy { $0.hasPrefix("--only") || $0.hasPrefix("--app") }, "\(steps)")
        #expect(focus.text("work") == before)
        try focus.expectDone(step, control: control)
    }

    /// A trial with a newcomer: the step silenced the only person who was to come through.
    @Test(
        "all but a person leads to a list of that person alone",
        arguments: [
            ("silence everyone but Kim", "allow"), ("allow everyone except Kim", "silence"),
            ("silence everyone but Rob", "allow"),
        ])
    func allButAPerson(_ words: String, _ other: String) throws {
        let control = control
        let person = SeenPerson("Kim", latest: Fixture.now)
        control.answers["ListPeople"] = [FieldsBuilder.list([person.value])]
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: typed + ["--focus", "work"], control: control)
        #expect(result.code == .refused, "\(result)")
        let name = try #require(typed.last)
        var commands = ["\(other) --only --person \(name) --focus work"]
        // No app is allowed, so that a list of silenced people would let nobody through.
        if other == "silence" { commands.append("allow --all-apps --focus work") }
        #expect(
            result.errors.contains(
                ": focus-switch \(commands.joined(separator: " && focus-switch "))\n"),
            "\(result.errors)")
        #expect(!result.errors.contains("\(typed[0]) --person"), "\(result.errors)")
        for command in commands { try focus.expectDone(command, control: control) }
        guard other == "silence" else { return }
        let shown = try focus.show("work")
        #expect(shown["people"] == ["mode": "silence", "list": [.string(name)]])
        #expect(shown["apps"] == ["mode": "silence", "list": []])
    }

    @Test(
        "other words that exclude have no such step",
        arguments: [
            "allow nobody", "allow thunderbird but not Ann", "allow nobody from Ann",
            "allow nothing else",
        ])
    func notAlone(_ words: String) {
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: typed + ["--focus", "work"], control: control)
        #expect(result.code == .refused, "\(result)")
        #expect(!result.errors.contains("--only"), "\(result.errors)")
    }
}
