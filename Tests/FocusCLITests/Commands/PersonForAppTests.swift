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
            SeenPerson("Bob Two", latest: Fixture.now),
        ]
        return FakeControl(
            Fixture.control([
                "ListPeople": [FieldsBuilder.list(seen.map(\.value))],
                "ListApps": [FieldsBuilder.list([Fixture.seenApp.value])],
                "Mutes": [FieldsBuilder.list([])], "Mute": [], "Reload": [.strings([])],
            ]))
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
                A Focus silences people: focus-switch silence --person Tom --focus FOCUS
                With any Focus and without one, a file does: always.focus in focus(5)

                """)
        #expect(!control.calls.contains { $0.member == "Mute" })
    }
}
