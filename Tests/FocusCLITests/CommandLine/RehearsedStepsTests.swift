// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: dozens of printed steps failed when they were pasted.
@Suite("Rehearsals of printed steps") @LoopActor struct RehearsedStepsTests {
    private let focus: Configuration
    private let control = RehearsalFixture.control

    init() throws {
        focus = try RehearsalFixture.configuration()
    }

    private func invocation(_ words: [String] = ["flurb"]) -> Invocation {
        let control = control
        let invocation = Invocation(
            output: Output { _, _ in true }, environment: RehearsalFixture.environment(focus),
            now: Fixture.now
        ) { () throws(ControlError) in control }
        invocation.words = words
        invocation.rehearsesSteps = true
        invocation.readLine = {
            Issue.record("A rehearsal asks nobody.")
            return nil
        }
        return invocation
    }

    /// Returns the lines that are printed in place of those of a failure.
    private func lines(_ lines: String..., words: [String] = ["flurb"]) -> [String] {
        let failure = CommandFailure(.usage, "there is no command “flurb”", details: lines)
        return RehearsedSteps(invocation(words)).checked(failure).details
    }

    @Test("a step that fails is left out")
    func leftOut() {
        #expect(
            lines("A: focus-switch trigger kinds flurb", "B: focus-switch list", "No step")
                == ["B: focus-switch list", "No step"])
        // focusd would refuse to turn on a Focus that it does not know.
        #expect(!lines("To turn it on: focus-switch on 17").joined().contains("on 17"))
        #expect(lines("To turn it on: focus-switch on study").count == 1)
    }

    @Test("in its place stand the steps of its own failure that work")
    func replaced() {
        let steps = lines("To let an app through: focus-switch allow Ann --focus work")
        #expect(
            steps.first == "To allow the person: focus-switch allow --person Ann --focus work",
            "\(steps)")
        #expect(!steps.joined(separator: "\n").contains("allow Ann "), "\(steps)")
    }

    @Test("where nothing is snoozed, the missed list stands in place of the end of all snoozes")
    func unsnooze() {
        #expect(
            lines("To put them all back: focus-switch snooze --undo all")
                == ["Nothing is snoozed; the missed list: focus-switch missed"])
    }

    @Test("if no step is left, the help is")
    func help() {
        #expect(
            lines("A: focus-switch trigger kinds flurb", "Your Focuses: work")
                == ["Your Focuses: work", "More: focus-switch trigger kinds --help"])
        #expect(
            lines("To remove it: focus-switch forget flurb --yes")
                == ["For help: focus-switch forget --help"])
        // A failure without steps stays as it is.
        #expect(lines("Your Focuses: work") == ["Your Focuses: work"])
    }

    @Test(
        "a command with an effect works up to it, and changes nothing",
        arguments: [
            "allow --person Ann --focus work", "silence org.example.Chat", "create Gym",
            "delete study", "delete study --yes", "rename study Course", "lockscreen hide Chat",
            "set color '#ff0000' --focus work", "mute Chat", "mute Chat --for 1h", "on study",
            "study", "dnd --for 1h", "off", "toggle study", "missed clear", "missed clear --yes",
            "missed dismiss 12", "history clear", "history clear --yes", "badge clear Chat",
            "forget Chat --yes", "allow Chat --focus work",
            "rule add x --when 'summary == \"x\"' --do silence --focus work",
            "schedule set s --focus work --days Mon --from 9:00 --to 17:00",
        ])
    func withoutEffect(_ command: String) throws {
        let before = try RehearsalFixture.state(focus)
        #expect(
            lines("To do it: focus-switch \(command)") == ["To do it: focus-switch \(command)"])
        #expect(try RehearsalFixture.state(focus) == before)
        for call in control.calls {
            let method = try #require(ControlMethod(rawValue: call.member.rawValue))
            #expect(!method.isChange && method != .reload, "\(method)")
        }
        #expect(control.starts == 0)
    }

    @Test("commands that start programs or wait are read, and not performed")
    func readOnly() {
        for command in [
            "edit work", "setup", "setup --undo", "demo", "watch", "on work -- make test",
            "missed --wait", "missed open", "filter list", "undo", "doctor", "reload",
        ] {
            let line = "To do it: focus-switch \(command)"
            #expect(lines(line) == [line])
        }
        #expect(control.calls.isEmpty, "\(control.calls)")
        #expect(lines("To do it: focus-switch watch --flurb").first?.contains("--flurb") != true)
    }

    @Test("lines that the user completes stay, also in place of another step")
    func placeholders() {
        for line in [
            "To mute it: focus-switch mute APP --for 1h", "Help: focus-switch flurb --help",
            "To set an end: focus-switch on FOCUS --for 1h", "  focus-switch missed show ID…",
            "To export: focus-switch trigger kinds flurb >FILE",
            "To see the log: journalctl --user",
        ] {
            #expect(lines(line) == [line])
        }
    }

    @Test("a step that takes a little word for an app is left out, unless --app names it")
    func littleWords() {
        let hide = lines("To hide it: focus-switch lockscreen hide Chat on lockscreen")
        #expect(!hide.joined().contains("Chat on"), "\(hide)")
        let line = "To allow it: focus-switch allow --app on --focus work"
        #expect(lines(line) == [line])
    }

    @Test("while no Focus is on, a step gets the place for its name")
    func withoutFocus() {
        var status = Fixture.status
        status.activation = nil
        status.focusName = ""
        control.answers["Status"] = [status.value]
        #expect(
            lines("To let it through: focus-switch allow Chat")
                == ["To let it through: focus-switch allow Chat --focus FOCUS"])
        let steps = lines("To let it through: focus-switch allow Ann")
        #expect(
            steps.first == "To allow the person: focus-switch allow --person Ann --focus FOCUS",
            "\(steps)")
    }

    @Test("a step that goes on from another one has its fate")
    func goingOn() {
        let create = "To create it: focus-switch create Gym"
        let color = "And: focus-switch set color red --focus gym"
        #expect(lines(create, color) == [create, color])
        #expect(
            lines("First: focus-switch trigger kinds flurb", "Then: focus-switch on gym")
                == ["More: focus-switch trigger kinds --help"])
    }

    @Test("a step in the sentence leaves its clause, and each command has a line")
    func sentences() {
        func checked(_ message: String) -> CommandFailure {
            RehearsedSteps(invocation()).checked(.usage(message))
        }
        let cut = checked("“12” is no app; to mute that app: focus-switch trigger kinds flurb")
        #expect(cut.message == "“12” is no app")
        #expect(cut.details == ["More: focus-switch trigger kinds --help"])
        let whole = "“12” is no app; to list the Focuses: focus-switch list"
        #expect(checked(whole) == .usage(whole))
        let parted = checked("a unit: focus-switch dnd --for 30min, focus-switch dnd --for 30h")
        #expect(parted.message == "a unit")
        #expect(
            parted.details == ["  focus-switch dnd --for 30min", "  focus-switch dnd --for 30h"])
        #expect(
            lines("The ids: focus-switch missed, focus-switch history")
                == ["The ids: focus-switch missed", "The ids: focus-switch history"])
    }

    @Test("a command stands in one line only")
    func repeated() {
        #expect(lines("A: focus-switch list", "B: focus-switch list") == ["A: focus-switch list"])
    }

    @Test("there is a maximum number of rehearsals")
    func limit() {
        let command = "focus-switch trigger kinds"
        let steps = (0...RehearsedSteps.maximumTrials).map { "A: \(command) x\($0)" }
        let failure = CommandFailure(.usage, "no", details: steps)
        #expect(RehearsedSteps(invocation()).checked(failure).details == [steps[steps.count - 1]])
    }

    @Test("all rehearsals ask focusd once")
    func once() {
        _ = lines(
            "A: focus-switch allow Ann --focus work", "B: focus-switch silence Ann --focus work")
        for member in ["ListPeople", "ListApps"] as [MemberName] {
            #expect(control.calls.count { $0.member == member } == 1, "\(control.calls)")
        }
    }

    @Test("the own verbs and all rehearsals of a failure ask a hung focusd once")
    func hanging() {
        for line in ["disallow Chat", "hide Chat"] {
            let control = RehearsalFixture.control
            control.refusals["Status"] = .notReachable("it does not answer")
            let result = RehearsalFixture.run(line, focus, control)
            #expect(result.code == .usage, "\(line): \(result)")
            let count = control.calls.count { $0.member == "Status" }
            #expect(count == 1, "\(line): \(control.calls)")
        }
    }

    @Test("where focusd reads another directory, a step that changes a file fails")
    func otherDirectory() throws {
        let own = BaseDirectories { RehearsalFixture.environment(self.focus)[$0] }
        let other = BaseDirectories { name in
            name == "XDG_CONFIG_HOME" ? "/nonexistent/other" : own.home
        }
        let configuration = try #require(OtherConfiguration(focusd: other, own: own))
        var examined = 0
        let invocation = invocation()
        invocation.otherConfiguration = {
            examined += 1
            return configuration
        }
        for line in ["allow --person Ann --focus work", "create Gym"] {
            let words = line.split(separator: " ").map(String.init)
            guard case .fails(let failure) = invocation.rehearse(words) else {
                Issue.record("\(line) counts as a command that works")
                continue
            }
            #expect(failure.message?.contains(configuration.detail) == true, "\(failure)")
        }
        #expect(examined == 1)
    }

    @Test("with --json, and where focusd does not answer, the steps are printed as they are")
    func unchecked() {
        let steps = ["A: focus-switch trigger kinds flurb"]
        #expect(lines(steps[0], words: ["flurb", "--json"]) == steps)
        control.isRunning = false
        #expect(lines(steps[0]) == steps)
        control.isRunning = true
        control.refusals["Status"] = .notReachable("it does not answer")
        let lost = ["A: focus-switch allow Chat", "A: focus-switch trigger kinds flurb"]
        #expect(lines(lost[0], lost[1]) == lost)
    }

    @Test("the program prints the steps that work")
    func program() {
        func errors(_ words: String) -> String {
            RehearsalFixture.run(words, focus, control).errors
        }
        let permit = errors("permit Ann")
        #expect(permit.contains(": focus-switch allow --person Ann"), "\(permit)")
        #expect(!permit.contains("focus-switch allow Ann"), "\(permit)")
        // A Focus that does not exist is left out by the rehearsal alone.
        let step = "focus-switch on flurb\n"
        let enable = errors("enable flurb")
        #expect(!enable.contains(step), "\(enable)")
        let program = RunningProgram(
            control, environment: RehearsalFixture.environment(focus), width: nil)
        program.start(["enable", "flurb"])
        #expect(program.result.errors.contains(step), "\(program.result)")
        let hide = errors("hide Slack on lockscreen")
        #expect(!hide.contains("Slack on lockscreen\n"), "\(hide)")
    }
}
