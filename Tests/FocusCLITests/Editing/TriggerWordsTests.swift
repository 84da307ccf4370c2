// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Words beside triggers, and their states") @LoopActor struct TriggerWordsTests {
    /// A trial with a newcomer: the Focus was taken for a trigger, and no step was printed.
    @Test(
        "a Focus beside a trigger leads to --focus",
        arguments: [
            ("work wifi Home", "network:Home"), ("work ssid My Net", "'network:My Net'"),
            ("work calendar Team", "calendar:Team"), ("work vpn docked", "vpn docked"),
            ("work app org.example.Film", "app:org.example.Film"), ("vpn for Work", "vpn"),
        ])
    func focusBeside(_ words: String, _ triggers: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: ["trigger", "add"] + typed)
        #expect(result.code == .usage)
        let command = "trigger add \(triggers) --focus work"
        let isUnknown = triggers == "app:org.example.Film"
        let end = isUnknown ? "What can be detected here: focus-switch trigger kinds\n" : ""
        #expect(
            result.errors.hasSuffix(": focus-switch \(command)\n\(end)"), "\(result.errors)")
        try focus.expectDone(command)
    }

    /// A trial with a newcomer: both words became triggers of the Focus that was on.
    @Test(
        "a word for a kind that is the name of a Focus, too, is the Focus",
        arguments: ["gaming fullscreen", "full-screen gaming"])
    func focusLikeKind(_ words: String) throws {
        let focus = try Configuration()
        try focus.write("gaming", "[Focus]\nName=Gaming\n")
        let result = focus(all: ["trigger", "add"] + words.split(separator: " ").map(String.init))
        #expect(result.code == .usage)
        let command = "trigger add full-screen --focus gaming"
        #expect(result.errors.hasSuffix(": focus-switch \(command)\n"), "\(result.errors)")
        try focus.expectDone(command)
        try focus.expectDone("trigger add gaming --focus gaming")
    }

    @Test("of several triggers of a kind, the list says which one holds")
    func oneOfSeveral() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n[Triggers]\nNetworks=Home;Office;\n")
        let kind = TriggerKindState(
            .network, isAvailable: true, holds: true, holding: ["network:Office"])
        let control = FakeControl([
            "Doctor": [FieldsBuilder.list([])], "ListApps": [.array(of: "a{sv}", [])],
            "TriggerKinds": [FieldsBuilder.list([kind.value])],
        ])
        let lines = focus("trigger", "list", control: control).output.split(separator: "\n")
        #expect(lines.map { $0.hasSuffix("  not now") } == [true, false], "\(lines)")
        #expect(lines.last?.hasSuffix("  now") == true, "\(lines)")
        #expect(
            focus("trigger", "list", "--json", control: control).output == """
                [{"focus":"work","trigger":"network:Home","available":true,"holds":false},\
                {"focus":"work","trigger":"network:Office","available":true,"holds":true}]

                """)
    }

    @Test(
        "times of the day lead to a schedule",
        arguments: [
            ("18:00", "schedule set hours --focus FOCUS --from 18:00 --to 19:00"),
            ("at 6pm --focus work", "schedule set hours --focus work --from 18:00 --to 19:00"),
            ("23:30 --focus work", "schedule set hours --focus work --from 23:30 --to 00:30"),
            ("work 9-17", "schedule set hours --focus work --from 09:00 --to 17:00"),
            ("work 2-4pm", "schedule set hours --focus work --from 14:00 --to 16:00"),
            ("work 9-5pm", "schedule set hours --focus work --from 09:00 --to 17:00"),
            ("9 to 17 --focus work", "schedule set hours --focus work --from 09:00 --to 17:00"),
            ("monday", "schedule set --help"),
        ])
    func times(_ words: String, _ command: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let result = focus(all: ["trigger", "add"] + words.split(separator: " ").map(String.init))
        #expect(result.code == .usage)
        #expect(result.errors.hasSuffix(": focus-switch \(command)\n"), "\(result.errors)")
        guard !command.contains("FOCUS") else { return }
        try focus.expectDone(command)
    }

    /// A trial with a newcomer: the step had a place for a Focus, and failed when pasted.
    @Test("while no Focus is on, each of few Focuses has its line")
    func withoutFocus() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.write("gym", "[Focus]\nName=Gym\n")
        let control = FakeControl(
            Fixture.control([
                "Status": [ServiceStatus().value], "Reload": [.strings([])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        let errors = focus("trigger", "add", "when", "Chat", "runs", control: control).errors
        for (id, name) in [("work", "Work"), ("gym", "Gym")] {
            let command = "trigger add app:Chat --focus \(id)"
            let line = "\nTo turn \(name) on by itself then: focus-switch \(command)\n"
            #expect(errors.contains(line), "\(errors)")
            try focus.expectDone(command, control: control)
        }
    }

    /// A trial with a newcomer: the trigger of an app that nobody has was only noted.
    @Test(
        "a mistyped app is asked about",
        arguments: [("app:Chta", "app:Chat"), ("app Chta", "app Chat")])
    func mistypedApp(_ typed: String, _ meant: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "Reload": [.strings([])],
            ]))
        let words = ["trigger", "add"] + typed.split(separator: " ").map(String.init)
        let result = focus(all: words + ["--focus", "work"], control: control)
        #expect(result.code == .refused, "\(result)")
        #expect(result.errors.contains("did you mean “Chat”?"), "\(result.errors)")
        let command = "trigger add \(meant) --focus work"
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(try focus.show("work")["triggers"] == [])
        let forced = focus(all: words + ["--focus", "work", "--yes"], control: control)
        #expect(forced.code == .done, "\(forced)")
        #expect(try focus.show("work")["triggers"] == ["app:Chta"])
        try focus.expectDone(command, control: control)
    }

    @Test("a line in which the mistyped app is not a word of its own is not printed again")
    func mistypedAppInList() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "Reload": [.strings([])],
            ]))
        let result = focus(
            "trigger", "add", "app:Chta,vpn", "--focus", "work", control: control)
        #expect(result.code == .refused, "\(result)")
        #expect(result.errors.contains("did you mean “Chat”?"), "\(result.errors)")
        #expect(!result.errors.contains("For that app:"), "\(result.errors)")
    }
}
