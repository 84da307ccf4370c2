// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Xfce, and sway and i3 on Debian, never start graphical-session.target: focusd waited for the
/// first notification, and focus-link was gone after the first log-out.
@Suite("Sessions without graphical-session.target") struct MissingTargetTests {
    @Test("setup names the command that starts focusd with the session")
    @LoopActor func note() {
        var facts = SessionFactsTests.fresh
        let command = "    systemctl --user start focusd\n"
        let control = FakeControl(Fixture.control())
        #expect(!run(["setup"], control, facts: facts).output.contains(command))
        facts.lacksTarget = true
        let output = run(["setup"], control, facts: facts).output
        #expect(output.contains("This session does not start systemd's graphical-session.target"))
        #expect(output.contains(command), "\(output)")
        #expect(!output.contains("Start focusd with each session:"), "\(output)")
        facts.focusdLines = [Self.line]
        #expect(!run(["setup"], control, facts: facts).output.contains(command))
    }

    private static let line = SessionStartLine(
        path: "/home/me/.config/sway/config", number: 209, program: "focusd",
        text: "  exec systemctl --user start focusd")

    /// focusd was off, and back at the next login.
    @Test("setup --undo names the line that starts focusd, and the one that it replaced")
    @LoopActor func undoing() {
        let control = FakeControl(Fixture.control())
        @LoopActor func output(_ facts: SessionFacts) -> String {
            run(["setup", "--undo"], control, facts: facts).output
        }
        var facts = SessionFactsTests.good
        #expect(!output(facts).contains("Please remove line"))
        facts.focusdLines = [Self.line]
        let advice = """
            Please remove line 209 of /home/me/.config/sway/config yourself:
                with it focusd starts again at the next login.

            """
        #expect(output(facts).contains(advice), "\(output(facts))")
        #expect(!output(facts).contains("took the place"))
        facts.record = SetupRecord(program: "mako", command: ["mako", "-c", "/a b"])
        let former = """
            If it took the place of the line that started mako, put that back:
                exec mako -c '/a b'

            """
        #expect(output(facts).contains(advice + former), "\(output(facts))")
        // A shell's quotes within other quotes would be wrong, and focusd-link is another unit.
        let (start, command) = ("systemctl --user start focusd", "mako -c '/a b'")
        for (path, text, line) in [
            ("/a/init.lua", "spawn(\"\(start).service\")", command),
            ("/a/f.desktop", "Exec=\(start)", command),
            ("/a/config", "exec \(start).service; exec x", "exec \(command); exec x"),
            ("/a/config", "exec \(start)-link focusd", nil),
        ] as [(String, String, String?)] {
            facts.focusdLines = [
                SessionStartLine(path: path, number: 1, program: "focusd", text: text)
            ]
            let lines = output(facts).split(separator: "\n").map(String.init)
            #expect(lines.contains("    \(line ?? "")") == (line != nil), "\(lines)")
            #expect(output(facts).contains("took the place") == (line != nil))
        }
        facts.focusdLines = [Self.line]
        // The server's own line is still there.
        facts.startLines = [
            SessionStartLine(path: "/home/me/.xprofile", number: 1, program: "mako")
        ]
        #expect(output(facts).contains(advice))
        #expect(!output(facts).contains("took the place"))
        // After an undo, without a record: the server that runs again.
        facts = SessionFactsTests.fresh
        facts.focusdLines = [Self.line]
        #expect(
            facts.startAdvice(isUndoing: true).last == "    exec dunst -config '/a b'")
        #expect(!run(["setup"], control, facts: facts).output.contains("line 209"))
    }

    @Test("the JSON of setup --undo has the lines that start focusd")
    @LoopActor func json() throws {
        var facts = SessionFactsTests.good
        facts.focusdLines = [Self.line]
        let control = FakeControl(Fixture.control())
        let undo = run(["setup", "--undo", "--json"], control, facts: facts)
        let line: JSONValue = [
            "path": .string(Self.line.path), "line": 209, "program": "focusd",
            "text": .string(Self.line.text),
        ]
        #expect(try JSONValue(parsing: undo.output)["startLines"] == .array([line]))
        let setup = run(["setup", "--json"], control, facts: SessionFactsTests.fresh)
        #expect(try JSONValue(parsing: setup.output)["startLines"] == .array([]))
    }

    @Test("before setup, the remedy for a unit that starts another server is setup")
    func unit() {
        var facts = SessionFactsTests.fresh
        facts.units.append(
            ServiceUnit(name: "mako.service", program: "mako", isEnabled: true, isMasked: false))
        let check = facts.checks.first { $0.check == "units" }
        #expect(check?.problem?.remedy == "focus-switch setup")
        #expect(facts.steps.contains { $0.command.contains("mask --now mako.service") })
    }

    @Test("doctor names the command once the session is set up")
    func check() {
        var facts = SessionFactsTests.fresh
        facts.lacksTarget = true
        #expect(!facts.checks.contains { $0.check == "session start" })
        facts.userLink = facts.ownFile
        let check = facts.checks.first { $0.check == "session start" }
        #expect(check?.isGood == true)
        #expect(check?.detail.hasSuffix(": systemctl --user start focusd") == true)
    }
}
