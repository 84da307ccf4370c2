// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCLI

@Suite("Lines with a command to copy") struct StepLineTests {
    @Test(
        "the command is what stands behind the program's name",
        arguments: [
            ("To end that: focus-switch off", "To end that: ", ["off"]),
            ("  focus-switch mute 'Big Chat'", "  ", ["mute", "Big Chat"]),
            ("focus-switch history", "", ["history"]),
            ("A: focus-switch mute 'it'\\''s'", "A: ", ["mute", "it's"]),
            (
                "A: focus-switch rule add x --when 'summary == \"a; b\"' --do allow", "A: ",
                ["rule", "add", "x", "--when", "summary == \"a; b\"", "--do", "allow"]
            ),
            ("A: focus-switch on dnd --until 18:00", "A: ", ["on", "dnd", "--until", "18:00"]),
        ])
    func command(_ line: String, _ lead: String, _ words: [String]) throws {
        let step = try #require(StepLine(line))
        #expect(step.lead == lead)
        #expect(step.words == words)
        #expect(step.text == line)
    }

    @Test(
        "a line that the user completes, or a shell changes, has no words",
        arguments: [
            "mute APP --for 1h", "on FOCUS", "missed act ID", "history --limit N", "missed show 1…",
            "trigger add app:APP --focus work", "filter set x PARAM=VALUE", "show work, focus(5)",
            "history --json >FILE", "status | cat", "off && focus-switch dnd", "mute 'Chat",
            "on “work”",
        ])
    func incomplete(_ command: String) throws {
        let step = try #require(StepLine("To do it: focus-switch \(command)"))
        #expect(step.words == nil)
    }

    @Test(
        "other lines are no steps",
        arguments: [
            "Your Focuses: work, sleep", "focusd has no contacts", "“focus-switch off” ends it.",
            "To list them: focus-switches",
        ])
    func others(_ line: String) { #expect(StepLine(line) == nil) }

    @Test("several commands behind one lead get a line each")
    func split() {
        #expect(
            StepLine.split("The ids: focus-switch missed, focus-switch history")
                == ["The ids: focus-switch missed", "The ids: focus-switch history"])
        let quoted = "A: focus-switch mute 'a, focus-switch b', focus-switch off"
        #expect(
            StepLine.split(quoted)
                == ["A: focus-switch mute 'a, focus-switch b'", "A: focus-switch off"])
        #expect(StepLine.split("Your Focuses: work") == ["Your Focuses: work"])
        #expect(StepLine.split("A: focus-switch off") == ["A: focus-switch off"])
    }

    @Test("several commands at the end of a sentence get a line each")
    func parted() {
        let parted = StepLine.parted(
            "“30” needs a unit: focus-switch on dnd --for 30min, focus-switch on dnd --for 30h")
        #expect(parted.sentence == "“30” needs a unit")
        #expect(
            parted.lines
                == ["  focus-switch on dnd --for 30min", "  focus-switch on dnd --for 30h"])
        let one = StepLine.parted("that is no app; to list them: focus-switch apps")
        #expect(one.sentence == "that is no app; to list them: focus-switch apps")
        #expect(one.lines == [])
    }

    @Test("the clause with a step becomes a line")
    func clause() throws {
        let step = try #require(
            StepLine("“12” is no app but a notification; to mute its app: focus-switch mute a"))
        #expect(step.clause?.text == "To mute its app: focus-switch mute a")
        #expect(step.beforeClause == "“12” is no app but a notification")
        let plain = try #require(StepLine("it needs a unit: focus-switch on dnd --for 3h"))
        #expect(plain.clause == nil)
        #expect(plain.beforeClause == nil)
    }
}
