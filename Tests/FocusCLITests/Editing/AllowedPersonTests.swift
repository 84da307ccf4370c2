// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
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
}
