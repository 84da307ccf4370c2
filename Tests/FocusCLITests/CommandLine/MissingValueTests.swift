// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// An option without its value took the next option as the value: `allow --person --focus work`
/// changed the active Focus for a person “--focus”.
@Suite("Options without their value") @LoopActor struct MissingValueTests {
    nonisolated private static let withValues: [(words: [String], option: String)] =
        CommandTable.all.flatMap { command in
            command.options.filter { $0.kind == .string || $0.kind == .strings }.map { option in
                (command.words.map(String.init), option.name)
            }
        }

    @Test("no option of any command takes another option as its value", arguments: withValues)
    func everyCommand(words: [String], option: String) {
        let control = FakeControl(Fixture.control())
        for next in ["--json", "--\(option)", "--nonsense", "--"] {
            let result = run(words + ["--\(option)", next, "work"], control)
            #expect(result.code == .usage, "\(words) \(result)")
            #expect(
                result.errors.hasPrefix("focus-switch: missing argument for --\(option)"),
                "\(words) \(result.errors)")
        }
        #expect(control.calls.isEmpty)
    }

    @Test("the Focus that is on stays as it is")
    func focus() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nPeople=allow\n")
        let before = focus.text("work")
        for words in [["--person", "--focus", "work"], ["--app", "--person", "Kim"]] {
            let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
            #expect(focus(all: ["allow"] + words, control: control).code == .usage)
        }
        #expect(focus.text("work") == before)
    }

    @Test("a text that begins with dashes is possible with an equals sign")
    func equals() {
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([])]]))
        #expect(run(["history", "--search=--focus"], control).code == .done)
        let refused = run(["history", "--search", "--focus"], control)
        #expect(
            refused.errors.contains("; for that text: --search=--focus\n"), "\(refused.errors)")
    }

    @Test("an option that is typed behind one without its value is completed")
    func completion() {
        let result = run(["complete", "--", "allow", "--person", "--focus", "x", "--on"])
        #expect(result.output.contains("--only"), "\(result)")
    }
}
