// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: `silence Tom` added an app that does not exist.
@Suite("a person where an app is expected") @LoopActor struct PersonForAppTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Tom;Doe, Jane;\n")
        try focus.writeData("applications/a.Kim.desktop", "[Desktop Entry]\nName=Kim\n")
    }

    private var control: FakeControl {
        let seen = [
            SeenPerson("Ann Lee <ann@example.org>", latest: Fixture.now),
            SeenPerson("Kim", latest: Fixture.now), SeenPerson("Bob One", latest: Fixture.now),
            SeenPerson("Bob Two", latest: Fixture.now), SeenPerson("kim", latest: Fixture.now),
        ]
        return FakeControl(
            Fixture.control([
                "ListPeople": [FieldsBuilder.list(seen.map(\.value))],
                "ListApps": [FieldsBuilder.list([Fixture.seenApp.value])],
                "Mutes": [FieldsBuilder.list([])], "Mute": [], "Reload": [.strings([])],
            ]))
    }

    /// A trial with a newcomer: `history Bob` lists a person's notifications, `missed Bob` did not.
    @Test("missed lists the notifications of a person")
    func missed() {
        let control = control
        control.answers["Entries"] = [Fixture.list([])]
        let result = focus("missed", "ann@example.org", control: control)
        #expect(result.code == .done, "\(result.errors)")
        #expect(result.output == "No missed notifications of ann@example.org.\n")
    }

    @Test(
        "a person of a list, or one that notifications have named, is pointed to",
        arguments: [
            (["silence"], "Tom", "Tom"), (["allow"], "tom", "Tom"),
            (["allow"], "jane", "'Doe, Jane'"),
            (["silence"], "ann", "'Ann Lee <ann@example.org>'"),
            (["allow", "--only"], "Tom", "Tom"),
        ])
    func pointed(_ words: [String], _ name: String, _ person: String) throws {
        let before = focus.text("work")
        let result = focus(all: words + [name, "--focus", "work"], control: control)
        let command = "focus-switch \(words.joined(separator: " "))"
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: there is no app “\(name)”, but a person of that name
                To \(words[0]) the person: \(command) --person \(person) --focus work
                To \(words[0]) an app of that name: \(command) --app \(name) --focus work

                """)
        #expect(focus.text("work") == before)
    }

    /// A trial with a newcomer: with focusd stopped, an app on the list was no app.
    @Test("an app on a list of a Focus is an app, also with the name of a person")
    func listedApp() throws {
        try focus.write(
            "chat", "[Focus]\nName=Chat\nApps=allow\nAppList=Tom;\nPeople=allow\nPeopleList=Tom;\n")
        for control in [nil, control] {
            let result = focus("allow", "Tom", "--focus", "chat", control: control)
            #expect(result.code == .done, "\(result)")
            #expect(!result.errors.contains("a person of that name"), "\(result.errors)")
        }
    }

    @Test("a person whom no notification has named is doubted, with those that were named")
    func unknownPerson() {
        for verb in ["silence", "allow"] {
            let result = focus(
                verb, "--person", "Bobby Tables", "--focus", "work", control: control)
            #expect(result.code == .done)
            #expect(
                result.errors
                    == "note: “Bobby Tables” is on no list and named by no notification;"
                    + " notifications have named Ann Lee <ann@example.org>, Kim, Bob One, Bob Two\n"
            )
        }
        let alone = focus("silence", "--person", "Zoe", "--focus", "work")
        #expect(alone.errors.isEmpty, "\(alone.errors)")
    }

    @Test("a word that names nobody may be a person who has not written yet")
    func personToCome() {
        let result = focus("silence", "Zoe", "--focus", "work", control: control)
        #expect(result.code == .done)
        #expect(
            result.errors.hasSuffix(
                "  If that is a person: focus-switch silence --person Zoe --focus work\n"),
            "\(result.errors)")
        let id = focus("silence", "org.example.New", "--focus", "work", control: control)
        #expect(!id.errors.contains("person"), "\(id.errors)")
    }

    @Test(
        "an option for people that a command does not have is answered with one that does it",
        arguments: [
            ("mute", "--person", "focus-switch silence --person NAME --focus FOCUS"),
            ("unmute", "--person=Tom", "always.focus"), ("silence", "--always", "always.focus"),
            ("missed", "--person", "focus-switch missed --search NAME"),
            ("history", "--from", "focus-switch history --search NAME"),
            ("silence", "--people", "focus-switch silence --person Tom\n"),
            ("allow", "--contact", "focus-switch allow --person Tom\n"),
            ("forget", "--person", "focus-switch apps"),
        ])
    func options(_ command: String, _ option: String, _ step: String) {
        let result = focus(command, option, "Tom", control: control)
        #expect(result.code == .usage)
        #expect(result.errors.contains(step), "\(result.errors)")
        #expect(result.errors.contains("has no option --"))
    }

    @Test(
        "all is no app",
        arguments: [
            (
                ["allow", "all", "--focus", "work"],
                ": focus-switch allow --all-apps --focus work\n"
            ),
            (
                ["silence", "everyone", "--focus", "work"],
                ": focus-switch silence --all-people --focus work\n"
            ),
            (
                ["allow", "all", "--person", "Tom", "--focus", "work"],
                ": focus-switch allow --all-apps --person Tom --focus work\n"
            ),
            (["mute", "all"], "focus-switch dnd"),
            (["forget", "all", "--yes"], "focus-switch history clear"),
        ])
    func all(_ words: [String], _ remedy: String) {
        let before = focus.text("work")
        let result = focus(all: words, control: control)
        #expect(result.code == .refused)
        #expect(result.errors.contains("there is no app “"), "\(result.errors)")
        #expect(result.errors.contains(remedy), "\(result.errors)")
        #expect(focus.text("work") == before)
    }

    @Test(
        "all is no person, and no option of lists",
        arguments: [["--person", "all"], ["--all"]])
    func allPeople(_ words: [String]) {
        let result = focus(all: ["silence"] + words + ["--focus", "work"], control: control)
        for noun in ["apps", "people"] {
            #expect(
                result.errors.contains(
                    "For all \(noun): focus-switch silence --all-\(noun) --focus work\n"),
                "\(result)")
        }
    }

    @Test("all is no Focus and no rule")
    func allOfOthers() {
        let deleted = focus("delete", "all", "--yes")
        #expect(deleted.errors.contains("there is no Focus “all”; name one"), "\(deleted.errors)")
        #expect(
            focus("rule", "add", "x", "--when", "TRUEPREDICATE", "--do", "allow", "--focus", "work")
                .code == .done)
        let rule = focus("rule", "remove", "all", "--focus", "work")
        #expect(rule.errors.contains("for all rules of the Focus: --all"), "\(rule.errors)")
        let off = focus("off", "all", control: FakeControl(Fixture.control()))
        #expect(off.output == "Work is off.\n", "\(off)")
    }

    @Test(
        "an app, several people of the name, and --app go on as before",
        arguments: [["Kim"], ["Bob"], ["--app", "Tom"], ["chat"], ["Thomas"]])
    func others(_ words: [String]) {
        let result = focus(all: ["silence"] + words + ["--focus", "work"], control: control)
        #expect(result.code == .done, "\(result.errors)")
    }

    @Test("mute says that it is for apps")
    func mute() {
        let control = control
        let result = focus("mute", "Tom", control: control)
        #expect(
            result.errors == """
                focus-switch: there is no app “Tom”, but a person of that name
                A Focus silences people: focus-switch silence --person Tom --focus work
                \(NearMiss.alwaysStep())

                """)
        // A list has no end.
        let end = focus("mute", "Tom", "1h", control: control).errors
        let step = "A Focus silences people: focus-switch silence --person Tom --focus work"
        #expect(
            end.contains("A list has no end: this holds until you remove it\n\(step)\n"), "\(end)")
        #expect(!control.calls.contains { $0.member == "Mute" })
    }
}
