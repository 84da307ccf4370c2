// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: a mistyped word had a suggestion, and the line had to be typed again.
@Suite("Corrected command lines") @LoopActor struct CorrectedLineTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "Mutes": [FieldsBuilder.list([])], "Mute": [],
            "Reload": [.strings([])], "Entries": [Fixture.list([])],
            "ListPeople": [FieldsBuilder.list([])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let mail = SeenApp(
            AppID("org.example.Discord"), names: ["Discord"], count: 1,
            latest: Fixture.now)
        control.answers["ListApps"] = [
            .array(of: "a{sv}", [Fixture.seenApp.value, mail.value])
        ]
        control.answer = { call in
            guard call.member == "Activate", call.arguments.first?.asString?.lowercased() != "work",
                call.arguments.first != .string("do-not-disturb")
            else { return nil }
            return .failure(.refused(.unknownFocus, message: "there is no such Focus"))
        }
    }

    private func run(_ line: String) -> RunResult {
        focus(all: line.split(separator: " ").map(String.init), control: control)
    }

    @Test(
        "the whole line follows the suggestion",
        arguments: [
            ("expalin 12", "explain 12"), ("alow Chat", "allow Chat"),
            ("silense Chat --focus work", "silence Chat --focus work"),
            ("statsu", "status"), ("wrok 1h", "work 1h"), ("wrok", "work"), ("dn", "dnd"),
            ("missed sow 12", "missed show 12"), ("dismis 12", "missed dismiss 12"),
            ("mute Chatt and Discrod", "mute Chat Discord"),
            ("mute Chat and Discrod for 1h", "mute Chat Discord --for 1h"),
        ])
    func corrected(_ line: String, _ command: String) throws {
        let result = run(line)
        #expect(result.code != .done, "\(result)")
        let words = result.errors.split(separator: "\nCorrected: focus-switch ")
        #expect(words.count == 2, "\(result)")
        #expect(words.last?.lowercased() == "\(command)\n".lowercased(), "\(result)")
        // The tables have no answers for these.
        guard !["explain", "missed", "status"].contains(where: command.hasPrefix) else { return }
        try focus.expectDone(command, control: control)
    }

    @Test("words behind a mistyped Focus that are no end lead to no such line")
    func others() {
        let result = run("wrok flurb")
        #expect(result.errors.contains("did you mean “"), "\(result.errors)")
        #expect(!result.errors.contains("Corrected"), "\(result.errors)")
    }

    @Test("the placeholder of a Focus is no app", arguments: ["show", "edit", "on"])
    func placeholder(_ command: String) {
        let app = SeenApp(
            AppID("org.example.Focus"), names: ["Focus"], count: 1, latest: Fixture.now)
        control.answers["ListApps"] = [.array(of: "a{sv}", [app.value])]
        let result = run("\(command) FOCUS")
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: “FOCUS” stands for a Focus: name one
                Your Focuses: do-not-disturb, work

                """)
    }

    @Test(
        "a Focus that is to be removed is deleted, and an app of that name is not meant",
        arguments: [
            ("remove focus Study", "delete study"), ("rm Study focus", "delete study"),
            ("remove my focus Study", "delete study"),
            ("remove Focus from Study", "allow --help"),
        ])
    func removedFocus(_ line: String, _ command: String) throws {
        try focus.write("study", "[Focus]\nName=Study\nApps=allow\nAppList=Chat;\n")
        let result = run(line)
        #expect(result.code == .usage)
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(result.errors.contains("delete study") == (command == "delete study"))
    }
}
