// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A user with lists of apps and people, for phrases behind `allow` and `silence`.
@LoopActor struct ListFixture {
    let focus: Configuration
    let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\nApps=allow\nAppList=org.example.Chat;Zed;\n"
                + "People=allow\nPeopleList=Ben;Ann;Zed;\n")
        let list = [FieldsBuilder.list([])]
        let mail = SeenApp(
            AppID("org.example.Mail"), names: ["Big Mail"], count: 1, latest: Fixture.now)
        control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp, mail].map(\.value))],
                "Reload": [.strings([])], "ListPeople": list, "Mutes": list,
                "Entries": [Fixture.list([])],
            ]))
    }

    func run(_ words: String) -> RunResult {
        focus(all: words.split(separator: " ").map(String.init), control: control)
    }

    /// Expects a step that ends the refusal or stands above another one, and that it is done.
    func expectStep(
        _ words: String, _ text: String, _ command: String,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = focus.text("work")
        let result = run(words)
        #expect(result.code == .refused, "\(result)", sourceLocation: sourceLocation)
        #expect(
            result.errors.contains("\n\(text): focus-switch \(command)\n"), "\(result.errors)",
            sourceLocation: sourceLocation)
        #expect(focus.text("work") == before, sourceLocation: sourceLocation)
        try focus.expectDone(command, control: control, sourceLocation: sourceLocation)
    }

    /// Expects a refusal whose first step is the help, and no step besides but for an app of that
    /// name.
    func expectHelp(
        _ words: String, _ line: String, _ sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = focus.text("work")
        let result = run(words)
        #expect(result.code == .refused, "\(result)", sourceLocation: sourceLocation)
        let details = result.errors.split(separator: "\n").dropFirst()
        #expect(
            details.first.map(String.init) == line, "\(result.errors)",
            sourceLocation: sourceLocation)
        let isApp = details.dropFirst().allSatisfy { $0.hasPrefix("For an app of that name: ") }
        #expect(isApp, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(focus.text("work") == before, sourceLocation: sourceLocation)
    }
}
