// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: the step of a wrong line about Sleep changed the active Focus.
@Suite("The typed Focus in next steps") @LoopActor struct TypedFocusTests {
    private var control: FakeControl {
        FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [])], "ListPeople": [FieldsBuilder.list([])],
                "Entries": [Fixture.list([])],
            ]))
    }

    private func configuration() throws -> Configuration {
        let focus = try Configuration()
        try focus.write("sleep", "[Focus]\nName=Sleep\n")
        try focus.write("work", "[Focus]\nName=Work\n")
        return focus
    }

    /// Returns the commands of an error, each without the program's name.
    private func steps(_ errors: String) -> [String] {
        errors.split(separator: "\n").filter { $0.contains(": focus-switch ") }.flatMap { line in
            line.split(separator: "focus-switch ").dropFirst().map { step in
                step.hasSuffix(", ") ? String(step.dropLast(2)) : String(step)
            }
        }
    }

    @Test(
        "each step that takes a Focus has the typed one, and is a valid command line",
        arguments: [
            ["set", "hide-badges=on"], ["set", "TimeSensitive=no"], ["set", "people", "Bob"],
            ["set", "apps", "Chat"], ["set", "schedule", "22:00-7:00"],
            ["set", "--hide-badges", "on"], ["set", "--list"], ["allow", "--contact", "Bob"],
            ["allow", "Chat", "--until", "18:00"], ["silence", "--list"], ["allow", "urgent"],
            ["allow", "site", "example.org"], ["silence", "people"], ["allow", "Chat", "1h"],
            ["allow", "Chat", "with"], ["allow", "bob@example.org"], ["allow", "a", "and", "b"],
            ["schedule", "disable", "night"], ["rule", "disable", "ads"],
            ["rule", "add", "ads", "--after", "x"], ["trigger", "add", "--app", "chat"],
        ])
    func keepsFocus(_ words: [String]) throws {
        let focus = try configuration()
        let before = focus.text("work")
        for option in [["--focus", "sleep"], ["--focus=sleep"]] {
            let result = focus(all: words + option, control: control, width: nil)
            #expect(result.code == .usage || result.code == .refused, "\(result)")
            let steps = steps(result.errors)
            #expect(!steps.isEmpty, "\(result.errors)")
            for step in steps {
                let reader = CommandLineReader(commands: CommandTable.all)
                _ = try reader.read(shellWords(step))
                guard !step.contains("--help"), !step.contains("mute ") else { continue }
                #expect(step.contains("sleep") && !step.contains("FOCUS"), "\(result.errors)")
            }
        }
        #expect(focus.text("work") == before)
    }

    @Test(
        "the step is the whole command",
        arguments: [
            (["set", "hide-badges=on"], "To change it: focus-switch set hide-badges on"),
            (
                ["set", "people", "Bob"],
                "To let a person through: focus-switch allow --person Bob"
            ),
            (["set", "apps", "Chat"], "To let an app through: focus-switch allow Chat"),
        ])
    func whole(_ words: [String], _ step: String) throws {
        let focus = try configuration()
        let typed = focus(all: words + ["--focus", "sleep"], control: control)
        #expect(typed.errors.contains("\(step) --focus sleep\n"), "\(typed.errors)")
        let untyped = focus(all: words, control: control)
        #expect(untyped.errors.contains("\(step)\n"), "\(untyped.errors)")
    }

    @Test("the Focus of --focus is not the name of a rule")
    func unnamed() throws {
        let result = try configuration()("rule", "disable", "--focus", "sleep", control: control)
        #expect(
            result.errors.contains(": focus-switch rule remove NAME --focus sleep\n"),
            "\(result.errors)")
    }

    @Test(
        "a line names the Focus once, before “--”, and quoted",
        arguments: [
            (
                "A: focus-switch set x, focus-switch edit FOCUS",
                "set x --focus 'A b', focus-switch edit 'A b'"
            ),
            ("A: focus-switch allow -- -x", "allow --focus 'A b' -- -x"),
            ("A: focus-switch allow x --focus y", "allow x --focus y"),
            ("A: focus-switch history --json", "history --json"),
            ("A: focus-switch show FOCUS, focus(5)", "show 'A b', focus(5)"),
            ("A: focus-switch history 'a FOCUS b'", "history 'a FOCUS b'"),
        ])
    func line(_ line: String, _ expected: String) throws {
        let typed = try #require(TypedFocus(["set", "--focus", "A b"]))
        let kept = typed.kept(in: .usage("wrong", line))
        #expect(kept == .usage("wrong", "A: focus-switch \(expected)"))
        #expect(TypedFocus(["on", "work", "--", "x", "--focus", "y"]) == nil)
    }
}
