// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: “Work already allows Alex”, while the list of apps silenced Alex.
@Suite("allow of a person whom the list of apps silences") @LoopActor struct AllowedPersonTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
    }

    private func allow(_ text: String, _ words: String...) throws -> RunResult {
        try focus.write("work", "[Focus]\nName=Work\n\(text)")
        let seen = SeenPerson("alex@example.org", latest: Fixture.now)
        let control = FakeControl(
            Fixture.control([
                "ListPeople": [FieldsBuilder.list([seen.value])],
                "ListApps": [FieldsBuilder.list([Fixture.seenApp.value])],
                "Entries": [Fixture.list([Fixture.entry()])], "Reload": [.strings([])],
            ]))
        return focus(all: words + ["--focus", "work"], control: control)
    }

    @Test("without a list of people, the list of apps and the person's apps are named")
    func noLimit() throws {
        let result = try allow(
            "Apps=allow\nAppList=mail;\n", "allow", "--person", "alex@example.org")
        #expect(
            result.change == """
                Work does not limit people, so it has no list of allowed ones.
                Its list of allowed apps decides: alex@example.org comes through only in mail.
                alex@example.org has written from Chat, which is not on that list.
                To let alex@example.org through in every app: focus-switch allow --only --person alex@example.org --focus work
                To allow that app: focus-switch allow org.example.Chat --focus work

                """, "\(result)")
        // The advice is right: it lets the person through in that app.
        let advised = focus(
            "allow", "--only", "--person", "alex@example.org", "--focus", "work")
        #expect(advised.code == .done)
        let shown = try focus.show("work")
        #expect(shown["people"]?["mode"] == "allow" && shown["apps"]?["list"] == ["mail"])
    }

    /// A trial with a newcomer: others still came through in the allowed apps, unsaid.
    @Test("allow --only names the allowed apps, in which others come through")
    func othersInApps() throws {
        let result = try allow(
            "Apps=allow\nAppList=mail;chat;\n", "allow", "--only", "--person", "Ann")
        #expect(
            result.change == """
                Work now allows only these people: Ann.
                The apps that Work allows still deliver everyone: mail, chat.
                To silence these apps, except for these people: focus-switch silence --all-apps --focus work

                """, "\(result)")
        // The advice is right: only the person is left.
        #expect(focus("silence", "--all-apps", "--focus", "work").code == .done)
        let shown = try focus.show("work")
        #expect(shown["people"]?["list"] == ["Ann"] && shown["apps"]?["list"] == [])
        #expect(shown["apps"]?["mode"] == "allow")
        let alone = focus("allow", "--only", "--person", "Kim", "--focus", "work")
        #expect(!alone.output.contains("still deliver"), "\(alone)")
    }

    /// A trial with a newcomer: the sentence told of a change, and `undo` deleted another Focus.
    @Test(
        "allow --only that changes nothing says so, and undo keeps to the last change",
        arguments: [["--person", "Ann"], ["--person", "ann"], ["mail", "--person", "Ann"]])
    func onlyUnchanged(_ members: [String]) throws {
        try focus.write(
            "work",
            "[Focus]\nName=Work\nApps=allow\nAppList=mail;\nPeople=allow\nPeopleList=Ann;\n")
        let before = focus.text("work")
        let state = ["XDG_STATE_HOME": focus.path + "/state"]
        let result = focus(
            all: ["allow", "--only"] + members + ["--focus", "work"], variables: state)
        #expect(result.code == .done, "\(result)")
        #expect(result.output.contains("Work already allows only these people: "), "\(result)")
        #expect(!result.output.contains("now allows") && !result.output.contains("To take it back"))
        #expect(focus.text("work") == before)
        #expect(focus(all: ["undo", "--list"], variables: state).output.contains("no change"))
    }

    @Test("an app that is on the list already is not advised")
    func allowedApp() throws {
        let result = try allow(
            "Apps=allow\nAppList=ORG.example.chat;\n", "allow", "--person", "alex@example.org")
        #expect(!result.output.contains("has written from"), "\(result.output)")
    }

    @Test(
        "a person who leaves the list of silenced people is not said to be allowed",
        arguments: [["allow"], ["silence", "--remove"]])
    func removed(_ words: [String]) throws {
        try focus.write(
            "work", "[Focus]\nName=Work\nApps=allow\nPeople=silence\nPeopleList=Ben;Eve;\n")
        let result = focus(all: words + ["--person", "Ben", "--focus", "work"])
        #expect(
            result.change == """
                Work no longer silences Ben.
                Its list of allowed apps decides, and is empty: Ben comes through in no app.
                To allow an app: focus-switch allow APP --focus work

                """, "\(result)")
    }

    @Test("apps that are silenced stay so for an allowed person")
    func silencedApps() throws {
        let lists = "Apps=silence\nAppList=shop;\nPeople=allow\n"
        #expect(
            try allow(lists, "allow", "--person", "alex@example.org").change == """
                Work now allows alex@example.org.
                Apps that Work silences stay silenced: shop.

                """)
        #expect(
            try allow("Apps=silence\n", "allow", "--person", "alex@example.org").change
                == "Work already allows alex@example.org.\n")
    }

    @Test("a person's name with a comma has quotes, as in lists")
    func nameWithAComma() throws {
        for lists in ["Apps=silence\nPeople=allow\n", "Apps=allow\nPeople=allow\n"] {
            let file = try FocusFile(
                id: FocusID("work"), contents: "[Focus]\nName=Work\n\(lists)",
                path: "/work.focus")
            let sentences = AllowedPerson("Doe, Jane", nil).sentences(file, isChanged: true, [:])
            #expect(sentences == ["Work now allows “Doe, Jane”."])
        }
    }
}
