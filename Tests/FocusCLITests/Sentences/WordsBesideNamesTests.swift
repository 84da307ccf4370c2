// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of `allow` and `silence` beside known names, and words that stand for no app: the only
/// step made a new person or app of them, or they were added at once.
@Suite("Words beside known names") @LoopActor struct WordsBesideNamesTests {
    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nPeople=allow\n")
        try focus.write("sleep", "[Focus]\nName=Sleep\n")
        let apps = ["Chat", "Mail", "vim"].map {
            SeenApp(AppID("org.example.\($0)"), names: [$0], count: 1, latest: Fixture.now)
        }
        let people = ["Ann", "Dave", "Eve"].map { SeenPerson($0, latest: Fixture.now) }
        control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", apps.map(\.value))], "Reload": [.strings([])],
                "ListPeople": [FieldsBuilder.list(people.map(\.value))],
                "Mutes": [FieldsBuilder.list([])], "Entries": [Fixture.list([])],
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

    /// Expects a refusal whose first step is made of these commands, which work.
    private func expectFirst(_ line: String, _ commands: [String]) throws {
        let before = focus.text("work")
        let result = run(line)
        #expect(result.code == .usage || result.code == .refused, "\(line): \(result)")
        let step = commands.joined(separator: " && focus-switch ")
        let first = steps(result.errors).first?.replacing(" --focus work", with: "")
        #expect(first == step, "\(line): \(result.errors)")
        #expect(focus.text("work") == before)
        for command in commands {
            try focus.expectDone("\(command) --focus work", control: control)
        }
    }

    @Test(
        "the first step is for the known names, without the other words",
        arguments: [
            ("allow Ann everywhere", "allow --person Ann"),
            ("silence Dave everywhere", "silence --person Dave"),
            ("let Ann thru", "allow --person Ann"), ("let Ann in", "allow --person Ann"),
            ("let Chat in", "allow Chat"), ("let in Ann", "allow --person Ann"),
            ("let Ann tru", "allow --person Ann"),
            ("let Ann throu", "allow --person Ann"),
            ("allow user Ann", "allow --person Ann"),
            ("allow users Ann, Eve", "allow --person Ann --person Eve"),
            ("allow persons Ann and Eve", "allow --person Ann --person Eve"),
            ("allow both Ann and Eve", "allow --person Ann --person Eve"),
            ("allow people Ann Eve", "allow --person Ann --person Eve"),
            ("allow people Ann, Eve", "allow --person Ann --person Eve"),
            ("silence Chat everywhere", "silence Chat"), ("silence Chat globally", "silence Chat"),
        ])
    func known(_ line: String, _ command: String) throws { try expectFirst(line, [command]) }

    /// A trial with a newcomer: an app of that name was added at once.
    @Test("a mistyped person is not added as an app")
    func mistypedPerson() throws {
        for (line, name) in [("allow annn", "Ann"), ("silence Davee", "Dave")] {
            let verb = line.prefix { $0 != " " }
            try expectFirst(line, ["\(verb) --person \(name)"])
        }
        try focus.expectDone("allow Davebot", control: control)
        let errors = run("allow annn").errors
        #expect(errors.contains("did you mean the person “Ann”?\n"), "\(errors)")
        #expect(errors.hasSuffix(": focus-switch allow --app annn --focus work\n"), "\(errors)")
    }

    @Test("the name of the whole may follow, and several names are no app")
    func whole() {
        #expect(
            run("allow Ann plese").errors.hasSuffix(
                """
                No known app or person has the name “Ann plese”
                To allow that, if that is a person: focus-switch allow --person 'Ann plese' --focus work
                To allow that, if that is an app: focus-switch allow --app 'Ann plese' --focus work

                """))
        #expect(!run("allow people Ann, Eve").errors.contains("--app"))
    }

    @Test(
        "a word that decides what is meant is not left out",
        arguments: [
            "allow Ann without Chat", "allow never Chat", "let neither Ann nor Dave through",
            "allow Ann mute Dave", "allow Ann ignore Dave", "allow Ann ignoring Dave",
            "allow Chat off",
            "silence Chat off", "allow off --person Ann",
        ])
    func decisive(_ line: String) {
        let result = run(line)
        #expect(result.code == .usage || result.code == .refused, "\(line): \(result)")
        let forbidden = [
            "allow --person Ann ", "allow Chat ", "allow --person Ann\n", "silence Chat ",
        ]
        #expect(!forbidden.contains { result.errors.contains($0) }, "\(result.errors)")
    }

    @Test(
        "two verbs are two commands",
        arguments: [
            ("allow Ann but not Dave", ["allow --person Ann", "silence --person Dave"]),
            ("silence Chat but not Mail", ["silence Chat", "allow Mail"]),
            ("don't let Ann in", ["silence --person Ann"]),
            ("let Ann but not Dave through", ["allow --person Ann", "silence --person Dave"]),
        ])
    func opposite(_ line: String, _ commands: [String]) throws { try expectFirst(line, commands) }

    @Test(
        "words for everyone lead to one step that lets everyone through",
        arguments: [
            "allow everyone", "allow everything", "allow all", "allow all notifications",
            "allow anyone", "allow anybody", "allow anything", "let everyone through",
            "let everyone in", "allow everywhere", "allow others",
            "let everybody through", "let everything thru",
        ])
    func everyone(_ line: String) throws {
        try expectFirst(line, ["allow --all-apps --all-people"])
        let shown = try focus.show("work")
        #expect(shown["people"] == ["mode": "silence", "list": []])
        #expect(shown["apps"] == ["mode": "silence", "list": []])
    }

    @Test(
        "“let” has the answer of allow",
        arguments: [
            (
                "let everyone but Dave through",
                ["silence --only --person Dave", "allow --all-apps"]
            ),
            (
                "let everyone through except Dave",
                ["silence --only --person Dave", "allow --all-apps"]
            ),
            (
                "let everyone except Dave through",
                ["silence --only --person Dave", "allow --all-apps"]
            ),
            ("allow all except Chat", ["silence --only Chat", "allow --all-people"]),
            ("let nobody through except Ann", ["allow --only --person Ann"]),
            ("let no one through except Ann", ["allow --only --person Ann"]),
            ("let people through", ["allow --all-people"]),
            ("let apps through", ["allow --all-apps"]),
        ])
    func letThrough(_ line: String, _ commands: [String]) throws {
        try expectFirst(line, commands)
    }

    @Test("calls lead to a rule, also behind “let”")
    func calls() {
        for line in ["allow calls", "let calls through"] {
            let first = steps(run(line).errors).first
            #expect(first?.hasPrefix("rule add calls --when ") == true, "\(line)")
        }
    }

    @Test("“others” are all apps and people")
    func others() {
        let result = run("silence others")
        #expect(result.code == .usage || result.code == .refused, "\(result)")
        #expect(
            steps(result.errors).first == "silence --all-apps --all-people --focus work",
            "\(result.errors)")
    }

    @Test(
        "a word that stands for no app is not added at once",
        arguments: [
            "allow off", "allow work", "allow dnd", "allow him",
            "let them through",
            "silence sleep",
        ])
    func noApp(_ line: String) throws {
        let before = focus.text("work")
        let result = run(line)
        #expect(result.code == .usage || result.code == .refused, "\(line): \(result)")
        let verb = line.hasPrefix("silence") ? "silence" : "allow"
        let commands = steps(result.errors)
        #expect(commands.first == "\(verb) --help", "\(result.errors)")
        #expect(commands.dropFirst().allSatisfy { $0.hasPrefix("\(verb) --app ") }, "\(commands)")
        #expect(!result.errors.contains("vim"), "\(result.errors)")
        #expect(focus.text("work") == before)
    }

    @Test("a Focus beside --focus is no app")
    func focusBesideOption() throws {
        let result = run("allow --focus work sleep --person Ann")
        #expect(
            result.errors.hasPrefix("focus-switch: “sleep” is a Focus, not an app\n"), "\(result)")
        let step = "allow --person Ann --focus work"
        #expect(steps(result.errors).first == step, "\(result.errors)")
        try focus.expectDone(step, control: control)
        // The option takes any name.
        try focus.expectDone("allow --app sleep --focus work", control: control)
    }
}
